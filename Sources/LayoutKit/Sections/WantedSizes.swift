// SPDX-License-Identifier: Apache-2.0
//
// Sizes that views prefer, kept until the next `prepare`, which places the items once for all of them. A
// waterfall places all items behind a changed one, so otherwise a screen of views would place them a hundred
// times.

import LayoutABI

/// A size that a view prefers.
struct WantedSize {
  // The two words by which the requests are sorted.
  let key: ItemKey
  /// The number of earlier requests.
  let number: Int
  let item: SizedItem
}

extension Sections {
  /// Stores the size that an item's view prefers.
  ///
  /// - Returns: False if the item has that size already and no other size is requested for it.
  func want(_ size: Size, for item: Int, of section: Int) -> Bool {
    var known = bodies.sized(item, stack.records[section])
    let fills = stack.direction.fillsLine(known.size)
    let size = fills ? stack.direction.fillingLine(size) : size
    if known.size == size, !known.isEstimate, !isWanted(item, of: section) { return false }
    (known.size, known.isEstimate) = (size, false)
    let key = ItemKey(UInt32(truncatingIfNeeded: section), UInt32(truncatingIfNeeded: item))
    wanted.append(WantedSize(key: key, number: wanted.count, item: known))
    return true
  }

  private func isWanted(_ item: Int, of section: Int) -> Bool {
    for other in wanted where other.key.section == section && other.key.item == item { return true }
    return false
  }

  /// Gives the items the sizes that their views prefer; the caller must stack the sections again.
  ///
  /// - Throws: `memory`; the items keep their sizes then, and the requests are dropped, because the same
  ///   `prepare` would fail in each frame.
  func settleWantedSizes() throws(LayoutError) {
    guard !wanted.isEmpty else { return }
    defer { wanted.removeAll(keepingCapacity: true) }
    wanted.sortByFirstWords()
    var changes = [ItemChanges](repeating: ItemChanges(), count: stack.records.count)
    for (place, size) in wanted.enumerated() {
      // Of several requests for one item the last one is used.
      if place + 1 < wanted.count, wanted[place + 1].key == size.key { continue }
      changes[size.key.section].replaced.append(size.item)
    }
    try bodies.reserve(for: changes, stack)
    for section in stack.all where !changes[section].isEmpty {
      apply(changes[section], to: section)
    }
    stack.isDue = true
  }
}
