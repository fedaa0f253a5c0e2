// SPDX-License-Identifier: Apache-2.0
//
// Where items go when a batch changes the data.

import LayoutABI
import LayoutModel

/// The mapping from old to new index paths of one batch.
///
/// Deletes, move sources and reloads name old paths; inserts and move targets new ones. What was
/// moved goes to the place that its update names; a reload is a delete and an insert at the same
/// place; the other survivors fill the places that are left, in their old order.
///
/// - Complexity: O(*u* log *u*) to make and O(log *u*) for a path, for *u* updates.
public struct PathMap: Sendable {
  private var sections = IndexMap()
  private var items = IndexMap()

  /// The mapping of these updates, which are consistent: no path is taken or given twice.
  public init(_ updates: [layout_update]) {
    for update in updates {
      let isMove = update.action == LAYOUT_UPDATE_MOVE
      if update.of_section == 1 {
        sections.add(
          from: Self.key(ofSection: update.before), to: Self.key(ofSection: update.after), isMove)
      } else {
        items.add(from: Self.key(update.before), to: Self.key(update.after), isMove)
      }
    }
    sections.finish()
    items.finish()
  }

  /// The path after the batch of the item at `path` before it; nil when it was deleted.
  public func callAsFunction(_ path: layout_path) -> layout_path? {
    let key = Self.key(path.section, path.item)
    if let target = items.target(of: key) { return target.map { Self.path($0) } }
    guard let section = self.section(path.section) else { return nil }
    let rank = path.item - items.removedCount(from: Self.key(path.section, 0), to: key)
    return layout_path(
      section: section,
      item: items.freePlace(rank, from: Self.key(section, 0), to: Self.key(section, .max)))
  }

  /// The path after the batch of the item at `path` before it; nil when it was deleted.
  public func callAsFunction(_ path: ItemPath) -> ItemPath? {
    let old = layout_path(
      section: UInt32(clamping: path.section), item: UInt32(clamping: path.item))
    return self(old).map { ItemPath(Int($0.section), Int($0.item)) }
  }

  /// The index after the batch of the section at `index` before it; nil when it was deleted.
  public func section(_ index: UInt32) -> UInt32? {
    if let target = sections.target(of: Self.key(0, index)) {
      return target.map { UInt32(truncatingIfNeeded: $0) }
    }
    let rank = index - sections.removedCount(from: 0, to: Self.key(0, index))
    return sections.freePlace(rank, from: 0, to: Self.key(0, .max))
  }

  private static func key(_ path: layout_path) -> UInt64? {
    path.section == LAYOUT_PATH_NONE ? nil : key(path.section, path.item)
  }

  private static func key(ofSection path: layout_path) -> UInt64? {
    path.section == LAYOUT_PATH_NONE ? nil : UInt64(path.section)
  }

  private static func key(_ section: UInt32, _ item: UInt32) -> UInt64 {
    UInt64(section) << 32 | UInt64(item)
  }

  private static func path(_ key: UInt64) -> layout_path {
    layout_path(section: UInt32(key >> 32), item: UInt32(truncatingIfNeeded: key))
  }
}

/// What was removed, what was placed, and which of the first became which of the second; keys are
/// section and item in one number, so that the items of a section are neighbours.
private struct IndexMap: Sendable {
  private var removed: [(key: UInt64, target: UInt64?)] = []
  private var placed: [UInt64] = []

  mutating func add(from: UInt64?, to: UInt64?, _ isMove: Bool) {
    if let from { removed.append((from, isMove ? to : nil)) }
    if let to { placed.append(to) }
  }

  mutating func finish() {
    removed.sort { $0.key < $1.key }
    placed.sort()
  }

  /// The place of a key that an update names: `.some(nil)` when it was deleted, nil when no update
  /// names it.
  func target(of key: UInt64) -> UInt64?? {
    let index = Self.firstIndex(in: 0..<removed.count) { removed[$0].key >= key }
    guard index < removed.count, removed[index].key == key else { return nil }
    return .some(removed[index].target)
  }

  /// How many keys were removed in `from..<to`.
  func removedCount(from: UInt64, to: UInt64) -> UInt32 {
    let all = 0..<removed.count
    let first = Self.firstIndex(in: all) { removed[$0].key >= from }
    let last = Self.firstIndex(in: all) { removed[$0].key >= to }
    return UInt32(truncatingIfNeeded: last - first)
  }

  /// The index, relative to `from`, of the place at `rank` among those that nothing was put into.
  ///
  /// `placed[j] - j` counts the free places before the j-th taken one and never falls, so the taken
  /// ones that lie before the answer are found by bisection.
  func freePlace(_ rank: UInt32, from: UInt64, to: UInt64) -> UInt32 {
    let all = 0..<placed.count
    let first = Self.firstIndex(in: all) { placed[$0] >= from }
    let last = Self.firstIndex(in: all) { placed[$0] >= to }
    let end = Self.firstIndex(in: first..<last) {
      placed[$0] - from - UInt64($0 - first) > UInt64(rank)
    }
    return rank + UInt32(truncatingIfNeeded: end - first)
  }

  private static func firstIndex(in range: Range<Int>, where isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
