// SPDX-License-Identifier: Apache-2.0
//
// The text that shows a character on its own, and its code point in digits.

/// A character as it can be shaped alone.
struct GlyphText {
  /// The character; a mark stands on a dotted circle.
  let text: String
  /// True when its height on the line is part of what it is.
  let isPunctuation: Bool

  /// Nil for what has no shape: controls, formats, separators, what is unassigned or private.
  init?(_ codePoint: UInt32) {
    guard let scalar = UnicodeScalar(codePoint) else { return nil }
    let category = scalar.properties.generalCategory
    isPunctuation = Self.marks.contains(category)
    switch category {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator:
      return nil
    case .nonspacingMark, .spacingMark, .enclosingMark:
      text = "\u{25CC}" + String(Character(scalar))
    default:
      text = String(Character(scalar))
    }
  }

  private static let marks: [Unicode.GeneralCategory] = [
    .otherPunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation,
    .modifierSymbol, .modifierLetter,
  ]
}

/// A code point in writing.
enum CodePoint {
  /// "U+0041": at least four digits.
  static func name(_ codePoint: UInt32) -> String { "U+" + digits(codePoint) }

  /// The digits in two rows of equal length.
  static func rows(_ codePoint: UInt32) -> [String] {
    var digits = digits(codePoint)
    if digits.count % 2 == 1 { digits = "0" + digits }
    return [String(digits.prefix(digits.count / 2)), String(digits.suffix(digits.count / 2))]
  }

  private static func digits(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
