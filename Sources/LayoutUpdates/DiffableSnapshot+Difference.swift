// SPDX-License-Identifier: Apache-2.0
//
// From one snapshot to the next, as a batch.

import LayoutModel

extension DiffableSnapshot {
  /// The batch that leads from this snapshot to `new`: items that changed their section move, of
  /// those that stay in it as few as can be.
  ///
  /// - Complexity: O(items of both + d log d) for *d* differences; hashes only what does not agree in
  ///   order.
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

/// A section in one of two snapshots: one to be made anew is another section before and after.
private struct SectionKey<SectionID: Hashable>: Hashable {
  enum Staleness { case no, before, after }
  let id: SectionID
  let staleness: Staleness
}

/// The item half of a difference of snapshots.
private struct ItemDifference<SectionID: Hashable, ItemID: Hashable> {
  /// Old and new index of the sections in both.
  private var pairs: [(old: Int, new: Int)] = []
  private var matchings: [Matching<ItemID>] = []
  private var leftoverOld: [ItemID: ItemPath] = [:]
  private let old: DiffableSnapshot<SectionID, ItemID>
  private let new: DiffableSnapshot<SectionID, ItemID>

  init(
    from old: DiffableSnapshot<SectionID, ItemID>, to new: DiffableSnapshot<SectionID, ItemID>
  ) {
    self.old = old
    self.new = new
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
  private func addMoves(
    _ pair: (old: Int, new: Int), _ matching: Matching<ItemID>, _ items: [ItemID],
    _ stale: Set<ItemID>, _ batch: inout BatchUpdate
  ) {
    matching.forEachRun { run, hasMoved in
      // Most of a snapshot stays where it was, and nothing is asked about each item of it.
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

  /// A move; of an item that is to be made anew, a delete and an insert.
  private func add(
    from source: ItemPath, to target: ItemPath, isStale: Bool, _ batch: inout BatchUpdate
  ) {
    guard isStale else { return batch.moveItem(from: source, to: target) }
    batch.deleteItem(at: source)
    batch.insertItem(at: target)
  }
}
