// SPDX-License-Identifier: Apache-2.0
//
// Cells stay inside their frames, whole names are shown, missing glyphs show their code points.

import LayoutHost
import LayoutModel
import LayoutSources
import LayoutTypography
import Testing

@testable import LayoutRendering

@Suite("Painters")
struct CellPainterTests {
  /// Short and long names, scripts with marks, wide glyphs, characters without a shape.
  static let sample: [UInt32] = [
    0x00, 0x20, 0x41, 0x27, 0x2E, 0x301, 0x5D0, 0x644, 0x905, 0x93F, 0xE01, 0x1100, 0x200B, 0x2014,
    0x20DD, 0x3042, 0x4E00, 0xAC00, 0xFB01, 0xFDFD, 0xFDFA, 0x12000, 0x1242B, 0x13000, 0x1D15E,
    0x1F600, 0x2F800, 0xE0001,
  ]

  private static func content(_ codePoint: UInt32, _ source: UnicodeSource) -> ViewContent {
    let index = source.catalog.index(of: codePoint) ?? 0
    let section = source.catalog.blocks.firstIndex { $0.items.contains(index) } ?? 0
    let item = index - source.catalog.blocks[section].items.lowerBound
    return source.content(at: ItemPath(section, item))
  }

  @Test("chips and tiles draw nothing outside their frames, at any size")
  func staysInside() throws {
    let source = try UnicodeSource()
    let sizes = [
      Size(width: 240, height: 40), Size(width: 120, height: 120), Size(width: 300, height: 260),
      Size(width: 50, height: 50), Size(width: 12, height: 9), Size(width: 90, height: 200),
    ]
    for codePoint in Self.sample {
      let content = Self.content(codePoint, source)
      for size in sizes {
        let frame = Rect(x: 20, y: 20, width: size.width, height: size.height)
        let probe = try Probe(width: Int(size.width) + 40, height: Int(size.height) + 40) {
          $0.draw(content, in: frame)
        }
        #expect(probe.strayPixels(outside: frame) == 0, "U+\(codePoint) in \(size)")
      }
    }
  }

  @Test("a card's shadow reaches no farther than its sprite's overhang")
  func shadows() throws {
    let source = try UnicodeSource()
    let content = Self.content(0xFB01, source)
    guard case .card(let title, let body, _) = content else { return }
    let height = TextRuler().cardHeight(title: title, body: body, hasGlyph: true, width: 180)
    let element = SceneElement(content, frame: Rect(x: 20, y: 20, width: 180, height: height))
    let probe = try Probe(width: 220, height: Int(height) + 40) { element.draw($0) }
    let overhang = SpriteKey(element).overhang
    #expect(probe.strayPixels(outside: element.frame) > 0)
    #expect(probe.strayPixels(outside: element.frame.grown(by: overhang)) == 0)
  }

  @Test("names are cut only if the room is smaller than the name")
  func wholeNames() throws {
    let source = try UnicodeSource()
    let ruler = TextRuler()
    for codePoint in Self.sample {
      guard case .card(let name, _, _) = Self.content(codePoint, source) else { continue }
      let table = ruler.advances(ChipMetrics.style)
      let width = ChipMetrics.width(nameWidth: table.width(of: name.utf8.span) ?? 0)
      let room = width - ChipMetrics.nameStart(hasGlyph: true) - ChipMetrics.trailing
      #expect(ruler.fitting(name, ChipMetrics.style, room: room) == name)
      let cut = ruler.fitting(name, ChipMetrics.style, room: room / 2)
      #expect(cut.hasSuffix("…") && name.hasPrefix(cut.dropLast()))
      #expect(ruler.shape(cut, ChipMetrics.style).width <= room / 2 + 0.1)
    }
  }

  @Test(
    "glyphs are centred by their strokes", arguments: [0x41, 0x2192, 0x4E00, 0x13000] as [UInt32])
  func centred(_ codePoint: UInt32) throws {
    let probe = try Probe(width: 200, height: 200) { brush in
      brush.glyph(
        codePoint, in: Rect(x: 0, y: 0, width: 200, height: 200), height: 150, brush.accent)
    }
    let box = try #require(probe.box { $0[3] > 0 })
    #expect(abs(box.center.x - 100) <= 1.5 && abs(box.center.y - 100) <= 1.5, "\(box)")
  }

  @Test("a character without a font is its code point in a box, and each one looks different")
  func missingGlyphs() throws {
    func draw(_ codePoint: UInt32) throws -> Probe {
      try Probe(width: 100, height: 100) { brush in
        brush.glyph(
          codePoint, in: Rect(x: 0, y: 0, width: 100, height: 100), height: 70, brush.accent)
      }
    }
    // A private character, an unassigned one, a control, a space, and no character at all.
    let boxes = try [0x10FFFD, 0x0378, 0x0007, 0x2003, 0xD800].map { try draw($0) }
    for (index, probe) in boxes.enumerated() {
      let box = try #require(probe.box { $0[3] > 0 })
      #expect(abs(box.width - 72) <= 2 && abs(box.height - 72) <= 2)
      for other in boxes[..<index] {
        let isSame = (0..<100).allSatisfy { y in
          (0..<100).allSatisfy { x in probe.pixel(x, y) == other.pixel(x, y) }
        }
        #expect(!isSame)
      }
    }
  }

