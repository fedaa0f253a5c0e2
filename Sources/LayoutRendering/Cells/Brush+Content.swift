// SPDX-License-Identifier: Apache-2.0
//
// From what a view shows to the painter that draws it.

import LayoutHost
import LayoutModel
import LayoutTypography

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

  /// Draws a note as the kind of cell that its room at rest was made for: a chip where that is low, a
  /// card where it is just as high as the card's text, else a tile.
  private func draw(_ note: Note, in rect: Rect) {
    let room = restingSize ?? rect.size
    if isLow(room) { return chip(note, in: rect) }
    guard let codePoint = note.codePoint, !isCard(note, room) else { return card(note, in: rect) }
    tile(codePoint, note, in: rect)
  }

  /// Returns true when the room is that of a chip.
  private func isLow(_ room: Size) -> Bool {
    room.height <= 1.5 * ChipMetrics.height && room.width > room.height
  }

  /// Returns true when somebody measured the card and made the room for it.
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
    canvas.fill(shape, tint)
    canvas.stroke(shape, tintBorder)
    let padding = min(8, rect.width / 8)
    let style = (restingSize ?? rect.size).height >= 28 ? TextStyle.detail : TextStyle.tag
    let count = max(1, Int(rect.height / style.lineHeight))
    let lines = ruler.firstLines(
      of: text, style, count: count, room: max(1, rect.width - 2 * padding))
    let height = Double(lines.count) * style.lineHeight
    canvas.saved {
      canvas.clip(shape)
      let place = Rect(
        x: rect.x + padding, y: max(rect.y, rect.center.y - height / 2),
        width: rect.width - 2 * padding, height: height)
      canvas.draw(lines: lines, style, theme.text, in: place, anchor: .middle, ruler: ruler)
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

/// The words of a cell: the same whether it becomes a chip, a tile or a card.
struct Note: Equatable {
  var title: String
  /// Lines, the code point first where there is one.
  var body: String
  var codePoint: UInt32?
}

extension TextStyle {
  /// The same style in heavier strokes.
  var bold: TextStyle {
    TextStyle(face, size: size, weight: .bold, lineHeight: lineHeight, tracking: tracking)
  }
}
