// SPDX-License-Identifier: Apache-2.0
//
// The section half of a batch: sorted out, in range, without conflicts.

import LayoutModel

/// Section operations of one batch.
struct SectionChanges {
  private(set) var deletes: Set<Int> = []
  private(set) var inserts: Set<Int> = []
  private(set) var reloads: Set<Int> = []
  private(set) var moves: [(source: Int, target: Int)] = []
  private(set) var map = OrderMap(removed: [], placed: [])
  private(set) var moveTable = MoveTable<Int>([])

  init(_ batch: BatchUpdate, old: Int, new: Int) throws(LayoutError) {
    var sources = Claims<Int>()
    var targets = Claims<Int>()
    for operation in batch.operations {
      switch operation {
      case .deleteSection(let index):
        try Self.check(index, below: old, "before", operation)
        try sources.claim(index, by: operation)
        deletes.insert(index)
      case .reloadSection(let index):
        try Self.check(index, below: old, "before", operation)
        try sources.claim(index, by: operation)
        reloads.insert(index)
      case .moveSection(let source, let target):
        try Self.check(source, below: old, "before", operation)
        try Self.check(target, below: new, "after", operation)
        try sources.claim(source, by: operation)
        try targets.claim(target, by: operation)
        moves.append((source, target))
      case .insertSection(let index):
        try Self.check(index, below: new, "after", operation)
        try targets.claim(index, by: operation)
        inserts.insert(index)
      default: break
      }
    }
    map = OrderMap(
      removed: (deletes + moves.map(\.source)).sorted(),
      placed: (inserts + moves.map(\.target)).sorted())
    moveTable = MoveTable(moves)
  }

  private static func check(
    _ index: Int, below count: Int, _ when: String, _ operation: BatchUpdate.Operation
  ) throws(LayoutError) {
    guard index >= 0 && index < count else {
      throw LayoutError(
        "invalid-update",
        "Invalid update: \(operation): there are \(count) sections \(when) the update.")
    }
  }

  /// The sum of B5 for sections.
  func checkCount(old: Int, new: Int) throws(LayoutError) {
    guard new != old + inserts.count - deletes.count else { return }
    throw LayoutError(
      "invalid-update",
      "Invalid update: invalid number of sections. The number of sections contained in the "
        + "collection view after the update (\(new)) must be equal to the number of sections "
        + "contained in the collection view before the update (\(old)), plus or minus the number of "
        + "sections inserted or deleted (\(inserts.count) inserted, \(deletes.count) deleted).")
  }

  /// Where the place of an old section is now; nil when it was deleted.
  func newIndex(of old: Int) -> Int? {
    moveTable.target(of: old) ?? map.newIndex(of: old)
  }

  /// Where the section at `new` was; nil when it was inserted.
  func oldIndex(of new: Int) -> Int? {
    moveTable.source(of: new) ?? map.oldIndex(of: new)
  }

  /// What layouts are told, ascending within each action.
  var changes: [UpdatePlan.Change] {
    func place(_ section: Int) -> UpdatePlan.Change.Place { .init(section: section, item: nil) }
    let gone = deletes.sorted().map {
      UpdatePlan.Change(action: .delete, before: place($0), after: nil)
    }
    let come = inserts.sorted().map {
      UpdatePlan.Change(action: .insert, before: nil, after: place($0))
    }
    let moved = moveTable.moves.map {
      UpdatePlan.Change(action: .move, before: place($0.source), after: place($0.target))
    }
    let anew = reloads.sorted().map {
      UpdatePlan.Change(action: .reload, before: place($0), after: newIndex(of: $0).map(place))
    }
    return gone + come + moved + anew
  }
}
