// SPDX-License-Identifier: Apache-2.0
//
// A section's heading: a mark in the section's hue, its name, what it holds.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a heading that fills `rect`, turned upwards where that is narrow and tall.
  func heading(title: String, detail: String, in rect: Rect) {
    // Opaque, so that nothing shines through while it is pinned over its section.
    canvas.fill(Shape(rect), theme.ground)
    guard rect.height > 2 * rect.width else { return headingLine(title, detail, in: rect) }
    canvas.saved {
      canvas.translate(rect.x, rect.maxY)
      canvas.rotate(degrees: -90)
      headingLine(title, detail, in: Rect(x: 0, y: 0, width: rect.height, height: rect.width))
    }
  }

  private func headingLine(_ title: String, _ detail: String, in rect: Rect) {
    let markHeight = min(20, rect.height - 8)
    guard markHeight > 4 else { return }
    // The margin lines up with the sections' own; a heading inside something else needs none of it.
    let margin = rect.width >= 240 ? HeadingMetrics.leading : 8
    let mark = Rect(
      x: rect.x + margin, y: rect.center.y - markHeight / 2, width: 4,
      height: markHeight)
    canvas.fill(Shape(mark, radius: 2), accent)
    var place = rect
    place.x = mark.maxX + 12
    place.width = rect.maxX - margin - place.x
    let style = rect.height >= 36 ? TextStyle.heading : .title
    let besides = place.width - ruler.width(of: title, style) - 14
    if detail.isEmpty || ruler.width(of: detail, .detail) <= besides {
      text(title, style, theme.text, in: place)
      place.x += place.width - besides
      place.width = besides
      // The smaller text stands on the baseline of the larger.
      place.y += 3
      text(detail, .detail, theme.muted, in: place)
    } else {
      headingLines(title, detail, in: place)
    }
  }

  /// Name and detail below each other, or the name alone where the room is low.
  private func headingLines(_ title: String, _ detail: String, in rect: Rect) {
    let height = TextStyle.title.lineHeight + TextStyle.label.lineHeight
    guard rect.height >= height else { return text(title, .title, theme.text, in: rect) }
    var place = rect
    place.y = rect.center.y - height / 2
    place.height = TextStyle.title.lineHeight
    text(title, .title, theme.text, in: place)
    place.y += place.height
    place.height = TextStyle.label.lineHeight
    text(detail, .label, theme.muted, in: place)
  }
}
