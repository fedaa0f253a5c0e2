// SPDX-License-Identifier: Apache-2.0
//
// The only code that shapes text: sizing and drawing of a cell use the same ruler.

import CCairo

/// Shapes and measures text through Pango.
///
/// Glyph positions are neither hinted nor rounded, so a width holds at every scale. Kerning and
/// ligatures are off: the width of a line is then the sum of its characters, and one table replaces
/// 150,000 calls of the shaper.
///
/// Not sendable: a ruler keeps one Pango layout and changes it in every call.
public final class TextRuler {
  private let context: OpaquePointer
  private let shaped: OpaquePointer
  private var fonts: [TextStyle: OpaquePointer] = [:]
  private var attributes: [TextStyle: OpaquePointer] = [:]
  private var tables: [TextStyle: AdvanceTable] = [:]
  private var glyphTables: [TextStyle: GlyphTable] = [:]

  /// A ruler over the default font map of this thread.
  public init() {
    let map = pango_cairo_font_map_get_default()
    context = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_base_dir(context, UInt32(LAYOUT_PANGO_DIRECTION_WEAK_LTR))
    shaped = pango_layout_new(context)
    pango_layout_set_single_paragraph_mode(shaped, 1)
  }

  deinit {
    for font in fonts.values { pango_font_description_free(font) }
    for list in attributes.values { pango_attr_list_unref(list) }
    g_object_unref(UnsafeMutableRawPointer(shaped))
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Returns the text as Pango shapes it on one line: valid until the next call.
  public func shape(_ text: String, _ style: TextStyle) -> ShapedLine {
    pango_layout_set_font_description(shaped, font(style))
    pango_layout_set_attributes(shaped, attributeList(style))
    pango_layout_set_text(shaped, text, -1)
    return ShapedLine(layout: shaped)
  }

  /// Returns the width of the text on one line, points.
  ///
  /// - Complexity: O(length) for ASCII, by table; other text is shaped.
  public func width(of text: String, _ style: TextStyle) -> Double {
    advances(style).width(of: text.utf8.span) ?? shape(text, style).width
  }

  /// Returns the advances of a style's ASCII characters, measured at the first call.
  public func advances(_ style: TextStyle) -> AdvanceTable {
    if let table = tables[style] { return table }
    let table = AdvanceTable(style: style) { shape($0, style).width }
    tables[style] = table
    return table
  }

  /// Returns the table of a style's glyphs.
  func glyphTable(_ style: TextStyle) -> GlyphTable {
    if let table = glyphTables[style] { return table }
    let table = GlyphTable(tracking: Self.tracking(style))
    glyphTables[style] = table
    return table
  }

  /// The space between characters in Pango's units.
  private static func tracking(_ style: TextStyle) -> Int {
    Int((style.tracking * Double(LAYOUT_PANGO_SCALE)).rounded())
  }

  /// The cached font description of a style.
  private func font(_ style: TextStyle) -> OpaquePointer {
    if let font = fonts[style] { return font }
    let font: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(font, style.face.families)
    pango_font_description_set_weight(
      font,
      UInt32(style.weight == .bold ? LAYOUT_PANGO_WEIGHT_BOLD : LAYOUT_PANGO_WEIGHT_NORMAL))
    pango_font_description_set_absolute_size(font, style.size * Double(LAYOUT_PANGO_SCALE))
    fonts[style] = font
    return font
  }

  /// The cached attributes of a style: tracking, and no kerning or ligatures.
  private func attributeList(_ style: TextStyle) -> OpaquePointer {
    if let list = attributes[style] { return list }
    let list: OpaquePointer = pango_attr_list_new()
    pango_attr_list_insert(list, pango_attr_font_features_new("kern=0,liga=0,clig=0"))
    if style.tracking != 0 {
      pango_attr_list_insert(list, pango_attr_letter_spacing_new(Int32(Self.tracking(style))))
    }
    attributes[style] = list
    return list
  }
}

// MARK: - Shaped line
//
// One line of shaped text: its extents, and whether the fonts have its characters.

/// A line just shaped by a ``TextRuler``.
public struct ShapedLine {
  /// The Pango layout, for a canvas; borrowed from the ruler until its next call.
  package let layout: OpaquePointer

  /// A rectangle in points; y counts from the top of the line.
  public struct Box: Equatable, Sendable {
    /// The left edge, from where the line starts, points.
    public var x: Double
    /// The upper edge, from the top of the line, points.
    public var y: Double
    /// The width, points.
    public var width: Double
    /// The height, points.
    public var height: Double
  }

  /// The advance of the whole line, points.
  public var width: Double { logical.width }

  /// The distance from the top of the line to its baseline, points.
  public var baseline: Double {
    Double(pango_layout_get_baseline(layout)) / Double(LAYOUT_PANGO_SCALE)
  }

  /// The logical extents from the font's metrics.
  public var logical: Box { boxes().logical }

  /// The box of the drawn strokes; empty for blanks.
  public var ink: Box { boxes().ink }

  /// True when a font was found for every character.
  public var isCovered: Bool { pango_layout_get_unknown_glyphs_count(layout) == 0 }

  private func boxes() -> (ink: Box, logical: Box) {
    var ink = layout_pango_box()
    var logical = layout_pango_box()
    layout_pango_boxes(layout, &ink, &logical)
    return (Box(ink), Box(logical))
  }
}

extension ShapedLine.Box {
  /// Pango's units are 1/1024 point.
  init(_ rectangle: layout_pango_box) {
    let unit = 1 / Double(LAYOUT_PANGO_SCALE)
    self.init(
      x: Double(rectangle.x) * unit, y: Double(rectangle.y) * unit,
      width: Double(rectangle.width) * unit, height: Double(rectangle.height) * unit)
  }
}

// MARK: - Widths without shaping
//
// Widths of ASCII text without shaping: one advance a character, measured once.

/// The advance of each ASCII character of a style, tracking included.
public struct AdvanceTable: Sendable {
  /// The style that was measured.
  public let style: TextStyle
  /// Advances in points, by character code.
  private let advances: [Double]

  /// Measures the printable characters with `measure`; control characters have no width.
  init(style: TextStyle, measure: (String) -> Double) {
    self.style = style
    advances = (0..<128).map { code in
      guard (32..<127).contains(code) else { return 0 }
      // A single character has no tracking: Pango adds it only between characters.
      return measure(String(UnicodeScalar(UInt8(code)))) + style.tracking
    }
  }

  /// Returns the advance of one character, or nil outside ASCII.
  public subscript(_ byte: UInt8) -> Double? { byte < 128 ? advances[Int(byte)] : nil }

  /// Returns the width of the text on one line, points, or nil when a character is outside ASCII.
  ///
  /// Up to one tracking wider than the drawn text, which has none after its last character.
  ///
  /// - Complexity: O(length).
  public func width(of text: Span<UInt8>) -> Double? {
    var sum = 0.0
    for index in text.indices {
      guard let advance = self[text[index]] else { return nil }
      sum += advance
    }
    return sum
  }
}
