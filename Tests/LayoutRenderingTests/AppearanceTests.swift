// SPDX-License-Identifier: Apache-2.0
//
// The looks of cells: by their size at rest, with whole lines, at the scale of the view; damaged content is marked.

import CCairo
import Foundation
import LayoutHost
import LayoutModel
import LayoutSources
import LayoutTypography
import Testing

@testable import LayoutRendering

@Suite("Looks of cells")
struct AppearanceTests {
  private static let arrow = ViewContent.card(
    title: "LEFTWARDS ARROW", body: "U+2190\nMath symbol", codePoint: 0x2190)

  /// Returns true if a part of a probe has a pixel that is darker than its ground.
  private func hasInk(_ probe: Probe, _ rect: Rect) -> Bool {
    for y in Int(rect.y)..<Int(rect.maxY) {
      for x in Int(rect.x)..<Int(rect.maxX) {
        let pixel = probe.pixel(x, y)
        if pixel[3] == 255, pixel[0] < 140, pixel[1] < 140 { return true }
      }
    }
    return false
  }

  @Test("cells of one size look the same, at any pixel position")
  func unsnapped() throws {
    for rest in [95.6, 96.0, 139.5, 240.2] {
      let drawn = try [rest.rounded(.down), rest.rounded(.up)].map { width in
        var element = SceneElement(
          Self.arrow, frame: Rect(x: 0, y: 0, width: width, height: rest.rounded()))
        element.restingSize = Size(width: rest, height: rest)
        return try Probe(width: Int(width), height: Int(rest.rounded())) { element.draw($0) }
      }
      // The caption's lines at the lower edge, and the ground at the right of the middle.
      let captions = drawn.map {
        hasInk($0, Rect(x: 6, y: Double($0.height) - 40, width: Double($0.width) - 12, height: 34))
      }
      #expect(captions[0] == captions[1], "\(rest)")
      let (x, y) = (drawn[0].width - 6, drawn[0].height / 2)
      #expect(drawn[0].pixel(x, y) == drawn[1].pixel(x, y), "\(rest)")
    }
  }

  @Test("a name that would lose more than half of itself is left out, and the code point stays")
  func readable() throws {
    let long = ViewContent.card(
      title: String(repeating: "MATHEMATICAL ", count: 9), body: "", codePoint: 0x2190)
    func draw(_ content: ViewContent, _ side: Int) throws -> Probe {
      let frame = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
      return try Probe(width: side, height: side) { $0.draw(content, in: frame) }
    }
    // The code point is on the last line, the name before it.
    func codePoint(_ side: Double) -> Rect { Rect(x: 8, y: side - 20, width: 50, height: 12) }
    func name(_ side: Double) -> Rect { Rect(x: 8, y: side - 34, width: 80, height: 11) }
    let (short, cut) = (try draw(Self.arrow, 130), try draw(long, 130))
    #expect(hasInk(short, codePoint(130)) && hasInk(cut, codePoint(130)))
    #expect(hasInk(short, name(130)) && !hasInk(cut, name(130)))
    // In a small tile no name is shown, not even a short one.
    let small = try draw(.card(title: "DOT", body: "", codePoint: 0x2E), 96)
    #expect(hasInk(small, codePoint(96)) && !hasInk(small, name(96)))
  }

