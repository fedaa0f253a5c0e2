// SPDX-License-Identifier: Apache-2.0
//
// Data as identities: sections and items that are identified independently of their places.

import LayoutModel

/// The content of a collection view, by identity.
///
/// Every section identity and every item identity is unique in the snapshot; the calls that would
/// break this throw `duplicate-identity` and change nothing.
public struct DiffableSnapshot<SectionID: Hashable, ItemID: Hashable> {
  /// Section identities, in order.
  public internal(set) var sectionIDs: [SectionID] = []
  @usableFromInline var items: [[ItemID]] = []
  @usableFromInline var sectionIndices: [SectionID: Int] = [:]
  @usableFromInline var known: Set<ItemID> = []
  /// Items to reload although they stayed, in the order of the calls.
  public private(set) var reloadedIDs: [ItemID] = []
  /// Sections to reload although they stayed, in the order of the calls.
  public private(set) var reloadedSectionIDs: [SectionID] = []
  /// Items to reconfigure in their current views, in the order of the calls.
  public private(set) var reconfiguredIDs: [ItemID] = []

  /// A snapshot without sections.
  public init() {}

  /// The number of items in all sections.
  public var itemCount: Int { known.count }

  /// Items of each section.
  public var counts: [Int] { items.map(\.count) }

  /// Returns true when the item is in the snapshot. O(1).
  @inlinable
  public func contains(_ item: ItemID) -> Bool { known.contains(item) }

  /// The items of the section at `index`, in order.
  @inlinable
  public func itemIDs(inSectionAt index: Int) -> [ItemID] { items[index] }

  /// The items of a section, in order.
  /// - Throws: `unknown-identity` when there is no such section.
  public func itemIDs(in section: SectionID) throws(LayoutError) -> [ItemID] {
    items[try index(of: section)]
  }

  /// Returns the index of a section. O(1).
  /// - Throws: `unknown-identity` when there is no such section.
  @inlinable
  public func index(of section: SectionID) throws(LayoutError) -> Int {
    guard let index = sectionIndices[section] else {
      throw LayoutError(
        .unknownIdentity,
        "The snapshot has no section \(section). Append it with appendSections first.")
    }
    return index
  }

  /// Adds empty sections at the end.
  /// - Throws: `duplicate-identity` when one exists already, or is given twice.
  public mutating func appendSections(_ sections: [SectionID]) throws(LayoutError) {
    try insert(sections, at: sectionIDs.count)
  }

  /// Adds items at the end of a section.
  /// - Throws: `unknown-identity` for the section, `duplicate-identity` when an item is anywhere in
  ///   the snapshot already, or is given twice.
  /// - Complexity: O(items given).
  @inlinable
  public mutating func appendItems(
    _ newItems: [ItemID], to section: SectionID
  ) throws(LayoutError) {
    let index = try index(of: section)
    try insert(newItems, at: ItemPath(index, items[index].count))
  }

  /// Adds empty sections before the one at `index`. O(sections).
  mutating func insert(_ sections: [SectionID], at index: Int) throws(LayoutError) {
    var given: Set<SectionID> = []
    for section in sections
    where sectionIndices[section] != nil || !given.insert(section).inserted {
      throw LayoutError(
        .duplicateIdentity,
        "Section \(section) is in the snapshot already. Give each section an identity of its own.")
    }
    sectionIDs.insert(contentsOf: sections, at: index)
    items.insert(contentsOf: Array(repeating: [], count: sections.count), at: index)
    countSections(from: index)
  }

  /// Adds items before the one at `path`.
  @inlinable
  mutating func insert(_ newItems: [ItemID], at path: ItemPath) throws(LayoutError) {
    known.reserveCapacity(known.count + newItems.count)
    for (offset, item) in newItems.enumerated() where !known.insert(item).inserted {
      for added in newItems[..<offset] { known.remove(added) }
      throw LayoutError(
        .duplicateIdentity,
        "Item \(item) is in the snapshot already. Give each item an identity of its own.")
    }
    items[path.section].insert(contentsOf: newItems, at: path.item)
  }

