// SPDX-License-Identifier: Apache-2.0
//
// The places of drawings: depth, opacity, transforms, the clip, outlines.

import LayoutHost
import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Scenes")
struct SceneTests {
  static let viewport = Rect(x: 0, y: 0, width: 100, height: 100)
  static let middle = Rect(x: 20, y: 20, width: 60, height: 60)
  static let red = Color(rgba: 0xFF00_00FF)
  static let blue = Color(rgba: 0x0000_FFFF)

  private func probe(_ elements: [SceneElement], outline: Bool = false) throws -> Probe {
    try Probe(Scene(elements, viewport: Self.viewport), outline: outline)
  }

  @Test("nearer elements cover farther ones, in any order, and equal ones keep their order")
  func depth() throws {
    let red = Scenes.box(0xFF00_00FF, Self.middle, zIndex: 2)
    let blue = Scenes.box(0x0000_FFFF, Self.middle, zIndex: 1)
    #expect(try probe([red, blue]).isColor(Self.red, 50, 50))
    #expect(try probe([blue, red]).isColor(Self.red, 50, 50))
    let level = Scenes.box(0x0000_FFFF, Self.middle, zIndex: 2)
    #expect(try probe([red, level]).isColor(Self.blue, 50, 50))
  }

  @Test("opacity mixes with the elements below, as one layer")
  func opacity() throws {
    let pixel = try probe([Scenes.box(0x0000_00FF, Self.middle, alpha: 0.5)]).pixel(50, 50)
    let ground = Theme.light.ground
    for (value, part) in zip(pixel, [ground.red, ground.green, ground.blue]) {
      #expect(abs(Double(value) - part * 127.5) < 2)
    }
    // Two layers of one view do not show through each other.
    var element = Scenes.box(0xFF00_00FF, Self.middle, alpha: 0.5)
    let single = try probe([element]).pixel(50, 50)
    element.layers.insert(.shape(ShapeStyle(fill: 0x0000_FFFF)), at: 0)
    #expect(try probe([element]).pixel(50, 50) == single)
  }

  @Test("hidden and fully transparent elements are not drawn")
  func hidden() throws {
    let empty = try probe([])
    for element in [
      Scenes.box(0xFF00_00FF, Self.middle, isHidden: true),
      Scenes.box(0xFF00_00FF, Self.middle, alpha: 0),
    ] {
      #expect(try probe([element]).pixel(50, 50) == empty.pixel(50, 50))
    }
  }

  @Test("transforms act about the centre of the frame")
  func transforms() throws {
    let half = Projection(Affine(a: 0.5, d: 0.5))
    let box = try probe([Scenes.box(0xFF00_00FF, Self.middle, transform: half)])
      .box { $0[0] == 255 && $0[1] == 0 }
    #expect(box == Rect(x: 35, y: 35, width: 30, height: 30))
    let quarterTurn = Projection(Affine(a: 0, b: 1, c: -1, d: 0, x: 5, y: 0))
    let flat = Rect(x: 20, y: 40, width: 60, height: 20)
    let turned = try probe([Scenes.box(0xFF00_00FF, flat, transform: quarterTurn)])
      .box { $0[0] == 255 && $0[1] == 0 }
    #expect(turned == Rect(x: 45, y: 20, width: 20, height: 60))
  }

  @Test("C110: a background fills the viewport behind the elements, at any offset")
  func background() throws {
    for y in [0.0, 5000] {
      let viewport = Rect(x: 0, y: y, width: 40, height: 40)
      let scene = Scene(
        [Scenes.box(0xFF00_00FF, Rect(x: 10, y: y + 10, width: 20, height: 20))],
        viewport: viewport, background: .shape(ShapeStyle(fill: 0x0000_FFFF)))
      let probe = try Probe(width: 40, height: 40) { scene.draw($0, outline: false) }
      #expect(probe.isColor(Self.blue, 1, 1))
      #expect(probe.isColor(Self.blue, 38, 38))
      #expect(probe.isColor(Self.red, 20, 20))
    }
  }

  @Test("the viewport moves the drawing and cuts it")
  func clips() throws {
    let scene = Scene(
      [Scenes.box(0xFF00_00FF, Rect(x: 1000, y: 5000, width: 500, height: 30))],
      viewport: Rect(x: 990, y: 4990, width: 40, height: 40))
    let probe = try Probe(width: 60, height: 60) { scene.draw($0, outline: false) }
    #expect(probe.strayPixels(outside: Rect(x: 0, y: 0, width: 40, height: 40)) == 0)
    #expect(probe.isColor(Self.red, 25, 25))
    #expect(probe.isColor(Theme.light.ground, 5, 5))
  }

  @Test("outlines follow the frame, also of hidden elements, and tags are in its corner")
  func outlines() throws {
    let elements = [Scenes.box(0xFFFF_FFFF, Self.middle, isHidden: true)]
    let color = Theme.light.outline(.decoration)
    let probe = try probe(elements, outline: true)
    #expect(probe.isColor(color, 21, 22), "the tag")
    let plain = try self.probe(elements)
    let line = (20..<80).filter { probe.pixel($0, 79) != plain.pixel($0, 79) }
    #expect(line.count > 30, "the lower edge, dashed")
    #expect(probe.pixel(10, 10) == plain.pixel(10, 10))
  }

  @Test("a selected element has a ring of its section's hue")
  func selection() throws {
    var element = Scenes.box(0xFFFF_FFFF, Self.middle)
    let plain = try probe([element])
    element.isSelected = true
    #expect(try probe([element]).pixel(50, 19) != plain.pixel(50, 19))
  }
}
