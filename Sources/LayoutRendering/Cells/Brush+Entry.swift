// SPDX-License-Identifier: Apache-2.0
//
// A cell of a table: one line of text on an opaque ground, a fine line below and behind it.

import LayoutHost
import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws one line of text in a cell that fills `rect`. The ground is opaque, so that nothing shines through
  /// cells that stay while others scroll below them.
  func entry(_ text: String, _ style: EntryStyle, in rect: Rect) {
    let isHeading = style.role == .columnHeading
    canvas.fill(Shape(rect), isHeading ? theme.heading : theme.surface)
    entryLines(style, in: rect)
    var place = rect
    place.x += EntryMetrics.padding
    place.width -= 2 * EntryMetrics.padding
    if let isAscending = style.isAscending {
      place = sortMark(isAscending, style.side, in: place)
    }
    guard place.width > 0 else { return }
    canvas.saved {
      canvas.clip(Shape(rect))
      self.text(
        text, style.role == .value ? EntryMetrics.text : EntryMetrics.heading,
        style.isMissing ? theme.muted : theme.text, in: place,
        anchor: style.side == .right ? .trailing : .leading)
    }
  }

  /// The lines between this cell and the next ones: below it, and at both sides half of one, so that it
  /// does not matter which way people read.
  private func entryLines(_ style: EntryStyle, in rect: Rect) {
    let isStrong = style.role == .columnHeading
    let bottom = Rect(x: rect.x, y: rect.maxY - 1, width: rect.width, height: 1)
    canvas.fill(Shape(bottom), isStrong ? theme.strongBorder : theme.border)
    let width = style.role == .rowHeading ? 1.0 : 0.5
    let color = style.role == .rowHeading ? theme.strongBorder : theme.border
    for x in [rect.x, rect.maxX - width] {
      canvas.fill(Shape(Rect(x: x, y: rect.y, width: width, height: rect.height - 1)), color)
    }
  }

  /// Draws the mark of sorted rows at the end of a column's name.
  /// - Returns: The room that is left for the name.
  private func sortMark(_ isAscending: Bool, _ side: EntryStyle.Side, in place: Rect) -> Rect {
    var rest = place
    rest.width -= 14
    if side == .right { rest.x += 14 }
    let x = side == .right ? place.x : place.maxX - 8
    let (top, bottom) = (place.center.y - 2.5, place.center.y + 2.5)
    canvas.fill(
      isAscending
        ? [Point(x: x, y: bottom), Point(x: x + 4, y: top), Point(x: x + 8, y: bottom)]
        : [Point(x: x, y: top), Point(x: x + 4, y: bottom), Point(x: x + 8, y: top)], accent)
    return rest
  }
}
