// SPDX-License-Identifier: Apache-2.0
//
// One line of UnicodeData.txt, as places in the file's bytes.

/// A piece of the file.
struct TextSlice {
  var start: UInt32
  var count: UInt32

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// A line's facts about a character, or about a range of characters without lines of their own.
struct CharacterRecord {
  /// The origin of a character's name.
  enum Naming: UInt8 {
    /// The line holds it.
    case written
    /// The line holds the name of the range; the character's own ends in its code point.
    case ideograph
    /// Composed of the names of its letters.
    case hangul
    /// A control character that Unicode never named.
    case control
  }

  var name: TextSlice
  var naming: Naming
  var category: GeneralCategory
  /// Field 5: a tag in angle brackets, then code points in hexadecimal.
  var decomposition: TextSlice
  /// Field 8: what it counts, such as "1/2".
  var number: TextSlice
  /// Fields 12 and 13: code points of its other cases, in hexadecimal.
  var uppercase: TextSlice
  var lowercase: TextSlice
}
