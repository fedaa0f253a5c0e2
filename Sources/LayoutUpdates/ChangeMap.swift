// SPDX-License-Identifier: Apache-2.0
//
// The paths of a batch, from before it to after it and back. Host and kit compile this one file.

import LayoutABI

/// Old and new paths of one batch, found in both directions.
///
/// Deletes, move sources and reloads name old places; inserts, move targets and reloads name new
/// ones. A moved element goes to the place that its change names. The survivors, which no change
/// names, fill the remaining places in their old order.
///
/// - Complexity: O(*k* log *k*) to make and O(log *k*) for a path, for *k* changes.
package struct ChangeMap: Sendable {
  /// Whole sections; their keys are their indices.
  package private(set) var sections = PlaceMap()
  /// Items; their keys hold section and item, so that the items of a section are neighbours.
  package private(set) var items = PlaceMap()

  /// A map of no change. Call ``add(_:)`` for each change, then ``finish()``.
  package init() {}

  /// Adds a change. The changes must be consistent: no place is removed or filled twice.
  package mutating func add(_ update: layout_update) {
    if update.of_section == 1 {
      sections.add(
        update.action, Self.key(ofSection: update.before), Self.key(ofSection: update.after))
    } else {
      items.add(update.action, Self.key(update.before), Self.key(update.after))
    }
  }

  /// Prepares the map for look-ups, after the last change was added.
  package mutating func finish() {
    sections.finish()
    items.finish()
  }

  // MARK: Forward

  /// Returns the new path of the item at an old path; nil when it was deleted.
  ///
  /// - Parameter followsRenewed: True to return the place of a reloaded item too; otherwise a
  ///   reloaded item, or one in a reloaded section, has no new path.
  package func newPath(of old: layout_path, followsRenewed: Bool = false) -> layout_path? {
    if let change = items.change(removing: Self.key(old)) {
      return change.isRenewed && !followsRenewed ? nil : Self.path(change.other)
    }
    guard let section = newSection(of: old.section, followsRenewed: followsRenewed) else {
      return nil
    }
    return layout_path(
      section: section,
      item: items.newIndex(of: old.item, in: Self.base(old.section), to: Self.base(section)))
  }

  /// Returns the new index of the section at an old index; nil when it was deleted.
  package func newSection(of old: UInt32, followsRenewed: Bool = false) -> UInt32? {
    if let change = sections.change(removing: UInt64(old)) {
      return change.isRenewed && !followsRenewed ? nil : Self.section(change.other)
    }
    return sections.newIndex(of: old, in: 0, to: 0)
  }

  // MARK: Back

  /// Returns the old path of the item at a new path; nil when it was inserted.
  ///
  /// - Parameter followsRenewed: As of ``newPath(of:followsRenewed:)``.
  package func oldPath(of new: layout_path, followsRenewed: Bool = false) -> layout_path? {
    if let change = items.change(placing: Self.key(new)) {
      return change.isRenewed && !followsRenewed ? nil : Self.path(change.other)
    }
    guard let section = oldSection(of: new.section, followsRenewed: followsRenewed) else {
      return nil
    }
    return layout_path(
      section: section,
      item: items.oldIndex(of: new.item, in: Self.base(new.section), to: Self.base(section)))
  }

  /// Returns the old index of the section at a new index; nil when it was inserted.
  package func oldSection(of new: UInt32, followsRenewed: Bool = false) -> UInt32? {
    if let change = sections.change(placing: UInt64(new)) {
      return change.isRenewed && !followsRenewed ? nil : Self.section(change.other)
    }
    return sections.oldIndex(of: new, in: 0, to: 0)
  }

  /// Returns true when the section at an old index stays and all its items are reloaded.
  package func isRenewed(section old: UInt32) -> Bool {
    sections.change(removing: UInt64(old))?.isRenewed ?? false
  }

  // MARK: Keys

  private static func base(_ section: UInt32) -> UInt64 { UInt64(section) << 32 }

  private static func key(_ path: layout_path) -> UInt64 {
    path.section == LAYOUT_PATH_NONE ? PlaceMap.none : base(path.section) | UInt64(path.item)
  }

  private static func key(ofSection path: layout_path) -> UInt64 {
    path.section == LAYOUT_PATH_NONE ? PlaceMap.none : UInt64(path.section)
  }

  private static func path(_ key: UInt64) -> layout_path? {
    key == PlaceMap.none
      ? nil : layout_path(section: UInt32(key >> 32), item: UInt32(truncatingIfNeeded: key))
  }

  private static func section(_ key: UInt64) -> UInt32? {
    key == PlaceMap.none ? nil : UInt32(truncatingIfNeeded: key)
  }
}