  @Test(
    "code points in writing",
    arguments: [
      (0x41, "U+0041", ["00", "41"]), (0x1F600, "U+1F600", ["01F", "600"]),
      (0x10FFFD, "U+10FFFD", ["10F", "FFD"]),
    ] as [(UInt32, String, [String])])
  func codePoints(_ codePoint: UInt32, _ name: String, _ rows: [String]) {
    #expect(CodePoint.name(codePoint) == name)
    #expect(CodePoint.rows(codePoint) == rows)
  }

  @Test("the same note becomes a chip, a tile or a card, depending on its size")
  func kindByRoom() throws {
    let note = ViewContent.card(title: "A TITLE", body: "U+0041\nLetter", codePoint: 0x41)
    let ruler = TextRuler()
    let height = ruler.cardHeight(
      title: "A TITLE", body: "U+0041\nLetter", hasGlyph: true, width: 180)
    func ground(_ width: Double, _ height: Double) throws -> Probe {
      try Probe(width: Int(width), height: Int(height)) {
        $0.draw(note, in: Rect(x: 0, y: 0, width: width, height: height))
      }
    }
    let theme = Theme.light
    // Near the end of the last row of text: the surface of chips and cards, the tint of tiles.
    #expect(try ground(200, 40).isColor(theme.surface, 190, 20))
    #expect(try ground(180, height).isColor(theme.surface, 170, Int(height) - 20))
    #expect(try ground(180, height + 30).isColor(theme.tint(0), 170, Int(height) + 10))
  }

  @Test("a moving cell is drawn as at rest")
  func kindAtRest() throws {
    let note = Note(title: "A TITLE", body: "U+0041\nLetter", codePoint: 0x41)
    let (title, body) = (note.title, note.body)
    let height = TextRuler().cardHeight(title: title, body: body, hasGlyph: true, width: 180)
    let card = Size(width: 180, height: height)
    let tile = Size(width: 180, height: height + 30)
    let chip = Size(width: 200, height: 40)
    for size in [card, tile, chip] {
      let frame = Rect(x: 10, y: 10, width: size.width, height: size.height)
      func draw(_ body: (Brush) -> Void) throws -> Probe {
        try Probe(width: 220, height: Int(height) + 50) { brush in
          var brush = brush
          brush.hue = brush.theme.hue(section: 0)
          body(brush)
        }
      }
      func moving(atRest rest: Size) throws -> Probe {
        var element = SceneElement(
          .card(title: title, body: body, codePoint: 0x41), frame: frame)
        element.restingSize = rest
        return try draw { element.draw($0) }
      }
      func draw(atRest rest: Size, _ body: (Brush) -> Void) throws -> Probe {
        try draw {
          var brush = $0
          brush.restingSize = rest
          body(brush)
        }
      }
      #expect(
        try moving(atRest: card) == draw(atRest: card) { $0.card(note, in: frame) })
      #expect(
        try moving(atRest: tile) == draw(atRest: tile) { $0.tile(0x41, note, in: frame) })
      #expect(
        try moving(atRest: chip) == draw(atRest: chip) { $0.chip(note, in: frame) })
    }
    let keys = [card, tile].map { rest in
      var element = SceneElement(
        .card(title: title, body: body, codePoint: 0x41),
        frame: Rect(origin: .zero, size: card))
      element.restingSize = rest
      return SpriteKey(element)
    }
    #expect(keys[0] != keys[1] && keys.map(\.element.restingSize) == [card, tile])
  }

  @Test("a heading puts its detail beside the name, or below it if the width is small")
  func headings() throws {
    func bands(_ width: Int) throws -> Int {
      let probe = try Probe(width: width, height: 56) {
        $0.draw(
          .heading(title: "Arrows", detail: "U+2190, 112 characters"),
          in: Rect(x: 0, y: 0, width: Double(width), height: 56))
      }
      let ground = probe.pixel(width - 1, 0)
      // Right of the mark, so that only text counts.
      let inked = (0..<56).map { y in (40..<width).contains { probe.pixel($0, y) != ground } }
      return zip(inked, inked.dropFirst()).filter { !$0 && $1 }.count
    }
    #expect(try bands(600) == 1)
    #expect(try bands(200) == 2)
  }

  @Test("a picture covers its cell, and an unreadable one says so on a tile")
  func pictures() throws {
    let directory = try Files.directory()
    try Files.write(
      Array("P6 40 20 255\n".utf8) + (0..<800).flatMap { _ in [200, 100, 50] as [UInt8] },
      to: directory + "/a.ppm")
    let frame = Rect(x: 0, y: 0, width: 60, height: 60)
    let probe = try Probe(width: 60, height: 60) {
      $0.draw(.picture(path: directory + "/a.ppm", caption: "a"), in: frame)
    }
    for (x, y) in [(10, 10), (30, 30), (5, 30), (30, 55)] {
      #expect(probe.isColor(Color(rgba: 0xC864_32FF), x, y), "\(x), \(y)")
    }
    #expect(probe.pixel(0, 0)[3] == 0, "the corner is round")
    let missing = try Probe(width: 120, height: 60) {
      $0.draw(
        .picture(path: directory + "/none.png", caption: "none.png"),
        in: Rect(x: 0, y: 0, width: 120, height: 60))
    }
    let tint = missing.pixel(20, 12)
    let words = (10..<110).filter { x in (20..<45).contains { missing.pixel(x, $0) != tint } }
    #expect(words.count > 50, "there are words on the tile")
  }
}
