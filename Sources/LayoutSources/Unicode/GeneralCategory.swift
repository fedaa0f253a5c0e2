// SPDX-License-Identifier: Apache-2.0
//
// What the Unicode Standard says by rule and table: the general categories, and names that are not
// listed.

// MARK: - Categories

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

// MARK: - Names by rule
//
// Names that the standard gives by rule and not by list: Unicode 15.0, sections 3.12 and 4.8.

/// Appends the names of characters that have no line of their own.
enum AlgorithmicNames {
  /// The code points that stand for Hangul syllables, in the order of their letters.
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// "HANGUL SYLLABLE " and the short names of its letters (rule NR1).
  ///
  /// - Precondition: `codePoint` is one of ``syllables``.
  static func appendHangul(_ codePoint: UInt32, to bytes: inout [UInt8]) {
    let syllable = Int(codePoint - syllables.lowerBound)
    let tails = tail.count
    let vowels = vowel.count
    append("HANGUL SYLLABLE ", to: &bytes)
    append(lead[syllable / (vowels * tails)], to: &bytes)
    append(vowel[syllable / tails % vowels], to: &bytes)
    append(tail[syllable % tails], to: &bytes)
  }

  /// The prefix of the range and the code point (rule NR2).
  ///
  /// - Parameter range: What UnicodeData.txt calls it, such as `<CJK Ideograph Extension A, First>`.
  static func appendIdeograph(
    _ codePoint: UInt32, in range: ArraySlice<UInt8>, to bytes: inout [UInt8]
  ) {
    let isTangut = range.dropFirst().first == UInt8(ascii: "T")
    append(isTangut ? "TANGUT IDEOGRAPH-" : "CJK UNIFIED IDEOGRAPH-", to: &bytes)
    appendHexadecimal(codePoint, to: &bytes)
  }

  /// A label for a control character without a name (section 4.8, "Code Point Labels").
  static func appendControl(_ codePoint: UInt32, to bytes: inout [UInt8]) {
    append("CONTROL-", to: &bytes)
    appendHexadecimal(codePoint, to: &bytes)
  }

  /// At least four digits, as code points are written.
  static func appendHexadecimal(_ value: UInt32, to bytes: inout [UInt8]) {
    let digits = value > 0xFFFFF ? 6 : value > 0xFFFF ? 5 : 4
    for place in stride(from: 4 * (digits - 1), through: 0, by: -4) {
      let digit = UInt8(value >> UInt32(place) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private static let lead: [StaticString] = [
    "G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P",
    "H",
  ]
  private static let vowel: [StaticString] = [
    "A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE",
    "WI", "YU", "EU", "YI", "I",
  ]
  private static let tail: [StaticString] = [
    "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M",
    "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H",
  ]
}
