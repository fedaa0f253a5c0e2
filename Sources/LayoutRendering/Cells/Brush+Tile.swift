// SPDX-License-Identifier: Apache-2.0
//
// A tile: the character as large as can be, what it is called below it.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a tile that fills `rect`; a prominent one stands out in the section's strong colour.
  func tile(_ codePoint: UInt32, _ note: Note, in rect: Rect) {
    // By the size at rest and before it went to whole pixels: equal cells look equal.
    let rest = restingSize ?? rect.size
    let look = TileLook(extent: min(rest.width, rest.height), self)
    let shape = Shape(rect, radius: min(look.radius, min(rect.width, rect.height) / 4))
    if look.isProminent {
      canvas.fill(shape, from: theme.solid(hue), to: theme.solidEnd(hue))
    } else {
      canvas.fill(shape, tint)
      canvas.stroke(shape, tintBorder)
    }
    var room = rect.grown(by: -look.padding)
    let restingRoom = Size(
      width: rest.width - 2 * look.padding, height: rest.height - 2 * look.padding)
    if restingRoom.width >= TileLook.leastRoom.width,
      restingRoom.height >= TileLook.leastRoom.height
    {
      room.height -= tileText(codePoint, note, look, in: room, restingRoom)
    }
    guard room.height > 8 else { return }
    glyph(codePoint, in: room, height: room.height * 0.9, look.glyph)
  }

  /// Writes at the bottom of `room` and says how much of it that took. A name that would lose more than
  /// half of itself is left out.
  private func tileText(
    _ codePoint: UInt32, _ note: Note, _ look: TileLook, in room: Rect, _ rest: Size
  ) -> Double {
    let isReadable =
      look.nameLines > 0
      && ruler.width(of: note.title, look.nameStyle) <= 2 * Double(look.nameLines) * rest.width
    let names =
      isReadable
      ? ruler.firstLines(
        of: note.title, look.nameStyle, count: look.nameLines, room: max(1, room.width)) : []
    let detail = tileDetail(codePoint, note, look, rest)
    guard !names.isEmpty || !detail.isEmpty else { return 0 }
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

  /// The code point, and as many lines of the note behind it as fit where the tile is large; nothing
  /// where not even the code point fits.
  private func tileDetail(
    _ codePoint: UInt32, _ note: Note, _ look: TileLook, _ room: Size
  ) -> String {
    var detail = CodePoint.name(codePoint)
    guard room.height >= 80, ruler.width(of: detail, look.detailStyle) <= room.width else {
      return ""
    }
    guard look.isWide else { return detail }
    for line in note.body.split(whereSeparator: \.isNewline) where line != detail {
      let longer = detail + "  ·  " + line
      guard ruler.width(of: longer, look.detailStyle) <= room.width else { break }
      detail = longer
    }
    return detail
  }
}

/// Sizes and colours of one tile.
private struct TileLook {
  let isProminent: Bool
  /// True when there is room for more than the code point.
  let isWide: Bool
  let radius: Double
  let padding: Double
  let nameStyle: TextStyle
  let nameLines: Int
  let detailStyle: TextStyle
  let glyph: Color
  let text: Color
  let quiet: Color

  /// Text is left out where there is less room for it.
  static let leastRoom = Size(width: 64, height: 64)

  /// - Parameter extent: The shorter side of the tile at rest, points.
  init(extent: Double, _ brush: Brush) {
    let isProminent = brush.isProminent ?? (extent >= 240)
    let isLarge = isProminent && extent >= 160
    self.isProminent = isProminent
    isWide = extent >= 240
    radius = isLarge ? 20 : min(14, extent / 6)
    padding = isLarge ? 24 : extent >= 140 ? 14 : extent >= 64 ? 8 : 6
    nameStyle = isLarge ? TextStyle.text.bold : .label
    // In narrower room nearly every name would be cut: none is shown, so that equal tiles look equal.
    let room = extent - 2 * padding
    nameLines = room < 100 ? 0 : extent >= 120 ? 2 : 1
    detailStyle = isLarge ? .detail : .label
    let white = brush.theme.onSolid
    glyph = isProminent ? white : brush.accent
    text = isProminent ? white : brush.theme.text
    quiet = isProminent ? white.withAlpha(0.85) : brush.theme.muted
  }
}
