// SPDX-License-Identifier: Apache-2.0
//
// One character, as large as its room allows; where no font has it, its code point in a box.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a character with its strokes centred in `room`.
  ///
  /// - Parameter height: The font size that is wanted, points; wide or tall glyphs get a smaller one.
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

  /// The height of a punctuation mark that is put in the middle: halfway between its strokes' own
  /// middle and that of capitals, so that a comma stays low and a quote high, but both near.
  private func verticalMiddle(of line: ShapedLine, _ ink: ShapedLine.Box) -> Double {
    let own = ink.y + ink.height / 2
    let capitals = line.baseline - 0.357 * TextStyle.glyph.size
    return (own + capitals) / 2
  }

  /// A dashed box with the hexadecimal digits in two rows, for what has no shape of its own.
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
