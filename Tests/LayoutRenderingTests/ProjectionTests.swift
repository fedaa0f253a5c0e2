// SPDX-License-Identifier: Apache-2.0
//
// Perspective: drawn points are where the 4 × 4 matrix puts them.

import LayoutABI
import LayoutHost
import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Perspective")
struct ProjectionTests {
  static let frame = Rect(x: 60, y: 50, width: 160, height: 120)
  static let view = Rect(x: 0, y: 0, width: 280, height: 220)

  @Test("a flat point goes where the matrix puts it, and comes back", arguments: Pose.all)
  func maps(_ pose: Pose) throws {
    let projection = Projection(pose.transform).about(Self.frame.center)
    let back = try #require(projection.inverse)
    for u in stride(from: 0.0, through: 1, by: 0.25) {
      for v in stride(from: 0.0, through: 1, by: 0.25) {
        let point = Self.frame.point(u, v)
        let seen = projection.map(point)
        let expected = pose.seen(point, about: Self.frame.center)
        #expect(abs(seen.x - expected.x) < 1e-9 && abs(seen.y - expected.y) < 1e-9)
        let again = back.map(seen)
        #expect(abs(again.x - point.x) < 1e-8 && abs(again.y - point.y) < 1e-8)
        #expect(abs(back.weight(seen) * projection.weight(point) - 1) < 1e-9)
      }
    }
  }

  @Test(
    "C45: corners and middles of sides are where the matrix puts them, within half a pixel",
    arguments: Pose.all)
  func chessboard(_ pose: Pose) throws {
    let board = Chessboard(frame: Self.frame, squares: 4)
    let projection = Projection(pose.transform).about(Self.frame.center)
    let probe = try Probe(width: 280, height: 220) {
      $0.canvas.projected(Self.frame.grown(by: 8), by: projection, board.draw)
    }
    let quads = board.quads { pose.seen($0, about: Self.frame.center) }
    let whole = Quad(
      corners: Self.frame.corners.map { pose.seen($0, about: Self.frame.center) }, isRed: false)
    var (looked, wrong) = (0, 0)
    for y in 0..<220 {
      for x in 0..<280 {
        // An area half a pixel inside a square shows most of that square.
        let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let pixel = probe.pixel(x, y)
        if whole.depth(of: middle) <= -0.5 {
          wrong += pixel[3] > 127 ? 1 : 0
        } else if let quad = quads.first(where: { $0.depth(of: middle) >= 0.5 }) {
          let isRight = pixel[3] > 127 && (pixel[0] > pixel[2]) == quad.isRed
          (looked, wrong) = (looked + 1, wrong + (isRight ? 0 : 1))
        }
      }
    }
    #expect(wrong == 0)
    #expect(looked > 3_000, "most pixels were compared")
  }

  @Test("parts near the eye and behind it are cut off, and a plane seen from its edge is not drawn")
  func behindTheEye() throws {
    // The left half is behind the eye: its points would be mirrored on the other side.
    let halfway = Projection(
      a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 1.0 / 80, h: 0, k: 0.5)
    let seen = halfway.about(Self.frame.center)
    let probe = try Probe(width: 280, height: 220) {
      $0.canvas.projected(Self.frame, by: seen) {
        $0.fill(Shape(Self.frame), Color(red: 1, green: 0, blue: 0))
      }
    }
    let right = Self.frame.maxX - Self.frame.center.x
    let edge = Self.frame.center.x + right / (right / 80 + 0.5)
    let box = try #require(probe.box { $0[3] > 127 })
    #expect(abs(box.maxX - edge) <= 1 && box.x == 0)
    for gone in [
      Projection(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 0, h: 0, k: -1),
      Projection(a: 0, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 0.001, h: 0, k: 1),
    ] {
      let empty = try Probe(width: 280, height: 220) {
        $0.canvas.projected(Self.frame, by: gone.about(Self.frame.center)) {
          $0.fill(Shape(Self.frame), Color(red: 1, green: 0, blue: 0))
        }
      }
      #expect(empty.box { $0[3] > 0 } == nil)
    }
  }

  @Test("of two at the same level the one that its transform brings nearer covers the other")
  func depth() throws {
    func card(_ rgba: UInt32, towards z: Double) -> SceneElement {
      var m = Pose.identity
      (m[14], m[11]) = (z, -1.0 / 800)
      let transform = Transform3D(layout_transform(m))
      var element = Scenes.box(rgba, Self.frame, transform: Projection(transform))
      element.depth = transform.depth
      return element
    }
    for order in [[30.0, -30], [-30, 30]] {
      let scene = Scene(
        zip([0xFF00_00FF, 0x0000_FFFF], order).map { card($0, towards: $1) }, viewport: Self.view)
      let pixel = try Probe(scene).pixel(140, 110)
      #expect((pixel[0] > pixel[2]) == (order[0] > 0))
    }
  }

  @Test("perspective keeps opacity, the selection ring, and the clip")
  func asOtherElements() throws {
    let pose = Pose.all[0]
    var element = Scenes.box(
      0x0000_00FF, Self.frame, alpha: 0.5, transform: Projection(pose.transform))
    let plain = try Probe(Scene([element], viewport: Self.view))
    let ground = Theme.light.ground
    for (value, part) in zip(plain.pixel(140, 110), [ground.red, ground.green, ground.blue]) {
      #expect(abs(Double(value) - part * 127.5) < 2)
    }
    element.isSelected = true
    let ring = pose.seen(Point(x: 59, y: 110), about: Self.frame.center)
    let selected = try Probe(Scene([element], viewport: Self.view))
    let (x, y) = (Int(ring.x), Int(ring.y))
    #expect(selected.pixel(x, y) != plain.pixel(x, y))
    let cut = try Probe(width: 280, height: 220) {
      Scene([element], viewport: Rect(x: 0, y: 0, width: 140, height: 110))
        .draw($0, outline: true)
    }
    #expect(cut.strayPixels(outside: Rect(x: 0, y: 0, width: 140, height: 110)) == 0)
  }

  @Test(
    "in outline formats only a cell in perspective is pixels, at the picture's scale",
    arguments: [PictureFormat.svg, .pdf])
  func outlineFormats(_ format: PictureFormat) throws {
    let pose = Pose.all[0]
    let turned = Scenes.box(0xFF00_00FF, Self.frame, transform: Projection(pose.transform))
    let flat = Scenes.box(
      0xFF00_00FF, Self.frame, transform: Projection(Affine(a: 0.8, b: 0.2, c: -0.2, d: 0.8)))
    let marks = ["<image", "/Subtype /Image"]
    func text(_ element: SceneElement, scale: Double) throws -> String {
      let scene = Scene([element], viewport: Self.view)
      let options = RenderOptions(scale: scale)
      return PDFText(try Renderer(options).encode(scene, as: format)).text
    }
    #expect(try !marks.contains { try text(flat, scale: 2).contains($0) })
    let coarse = try text(turned, scale: 1)
    #expect(marks.contains { coarse.contains($0) })
    // 160 by 120 points, rotated by 60°, at one and at three pixels a point.
    let widths = try [coarse, try text(turned, scale: 3)].map { text in
      try #require(
        text.firstMatch(of: /(?:<image[^>]* width="|\/Width )(\d+)/).flatMap { Int($0.1) })
    }
    #expect(widths[1] > 2 * widths[0] && widths[0] < 120)
  }
}
