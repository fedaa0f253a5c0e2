// SPDX-License-Identifier: Apache-2.0
//
// The files of the Unicode character database: their fields, and UnicodeData.txt read line by line.

import LayoutModel

// MARK: - Fields
//
// The files of the Unicode character database: lines of fields separated by semicolons; a number
// sign starts a comment.

/// Walks through such a file, line by line, field by field.
struct FieldReader {
  private let bytes: [UInt8]
  private let path: String
  private var position = 0
  private var lineNumber = 0
  private var lineEnd = 0

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  /// Moves to the next line with fields.
  mutating func nextLine() -> Bool {
    position = lineNumber == 0 ? 0 : lineEnd + 1
    while position < bytes.count {
      lineNumber += 1
      var end = position
      while end < bytes.count && bytes[end] != UInt8(ascii: "\n") { end += 1 }
      lineEnd = end
      if end > position && bytes[position] != UInt8(ascii: "#") { return true }
      position = end + 1
    }
    return false
  }

  /// The next field of the line, without blanks around it.
  mutating func field() -> Range<Int> {
    var start = position
    while position < lineEnd, bytes[position] != UInt8(ascii: ";"),
      bytes[position] != UInt8(ascii: "#")
    {
      position += 1
    }
    var end = position
    if position < lineEnd && bytes[position] == UInt8(ascii: ";") { position += 1 }
    while start < end && bytes[start] == UInt8(ascii: " ") { start += 1 }
    while end > start && isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The next field as one code point or as a range with two dots.
  mutating func codePoints() throws(LayoutError) -> ClosedRange<UInt32> {
    let place = field()
    let dots = place.first { bytes[$0] == UInt8(ascii: ".") }
    let first = try hexadecimal(place.lowerBound..<(dots ?? place.upperBound))
    guard let dots else { return first...first }
    let last = try hexadecimal(min(dots + 2, place.upperBound)..<place.upperBound)
    guard first <= last else { throw malformed("a range that runs backwards") }
    return first...last
  }

  /// The text of a place.
  func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

  /// The error for this line.
  func malformed(_ what: String) -> LayoutError {
    LayoutError(
      .sourceMalformed,
      "\(path), line \(lineNumber): \(what); reinstall Debian's package unicode-data")
  }

  private func hexadecimal(_ place: Range<Int>) throws(LayoutError) -> UInt32 {
    var value: UInt32 = 0
    for index in place {
      guard let digit = hexadecimalValue(bytes[index]) else {
        throw malformed("\"\(text(place))\" is not a code point")
      }
      value = value &* 16 &+ digit
    }
    guard !place.isEmpty, place.count <= 6, value <= 0x10FFFF else {
      throw malformed("\"\(text(place))\" is not a code point")
    }
    return value
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

// MARK: - One line
//
// One line of UnicodeData.txt, as places in the file's bytes.

/// A piece of the file.
struct TextSlice {
  var start: UInt32
  var count: UInt32

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// A line's data about a character, or about a range of characters without their own lines.
struct CharacterRecord {
  /// The origin of a character's name.
  enum Naming: UInt8 {
    /// The line contains it.
    case written
    /// The line contains the name of the range; the character's own ends in its code point.
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
  /// Field 8: its numeric value, such as "1/2".
  var number: TextSlice
  /// Fields 12 and 13: code points of its other cases, in hexadecimal.
  var uppercase: TextSlice
  var lowercase: TextSlice
}

// MARK: - Characters
//
// Reading UnicodeData.txt line by line; its ranges, two lines each, become characters here.

/// The state of reading the file.
struct CharacterReading {
  private(set) var records: [CharacterRecord] = []
  private(set) var codePoints: [UInt32] = []
  private(set) var recordIndices: [UInt32] = []
  private var reader: FieldReader
  private let bytes: [UInt8]
  /// The first code point of a range whose last line has not been read yet.
  private var rangeStart: UInt32?

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    reader = FieldReader(bytes, path: path)
    // The number of characters in version 15, so that growth does not copy.
    codePoints.reserveCapacity(150_000)
    recordIndices.reserveCapacity(150_000)
    records.reserveCapacity(35_000)
  }

  /// Reads every line.
  mutating func readAll() throws(LayoutError) {
    while reader.nextLine() { try readLine() }
    guard !codePoints.isEmpty else { throw reader.malformed("the file holds no character") }
    guard rangeStart == nil else { throw reader.malformed("a range has no last line") }
  }

  private mutating func readLine() throws(LayoutError) {
    let codePoint = try reader.codePoints().lowerBound
    let name = reader.field()
    guard let category = Self.category(bytes[reader.field()]) else {
      throw reader.malformed("unknown general category")
    }
    skip(2)
    let decomposition = reader.field()
    skip(2)
    let number = reader.field()
    skip(1)
    let oldName = reader.field()
    skip(1)
    let uppercase = reader.field()
    let lowercase = reader.field()
    if ends(name, with: ", First>") {
      rangeStart = codePoint
      return
    }
    let isRange = ends(name, with: ", Last>")
    guard isRange == (rangeStart != nil) else { throw reader.malformed("half a range") }
    let first = rangeStart ?? codePoint
    rangeStart = nil
    guard category.isAssigned else { return }
    guard codePoints.last.map({ $0 < first }) ?? true, first <= codePoint else {
      throw reader.malformed("code points do not ascend")
    }
    let naming = nameSource(name, isRange: isRange, oldName: oldName)
    guard naming != .hangul || AlgorithmicNames.syllables.contains(first...codePoint) else {
      throw reader.malformed("Hangul syllables where the standard has none")
    }
    append(
      CharacterRecord(
        name: TextSlice(naming == .written && isControl(name) ? oldName : name), naming: naming,
        category: category, decomposition: TextSlice(decomposition), number: TextSlice(number),
        uppercase: TextSlice(uppercase), lowercase: TextSlice(lowercase)),
      first...codePoint)
  }

  /// One record for all the characters that share it.
  private mutating func append(_ record: CharacterRecord, _ range: ClosedRange<UInt32>) {
    let index = UInt32(records.count)
    records.append(record)
    codePoints.append(contentsOf: range)
    recordIndices.append(contentsOf: repeatElement(index, count: range.count))
  }

  private mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = reader.field() }
  }

  private func nameSource(
    _ name: Range<Int>, isRange: Bool, oldName: Range<Int>
  ) -> CharacterRecord.Naming {
    if isRange { return bytes[name.lowerBound + 1] == UInt8(ascii: "H") ? .hangul : .ideograph }
    return isControl(name) && oldName.isEmpty ? .control : .written
  }

  /// Returns true when the name is `<control>`.
  private func isControl(_ name: Range<Int>) -> Bool {
    !name.isEmpty && bytes[name.lowerBound] == UInt8(ascii: "<")
  }

  private func ends(_ name: Range<Int>, with suffix: String) -> Bool {
    name.count > suffix.utf8.count
      && bytes[name].suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  private static func category(_ code: ArraySlice<UInt8>) -> GeneralCategory? {
    guard code.count == 2, let first = code.first, let last = code.last else { return nil }
    return categories[UInt16(first) << 8 | UInt16(last)]
  }

  private static let categories: [UInt16: GeneralCategory] = Dictionary(
    uniqueKeysWithValues: GeneralCategory.allCases.map { category in
      (category.rawValue.utf8.reduce(0) { $0 << 8 | UInt16($1) }, category)
    })
}

extension TextSlice {
  init(_ range: Range<Int>) {
    self.init(start: UInt32(range.lowerBound), count: UInt32(range.count))
  }
}
