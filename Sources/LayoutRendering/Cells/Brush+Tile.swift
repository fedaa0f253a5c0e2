// SPDX-License-Identifier: Apache-2.0
//
// A tile: the character as large as can be, what it is called below it.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a tile that fills `rect`; a prominent one stands out in the section's strong colour.
  func tile(_ codePoint: UInt32, _ note: Note, in rect: Rect) {
    let extent = min(rect.width, rect.height)
    let rest = restingSize ?? rect.size
    let isLarge = min(rest.width, rest.height) >= 240
    let look = TileLook(extent: extent, isProminent: isProminent ?? isLarge, self)
    let shape = Shape(rect, radius: look.radius)
    if look.isProminent {
      canvas.fill(shape, from: theme.solid(hue), to: theme.solidEnd(hue))
    } else {
      canvas.fill(shape, tint)
      canvas.stroke(shape, tintBorder)
    }
    var room = rect.grown(by: -look.padding)
    room.height -= tileText(codePoint, note, look, in: room)
    guard room.height > 8 else { return }
    glyph(codePoint, in: room, height: room.height * 0.9, look.glyph)
  }

  /// Writes at the bottom of `room` and says how much of it that took.
  private func tileText(
    _ codePoint: UInt32, _ note: Note, _ look: TileLook, in room: Rect
  ) -> Double {
    guard room.width >= 72, room.height >= 64 else { return 0 }
    let names = firstLines(of: note.title, look.nameStyle, count: look.nameLines, room.width)
    let detail = room.height >= 80 ? tileDetail(codePoint, note, look, room.width) : ""
    var height = Double(names.count) * look.nameStyle.lineHeight
    var place = room
    place.y = room.maxY - height - (detail.isEmpty ? 0 : look.detailStyle.lineHeight)
    canvas.draw(lines: names, look.nameStyle, look.text, in: place, ruler: ruler)
    if !detail.isEmpty {
      place.y += height
      place.height = look.detailStyle.lineHeight
      text(detail, look.detailStyle, look.quiet, in: place)
      height += look.detailStyle.lineHeight
    }
    return height + look.padding / 2
  }

  /// The code point, and as many lines of the note behind it as fit where the tile is large.
  private func tileDetail(
    _ codePoint: UInt32, _ note: Note, _ look: TileLook, _ room: Double
  ) -> String {
    var detail = CodePoint.name(codePoint)
    guard look.isWide else { return detail }
    for line in note.body.split(whereSeparator: \.isNewline) where line != detail {
      let longer = detail + "  ·  " + line
      guard ruler.width(of: longer, look.detailStyle) <= room else { break }
      detail = longer
    }
    return detail
  }

  /// The first lines of wrapped text, the last of them with all that is left, to be cut where it is
  /// drawn.
  private func firstLines(
    of text: String, _ style: TextStyle, count: Int, _ room: Double
  ) -> [String] {
    let lines = ruler.lines(of: text, style, room: room)
    guard lines.count > count else { return lines }
    return lines.prefix(count - 1) + [lines[(count - 1)...].joined(separator: " ")]
  }
}

/// Sizes and colours of one tile.
private struct TileLook {
  let isProminent: Bool
  /// Whether there is room for more than the code point.
  let isWide: Bool
  let radius: Double
  let padding: Double
  let nameStyle: TextStyle
  let nameLines: Int
  let detailStyle: TextStyle
  let glyph: Color
  let text: Color
  let quiet: Color

  init(extent: Double, isProminent: Bool, _ brush: Brush) {
    let isLarge = isProminent && extent >= 160
    self.isProminent = isProminent
    isWide = extent >= 240
    radius = isLarge ? 20 : min(14, extent / 6)
    padding = isLarge ? 24 : extent >= 96 ? 14 : 6
    nameStyle = isLarge ? TextStyle.text.bold : .label
    nameLines = extent >= 140 ? 2 : 1
    detailStyle = isLarge ? .detail : .label
    let white = brush.theme.onSolid
    glyph = isProminent ? white : brush.accent
    text = isProminent ? white : brush.theme.text
    quiet = isProminent ? white.withAlpha(0.85) : brush.theme.muted
  }
}
