// SPDX-License-Identifier: Apache-2.0
//
// The measures of a chip: a pill with a glyph and its name on one line.

/// Lengths in points, for the source that sizes chips and the painter that draws them.
public enum ChipMetrics {
  /// Of the pill.
  public static let height = 40.0
  /// From the left edge to the room of the glyph.
  public static let leading = 10.0
  /// The square that the glyph is centred in.
  public static let glyphRoom = 28.0
  /// Between the room of the glyph and the name.
  public static let gap = 8.0
  /// From the end of the name to the right edge.
  public static let trailing = 16.0
  /// The style of the name.
  public static let style = TextStyle.label

  /// From the left edge to the name, points.
  public static func nameStart(hasGlyph: Bool) -> Double {
    hasGlyph ? leading + glyphRoom + gap : trailing
  }

  /// The width of a chip whose name is `nameWidth` wide, whole points.
  public static func width(nameWidth: Double, hasGlyph: Bool = true) -> Double {
    (nameStart(hasGlyph: hasGlyph) + nameWidth + trailing).rounded(.up)
  }
}
