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
  /// Deletes, inserts and moves, ascending within each action.
  private var plain: [UpdatePlan.Change] = []
  /// The way of each section through them.
  private var plan = UpdatePlan([])

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
    plain = plainChanges
    plan = UpdatePlan(plain)
  }

  private static func check(
    _ index: Int, below count: Int, _ when: String, _ operation: BatchUpdate.Operation
  ) throws(LayoutError) {
    guard index >= 0 && index < count else {
      throw LayoutError(
        .invalidUpdate,
        "Invalid update: \(operation): there are \(count) sections \(when) the update.")
    }
  }

  /// The sum of B5 for sections.
  func checkCount(old: Int, new: Int) throws(LayoutError) {
    guard new != old + inserts.count - deletes.count else { return }
    throw LayoutError(
      .invalidUpdate,
      "Invalid update: invalid number of sections. The number of sections contained in the "
        + "collection view after the update (\(new)) must be equal to the number of sections "
        + "contained in the collection view before the update (\(old)), plus or minus the number of "
        + "sections inserted or deleted (\(inserts.count) inserted, \(deletes.count) deleted).")
  }

  /// Returns the new index of a section's place; nil when it was deleted.
  func newIndex(of old: Int) -> Int? { plan.newSection(of: old) }

  /// The changes as layouts are told of them, ascending within each action.
  var changes: [UpdatePlan.Change] {
    plain
      + reloads.sorted().map {
        UpdatePlan.Change(
          action: .reload, before: Self.place($0), after: newIndex(of: $0).map(Self.place))
      }
  }

  private var plainChanges: [UpdatePlan.Change] {
    let gone = deletes.sorted().map {
      UpdatePlan.Change(action: .delete, before: Self.place($0), after: nil)
    }
    let come = inserts.sorted().map {
      UpdatePlan.Change(action: .insert, before: nil, after: Self.place($0))
    }
    let moved = moves.sorted { $0.source < $1.source }.map {
      UpdatePlan.Change(
        action: .move, before: Self.place($0.source), after: Self.place($0.target))
    }
    return gone + come + moved
  }

  private static func place(_ section: Int) -> UpdatePlan.Change.Place {
    .init(section: section, item: nil)
  }
}
