// SPDX-License-Identifier: Apache-2.0
//
// Every assigned character, by place: what `unicode` shows, in about three megabytes.

/// The characters of the Unicode Standard in the order of their code points.
///
/// Assigned means: of any general category but surrogate and private use. Names stay where they
/// stand in the file's bytes; those that the standard gives by rule are composed when asked for.
public struct UnicodeCatalog: Sendable {
  /// UnicodeData.txt, which the records point into.
  let bytes: [UInt8]
  let records: [CharacterRecord]
  /// For each character its record. A range's characters share one.
  let recordIndices: [UInt32]
  let ages: [AgeRange]
  /// Every character's code point, ascending.
  public let codePoints: [UInt32]
  /// The blocks that hold characters, in the order of their code points.
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

  /// The version of the standard that brought the character at `index`.
  ///
  /// - Complexity: O(log of the number of ranges).
  public func age(at index: Int) -> String? {
    let codePoint = codePoints[index]
    let place = ages.partitioningIndex { $0.codePoints.upperBound >= codePoint }
    guard place < ages.count, ages[place].codePoints.contains(codePoint) else { return nil }
    return ages[place].version
  }

  /// The place of a code point, or nil when it is not assigned.
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
  /// The first index whose element satisfies `belongs`, where all that satisfy it stand last.
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
