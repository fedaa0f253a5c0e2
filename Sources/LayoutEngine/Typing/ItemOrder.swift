// SPDX-License-Identifier: Apache-2.0
//
// Items in the order of the data, across sections.

import LayoutModel

/// The order of all items of data with these counts.
struct ItemOrder {
  private let counts: [Int]

  init(_ counts: [UInt32]) { self.counts = counts.map(Int.init) }

  var first: ItemPath? {
    counts.firstIndex { $0 > 0 }.map { ItemPath($0, 0) }
  }

  var last: ItemPath? {
    counts.lastIndex { $0 > 0 }.map { ItemPath($0, counts[$0] - 1) }
  }

  func item(after path: ItemPath) -> ItemPath? {
    if path.item + 1 < counts[path.section] { return ItemPath(path.section, path.item + 1) }
    let next = counts[(path.section + 1)...].firstIndex { $0 > 0 }
    return next.map { ItemPath($0, 0) }
  }

  func item(before path: ItemPath) -> ItemPath? {
    if path.item > 0 { return ItemPath(path.section, path.item - 1) }
    let last = counts[..<path.section].lastIndex { $0 > 0 }
    return last.map { ItemPath($0, counts[$0] - 1) }
  }

  /// Two paths as a range.
  static func range(_ a: ItemPath, _ b: ItemPath) -> ClosedRange<ItemPath> { min(a, b)...max(a, b) }

  /// Visits the items of `range` that are not in `hole`, ascending. O(items visited + sections), since
  /// the hole is jumped over.
  func forEach(
    in range: ClosedRange<ItemPath>, outside hole: ClosedRange<ItemPath>?,
    _ body: (ItemPath) -> Void
  ) {
    var next: ItemPath? = range.lowerBound
    while let path = next, path <= range.upperBound {
      if let hole, hole.contains(path) {
        guard hole.upperBound < range.upperBound else { return }
        next = item(after: hole.upperBound)
        continue
      }
      body(path)
      next = item(after: path)
    }
  }
}
