// SPDX-License-Identifier: Apache-2.0
//
// Items in the order of the data, across sections.

import LayoutModel

/// The order of all items of data with these counts.
struct ItemOrder {
  private let counts: SectionCounts

  init(_ counts: SectionCounts) { self.counts = counts }

  var first: ItemPath? { counts.filledSection(from: 0).map { ItemPath($0, 0) } }

  var last: ItemPath? { counts.filledSection(before: counts.count).map(lastItem) }

  private func lastItem(in section: Int) -> ItemPath { ItemPath(section, Int(counts[section]) - 1) }

  func item(after path: ItemPath) -> ItemPath? {
    if path.item + 1 < counts[path.section] { return ItemPath(path.section, path.item + 1) }
    return counts.filledSection(from: path.section + 1).map { ItemPath($0, 0) }
  }

  func item(before path: ItemPath) -> ItemPath? {
    if path.item > 0 { return ItemPath(path.section, path.item - 1) }
    return counts.filledSection(before: path.section).map(lastItem)
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
