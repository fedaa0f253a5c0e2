// SPDX-License-Identifier: Apache-2.0
//
// Colours as people write them: #RRGGBB and #RRGGBBAA.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The text form of colours, which plugins have as integers 0xRRGGBBAA.
enum ColorText {
  /// Reads `#RRGGBB`, which is opaque, or `#RRGGBBAA`; nil for anything else.
  static func rgba(_ text: String) -> Int64? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    switch digits.count {
    case 6: return Int64(digits, radix: 16).map { $0 << 8 | 0xFF }
    case 8: return Int64(digits, radix: 16)
    default: return nil
    }
  }

  /// Writes `#RRGGBB` for an opaque colour, else `#RRGGBBAA`; nil for a number that is no colour.
  static func text(_ rgba: Int64) -> String? {
    guard (0...0xFFFF_FFFF).contains(rgba) else { return nil }
    let digits = String(rgba | 1 << 32, radix: 16, uppercase: true).dropFirst()
    return "#" + (digits.hasSuffix("FF") ? digits.dropLast(2) : digits)
  }
}

extension PropertyDescriptor {
  /// True when the property is a colour: an integer with the unit `0xRRGGBBAA`.
  public var isColor: Bool { type == .integer && unit == "0xRRGGBBAA" }

  /// The value as JSON, in the form that ``value(json:)`` reads: colours are `"#RRGGBB"` or
  /// `"#RRGGBBAA"`.
  public func json(of value: LayoutValue) -> JSONValue {
    if isColor, case .integer(let rgba) = value, let text = ColorText.text(rgba) {
      return .string(text)
    }
    return value.json(cases: cases)
  }
}
