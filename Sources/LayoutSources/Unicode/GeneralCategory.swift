// SPDX-License-Identifier: Apache-2.0
//
// The parts of the Unicode Standard given by rule and table: the general categories, and names that
// are not listed.

// MARK: - Categories

/// The general category of a character.
public enum GeneralCategory: String, CaseIterable, Sendable {
  /// A capital letter.
  case uppercaseLetter = "Lu"
  /// A small letter.
  case lowercaseLetter = "Ll"
  /// A digraph with its first part capital.
  case titlecaseLetter = "Lt"
  /// A letter that modifies another.
  case modifierLetter = "Lm"
  /// A letter without case, or an ideograph.
  case otherLetter = "Lo"
  /// A mark without a width of its own.
  case nonspacingMark = "Mn"
  /// A mark with a width of its own.
  case spacingMark = "Mc"
  /// A mark around another character.
  case enclosingMark = "Me"
  /// A decimal digit.
  case decimalNumber = "Nd"
  /// A number written as a letter.
  case letterNumber = "Nl"
  /// Any other number.
  case otherNumber = "No"
  /// Punctuation that joins words.
  case connectorPunctuation = "Pc"
  /// A dash or a hyphen.
  case dashPunctuation = "Pd"
  /// An opening bracket.
  case openPunctuation = "Ps"
  /// A closing bracket.
  case closePunctuation = "Pe"
  /// An opening quotation mark.
  case initialPunctuation = "Pi"
  /// A closing quotation mark.
  case finalPunctuation = "Pf"
  /// Any other punctuation.
  case otherPunctuation = "Po"
  /// A symbol of mathematics.
  case mathSymbol = "Sm"
  /// A sign of a currency.
  case currencySymbol = "Sc"
  /// A symbol that modifies another.
  case modifierSymbol = "Sk"
  /// Any other symbol.
  case otherSymbol = "So"
  /// A space.
  case spaceSeparator = "Zs"
  /// A separator of lines.
  case lineSeparator = "Zl"
  /// A separator of paragraphs.
  case paragraphSeparator = "Zp"
  /// A control code.
  case control = "Cc"
  /// An invisible character that changes others.
  case format = "Cf"
  /// Half of a pair in UTF-16.
  case surrogate = "Cs"
  /// A code point for private agreements.
  case privateUse = "Co"

  /// True when its code points are characters of the standard. Surrogates are not characters, and
  /// only their users define private-use code points.
  public var isAssigned: Bool { self != .surrogate && self != .privateUse }

  /// The name in words: `lowercaseLetter` is "Lowercase letter".
  public var title: String { String(decoding: titleBytes, as: UTF8.self) }

  /// The name in words, cached: 149,000 cards need it.
  var titleBytes: [UInt8] { Self.titles[self] ?? [] }

  private static let titles = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Array($0.words.utf8)) })

  /// The case's own name, split at its capitals.
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
// Names that the standard gives by rule instead of by list: Unicode 15.0, sections 3.12 and 4.8.

/// Appends the names of characters without their own lines.
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
  /// - Parameter range: Its name in UnicodeData.txt, such as `<CJK Ideograph Extension A, First>`.
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

  /// At least four digits, as usual for code points.
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
