// SPDX-License-Identifier: Apache-2.0
//
// Widths of ASCII text without shaping it: one advance a character, measured once.

/// The advance of each ASCII character of a style, tracking included.
public struct AdvanceTable: Sendable {
  /// The style that was measured.
  public let style: TextStyle
  /// Points, by character code.
  private let advances: [Double]

  /// Measures the printable characters by `measure`; control characters take no room.
  init(style: TextStyle, measure: (String) -> Double) {
    self.style = style
    advances = (0..<128).map { code in
      guard (32..<127).contains(code) else { return 0 }
      // A character alone carries no tracking: Pango puts it between characters only.
      return measure(String(UnicodeScalar(UInt8(code)))) + style.tracking
    }
  }

  /// The advance of one character, or nil outside ASCII.
  public subscript(_ byte: UInt8) -> Double? { byte < 128 ? advances[Int(byte)] : nil }

  /// Width of the text on one line, points, or nil when a character lies outside ASCII.
  ///
  /// Up to one tracking wider than the drawn text, which has none behind its last character.
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
