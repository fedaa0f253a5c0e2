// SPDX-License-Identifier: Apache-2.0
//
// The catalogue from the three files of the character database that it needs.

import LayoutModel

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

  /// The blocks that hold characters.
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
