// SPDX-License-Identifier: Apache-2.0
//
// One line of text after shaping: its extents, and whether the fonts can show it.

import CCairo

/// A line that a ``TextRuler`` has just shaped.
public struct ShapedLine {
  /// The Pango layout, for a canvas that draws it; borrowed from the ruler until its next call.
  package let layout: OpaquePointer

  /// A rectangle in points; y counts from the top of the line.
  public struct Box: Equatable, Sendable {
    /// The left edge, from where the line starts, points.
    public var x: Double
    /// The upper edge, from the top of the line, points.
    public var y: Double
    /// Points.
    public var width: Double
    /// Points.
    public var height: Double
  }

  /// The end of the pen, points.
  public var width: Double { logical.width }

  /// From the top of the line to its baseline, points.
  public var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }

  /// The room that the text takes by its font's account.
  public var logical: Box { boxes().logical }

  /// The box that the strokes really cover; empty for blanks.
  public var ink: Box { boxes().ink }

  /// True when a font was found for every character.
  public var isCovered: Bool { pango_layout_get_unknown_glyphs_count(layout) == 0 }

  private func boxes() -> (ink: Box, logical: Box) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (Box(ink), Box(logical))
  }
}

extension ShapedLine.Box {
  /// Pango's units are 1/1024 point.
  init(_ rectangle: PangoRectangle) {
    let unit = 1 / Double(PANGO_SCALE)
    self.init(
      x: Double(rectangle.x) * unit, y: Double(rectangle.y) * unit,
      width: Double(rectangle.width) * unit, height: Double(rectangle.height) * unit)
  }
}
