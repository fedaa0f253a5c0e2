// SPDX-License-Identifier: Apache-2.0
//
// The two halves of a batch, sections and items: sorted, in range, without conflicts.

import LayoutModel

// MARK: - Sections

/// Section operations of one batch.
struct SectionChanges {
  private(set) var deletes: Set<Int> = []
  private(set) var inserts: Set<Int> = []
  private(set) var reloads: Set<Int> = []
  private(set) var moves: [(source: Int, target: Int)] = []
  /// Deletes, inserts and moves, ascending within each action.
  private var plain: [UpdatePlan.Change] = []
  /// The map of sections through them.
  private var plan = UpdatePlan([])

  init(_ batch: BatchUpdate, old: Int, new: Int) throws(LayoutError) {
    var sources = Claims<Int>()
    var targets = Claims<Int>()
    for (index, operation) in batch.operations.enumerated() {
      switch operation {
      case .deleteSection(let section):
        try Self.check(section, below: old, "before", operation)
        sources.claim(section, by: index)
        deletes.insert(section)
      case .reloadSection(let section):
        try Self.check(section, below: old, "before", operation)
        sources.claim(section, by: index)
        reloads.insert(section)
      case .moveSection(let source, let target):
        try Self.check(source, below: old, "before", operation)
        try Self.check(target, below: new, "after", operation)
        sources.claim(source, by: index)
        targets.claim(target, by: index)
        moves.append((source, target))
      case .insertSection(let section):
        try Self.check(section, below: new, "after", operation)
        targets.claim(section, by: index)
        inserts.insert(section)
      default: break
      }
    }
    try sources.check(batch)
    try targets.check(batch)
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

  /// Checks the sum of a batch for sections (promise B5, docs/conformance.md).
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

  /// The changes in the form for layouts, ascending within each action.
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

// MARK: - Items

/// Item operations of one batch, without those inside reloaded sections.
struct ItemChanges {
  private(set) var deletes: [ItemPath] = []
  private(set) var inserts: [ItemPath] = []
  private(set) var reloads: [ItemPath] = []
  private(set) var moves: [(source: ItemPath, target: ItemPath)] = []

  init(
    _ batch: BatchUpdate, _ sections: SectionChanges, old: [Int], new: [Int]
  ) throws(LayoutError) {
    // Sections whose items are all new on that side: operations inside them are ignored.
    let closedBefore = sections.deletes.union(sections.reloads)
    let closedAfter = sections.inserts.union(sections.reloads.compactMap(sections.newIndex))
    var sources = Claims<ItemPath>()
    var targets = Claims<ItemPath>()
    for (index, operation) in batch.operations.enumerated() {
      var (source, target) = operation.itemPaths
      if let path = source {
        try Self.check(path, in: old, "before", operation)
        if closedBefore.contains(path.section) {
          source = nil
        } else {
          sources.claim(path, by: index)
        }
      }
      if let path = target {
        try Self.check(path, in: new, "after", operation)
        if closedAfter.contains(path.section) {
          target = nil
        } else {
          targets.claim(path, by: index)
        }
      }
      record(operation, source, target)
    }
    try sources.check(batch)
    try targets.check(batch)
  }

  /// Records the halves of an operation that are outside reloaded sections.
  private mutating func record(
    _ operation: BatchUpdate.Operation, _ source: ItemPath?, _ target: ItemPath?
  ) {
    switch (operation, source, target) {
    case (.reloadItem, let source?, _): reloads.append(source)
    case (_, let source?, let target?): moves.append((source, target))
    case (_, let source?, nil): deletes.append(source)
    case (_, nil, let target?): inserts.append(target)
    case (_, nil, nil): break
    }
  }

  private static func check(
    _ path: ItemPath, in counts: [Int], _ when: String, _ operation: BatchUpdate.Operation
  ) throws(LayoutError) {
    guard counts.indices.contains(path.section) else {
      throw LayoutError(
        .invalidUpdate,
        "Invalid update: \(operation): there are \(counts.count) sections \(when) the update.")
    }
    guard path.item >= 0 && path.item < counts[path.section] else {
      throw LayoutError(
        .invalidUpdate,
        "Invalid update: \(operation): section \(path.section) has \(counts[path.section]) items "
          + "\(when) the update.")
    }
  }

  /// The changes in the form for layouts, ascending within each action.
  func changes(_ sections: SectionChanges) -> [UpdatePlan.Change] {
    func place(_ path: ItemPath) -> UpdatePlan.Change.Place {
      .init(section: path.section, item: path.item)
    }
    let gone = deletes.sorted().map {
      UpdatePlan.Change(action: .delete, before: place($0), after: nil)
    }
    let come = inserts.sorted().map {
      UpdatePlan.Change(action: .insert, before: nil, after: place($0))
    }
    let moved = moves.sorted { $0.source < $1.source }.map {
      UpdatePlan.Change(action: .move, before: place($0.source), after: place($0.target))
    }
    // Reloads name the new place too, which depends on all other changes.
    let placed = reloads.isEmpty ? nil : UpdatePlan(sections.changes + gone + come + moved)
    let anew = reloads.sorted().map { path in
      UpdatePlan.Change(
        action: .reload, before: place(path), after: place(placed?.newPlace(of: path) ?? path))
    }
    return gone + come + moved + anew
  }

  /// Checks the sums of a batch for items (promise B5, docs/conformance.md): the new count of every
  /// section that stays.
  func checkCounts(_ plan: UpdatePlan, old: [Int], new: [Int]) throws(LayoutError) {
    let deleted = Self.tally(deletes)
    let inserted = Self.tally(inserts)
    let movedOut = Self.tally(moves.map(\.source))
    let movedIn = Self.tally(moves.map(\.target))
    for (section, count) in new.enumerated() {
      guard let source = plan.oldSection(of: section), !plan.isReloaded(section: source)
      else { continue }
      let (i, d) = (inserted[section] ?? 0, deleted[source] ?? 0)
      let (x, y) = (movedIn[section] ?? 0, movedOut[source] ?? 0)
      guard count != old[source] + i - d + x - y else { continue }
      throw LayoutError(
        .invalidUpdate,
        "Invalid update: invalid number of items in section \(section). The number of items "
          + "contained in an existing section after the update (\(count)) must be equal to the "
          + "number of items contained in that section before the update (\(old[source])), plus or "
          + "minus the number of items inserted or deleted from that section (\(i) inserted, \(d) "
          + "deleted) and plus or minus the number of items moved into or out of that section "
          + "(\(x) moved in, \(y) moved out).")
    }
  }

  private static func tally(_ paths: [ItemPath]) -> [Int: Int] {
    paths.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
  }
}

extension BatchUpdate.Operation {
  /// The old and the new path of an item operation; both nil for one on sections.
  var itemPaths: (source: ItemPath?, target: ItemPath?) {
    switch self {
    case .insertItem(let path): (nil, path)
    case .deleteItem(let path), .reloadItem(let path): (path, nil)
    case .moveItem(let source, let target): (source, target)
    default: (nil, nil)
    }
  }
}
