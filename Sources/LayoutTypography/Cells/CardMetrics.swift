// SPDX-License-Identifier: Apache-2.0
//
// The measures of a card: a glyph above a wrapped title and wrapped lines of text.

/// Lengths in points, for the source that sizes cards and the painter that draws them.
public enum CardMetrics {
  /// Between the edge and what the card holds.
  public static let padding = 16.0
  /// The band that the glyph is centred in.
  public static let glyphHeight = 72.0
  /// Between the band and the title.
  public static let glyphGap = 12.0
  /// Between title and body.
  public static let bodyGap = 6.0
  /// The height of a row of cards with few lines each.
  public static let rowHeight = 130.0
  /// The style of the title; its lines are 17 points high.
  public static let titleStyle = TextStyle.title
  /// The style of what stands below; its lines are 18 points high.
  public static let bodyStyle = TextStyle.body

  /// The room of a line of text in a card `width` wide, points.
  public static func textRoom(width: Double) -> Double { max(1, width - 2 * padding) }

  /// The height of a card with so many lines of each kind, points.
  public static func height(titleLines: Int, bodyLines: Int, hasGlyph: Bool) -> Double {
    var height = 2 * padding
    if hasGlyph { height += glyphHeight + (titleLines + bodyLines > 0 ? glyphGap : 0) }
    height += Double(titleLines) * titleStyle.lineHeight
    if titleLines > 0 && bodyLines > 0 { height += bodyGap }
    return height + Double(bodyLines) * bodyStyle.lineHeight
  }
}

extension TextRuler {
  /// The height of a card with this content, points.
  public func cardHeight(title: String, body: String, hasGlyph: Bool, width: Double) -> Double {
    let room = CardMetrics.textRoom(width: width)
    return CardMetrics.height(
      titleLines: title.isEmpty ? 0 : lineCount(of: title, CardMetrics.titleStyle, room: room),
      bodyLines: body.isEmpty ? 0 : lineCount(of: body, CardMetrics.bodyStyle, room: room),
      hasGlyph: hasGlyph)
  }
}