  /// Updates the indices of the sections from `index` on.
  mutating func countSections(from index: Int = 0) {
    for place in index..<sectionIDs.count { sectionIndices[sectionIDs[place]] = place }
  }

  /// Deletes items; unknown ones are ignored. O(all items).
  @inlinable
  public mutating func deleteItems(_ gone: some Sequence<ItemID>) {
    let gone = known.intersection(gone)
    guard !gone.isEmpty else { return }
    known.subtract(gone)
    for index in items.indices { items[index].removeAll(where: gone.contains) }
  }

  /// Deletes all items, and the sections with them.
  public mutating func deleteAllItems() {
    (sectionIDs, items, known) = ([], [], [])
    sectionIndices = [:]
  }

  /// Deletes sections, with their items; unknown ones are ignored.
  public mutating func deleteSections(_ gone: some Sequence<SectionID>) {
    let gone = Set(gone)
    for (section, content) in zip(sectionIDs, items) where gone.contains(section) {
      known.subtract(content)
    }
    let kept = zip(sectionIDs, items).filter { !gone.contains($0.0) }
    sectionIDs = kept.map(\.0)
    items = kept.map(\.1)
    sectionIndices = [:]
    countSections()
  }

  /// Requests new views for items that stay.
  /// - Throws: `unknown-identity` when one is not in the snapshot.
  public mutating func reloadItems(_ stale: [ItemID]) throws(LayoutError) {
    try checkContains(stale, to: "reload")
    reloadedIDs += stale
  }

  /// Requests new views for everything in sections that stay.
  /// - Throws: `unknown-identity` when one is not in the snapshot.
  public mutating func reloadSections(_ stale: [SectionID]) throws(LayoutError) {
    for section in stale { _ = try index(of: section) }
    reloadedSectionIDs += stale
  }

  /// Requests that items that stay are filled again in their current views.
  /// - Throws: `unknown-identity` when one is not in the snapshot.
  public mutating func reconfigureItems(_ stale: [ItemID]) throws(LayoutError) {
    try checkContains(stale, to: "reconfigure")
    reconfiguredIDs += stale
  }

  private func checkContains(_ named: [ItemID], to purpose: String) throws(LayoutError) {
    for item in named where !known.contains(item) {
      throw LayoutError(.unknownIdentity, "The snapshot has no item \(item) to \(purpose).")
    }
  }

  /// Moves the item at `path` to `target`; both paths must exist.
  package mutating func moveItem(at path: ItemPath, to target: ItemPath) {
    items[target.section].insert(items[path.section].remove(at: path.item), at: target.item)
  }

  /// Drops the requests to reload and reconfigure.
  package mutating func forgetRequests() {
    (reloadedIDs, reloadedSectionIDs, reconfiguredIDs) = ([], [], [])
  }
}

// MARK: - From one to the next
//
// From one snapshot to the next, as a batch.

extension DiffableSnapshot {
  /// The batch from this snapshot to `new`: items that changed their section move; of those that
  /// stay in it as few as possible move.
  ///
  /// - Complexity: O(items of both + d log d) for *d* differences; hashes only the parts that
  ///   differ in order.
  @inlinable
  public func difference(to new: DiffableSnapshot) -> BatchUpdate {
    let stale = Set(new.reloadedSectionIDs)
    let sections = Matching(
      sectionIDs.map { SectionKey(id: $0, staleness: stale.contains($0) ? .before : .no) },
      new.sectionIDs.map { SectionKey(id: $0, staleness: stale.contains($0) ? .after : .no) })
    var batch = BatchUpdate()
    for index in sections.unmatchedOld { batch.deleteSection(at: index) }
    for index in sections.unmatchedNew { batch.insertSection(at: index) }
    sections.forEachRun { run, hasMoved in
      guard hasMoved else { return }
      for step in 0..<run.count { batch.moveSection(from: run.old + step, to: run.new + step) }
    }
    var changes = ItemDifference(from: self, to: new)
    changes.add(to: &batch)
    return batch
  }
}

