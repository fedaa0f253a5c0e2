// SPDX-License-Identifier: Apache-2.0
//
// All items of all sections in one row: which is the n-th, and the other way round.

import LayoutABI

/// The items of the data, one after the other.
public struct ItemRow {
  /// The number of items in the sections before each one; one more at the end for all.
  private var starts: [Int] = [0]
  private var epoch: UInt64?

  /// No items.
  public init() {}

  /// The number of items.
  public var count: Int { starts[starts.count - 1] }

  /// Takes over the counts of a snapshot.
  /// - Complexity: O(sections) for other data than last time, else O(1).
  public mutating func read(_ snapshot: borrowing Snapshot) {
    if epoch == snapshot.epoch { return }
    epoch = snapshot.epoch
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for section in 0..<snapshot.sectionCount {
      starts.append(starts[section] + snapshot.itemCount(in: section))
    }
  }

  /// The place in the data of the item at `index` of the row.
  /// - Precondition: `index` is below ``count``.
  /// - Complexity: O(log sections).
  public func path(at index: Int) -> ItemPath {
    precondition(index >= 0 && index < count, "no such item in the row")
    let section = partition(0..<starts.count - 1) { starts[$0] <= index } - 1
    return ItemPath(section, index - starts[section])
  }

  /// The place in the row of an item; nil when there is no such item.
  public func index(of path: ItemPath) -> Int? {
    let section = Int(path.section)
    guard section < starts.count - 1 else { return nil }
    let index = starts[section] + Int(path.item)
    return index < starts[section + 1] ? index : nil
  }
}
