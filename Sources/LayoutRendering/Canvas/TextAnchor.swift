// SPDX-License-Identifier: Apache-2.0
//
// Lines of text on a canvas.

import CCairo
import LayoutModel
import LayoutTypography

/// The place of a line between the two ends of its space.
enum TextAnchor {
  case leading, middle, trailing

  /// The share of the free space before the line.
  var share: Double {
    switch self {
    case .leading: 0
    case .middle: 0.5
    case .trailing: 1
    }
  }
}

extension Canvas {
  /// Draws one line of text, cut with an ellipsis if it does not fit.
  ///
  /// - Parameter room: At least as high as a line of the style; the line is in its middle.
  func draw(
    _ text: String, _ style: TextStyle, _ color: Color, in room: Rect,
    anchor: TextAnchor = .leading, ruler: TextRuler
  ) {
    guard !text.isEmpty, room.width > 0 else { return }
    let text = ruler.fitting(text, style, room: room.width)
    if hasPixels, let line = ruler.plainLine(text, style) {
      let x = room.x + max(0, room.width - line.width) * anchor.share
      return show(line, color, x: x, y: room.y + (room.height - line.height) / 2)
    }
    let line = ruler.shape(text, style)
    // Queried once: Pango visits all glyphs for each query.
    let box = line.logical
    let x = room.x + max(0, room.width - box.width) * anchor.share
    let y = room.y + (room.height - box.height) / 2
    show(line, color, x: x, y: y)
  }

  /// Draws lines below each other, from the top of `room`.
  func draw(
    lines: [String], _ style: TextStyle, _ color: Color, in room: Rect,
    anchor: TextAnchor = .leading, ruler: TextRuler
  ) {
    var place = Rect(x: room.x, y: room.y, width: room.width, height: style.lineHeight)
    for line in lines {
      draw(line, style, color, in: place, anchor: anchor, ruler: ruler)
      place.y += style.lineHeight
    }
  }

  /// Draws a line of glyphs with its top-left corner at a point, with the pixels of a shaped one.
  private func show(_ line: PlainLine, _ color: Color, x: Double, y: Double) {
    use(color)
    // As in Pango, the path rounds the corner to 256ths of a pixel.
    var (left, top) = (0.0, 0.0)
    cairo_move_to(context, x, y)
    cairo_get_current_point(context, &left, &top)
    cairo_new_path(context)
    cairo_set_scaled_font(context, line.font)
    line.withGlyphs(x: left, y: top + line.baseline) { glyphs, count in
      cairo_show_glyphs(context, glyphs, count)
    }
  }

  /// Draws a shaped line with its top-left corner at a point.
  func show(_ line: ShapedLine, _ color: Color, x: Double, y: Double) {
    use(color)
    cairo_move_to(context, x, y)
    pango_cairo_show_layout(context, line.layout)
    cairo_new_path(context)
  }
}

extension TextRuler {
  /// The text, or the longest beginning that fits together with an ellipsis.
  ///
  /// - Complexity: O(length · log length) when it must be cut.
  func fitting(_ text: String, _ style: TextStyle, room: Double) -> String {
    // A text sized by the advance table may be wider by a rounding error when it is shaped.
    let room = room + 0.05
    guard width(of: text, style) - style.tracking > room else { return text }
    var (low, high) = (0, text.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let width = width(of: text.prefix(middle) + "…", style)
      if width <= room { low = middle } else { high = middle - 1 }
    }
    return text.prefix(low) + "…"
  }
}
