// SPDX-License-Identifier: Apache-2.0
//
// What happens to the items of one section at once.

import LayoutABI

/// An item, its size, and how many columns it takes.
struct SizedItem {
  var item: Int
  var size: Size
  /// True when the size is only assumed.
  var isEstimate = false
  /// More than 1 in a waterfall alone.
  var span: Int32 = 1
}

/// Changes of a section's items, each list ascending.
struct ItemChanges {
  /// Items that go, by their old numbers.
  var removed: [Int] = []
  /// Items that come, by their new numbers.
  var placed: [SizedItem] = []
  /// Items that stay and have another size, by their new numbers.
  var replaced: [SizedItem] = []

  var isEmpty: Bool { removed.isEmpty && placed.isEmpty && replaced.isEmpty }

  /// The first item that is not as it was.
  var first: Int {
    min(removed.first ?? .max, placed.first?.item ?? .max, replaced.first?.item ?? .max)
  }

  /// Returns true when items that all have this size still do afterwards.
  func keep(_ size: Size) -> Bool {
    for change in placed where change.size != size { return false }
    for change in replaced where change.size != size { return false }
    return true
  }

  /// True when an item takes more than one column.
  var bringSpans: Bool {
    for change in placed where change.span > 1 { return true }
    for change in replaced where change.span > 1 { return true }
    return false
  }

  /// By their new numbers, ascending: the items that are new or changed, and those whose predecessor
  /// is gone.
  /// - Complexity: O(*k*) for *k* changes.
  var dirtyItems: [Int] {
    var dirty: [Int] = []
    dirty.reserveCapacity(removed.count + placed.count + replaced.count)
    var gap = 0
    var other = 0
    func addOthers(before limit: Int) {
      while other < replaced.count, replaced[other].item < limit {
        dirty.append(replaced[other].item)
        other += 1
      }
    }
    // A gap before the survivor of some rank lies behind every placed item that has no more survivors
    // before it.
    for (index, change) in placed.enumerated() {
      while gap < removed.count, removed[gap] - gap < change.item - index {
        addOthers(before: removed[gap] - gap + index)
        dirty.append(removed[gap] - gap + index)
        gap += 1
      }
      addOthers(before: change.item)
      dirty.append(change.item)
    }
    while gap < removed.count {
      addOthers(before: removed[gap] - gap + placed.count)
      dirty.append(removed[gap] - gap + placed.count)
      gap += 1
    }
    addOthers(before: .max)
    return dirty
  }
}
