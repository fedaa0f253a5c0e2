// SPDX-License-Identifier: Apache-2.0
//
// The general categories of characters, in the words of the Unicode Standard, table 4-4.

/// The general category of a character.
public enum GeneralCategory: String, CaseIterable, Sendable {
  case uppercaseLetter = "Lu"
  case lowercaseLetter = "Ll"
  case titlecaseLetter = "Lt"
  case modifierLetter = "Lm"
  case otherLetter = "Lo"
  case nonspacingMark = "Mn"
  case spacingMark = "Mc"
  case enclosingMark = "Me"
  case decimalNumber = "Nd"
  case letterNumber = "Nl"
  case otherNumber = "No"
  case connectorPunctuation = "Pc"
  case dashPunctuation = "Pd"
  case openPunctuation = "Ps"
  case closePunctuation = "Pe"
  case initialPunctuation = "Pi"
  case finalPunctuation = "Pf"
  case otherPunctuation = "Po"
  case mathSymbol = "Sm"
  case currencySymbol = "Sc"
  case modifierSymbol = "Sk"
  case otherSymbol = "So"
  case spaceSeparator = "Zs"
  case lineSeparator = "Zl"
  case paragraphSeparator = "Zp"
  case control = "Cc"
  case format = "Cf"
  case surrogate = "Cs"
  case privateUse = "Co"

  /// True when its code points stand for characters of the standard. Surrogates stand for none, and
  /// what a private-use code point means is nobody's to say but its users'.
  public var isAssigned: Bool { self != .surrogate && self != .privateUse }

  /// The name in words: `lowercaseLetter` is "Lowercase letter".
  public var title: String { String(decoding: titleBytes, as: UTF8.self) }

  /// The name in words, made once: 149,000 cards want it.
  var titleBytes: [UInt8] { Self.titles[self] ?? [] }

  private static let titles = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Array($0.words.utf8)) })

  /// The case's own name, cut at its capitals.
  private var words: String {
    var words = ""
    for character in "\(self)" {
      if character.isUppercase { words += " " }
      words += words.isEmpty ? character.uppercased() : character.lowercased()
    }
    return words
  }
}
