// SPDX-License-Identifier: Apache-2.0
//
// One value an item, side by side, taken through changes of the items.

extension Room {
  /// Takes out the values of items, ascending.
  mutating func remove(_ items: [Int]) {
    for (index, item) in items.enumerated() {
      let end = index + 1 < items.count ? items[index + 1] : count
      (start + (item - index)).take(from: start + (item + 1), count: end - item - 1)
    }
    count -= items.count
  }

  /// Puts in the values of items, by their new numbers, ascending; there must be room.
  mutating func insert(_ items: [SizedItem], _ value: (SizedItem) -> Value) {
    var end = count + items.count
    count = end
    for (index, change) in items.enumerated().reversed() {
      let moved = end - change.item - 1
      (start + (change.item + 1)).take(from: start + (change.item - index), count: moved)
      self[change.item] = value(change)
      end = change.item
    }
  }
}
