// SPDX-License-Identifier: Apache-2.0
//
// Drawing of a glyph and a picture inside a cell.

import LayoutModel
import LayoutTypography

// MARK: - Glyphs
//
// One character, as large as its space allows; if no font has it, its code point in a box.

extension Brush {
  /// Draws a character with its strokes centred in `room`.
  ///
  /// - Parameter height: The desired font size, points; wide or tall glyphs get a smaller one.
  func glyph(_ codePoint: UInt32, in room: Rect, height: Double, _ color: Color) {
    guard room.width > 0, room.height > 0 else { return }
    guard let text = GlyphText(codePoint) else { return codeBox(codePoint, in: room, color) }
    let line = ruler.shape(text.text, .glyph)
    let ink = line.ink
    guard line.isCovered, ink.width > 0, ink.height > 0 else {
      return codeBox(codePoint, in: room, color)
    }
    let fit = min(room.width / ink.width, room.height / ink.height)
    let factor = min(height / TextStyle.glyph.size, fit)
    let middle = room.center
    canvas.saved {
      canvas.translate(middle.x, middle.y)
      canvas.scale(factor)
      canvas.show(
        line, color, x: -(ink.x + ink.width / 2),
        y: -(text.isPunctuation ? verticalMiddle(of: line, ink) : ink.y + ink.height / 2))
    }
  }

  /// The height of a centred punctuation mark: halfway between its strokes' own middle and that of
  /// capitals, so that a comma stays low and a quote high, but both near the middle.
  private func verticalMiddle(of line: ShapedLine, _ ink: ShapedLine.Box) -> Double {
    let own = ink.y + ink.height / 2
    let capitals = line.baseline - 0.357 * TextStyle.glyph.size
    return (own + capitals) / 2
  }

  /// A dashed box with the hexadecimal digits in two rows, for a character without a shape.
  private func codeBox(_ codePoint: UInt32, in room: Rect, _ color: Color) {
    let side = min(room.width, room.height, max(22, min(room.width, room.height) * 0.72))
    let box = Rect(
      x: room.center.x - side / 2, y: room.center.y - side / 2, width: side, height: side)
    let line = max(0.75, side / 36)
    canvas.stroke(
      Shape(box, radius: side / 7), color.withAlpha(0.55), width: line, dash: [3 * line, 2 * line])
    let rows = CodePoint.rows(codePoint)
    // One style at every size, so that a ruler does not collect fonts.
    let style = TextStyle.code
    canvas.saved {
      canvas.translate(box.center.x, box.center.y)
      canvas.scale(side / 100 * min(1, 2.3 / Double(rows[0].count)))
      for (index, row) in rows.enumerated() {
        let place = Rect(
          x: -100, y: (Double(index) - 1) * style.lineHeight, width: 200, height: style.lineHeight)
        text(row, style, color, in: place, anchor: .middle)
      }
    }
  }
}

/// A character in a form for shaping alone.
struct GlyphText {
  /// The character; a combining mark is on a dotted circle.
  let text: String
  /// True when its height on the line is significant.
  let isPunctuation: Bool

  /// Nil for a character without a shape: controls, formats, separators, unassigned or private.
  init?(_ codePoint: UInt32) {
    guard let scalar = UnicodeScalar(codePoint) else { return nil }
    let category = scalar.properties.generalCategory
    isPunctuation = Self.marks.contains(category)
    switch category {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator:
      return nil
    case .nonspacingMark, .spacingMark, .enclosingMark:
      text = "\u{25CC}" + String(Character(scalar))
    default:
      text = String(Character(scalar))
    }
  }

  private static let marks: [Unicode.GeneralCategory] = [
    .otherPunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation,
    .modifierSymbol, .modifierLetter,
  ]
}

/// A code point as text.
enum CodePoint {
  /// "U+0041": at least four digits.
  static func name(_ codePoint: UInt32) -> String { "U+" + digits(codePoint) }

  /// The digits in two rows of equal length.
  static func rows(_ codePoint: UInt32) -> [String] {
    var digits = digits(codePoint)
    if digits.count % 2 == 1 { digits = "0" + digits }
    return [String(digits.prefix(digits.count / 2)), String(digits.suffix(digits.count / 2))]
  }

  private static func digits(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

// MARK: - Pictures
//
// A picture that covers its cell, with rounded corners; a damaged, or missing one has a mark.

extension Brush {
  /// Draws the picture at `path`. The readable part of a damaged one is drawn with a mark; a tile
  /// with the file's name replaces an unreadable one.
  func picture(path: String, caption: String, in rect: Rect) {
    let shape = Shape(rect, radius: min(12, min(rect.width, rect.height) / 6))
    let pixels = Size(width: rect.width * zoom, height: rect.height * zoom)
    guard let image = pictures.image(path, covering: pixels) else {
      return missingPicture(caption, shape)
    }
    canvas.saved {
      canvas.clip(shape)
      canvas.draw(image, covering: rect)
    }
    guard pictures.fault(path) != nil else {
      return canvas.stroke(shape, theme.text.withAlpha(0.08))
    }
    canvas.stroke(shape, theme.warning, width: 2, dash: [6, 4])
    damageMark("Damaged: \(caption)", in: rect)
  }

  private func missingPicture(_ caption: String, _ shape: Shape) {
    canvas.fill(shape, tint)
    canvas.stroke(shape, theme.warning, width: 1.5, dash: [4, 3])
    let room = shape.bounds.grown(by: -8)
    let (sign, words) = (24.0, 2 * TextStyle.label.lineHeight)
    guard room.width >= 72, room.height >= words else {
      return damageSign(
        at: room.center, side: min(20, min(shape.bounds.width, shape.bounds.height) * 0.6))
    }
    let hasSign = room.height >= sign + words
    var place = room
    place.y = room.center.y - (words + (hasSign ? sign : 0)) / 2
    if hasSign {
      damageSign(at: Point(x: place.center.x, y: place.y + 10), side: 20)
      place.y += sign
    }
    place.height = TextStyle.label.lineHeight
    text("Cannot be read", TextStyle.label.bold, theme.text, in: place, anchor: .middle)
    place.y += TextStyle.label.lineHeight
    text(caption, .label, theme.muted, in: place, anchor: .middle)
  }

  /// A sign on a band along the lower edge of a picture, with a text if it fits.
  private func damageMark(_ words: String, in rect: Rect) {
    let height = 24.0
    guard rect.width >= 72, rect.height >= 2 * height else {
      return damageSign(at: rect.center, side: min(20, min(rect.width, rect.height) * 0.6))
    }
    let band = Rect(
      x: rect.x + 6, y: rect.maxY - height - 6, width: rect.width - 12, height: height)
    canvas.fill(Shape(band, radius: height / 2), theme.surface.withAlpha(0.92))
    damageSign(at: Point(x: band.x + 12, y: band.center.y), side: 16)
    var place = band
    place.x += 26
    place.width -= 36
    text(words, .label, theme.text, in: place)
  }

  /// An exclamation mark on a disc.
  private func damageSign(at center: Point, side: Double) {
    guard side > 3 else { return }
    let disc = Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
    canvas.fill(Shape(disc, radius: side / 2), theme.warning)
    let stem = Rect(
      x: center.x - side / 16, y: center.y - side * 0.28, width: side / 8, height: side * 0.34)
    canvas.fill(Shape(stem, radius: side / 16), theme.onSolid)
    let dot = Rect(
      x: center.x - side / 14, y: center.y + side * 0.16, width: side / 7, height: side / 7)
    canvas.fill(Shape(dot, radius: side / 14), theme.onSolid)
  }
}
