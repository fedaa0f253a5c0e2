// SPDX-License-Identifier: Apache-2.0
//
// A chip: a pill with the character in a disc and its name beside it.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a chip that fills `rect`.
  func chip(_ note: Note, in rect: Rect) {
    let pill = Shape(rect, radius: rect.height / 2)
    canvas.fill(pill, theme.surface)
    canvas.stroke(pill, theme.border)
    if let codePoint = note.codePoint { chipDisc(codePoint, in: rect) }
    let start = rect.x + ChipMetrics.nameStart(hasGlyph: note.codePoint != nil)
    text(
      note.title.firstLine, ChipMetrics.style, theme.text,
      in: Rect(
        x: start, y: rect.y, width: rect.maxX - ChipMetrics.trailing - start, height: rect.height))
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
