// SPDX-License-Identifier: Apache-2.0
//
// What items in columns are found by, whether some of them span or none: blocks of items with marks
// between them, and columns merged in order of the data.

/// Rules that ``ItemTops`` and ``SpannedPlaces`` have in common.
enum ColumnSearch {
  /// Up to so many columns, items are answered in order; beyond, that is left to the host, which
  /// sorts faster than a merge of many columns would be.
  static var orderedColumns: Int { 64 }

  /// Items between two marks: so few that looking through them costs less than answering a screen,
  /// so many that the marks take half a byte an item.
  static func blockSize(_ columnCount: Int) -> Int { max(256, 8 * columnCount) }

  /// Returns the number of marks before an item. A block's mark is made with its first item,
  /// so the item itself has none yet, and nor has the end of a last block that is full.
  static func markCount(before item: Int, _ columnCount: Int) -> Int {
    max(0, item - 1) / blockSize(columnCount)
  }

  /// The column whose next item comes first in the data, of those that `goesOn` holds for.
  @inline(__always)
  static func leastColumn(
    of nexts: UnsafeMutablePointer<Int32>, count: Int, _ goesOn: (Int32) -> Bool
  ) -> Int? {
    var least: Int?
    for column in 0..<count where goesOn(nexts[column]) {
      if let known = least, nexts[known] < nexts[column] { continue }
      least = column
    }
    return least
  }
}