  @Test(
    "a card ends with a whole line inside its padding",
    arguments: Array(stride(from: 40, through: 160, by: 7)))
  func wholeLines(_ height: Int) throws {
    let body = (0..<40).map { "line \($0) of text that goes on" }.joined(separator: "\n")
    let card = ViewContent.card(title: "Title", body: body, codePoint: nil)
    let probe = try Probe(width: 150, height: height) {
      $0.draw(card, in: Rect(x: 0, y: 0, width: 150, height: Double(height)))
    }
    let padding = max(4, min(150, Double(height)) / 10).rounded(.down)
    #expect(
      !hasInk(probe, Rect(x: 12, y: Double(height) - padding, width: 126, height: padding - 1)))
  }

  @Test("the words of a chip without a character are in its middle", arguments: ["", "town: Oslo"])
  func chipMiddle(_ detail: String) throws {
    let probe = try Probe(width: 300, height: 40) {
      $0.draw(
        .card(title: "Ada Lovelace", body: detail, codePoint: nil),
        in: Rect(x: 0, y: 0, width: 300, height: 40))
    }
    let surface = Theme.light.surface
    var columns: [Int] = []
    for x in 20..<280 where (8..<32).contains(where: { !probe.isColor(surface, x, $0) }) {
      columns.append(x)
    }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(abs((first - 0) - (299 - last)) <= 2, "\(first), \(last)")
  }

  @Test("a heading starts where the items below it do, inside its own frame and at any scale")
  func headingMargin() throws {
    func markStart(_ frame: Rect, _ appearance: ViewAppearance) throws -> Int? {
      var element = SceneElement(
        .heading(title: "Arrows", detail: ""), frame: frame, category: .supplementary)
      element.appearance = appearance
      let probe = try Probe(width: 900, height: 120) { element.draw($0) }
      let accent = Theme.light.accent(Theme.light.hue(section: appearance.hueIndex ?? 0))
      return (0..<900).first { x in probe.isColor(accent, x, Int(frame.center.y)) }
    }
    let bar = Rect(x: 0, y: 0, width: 800, height: 56)
    #expect(try markStart(bar, ViewAppearance()) == 24)
    #expect(try markStart(bar, ViewAppearance(headingMargin: 70)) == 70)
    #expect(try markStart(bar, ViewAppearance(textScale: 2, headingMargin: 70)) == 70)
    let inner = Rect(x: 24, y: 0, width: 700, height: 56)
    #expect(try markStart(inner, ViewAppearance()) == 24)
    #expect(try markStart(inner, ViewAppearance(headingMargin: 40)) == 40)
  }

  @Test("a scale enlarges all content of a cell, in pictures and in the player's sprites")
  func textScale() throws {
    var element = SceneElement(Self.arrow, frame: Rect(x: 0, y: 0, width: 240, height: 240))
    element.appearance = ViewAppearance(hueIndex: 3, textScale: 2)
    let large = try Probe(width: 240, height: 240) { element.draw($0) }
    var half = SceneElement(Self.arrow, frame: Rect(x: 0, y: 0, width: 120, height: 120))
    half.appearance = ViewAppearance(hueIndex: 3)
    let small = try Probe(width: 240, height: 240, scale: 2) { half.draw($0) }
    #expect(large == small)
    let sprite = SpriteKey(element).element
    #expect(try Probe(width: 240, height: 240) { sprite.draw($0) } == large)
    #expect(SpriteKey(element) != SpriteKey(half))
  }

  /// A JPEG of noise, complete.
  private func jpeg() throws -> [UInt8] {
    let path = try Files.directory() + "/a.jpg"
    let pixbuf = try #require(gdk_pixbuf_new(UInt32(LAYOUT_GDK_COLORSPACE_RGB), 0, 8, 200, 150))
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let pixels = try #require(gdk_pixbuf_get_pixels(pixbuf))
    for index in 0..<Int(gdk_pixbuf_get_byte_length(pixbuf)) {
      pixels[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 13)
    }
    try #require(gdk_pixbuf_savev(pixbuf, path, "jpeg", nil, nil, nil) != 0)
    return try Files.read(path)
  }

  @Test("a truncated picture is drawn up to its end, with a mark and a reason")
  func damaged() throws {
    let bytes = try jpeg()
    let folder = try Files.directory()
    try Files.write(bytes, to: folder + "/whole.jpg")
    try Files.write(Array(bytes.prefix(bytes.count / 2)), to: folder + "/half.jpg")
    try Files.write(Array("no picture".utf8), to: folder + "/none.jpg")
    // A PNG's decoder reports no missing rows.
    let drawing = Scene(
      (0..<9).map {
        SceneElement(Self.arrow, frame: Rect(x: 0, y: Double($0) * 90, width: 120, height: 80))
      }, viewport: Rect(x: 0, y: 0, width: 200, height: 800))
    let png = try Renderer().encode(drawing, as: .png)
    try Files.write(Array(png.prefix(png.count / 2)), to: folder + "/cut.jpg")
    try Files.write(png, to: folder + "/drawn.jpg")
    let renderer = Renderer(RenderOptions(scale: 1))
    func draw(_ name: String) throws -> Probe {
      let content = ViewContent.picture(path: "\(folder)/\(name).jpg", caption: name)
      let scene = Scene(
        [SceneElement(content, frame: Rect(x: 0, y: 0, width: 200, height: 150))],
        viewport: Rect(x: 0, y: 0, width: 200, height: 150))
      let path = folder + "/\(name).png"
      try renderer.render(scene, to: path)
      return try Probe(page: try Files.read(path))
    }
    func marked(_ probe: Probe) -> Int {
      (0..<150).reduce(0) { sum, y in
        sum + (0..<200).count { probe.isColor(Theme.light.warning, $0, y) }
      }
    }
    #expect(try marked(draw("whole")) == 0)
    #expect(try marked(draw("drawn")) == 0)
    #expect(renderer.pictureFaults.isEmpty)
    #expect(try marked(draw("half")) > 50)
    #expect(try marked(draw("none")) > 50)
    #expect(try marked(draw("cut")) > 50)
    let faults = renderer.pictureFaults
    #expect(faults.map(\.path) == ["cut", "half", "none"].map { "\(folder)/\($0).jpg" })
    #expect(faults.allSatisfy { !$0.reason.isEmpty })
  }

  @Test("a picture with more pixels than the limit is not decoded, and the limit can be raised")
  func pixelLimit() throws {
    let path = try Files.directory() + "/a.ppm"
    try Files.write(Array("P6 40 20 255\n".utf8) + [UInt8](repeating: 99, count: 2400), to: path)
    for (limit, isDrawn) in [(799, false), (800, true)] {
      let renderer = Renderer(RenderOptions(scale: 1, picturePixelLimit: limit))
      let element = SceneElement(
        .picture(path: path, caption: ""), frame: Rect(x: 0, y: 0, width: 40, height: 20))
      _ = try renderer.encode(
        Scene([element], viewport: Rect(x: 0, y: 0, width: 40, height: 20)), as: .png)
      #expect(renderer.pictureFaults.isEmpty == isDrawn)
      #expect(isDrawn || renderer.pictureFaults[0].reason.contains("40 × 20 pixels"))
    }
  }
}
