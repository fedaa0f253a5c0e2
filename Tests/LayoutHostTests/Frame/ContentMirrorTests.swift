// SPDX-License-Identifier: Apache-2.0
//
// The mirroring of content for right to left.

import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Mirror")
struct MirrorTests {
  let mirror = ContentMirror(isActive: true, width: 1000)

  @Test("M10: x′ = width − x − the element's width, and back")
  func rectangles() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(mirror.turn(rect) == Rect(x: 890, y: 20, width: 100, height: 50))
    #expect(mirror.turn(mirror.turn(rect)) == rect)
    #expect(mirror.turn(Point(x: 0, y: 5), width: 300) == Point(x: 700, y: 5))
    #expect(mirror.turn(Vector(dx: 3, dy: 4)) == Vector(dx: -3, dy: 4))
    #expect(mirror.turn(Insets(top: 1, left: 2, bottom: 3, right: 4)).left == 4)
  }

  @Test("without mirroring nothing changes")
  func off() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(ContentMirror.off.turn(rect) == rect)
    #expect(ContentMirror.off.turn(Point(x: 1, y: 2), width: 300) == Point(x: 1, y: 2))
  }

  @Test("a mirrored transform acts on mirrored points as the original acts on the original points")
  func transforms() {
    let transform = Transform3D(a: 0.5, b: 0.2, c: -0.3, d: 2, tx: 7, ty: -3)
    let (m, t) = (transform.mirrored.affine, transform.affine)
    let (x, y) = (11.0, 4.0)
    #expect(m.a * -x + m.c * y + m.tx == -(t.a * x + t.c * y + t.tx))
    #expect(m.b * -x + m.d * y + m.ty == t.b * x + t.d * y + t.ty)
  }
}
