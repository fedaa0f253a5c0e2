// SPDX-License-Identifier: Apache-2.0
//
// UnicodeData.txt read line by line; its ranges, two lines each, become characters here.

import LayoutModel

/// The state of reading the file.
struct CharacterReading {
  private(set) var records: [CharacterRecord] = []
  private(set) var codePoints: [UInt32] = []
  private(set) var recordIndices: [UInt32] = []
  private var reader: FieldReader
  private let bytes: [UInt8]
  /// The first code point of a range whose last line has not come yet.
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
