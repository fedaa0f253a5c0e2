// SPDX-License-Identifier: Apache-2.0
//
// Lines of ASCII text are drawn without shaping, and look the same.

import LayoutModel
import LayoutTypography
import Testing

@testable import LayoutRendering

@Suite("Lines of ASCII text")
struct PlainLineTests {
  private static let styles: [TextStyle] = [
    .label, .title, .body, .text, .detail, .heading, .code, .tag,
  ]
  private static let lines = [
    "0.123456", "AVAVATOTOWAWA To Te Ty fi fl ffi", "a", "--> ==  != www",
    String(decoding: 32..<127 as Range<UInt8>, as: UTF8.self),
  ]

  @Test("they have the pixels of shaped lines", arguments: [0.5, 1, 1.25, 2, 3])
  func pixels(scale: Double) throws {
    let ink = Color(red: 0.2, green: 0.3, blue: 0.4)
    for style in Self.styles {
      #expect(TextRuler().plainLine("0.17", style) != nil)
      for line in Self.lines {
        let shaped = try Probe(width: 900, height: 60, scale: scale) { brush in
          brush.canvas.show(brush.ruler.shape(line, style), ink, x: 3.37, y: 2.21)
        }
        let plain = try Probe(width: 900, height: 60, scale: scale) { brush in
          let height = brush.ruler.shape(line, style).logical.height
          let room = Rect(x: 3.37, y: 2.21, width: 10_000, height: height)
          brush.canvas.draw(line, style, ink, in: room, ruler: brush.ruler)
        }
        let isSame = plain == shaped
        #expect(isSame, "\(line), \(style.size)")
      }
    }
  }

  @Test("they have the measures of shaped lines, and other text has none")
  func measures() throws {
    let ruler = TextRuler()
    for style in Self.styles {
      for line in Self.lines {
        guard let plain = ruler.plainLine(line, style) else { continue }
        let shaped = ruler.shape(line, style)
        #expect(plain.width == shaped.width && plain.height == shaped.logical.height)
        #expect(plain.baseline == shaped.baseline)
      }
      for other in ["", "ä", "a\u{301}", "a\tb", "a\nb", "漢"] {
        #expect(ruler.plainLine(other, style) == nil, "\(other)")
      }
    }
  }

  @Test("text far inside a cell has the pixels of text that is clipped to the cell")
  func clips() throws {
    // Higher than wide: a low cell is a chip, with other corners.
    let rect = Rect(x: 2, y: 2, width: 80, height: 90)
    let drawn = try Probe(width: 90, height: 100) { $0.draw(.text("0.1234"), in: rect) }
    let clipped = try Probe(width: 90, height: 100) { brush in
      let shape = Shape(rect, radius: 8)
      brush.ground(shape, brush.tint, line: brush.tintBorder)
      brush.canvas.clip(shape)
      let height = TextStyle.detail.lineHeight
      let place = Rect(x: 10, y: rect.center.y - height / 2, width: 64, height: height)
      brush.canvas.draw(
        "0.1234", .detail, brush.theme.text, in: place, anchor: .middle, ruler: brush.ruler)
    }
    // Not the pixels themselves, which a failure would print.
    let isSame = drawn == clipped
    #expect(isSame)
  }
}
