// SPDX-License-Identifier: Apache-2.0
//
// The tools of every painter of a cell, in one value.

import LayoutHost
import LayoutModel
import LayoutTypography

/// A canvas with the theme, the fonts, the pictures, and the current hue.
struct Brush {
  let canvas: Canvas
  let ruler: TextRuler
  let pictures: PictureCache
  let theme: Theme
  let palette: HuePalette
  /// The hue of the section, degrees.
  var hue = 0.0
  /// True for a prominent tile; nil lets its size decide.
  var isProminent: Bool?
  /// The size at rest, if that differs from the drawn size.
  var restingSize: Size?
  /// The distance from the leading edge of a heading to its mark, points of the view; nil lets its
  /// size decide.
  var headingMargin: Double?
  /// The scale of the drawing on the canvas.
  var zoom = 1.0
  /// Cached backgrounds; nil draws each again.
  var stamps: GroundStamps?

  /// The same brush on another canvas.
  func on(_ canvas: Canvas) -> Brush {
    Brush(
      canvas: canvas, ruler: ruler, pictures: pictures, theme: theme, palette: palette, hue: hue,
      isProminent: isProminent, restingSize: restingSize, headingMargin: headingMargin, zoom: zoom)
  }

  var accent: Color { palette.colors(hue).accent }
  var tint: Color { palette.colors(hue).tint }
  var tintBorder: Color { palette.colors(hue).tintBorder }

  /// A card's background: a soft shadow below, the surface, a fine line.
  func card(_ rect: Rect, radius: Double) {
    stamped(.card, Shape(rect, radius: radius), reach: 6) { canvas in
      for step in 1...3 {
        let spread = Double(step)
        var shadow = rect.grown(by: spread - 1)
        shadow.y += spread
        canvas.fill(Shape(shadow, radius: radius + spread - 1), theme.shadow)
      }
      canvas.fill(Shape(rect, radius: radius), theme.surface)
      canvas.stroke(Shape(rect, radius: radius), theme.border)
    }
  }

  /// One line of text, see ``Canvas/draw(_:_:_:in:anchor:ruler:)``.
  func text(
    _ text: String, _ style: TextStyle, _ color: Color, in room: Rect,
    anchor: TextAnchor = .leading
  ) {
    canvas.draw(text, style, color, in: room, anchor: anchor, ruler: ruler)
  }
}

// MARK: - Content
//
// From a view's content to the painter that draws it.

extension Brush {
  /// Draws `content` so that it fills `rect`, with text, edges and margins `textScale` times as large.
  func draw(_ content: ViewContent, in rect: Rect, textScale: Double) {
    guard textScale > 0, textScale != 1 else { return draw(content, in: rect) }
    func smaller(_ size: Size) -> Size {
      Size(width: size.width / textScale, height: size.height / textScale)
    }
    var brush = self
    brush.zoom = zoom * textScale
    brush.restingSize = restingSize.map(smaller)
    brush.headingMargin = headingMargin.map { $0 / textScale }
    canvas.saved {
      canvas.translate(rect.x, rect.y)
      canvas.scale(textScale)
      brush.draw(content, in: Rect(origin: .zero, size: smaller(rect.size)))
    }
  }

  /// Draws `content` so that it fills `rect`.
  func draw(_ content: ViewContent, in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    switch content {
    case .none: break
    case .text(let text): label(text, in: rect)
    case .glyph(let codePoint, let caption):
      draw(Note(title: caption, body: "", codePoint: codePoint), in: rect)
    case .card(let title, let body, let codePoint):
      draw(Note(title: title, body: body, codePoint: codePoint), in: rect)
    case .picture(let path, let caption): picture(path: path, caption: caption, in: rect)
    case .heading(let title, let detail): heading(title: title, detail: detail, in: rect)
    case .entry(let text, let style): entry(text, style, in: rect)
    case .shape(let style): shape(style, in: rect)
    }
  }

  /// Draws a note in the form for its size at rest: a chip if that is low, a card if it is exactly
  /// as high as the card's text, else a tile.
  private func draw(_ note: Note, in rect: Rect) {
    let room = restingSize ?? rect.size
    if isLow(room) { return chip(note, in: rect) }
    guard let codePoint = note.codePoint, !isCard(note, room) else { return card(note, in: rect) }
    tile(codePoint, note, in: rect)
  }

  /// Returns true when the size is that of a chip.
  private func isLow(_ room: Size) -> Bool {
    room.height <= 1.5 * ChipMetrics.height && room.width > room.height
  }

  /// Returns true when the size is the measured size of the card.
  func isCard(_ note: Note, _ room: Size) -> Bool {
    guard !note.body.isEmpty else { return false }
    let height = ruler.cardHeight(
      title: note.title, body: note.body, hasGlyph: note.codePoint != nil, width: room.width)
    return abs(height - room.height) < 1
  }

  /// Wrapped text in the middle of a plain cell.
  private func label(_ text: String, in rect: Rect) {
    let radius =
      isLow(restingSize ?? rect.size) ? rect.height / 2 : min(8, min(rect.width, rect.height) / 4)
    let shape = Shape(rect, radius: radius)
    ground(shape, tint, line: tintBorder)
    let padding = min(8, rect.width / 8)
    let style = (restingSize ?? rect.size).height >= 28 ? TextStyle.detail : TextStyle.tag
    let count = max(1, Int(rect.height / style.lineHeight))
    let lines = ruler.firstLines(
      of: text, style, count: count, room: max(1, rect.width - 2 * padding))
    let height = Double(lines.count) * style.lineHeight
    let place = Rect(
      x: rect.x + padding, y: max(rect.y, rect.center.y - height / 2),
      width: rect.width - 2 * padding, height: height)
    func write() {
      canvas.draw(lines: lines, style, theme.text, in: place, anchor: .middle, ruler: ruler)
    }
    if canvas.hasPixels, isInside(lines, style, place, shape) { return write() }
    canvas.saved {
      canvas.clip(shape)
      write()
    }
  }

  /// Returns true for centred lines so far inside a shape that its clip, which costs more than the
  /// text, would cut nothing.
  private func isInside(
    _ lines: [String], _ style: TextStyle, _ place: Rect, _ shape: Shape
  ) -> Bool {
    // The corners of this rectangle are inside a round corner, which leaves out 0.3 of its radius;
    // two points more are for soft edges and for glyphs that reach beyond their width.
    let room = shape.bounds.grown(by: -0.3 * shape.radius - 2)
    guard place.y >= room.y, place.maxY <= room.maxY else { return false }
    return lines.allSatisfy { line in
      guard let width = ruler.plainLine(line, style)?.width else { return line.isEmpty }
      return width <= place.width && width + 4 <= room.width
    }
  }

  /// A decoration by its payload.
  private func shape(_ style: ShapeStyle, in rect: Rect) {
    let shape = Shape(rect, radius: max(0, style.cornerRadius))
    if let fill = style.fill { canvas.fill(shape, Color(rgba: fill)) }
    if let stroke = style.stroke, style.strokeWidth > 0 {
      canvas.stroke(shape, Color(rgba: stroke), width: style.strokeWidth)
    }
  }
}

/// The texts of a cell: the same for a chip, a tile or a card.
struct Note: Equatable {
  var title: String
  /// Lines, the code point first if there is one.
  var body: String
  var codePoint: UInt32?
}

extension TextStyle {
  /// The same style in bold.
  var bold: TextStyle {
    TextStyle(face, size: size, weight: .bold, lineHeight: lineHeight, tracking: tracking)
  }
}
