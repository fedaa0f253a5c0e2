// SPDX-License-Identifier: Apache-2.0
//
// How many rows and columns a table has.

import LayoutABI

/// The counts of a table: as many rows as there are sections, as many columns as the longest row has items.
final class TableShape {
  /// The number of rows.
  let rowCount: Int
  /// The number of columns.
  let columnCount: Int
  /// A row that has all columns.
  let widest: Int
  /// The number of items of each row where they differ.
  private var counts: Room<UInt32>
  private let isEven: Bool

  /// No row.
  init() throws(LayoutError) {
    (rowCount, columnCount, widest, isEven) = (0, 0, 0, true)
    counts = try Room(capacity: 1)
  }

  /// Reads the counts.
  /// - Complexity: O(rows); O(1) where the snapshot says one count for all.
  init(_ snapshot: borrowing Snapshot) throws(LayoutError) {
    rowCount = snapshot.sectionCount
    if let count = snapshot.uniformItemCount {
      (columnCount, widest, isEven) = (count, 0, true)
      counts = try Room(capacity: 1)
      return
    }
    var (least, most, widest) = (Int.max, 0, 0)
    for row in 0..<rowCount {
      let count = snapshot.itemCount(in: row)
      if count > most { (most, widest) = (count, row) }
      least = min(least, count)
    }
    (columnCount, self.widest, isEven) = (most, widest, least >= most)
    counts = try Room(capacity: isEven ? 1 : rowCount)
    if isEven { return }
    for row in 0..<rowCount { counts.append(UInt32(snapshot.itemCount(in: row))) }
  }

  /// The number of items of a row, which is below ``rowCount``.
  @inline(__always)
  func itemCount(of row: Int) -> Int { isEven ? columnCount : Int(counts[row]) }
}
