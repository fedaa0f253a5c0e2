// SPDX-License-Identifier: Apache-2.0
//
// The measures of cells, shared by the code that sizes them and the code that draws them: cards,
// chips, table entries, headings.

import LayoutModel

// MARK: - Cards
//
// The measures of a card: a glyph above a wrapped title and wrapped lines of text.

/// Lengths in points, for the source that sizes cards and the painter that draws them.
public enum CardMetrics {
  /// Between the edge and the content of a card.
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
  /// The style of the text below the title; its lines are 18 points high.
  public static let bodyStyle = TextStyle.body

  /// The width for a line of text in a card `width` wide, points.
  public static func textRoom(width: Double) -> Double { max(1, width - 2 * padding) }

  /// The height of a card with this many lines of each kind, points.
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

// MARK: - Chips
//
// The measures of a chip: a pill with a glyph and its name on one line, or with a title and a
// detail.

/// Lengths in points, for the source that sizes chips and the painter that draws them.
public enum ChipMetrics {
  /// The height of the pill.
  public static let height = 40.0
  /// From the left edge to the square of the glyph.
  public static let leading = 10.0
  /// The side of the square in which the glyph is centred.
  public static let glyphRoom = 28.0
  /// Between the square of the glyph and the name, and between title and detail.
  public static let gap = 8.0
  /// From the end of the name to the right edge; without a glyph also before the name.
  public static let trailing = 16.0
  /// A detail with less width than this is left out.
  public static let leastDetail = 48.0
  /// The style of the name.
  public static let style = TextStyle.label

  /// From the left edge to the name, points.
  public static func nameStart(hasGlyph: Bool) -> Double {
    hasGlyph ? leading + glyphRoom + gap : trailing
  }

  /// The width of a chip whose name is `nameWidth` wide, whole points.
  ///
  /// - Parameter detailWidth: The width of the text after the name; 0 for none.
  public static func width(
    nameWidth: Double, hasGlyph: Bool = true, detailWidth: Double = 0
  ) -> Double {
    let words = nameWidth + (detailWidth > 0 ? gap + detailWidth : 0)
    return (nameStart(hasGlyph: hasGlyph) + words + trailing).rounded(.up)
  }
}

// MARK: - Entries of tables

/// The measures of a table's cell.
public enum EntryMetrics {
  /// The style of values.
  public static let text = TextStyle(size: 13, lineHeight: 18)
  /// The style of the names of columns and rows.
  public static let heading = TextStyle(size: 13, weight: .bold, lineHeight: 18)
  /// Room between a cell's edges and its text, points.
  public static let padding = 10.0
  /// The height of a row, points.
  public static let rowHeight = 30.0
  /// The height of the column headers, points.
  public static let headerHeight = 34.0
  /// The range of widths that a column takes from its text, points.
  public static let widths = 56.0...320.0
}

// MARK: - Headings
//
// The measures of a section's heading and of the room around sections.

/// Lengths in points, for the source that sizes headings and the painter that draws them.
public enum HeadingMetrics {
  /// Height where content scrolls vertically, width where it scrolls horizontally.
  public static let extent = 56.0
  /// From the leading edge to the name; the same as the sections' own inset.
  public static let leading = 24.0
  /// The room around a section's items.
  public static let sectionInset = Insets(top: 4, left: 24, bottom: 24, right: 24)
  /// Between items and between lines.
  public static let spacing = 8.0
}

// MARK: - Limits
//
// Clamping of values, for the measures of cells and of pictures.

extension Comparable {
  /// Returns the nearest value in a range.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