/// The places that a batch removes and fills, as two ascending lists: a batch of *k* changes takes
/// O(*k*) memory for data of any length.
package struct PlaceMap: Sendable {
  /// A place that a change names. The key comes first, because the lists are sorted by the first
  /// word.
  package struct Change: BitwiseCopyable, Sendable {
    /// The place.
    package let key: UInt64
    /// The place of the same element on the other side of the batch, or ``PlaceMap/none``.
    package let other: UInt64
    /// True when the element was reloaded there.
    package let isRenewed: Bool
  }

  /// The key of no place.
  package static var none: UInt64 { .max }

  /// Old places that were deleted, moved away from or reloaded, ascending.
  package private(set) var removed: [Change] = []
  /// New places that were inserted, moved to or reloaded, ascending.
  package private(set) var placed: [Change] = []

  /// True when no change names a place.
  package var isEmpty: Bool { removed.isEmpty && placed.isEmpty }

  mutating func add(_ action: UInt32, _ before: UInt64, _ after: UInt64) {
    let isRenewed = action == LAYOUT_UPDATE_RELOAD
    let isPair = isRenewed || action == LAYOUT_UPDATE_MOVE
    if before != Self.none {
      removed.append(
        Change(key: before, other: isPair ? after : Self.none, isRenewed: isRenewed))
    }
    if after != Self.none {
      placed.append(
        Change(key: after, other: isPair ? before : Self.none, isRenewed: isRenewed))
    }
  }

  mutating func finish() {
    removed.sortByFirstWords()
    placed.sortByFirstWords()
  }

  func change(removing key: UInt64) -> Change? { Self.find(key, in: removed) }

  func change(placing key: UInt64) -> Change? { Self.find(key, in: placed) }

  /// Returns the new index of a survivor.
  ///
  /// - Parameters:
  ///   - index: Its old index in its list.
  ///   - base: The key of the list's first old place.
  ///   - newBase: The key of the list's first new place.
  func newIndex(of index: UInt32, in base: UInt64, to newBase: UInt64) -> UInt32 {
    Self.step(index, from: removed, base, to: placed, newBase)
  }

  /// Returns the old index of a survivor.
  func oldIndex(of index: UInt32, in newBase: UInt64, to base: UInt64) -> UInt32 {
    Self.step(index, from: placed, newBase, to: removed, base)
  }

  /// Maps the rank of `index` among the places outside of `holes` to the place of the same rank
  /// outside of `others`.
  ///
  /// `others[j] - j` counts the free places before the j-th hole and never decreases, so bisection
  /// finds the holes before the answer.
  private static func step(
    _ index: UInt32, from holes: [Change], _ base: UInt64, to others: [Change], _ otherBase: UInt64
  ) -> UInt32 {
    let gone =
      firstIndex(in: holes, notBefore: base + UInt64(index))
      - firstIndex(in: holes, notBefore: base)
    let rank = UInt64(index) - UInt64(gone)
    let first = firstIndex(in: others, notBefore: otherBase)
    // The list after the last section begins at no key, and at 0 by this sum: nothing is found.
    var (low, high) = (first, firstIndex(in: others, notBefore: otherBase &+ (1 << 32)))
    while low < high {
      let middle = low + (high - low) / 2
      if others[middle].key - otherBase - UInt64(middle - first) <= rank {
        low = middle + 1
      } else {
        high = middle
      }
    }
    // An index beyond the data may map beyond all indices, but never to a real one.
    return UInt32(clamping: rank + UInt64(low - first))
  }

  private static func find(_ key: UInt64, in changes: [Change]) -> Change? {
    let index = firstIndex(in: changes, notBefore: key)
    return index < changes.count && changes[index].key == key ? changes[index] : nil
  }

  private static func firstIndex(in changes: [Change], notBefore key: UInt64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = low + (high - low) / 2
      if changes[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Stands for a new element among the results of ``origins(oldCount:newCount:)``.
  package static var noOrigin: Int { -1 }

  /// Returns for each new place of one list the old place of its element, or ``noOrigin`` when the
  /// element is new or was reloaded; nil when the changes do not fit the counts.
  ///
  /// - Complexity: O(new places + changes).
  package func origins(oldCount: Int, newCount: Int) -> [Int]? {
    guard Self.areInside(removed, oldCount), Self.areInside(placed, newCount),
      oldCount - removed.count == newCount - placed.count
    else { return nil }
    var origins: [Int] = []
    origins.reserveCapacity(newCount)
    var (old, hole, taken) = (0, 0, 0)
    for new in 0..<newCount {
      if taken < placed.count, placed[taken].key == UInt64(new) {
        let change = placed[taken]
        let isNew = change.isRenewed || change.other == Self.none
        origins.append(isNew ? Self.noOrigin : Int(truncatingIfNeeded: change.other))
        taken += 1
        continue
      }
      while hole < removed.count, removed[hole].key == UInt64(old) {
        (hole, old) = (hole + 1, old + 1)
      }
      origins.append(old)
      old += 1
    }
    return origins
  }

  /// Returns true when places are below a count and none is named twice.
  private static func areInside(_ changes: [Change], _ count: Int) -> Bool {
    guard let last = changes.last else { return true }
    for index in 1..<changes.count where changes[index - 1].key == changes[index].key {
      return false
    }
    return last.key < UInt64(count)
  }
}
