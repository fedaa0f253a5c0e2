// SPDX-License-Identifier: Apache-2.0
//
// Every assigned character, by index: the data of `unicode`, in about three megabytes.

import LayoutModel

/// The characters of the Unicode Standard in the order of their code points.
///
/// Assigned means any general category except surrogate and private use. Names stay in the file's
/// bytes; names given by rule are composed on demand.
public struct UnicodeCatalog: Sendable {
  /// UnicodeData.txt, which the records point into.
  let bytes: [UInt8]
  let records: [CharacterRecord]
  /// The record of each character. A range's characters share one.
  let recordIndices: [UInt32]
  let ages: [AgeRange]
  /// Every character's code point, ascending.
  public let codePoints: [UInt32]
  /// The blocks with characters, in the order of their code points.
  public let blocks: [UnicodeBlock]

  /// The number of characters.
  public var count: Int { codePoints.count }

  /// The general category of the character at `index`.
  public func category(at index: Int) -> GeneralCategory { record(at: index).category }

  /// The name of the character at `index`.
  public func name(at index: Int) -> String {
    var name = [UInt8]()
    appendName(at: index, to: &name)
    return String(decoding: name, as: UTF8.self)
  }

  /// Appends the name of the character at `index`, which is always ASCII.
  public func appendName(at index: Int, to name: inout [UInt8]) {
    let record = record(at: index)
    let codePoint = codePoints[index]
    switch record.naming {
    case .written: name.append(contentsOf: bytes[record.name.range])
    case .hangul: AlgorithmicNames.appendHangul(codePoint, to: &name)
    case .control: AlgorithmicNames.appendControl(codePoint, to: &name)
    case .ideograph:
      AlgorithmicNames.appendIdeograph(codePoint, in: bytes[record.name.range], to: &name)
    }
  }

  /// The version of the standard that added the character at `index`.
  ///
  /// - Complexity: O(log of the number of ranges).
  public func age(at index: Int) -> String? {
    let codePoint = codePoints[index]
    let place = ages.partitioningIndex { $0.codePoints.upperBound >= codePoint }
    guard place < ages.count, ages[place].codePoints.contains(codePoint) else { return nil }
    return ages[place].version
  }

  /// The index of a code point, or nil when it is not assigned.
  ///
  /// - Complexity: O(log `count`).
  public func index(of codePoint: UInt32) -> Int? {
    let place = codePoints.partitioningIndex { $0 >= codePoint }
    return place < count && codePoints[place] == codePoint ? place : nil
  }

  /// Returns the record of the character at `index`.
  func record(at index: Int) -> CharacterRecord { records[Int(recordIndices[index])] }
}

extension Array {
  /// The first index whose element satisfies `belongs`, if all elements that satisfy it are last.
  ///
  /// - Complexity: O(log `count`).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Blocks
//
// A block of the Unicode Standard with characters.

/// A named range of code points, and the indices of its characters in the catalogue.
public struct UnicodeBlock: Sendable, Equatable {
  /// The name in the standard, such as "Basic Latin".
  public let name: String
  /// All of its code points, including unassigned ones.
  public let codePoints: ClosedRange<UInt32>
  /// Indices of its characters in ``UnicodeCatalog``.
  public let items: Range<Int>
}

/// The version in which code points were assigned.
struct AgeRange: Sendable {
  let codePoints: ClosedRange<UInt32>
  /// A version such as "1.1".
  let version: String
}

// MARK: - Reading
//
// The catalogue from the three files of the character database.

extension UnicodeCatalog {
  /// The directory in which Debian's package unicode-data puts its files.
  public static let debianDirectory = "/usr/share/unicode"

  /// Reads UnicodeData.txt, Blocks.txt and DerivedAge.txt.
  ///
  /// - Throws: `source-unreadable` or `source-malformed`, with the file, the line and the remedy.
  /// - Complexity: O(bytes of the files).
  public init(directory: String = UnicodeCatalog.debianDirectory) throws(LayoutError) {
    let remedy = "install Debian's package unicode-data"
    let dataPath = directory + "/UnicodeData.txt"
    let bytes = try FileBytes.read(dataPath, remedy: remedy)
    var reading = CharacterReading(bytes, path: dataPath)
    try reading.readAll()
    let blocksPath = directory + "/Blocks.txt"
    let blocks = try Self.readBlocks(
      FieldReader(try FileBytes.read(blocksPath, remedy: remedy), path: blocksPath),
      of: reading.codePoints)
    let agePath = directory + "/DerivedAge.txt"
    let ages = try Self.readAges(
      FieldReader(try FileBytes.read(agePath, remedy: remedy), path: agePath))
    self.init(
      bytes: bytes, records: reading.records, recordIndices: reading.recordIndices, ages: ages,
      codePoints: reading.codePoints, blocks: blocks)
  }

  /// The blocks with characters.
  private static func readBlocks(
    _ file: FieldReader, of codePoints: [UInt32]
  ) throws(LayoutError) -> [UnicodeBlock] {
    var reader = file
    var blocks: [UnicodeBlock] = []
    while reader.nextLine() {
      let range = try reader.codePoints()
      let name = reader.text(reader.field())
      let first = codePoints.partitioningIndex { $0 >= range.lowerBound }
      let end = codePoints.partitioningIndex { $0 > range.upperBound }
      guard first < end else { continue }
      blocks.append(UnicodeBlock(name: name, codePoints: range, items: first..<end))
    }
    guard blocks.reduce(0, { $0 + $1.items.count }) == codePoints.count else {
      throw reader.malformed("the blocks do not hold every character once")
    }
    return blocks
  }

  /// The ages in the order of their code points; the file has them by version.
  private static func readAges(_ file: FieldReader) throws(LayoutError) -> [AgeRange] {
    var reader = file
    var ages: [AgeRange] = []
    while reader.nextLine() {
      ages.append(
        AgeRange(codePoints: try reader.codePoints(), version: reader.text(reader.field())))
    }
    return ages.sorted { $0.codePoints.lowerBound < $1.codePoints.lowerBound }
  }
}

// MARK: - Details
//
// The text of a card below a character's name: a line for each fact.

extension UnicodeCatalog {
  /// Appends lines of ASCII, without a newline after the last: the code point, the category, the
  /// age, and the decomposition, numeric value and other case of the character, if any.
  public func appendDetails(at index: Int, to text: inout [UInt8]) {
    let record = record(at: index)
    AlgorithmicNames.append("U+", to: &text)
    AlgorithmicNames.appendHexadecimal(codePoints[index], to: &text)
    text.append(newline)
    text.append(contentsOf: record.category.titleBytes)
    if let age = age(at: index) {
      AlgorithmicNames.append("\nSince Unicode ", to: &text)
      text.append(contentsOf: age.utf8)
    }
    append("\nDecomposes to ", record.decomposition, to: &text)
    append("\nValue ", record.number, to: &text)
    append("\nUppercase U+", record.uppercase, to: &text)
    append("\nLowercase U+", record.lowercase, to: &text)
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }

  /// Appends a line if the file has a value for it.
  private func append(_ label: StaticString, _ slice: TextSlice, to text: inout [UInt8]) {
    guard slice.count > 0 else { return }
    AlgorithmicNames.append(label, to: &text)
    text.append(contentsOf: bytes[slice.range])
  }
}
