// SPDX-License-Identifier: Apache-2.0
//
// Lines of ASCII text as glyphs, without shaping: most cells of a large source have such a line, and
// shaping it took most of the time of its drawing.

import CCairo

/// A line whose characters all have a glyph of one font, side by side as Pango places them.
package struct PlainLine {
  /// The Cairo font; the ruler keeps it.
  package let font: OpaquePointer
  /// The advance of the whole line, points.
  package let width: Double
  /// The height of the line by the font's metrics, points.
  package let height: Double
  /// The distance from the top of the line to its baseline, points.
  package let baseline: Double
  private let text: String
  private let table: GlyphTable

  fileprivate init?(
    _ text: String, _ table: GlyphTable, shape: (String) -> ShapedLine
  ) {
    guard let line = table.measure(text, shape: shape), let measures = table.measures else {
      return nil
    }
    font = line.font
    width = Double(line.width) / Double(LAYOUT_PANGO_SCALE)
    (height, baseline) = measures
    (self.text, self.table) = (text, table)
  }

  /// Passes the glyphs to `body`, the first one at a point of the baseline.
  package func withGlyphs(
    x: Double, y: Double, _ body: (_ glyphs: UnsafePointer<cairo_glyph_t>, _ count: Int32) -> Void
  ) {
    let (entries, tracking) = (table.entries, table.tracking)
    withUnsafeTemporaryAllocation(of: cairo_glyph_t.self, capacity: text.utf8.count) { glyphs in
      // In whole units and from the start of the line, so that no rounding differs from Pango's.
      var (count, place) = (0, 0)
      for byte in text.utf8 {
        let entry = entries[Int(byte)]
        glyphs.initializeElement(
          at: count,
          to: cairo_glyph_t(
            index: UInt(entry.glyph), x: x + Double(place) / Double(LAYOUT_PANGO_SCALE), y: y))
        place += entry.width + tracking
        count += 1
      }
      if let start = glyphs.baseAddress { body(UnsafePointer(start), Int32(count)) }
    }
  }
}

/// The glyphs of a style's printable ASCII characters, each found when it is first needed.
final class GlyphTable {
  /// One character.
  struct Entry {
    /// True when the character was looked up.
    var isKnown = false
    var glyph: UInt32 = 0
    /// The width without tracking, in Pango's units.
    var width = 0
    /// The Cairo font; nil for a character without a glyph of its own.
    var font: OpaquePointer?
  }

  /// The entries by character code.
  private(set) var entries = [Entry](repeating: Entry(), count: 127)
  /// The space between characters, in Pango's units.
  let tracking: Int
  /// The height of a line, and the distance from its top to its baseline, points; nil before the
  /// first character.
  private(set) var measures: (height: Double, baseline: Double)?

  /// - Parameter tracking: The space between characters, in Pango's units.
  init(tracking: Int) { self.tracking = tracking }

  deinit {
    for entry in entries {
      if let font = entry.font { cairo_scaled_font_destroy(font) }
    }
  }

  /// Returns the font and the width in Pango's units; nil for empty text, and when a character is
  /// not in the table or has another font than the first.
  ///
  /// - Parameter shape: Shapes a character in the style.
  func measure(
    _ text: String, shape: (String) -> ShapedLine
  ) -> (font: OpaquePointer, width: Int)? {
    var font: OpaquePointer?
    var width = -tracking
    for byte in text.utf8 {
      guard (32..<127).contains(byte) else { return nil }
      if !entries[Int(byte)].isKnown { find(byte, shape) }
      let entry = entries[Int(byte)]
      guard let own = entry.font, own == font ?? own else { return nil }
      font = own
      width += entry.width + tracking
    }
    return font.map { ($0, width) }
  }

  private func find(_ byte: UInt8, _ shape: (String) -> ShapedLine) {
    entries[Int(byte)].isKnown = true
    let line = shape(String(UnicodeScalar(byte)))
    let (height, baseline) = (line.logical.height, line.baseline)
    let known = measures ?? (height: height, baseline: baseline)
    measures = known
    var glyph: UInt32 = 0
    var width: Int32 = 0
    var font: OpaquePointer?
    // One of another height comes from another font.
    guard height == known.height, baseline == known.baseline,
      layout_pango_only_glyph(line.layout, &glyph, &width, &font) != 0
    else { return }
    entries[Int(byte)] = Entry(
      isKnown: true, glyph: glyph, width: Int(width), font: cairo_scaled_font_reference(font))
  }
}

extension TextRuler {
  /// Returns a line of ASCII text as ``shape(_:_:)`` would place it; nil for text that must be
  /// shaped.
  package func plainLine(_ text: String, _ style: TextStyle) -> PlainLine? {
    PlainLine(text, glyphTable(style)) { shape($0, style) }
  }
}
