// SPDX-License-Identifier: Apache-2.0
//
// A section's heading: a mark in the section's hue, its name, its content.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a heading that fills `rect`: along a bar, rotated if the bar is narrow and tall, or in
  /// the middle of a block.
  func heading(title: String, detail: String, in rect: Rect) {
    // Opaque, because a pinned heading covers its section.
    canvas.fill(Shape(rect), theme.ground)
    if rect.height >= 64, rect.width < 4 * rect.height, rect.height < 2 * rect.width {
      return headingBlock(title, detail, in: rect)
    }
    guard rect.height > 2 * rect.width else {
      let margin = headingMargin ?? (rect.width >= 240 ? HeadingMetrics.leading : 8)
      return headingLine(title, detail, in: rect, margin: margin)
    }
    canvas.saved {
      canvas.translate(rect.x, rect.maxY)
      canvas.rotate(degrees: -90)
      let turned = Rect(x: 0, y: 0, width: rect.height, height: rect.width)
      headingLine(
        title, detail, in: turned, margin: turned.width >= 240 ? HeadingMetrics.leading : 8)
    }
  }

  private func headingLine(_ title: String, _ detail: String, in rect: Rect, margin: Double) {
    let markHeight = min(20, rect.height - 8)
    guard markHeight > 4 else { return }
    let mark = Rect(
      x: rect.x + margin, y: rect.center.y - markHeight / 2, width: 4,
      height: markHeight)
    canvas.fill(Shape(mark, radius: 2), accent)
    var place = rect
    place.x = mark.maxX + 12
    place.width = max(0, rect.maxX - max(margin, 8) - place.x)
    let style = rect.height >= 36 ? TextStyle.heading : .title
    let besides = place.width - ruler.width(of: title, style) - 14
    if detail.isEmpty || ruler.width(of: detail, .detail) <= besides {
      text(title, style, theme.text, in: place)
      place.x += place.width - besides
      place.width = besides
      // The smaller text is on the baseline of the larger.
      place.y += 3
      text(detail, .detail, theme.muted, in: place)
    } else {
      headingLines(title, detail, in: place)
    }
  }

  /// Name and detail below each other, or only the name if the height is small.
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

  /// Name and detail in the middle, wrapped, in the largest style in which the name fits.
  private func headingBlock(_ title: String, _ detail: String, in rect: Rect) {
    let room = rect.grown(by: -8)
    let (style, titles) = blockTitle(title, room)
    let free = room.height - Double(titles.count) * style.lineHeight - 10
    let detailCount = Int(max(0, free) / TextStyle.label.lineHeight)
    let details =
      detail.isEmpty || detailCount == 0
      ? []
      : ruler.firstLines(of: detail, .label, count: min(3, detailCount), room: max(1, room.width))
    var place = room
    let height =
      Double(titles.count) * style.lineHeight + 10
      + Double(details.count) * TextStyle.label.lineHeight
    place.y = room.center.y - height / 2
    canvas.draw(lines: titles, style, theme.text, in: place, anchor: .middle, ruler: ruler)
    place.y += Double(titles.count) * style.lineHeight + 2
    canvas.fill(
      Shape(Rect(x: place.center.x - 12, y: place.y, width: 24, height: 4), radius: 2), accent)
    place.y += 8
    canvas.draw(lines: details, .label, theme.muted, in: place, anchor: .middle, ruler: ruler)
  }

  /// The lines of a name in a block: at most three, complete if a smaller style allows it.
  private func blockTitle(_ title: String, _ room: Rect) -> (TextStyle, [String]) {
    for style in [TextStyle.heading, .text.bold, .title] {
      let lines = ruler.lines(of: title, style, room: max(1, room.width))
      let fits = lines.allSatisfy { ruler.width(of: $0, style) <= room.width }
      // A word that was split between its letters was too wide.
      let isWhole =
        lines.joined(separator: " ").split(separator: " ") == title.split(separator: " ")
      if lines.count <= 3, fits, isWhole,
        Double(lines.count) * style.lineHeight <= room.height
      {
        return (style, lines)
      }
    }
    let style = TextStyle.title
    let count = max(1, min(3, Int(room.height / style.lineHeight)))
    return (style, ruler.firstLines(of: title, style, count: count, room: max(1, room.width)))
  }
}
