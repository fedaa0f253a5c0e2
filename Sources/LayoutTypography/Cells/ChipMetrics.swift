// SPDX-License-Identifier: Apache-2.0
//
// The measures of a chip: a pill with a glyph and its name on one line, or with two words.

/// Lengths in points, for the source that sizes chips and the painter that draws them.
public enum ChipMetrics {
  /// Of the pill.
  public static let height = 40.0
  /// From the left edge to the room of the glyph.
  public static let leading = 10.0
  /// The square that the glyph is centred in.
  public static let glyphRoom = 28.0
  /// Between the room of the glyph and the name, and between title and detail.
  public static let gap = 8.0
  /// From the end of the name to the right edge; without a glyph also before the name.
  public static let trailing = 16.0
  /// A detail that would get less room than this is left out.
  public static let leastDetail = 48.0
  /// The style of the name.
  public static let style = TextStyle.label

  /// From the left edge to the name, points.
  public static func nameStart(hasGlyph: Bool) -> Double {
    hasGlyph ? leading + glyphRoom + gap : trailing
  }

  /// The width of a chip whose name is `nameWidth` wide, whole points.
  ///
  /// - Parameter detailWidth: Of what stands behind the name; 0 for nothing.
  public static func width(
    nameWidth: Double, hasGlyph: Bool = true, detailWidth: Double = 0
  ) -> Double {
    let words = nameWidth + (detailWidth > 0 ? gap + detailWidth : 0)
    return (nameStart(hasGlyph: hasGlyph) + words + trailing).rounded(.up)
  }
}