/// A section in one of two snapshots: a section to reload counts as different before and after.
@usableFromInline
struct SectionKey<SectionID: Hashable>: Hashable {
  @usableFromInline enum Staleness { case no, before, after }
  @usableFromInline let id: SectionID
  @usableFromInline let staleness: Staleness

  @inlinable
  init(id: SectionID, staleness: Staleness) { (self.id, self.staleness) = (id, staleness) }

  // Written by hand, because the compiler's version is not inlinable.
  @inlinable
  static func == (a: Self, b: Self) -> Bool { a.staleness == b.staleness && a.id == b.id }

  @inlinable
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The item half of a difference of snapshots.
@usableFromInline
struct ItemDifference<SectionID: Hashable, ItemID: Hashable> {
  /// Old and new index of the sections in both.
  @usableFromInline var pairs: [(old: Int, new: Int)]
  @usableFromInline var matchings: [Matching<ItemID>]
  @usableFromInline var leftoverOld: [ItemID: ItemPath]
  @usableFromInline let old: DiffableSnapshot<SectionID, ItemID>
  @usableFromInline let new: DiffableSnapshot<SectionID, ItemID>

  @inlinable
  init(
    from old: DiffableSnapshot<SectionID, ItemID>, to new: DiffableSnapshot<SectionID, ItemID>
  ) {
    (self.old, self.new) = (old, new)
    (pairs, matchings, leftoverOld) = ([], [], [:])
    let stale = Set(new.reloadedSectionIDs)
    for (target, section) in new.sectionIDs.enumerated() where !stale.contains(section) {
      guard let source = try? old.index(of: section) else { continue }
      pairs.append((source, target))
      matchings.append(
        Matching(old.itemIDs(inSectionAt: source), new.itemIDs(inSectionAt: target)))
    }
    for (pair, matching) in zip(pairs, matchings) {
      let items = old.itemIDs(inSectionAt: pair.old)
      for index in matching.unmatchedOld { leftoverOld[items[index]] = ItemPath(pair.old, index) }
    }
  }

  @inlinable
  mutating func add(to batch: inout BatchUpdate) {
    let stale = Set(new.reloadedIDs)
    for (pair, matching) in zip(pairs, matchings) {
      let items = new.itemIDs(inSectionAt: pair.new)
      for index in matching.unmatchedNew {
        let target = ItemPath(pair.new, index)
        guard let source = leftoverOld.removeValue(forKey: items[index]) else {
          batch.insertItem(at: target)
          continue
        }
        add(from: source, to: target, isStale: stale.contains(items[index]), &batch)
      }
      addMoves(pair, matching, items, stale, &batch)
    }
    for path in leftoverOld.values.sorted() { batch.deleteItem(at: path) }
  }

  /// Moves and reloads inside one section.
  @inlinable
  func addMoves(
    _ pair: (old: Int, new: Int), _ matching: Matching<ItemID>, _ items: [ItemID],
    _ stale: Set<ItemID>, _ batch: inout BatchUpdate
  ) {
    matching.forEachRun { run, hasMoved in
      // Most of a snapshot stays in its place, and needs no work for each item.
      guard hasMoved || !stale.isEmpty else { return }
      for step in 0..<run.count {
        let isStale = stale.contains(items[run.new + step])
        let place = ItemPath(pair.old, run.old + step)
        if hasMoved {
          add(from: place, to: ItemPath(pair.new, run.new + step), isStale: isStale, &batch)
        } else if isStale {
          batch.reloadItem(at: place)
        }
      }
    }
  }

  /// A move; for a reloaded item a delete and an insert.
  @inlinable
  func add(
    from source: ItemPath, to target: ItemPath, isStale: Bool, _ batch: inout BatchUpdate
  ) {
    guard isStale else { return batch.moveItem(from: source, to: target) }
    batch.deleteItem(at: source)
    batch.insertItem(at: target)
  }
}
