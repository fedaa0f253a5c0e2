// SPDX-License-Identifier: Apache-2.0
//
// Drawing of cells: tiles, cards, chips and the entries of tables.

import LayoutHost
import LayoutModel
import LayoutTypography

// MARK: - Tiles
//
// A tile: the character as large as possible, with its name below.

extension Brush {
  /// Draws a tile that fills `rect`; a prominent one has the section's strong colour.
  func tile(_ codePoint: UInt32, _ note: Note, in rect: Rect) {
    // By the size at rest before snapping to pixels: equal cells look equal.
    let rest = restingSize ?? rect.size
    let look = TileLook(extent: min(rest.width, rest.height), self)
    let shape = Shape(rect, radius: min(look.radius, min(rect.width, rect.height) / 4))
    if look.isProminent {
      let colors = palette.colors(hue)
      let (first, last) = (colors.solid, colors.solidEnd)
      stamped(.graded(first, last), shape) { $0.fill(shape, from: first, to: last) }
    } else {
      ground(shape, tint, line: tintBorder)
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

  /// Writes at the bottom of `room` and returns the height of the text. A name that would lose more
  /// than half of its text is omitted.
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

  /// The code point, and as many lines of the note as fit if the tile is large; nothing if the code
  /// point does not fit.
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
  /// True when there is space for more than the code point.
  let isWide: Bool
  let radius: Double
  let padding: Double
  let nameStyle: TextStyle
  let nameLines: Int
  let detailStyle: TextStyle
  let glyph: Color
  let text: Color
  let quiet: Color

  /// Text is omitted below this size.
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
    // In narrower space nearly every name would be cut: none is shown, so that equal tiles look
    // equal.
    let room = extent - 2 * padding
    nameLines = room < 100 ? 0 : extent >= 120 ? 2 : 1
    detailStyle = isLarge ? .detail : .label
    let white = brush.theme.onSolid
    glyph = isProminent ? white : brush.accent
    text = isProminent ? white : brush.theme.text
    quiet = isProminent ? white.withAlpha(0.85) : brush.theme.muted
  }
}

// MARK: - Cards
//
// A card: a character on a tinted band, a title, lines of text. `CardMetrics` has its measures.

extension Brush {
  /// Draws a card that fills `rect`. Text that does not fit ends with an ellipsis after a whole line.
  func card(_ note: Note, in rect: Rect) {
    let radius = min(14, min(rect.width, rect.height) / 4)
    card(rect, radius: radius)
    let padding = isMeasuredCard(note) ? CardMetrics.padding : cardPadding(rect.size)
    var place = rect.grown(by: -padding)
    if let codePoint = note.codePoint {
      cardBand(codePoint, in: rect, radius: radius)
      place.y += CardMetrics.glyphHeight + CardMetrics.glyphGap
    }
    // A measured text may be higher than its space by a rounding error.
    let end = rect.maxY - padding + 0.5
    canvas.saved {
      canvas.clip(Shape(rect, radius: radius))
      let titles = lines(of: note.title, CardMetrics.titleStyle, in: place, end: end)
      canvas.draw(lines: titles, CardMetrics.titleStyle, theme.text, in: place, ruler: ruler)
      place.y += Double(titles.count) * CardMetrics.titleStyle.lineHeight
      if !titles.isEmpty { place.y += CardMetrics.bodyGap }
      let bodies = lines(of: note.body, CardMetrics.bodyStyle, in: place, end: end)
      canvas.draw(lines: bodies, CardMetrics.bodyStyle, theme.muted, in: place, ruler: ruler)
    }
  }

  /// Returns true when the card's height at rest was measured for its text.
  private func isMeasuredCard(_ note: Note) -> Bool {
    guard let rest = restingSize else { return false }
    return isCard(note, rest)
  }

  /// A narrow or low card has less space around its text.
  private func cardPadding(_ size: Size) -> Double {
    min(CardMetrics.padding, max(4, min(size.width, size.height) / 10))
  }

  /// The whole lines that fit between the top of `place` and `end`; none for empty text.
  private func lines(
    of text: String, _ style: TextStyle, in place: Rect, end: Double
  ) -> [String] {
    let count = Int(max(0, (end - place.y) / style.lineHeight))
    guard !text.isEmpty, count > 0 else { return [] }
    return ruler.firstLines(of: text, style, count: count, room: max(1, place.width))
  }

  /// The band across the top of the card, inside its line, with the character in the middle.
  private func cardBand(_ codePoint: UInt32, in rect: Rect, radius: Double) {
    let height = CardMetrics.padding + CardMetrics.glyphHeight
    var band = rect.grown(by: -1)
    band.height = min(band.height, height - 1)
    canvas.saved {
      canvas.clip(Shape(band))
      canvas.fill(Shape(rect.grown(by: -1), radius: radius - 1), tint)
    }
    glyph(
      codePoint, in: band.inset(by: Insets(top: 10, left: 16, bottom: 10, right: 16)), height: 52,
      accent)
  }
}

// MARK: - Chips
//
// A chip: a pill with the character in a disc and its name beside it, or two words in the middle.

extension Brush {
  /// Draws a chip that fills `rect`.
  func chip(_ note: Note, in rect: Rect) {
    let pill = Shape(rect, radius: rect.height / 2)
    ground(pill, theme.surface, line: theme.border)
    guard let codePoint = note.codePoint else { return chipWords(note, in: rect) }
    chipDisc(codePoint, in: rect)
    let start = rect.x + ChipMetrics.nameStart(hasGlyph: true)
    text(
      note.title.firstLine, ChipMetrics.style, theme.text,
      in: Rect(
        x: start, y: rect.y, width: rect.maxX - ChipMetrics.trailing - start, height: rect.height))
  }

  /// The title in the middle, and the first line of the text after it if it fits.
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

// MARK: - Entries of tables
//
// A cell of a table: one line of text on an opaque background, a fine line below and after it.

extension Brush {
  /// Draws one line of text in a cell that fills `rect`. The background is opaque, because pinned
  /// cells cover others that scroll below them.
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

  /// The lines between this cell and the next ones: below it, and half of one at both sides, so
  /// that it works in both reading directions.
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
  /// - Returns: The remaining space for the name.
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
