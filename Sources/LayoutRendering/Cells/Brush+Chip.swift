// SPDX-License-Identifier: Apache-2.0
//
// A chip: a pill with the character in a disc and its name beside it, or two words in the middle.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a chip that fills `rect`.
  func chip(_ note: Note, in rect: Rect) {
    let pill = Shape(rect, radius: rect.height / 2)
    canvas.fill(pill, theme.surface)
    canvas.stroke(pill, theme.border)
    guard let codePoint = note.codePoint else { return chipWords(note, in: rect) }
    chipDisc(codePoint, in: rect)
    let start = rect.x + ChipMetrics.nameStart(hasGlyph: true)
    text(
      note.title.firstLine, ChipMetrics.style, theme.text,
      in: Rect(
        x: start, y: rect.y, width: rect.maxX - ChipMetrics.trailing - start, height: rect.height))
  }

  /// The title in the middle, and the first line of the text behind it where there is room for it.
  private func chipWords(_ note: Note, in rect: Rect) {
    let (title, detail) = (note.title.firstLine, note.body.firstLine)
    var room = rect
    room.x += ChipMetrics.trailing
    room.width = max(0, rect.width - 2 * ChipMetrics.trailing)
    let titleWidth = ruler.width(of: title, ChipMetrics.style)
    let rest = room.width - titleWidth - ChipMetrics.gap
    let wanted = detail.isEmpty ? 0 : ruler.width(of: detail, ChipMetrics.style)
    guard wanted > 0, rest >= min(wanted, ChipMetrics.leastDetail) else {
      return text(title, ChipMetrics.style, theme.text, in: room, anchor: .middle)
    }
    room.x += max(0, rest - wanted) / 2
    text(title, ChipMetrics.style, theme.text, in: room)
    room.x += titleWidth + ChipMetrics.gap
    room.width = min(rest, wanted)
    text(detail, ChipMetrics.style, theme.muted, in: room)
  }

  /// The character on its disc, at the leading end of the pill.
  private func chipDisc(_ codePoint: UInt32, in rect: Rect) {
    let side = min(rect.height - 8, ChipMetrics.glyphRoom + 4)
    let disc = Rect(
      x: rect.x + 4, y: rect.y + (rect.height - side) / 2, width: side, height: side)
    canvas.fill(Shape(disc, radius: side / 2), tint)
    glyph(codePoint, in: disc.grown(by: -4.5), height: 21, accent)
  }
}
