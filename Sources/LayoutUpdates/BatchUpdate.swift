// SPDX-License-Identifier: Apache-2.0
//
// A batch of changes as the app states it: operations without an order.

import LayoutModel

/// Changes of items and sections that take effect together.
///
/// Deletes, reloads and move sources are stated in the indices from before the batch, inserts and
/// move targets in those from after it. The order of the operations does not matter.
public struct BatchUpdate: Equatable, Sendable {
  /// One change.
  public enum Operation: Equatable, Sendable {
    /// A new item at this path of the new data.
    case insertItem(ItemPath)
    /// A deletion of the item at this path of the old data.
    case deleteItem(ItemPath)
    /// A move of an item from a path of the old data to a path of the new data.
    case moveItem(from: ItemPath, to: ItemPath)
    /// A reload of the item at this path of the old data.
    case reloadItem(ItemPath)
    /// A new section with this number in the new data.
    case insertSection(Int)
    /// A deletion of the section with this number in the old data.
    case deleteSection(Int)
    /// A move of a section from a number in the old data to a number in the new data.
    case moveSection(from: Int, to: Int)
    /// A reload of the section with this number in the old data.
    case reloadSection(Int)
  }

  /// The changes, as stated.
  public var operations: [Operation]

  /// A batch of the operations given.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// True when nothing changes.
  public var isEmpty: Bool { operations.isEmpty }

  /// Inserts items at `paths` of the new data.
  public mutating func insertItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.insertItem)
  }

  /// Deletes the items at `paths` of the old data.
  public mutating func deleteItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.deleteItem)
  }

  /// Reloads the items at `paths` of the old data: they get new views in their places.
  public mutating func reloadItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.reloadItem)
  }

  /// Inserts sections at `indices` of the new data, with all their items.
  public mutating func insertSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.insertSection)
  }

  /// Deletes the sections at `indices` of the old data, with all their items.
  public mutating func deleteSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.deleteSection)
  }

  /// Reloads the sections at `indices` of the old data: every item gets a new view.
  public mutating func reloadSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.reloadSection)
  }

  /// Inserts an item at `path` of the new data.
  public mutating func insertItem(at path: ItemPath) { operations.append(.insertItem(path)) }

  /// Deletes the item at `path` of the old data.
  public mutating func deleteItem(at path: ItemPath) { operations.append(.deleteItem(path)) }

  /// Moves the item at `source` of the old data to `target` of the new data.
  public mutating func moveItem(from source: ItemPath, to target: ItemPath) {
    operations.append(.moveItem(from: source, to: target))
  }

  /// Reloads the item at `path` of the old data: it gets a new view in its place.
  public mutating func reloadItem(at path: ItemPath) { operations.append(.reloadItem(path)) }

  /// Inserts a section at `index` of the new data, with all its items.
  public mutating func insertSection(at index: Int) { operations.append(.insertSection(index)) }

  /// Deletes the section at `index` of the old data, with all its items.
  public mutating func deleteSection(at index: Int) { operations.append(.deleteSection(index)) }

  /// Moves the section at `source` of the old data to `target` of the new data, with its items.
  public mutating func moveSection(from source: Int, to target: Int) {
    operations.append(.moveSection(from: source, to: target))
  }

  /// Reloads the section at `index` of the old data: every item gets a new view.
  public mutating func reloadSection(at index: Int) { operations.append(.reloadSection(index)) }
}

extension BatchUpdate.Operation: CustomStringConvertible {
  /// The operation in words, for messages: "move of item 0.3 to 1.0".
  public var description: String {
    switch self {
    case .insertItem(let path): "insert of item \(path)"
    case .deleteItem(let path): "delete of item \(path)"
    case .moveItem(let source, let target): "move of item \(source) to \(target)"
    case .reloadItem(let path): "reload of item \(path)"
    case .insertSection(let index): "insert of section \(index)"
    case .deleteSection(let index): "delete of section \(index)"
    case .moveSection(let source, let target): "move of section \(source) to \(target)"
    case .reloadSection(let index): "reload of section \(index)"
    }
  }
}

// MARK: - Plans
//
// Checking a batch against the counts before and after it, and making its plan.

extension BatchUpdate {
  /// Checks the batch against the data and computes the new place of every element.
  ///
  /// Section operations come first. Item operations inside deleted, inserted or reloaded sections
  /// are dropped; a move across the boundary of such a section keeps its half outside.
  ///
  /// - Parameters:
  ///   - old: Items of each section before the batch.
  ///   - new: Items of each section after it, from the data source.
  /// - Throws: `invalid-update`, naming the operation, when an index is out of range or two operations
  ///   claim one place; with UIKit's sentence when the counts do not add up.
  /// - Complexity: O(sections + k log k) for *k* operations.
  public func plan(from old: [Int], to new: [Int]) throws(LayoutError) -> UpdatePlan {
    let sections = try SectionChanges(self, old: old.count, new: new.count)
    let items = try ItemChanges(self, sections, old: old, new: new)
    try sections.checkCount(old: old.count, new: new.count)
    let plan = UpdatePlan(sections.changes + items.changes(sections))
    try items.checkCounts(plan, old: old, new: new)
    return plan
  }
}

/// Claims on places. They are checked together at the end, which takes a tenth of the time of
/// separate look-ups.
struct Claims<Place: Comparable> {
  private var claims: [(place: Place, operation: Int)] = []

  /// - Parameter operation: The index of the operation that claims the place.
  mutating func claim(_ place: Place, by operation: Int) { claims.append((place, operation)) }

  /// - Throws: `invalid-update`, naming the first operation whose place is taken; old places are
  ///   checked before new ones.
  func check(_ batch: BatchUpdate) throws(LayoutError) {
    let sorted = claims.sorted { ($0.place, $0.operation) < ($1.place, $1.operation) }
    var conflict: (later: Int, earlier: Int)?
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.place == next.place {
      if let conflict, conflict.later < next.operation { continue }
      conflict = (next.operation, one.operation)
    }
    guard let conflict else { return }
    let (operation, other) = (batch.operations[conflict.later], batch.operations[conflict.earlier])
    throw LayoutError(
      .invalidUpdate,
      "Invalid update: \(operation) and \(other) claim the same place. "
        + "State each change once, or call normalized() first.")
  }
}

// MARK: - Made consistent
//
// Resolving conflicts of operations, on request.

extension BatchUpdate {
  /// Returns the batch with conflicts resolved, for batches collected from several places.
  ///
  /// A section that moves while items inside it change, or that is reloaded, becomes a delete and
  /// an insert; operations on its items are dropped. A move out of a deleted or into an inserted
  /// section keeps its other half. A reloaded item that moves becomes a delete and an insert.
  /// Deletes win over moves and reloads. A duplicate delete removes one insert at that path, so
  /// that the net count stays. The result is sorted by action, ascending.
  ///
  /// - Complexity: O(k log k) for *k* operations.
  public func normalized() -> BatchUpdate {
    var parts = Parts(operations)
    parts.resolveSections()
    parts.resolveItems()
    return BatchUpdate(parts.operations)
  }
}

/// Operations by action during the resolution.
private struct Parts {
  var sectionDeletes: Set<Int> = []
  var sectionInserts: Set<Int> = []
  var sectionReloads: Set<Int> = []
  var sectionMoves: [(source: Int, target: Int)] = []
  var deletes: [ItemPath] = []
  var inserts: [ItemPath] = []
  var reloads: Set<ItemPath> = []
  var moves: [(source: ItemPath, target: ItemPath)] = []
  /// Sections that became a delete and an insert here; operations on their items are dropped.
  var rebuiltSources: Set<Int> = []
  var rebuiltTargets: Set<Int> = []

  init(_ operations: [BatchUpdate.Operation]) {
    for operation in operations {
      switch operation {
      case .insertItem(let path): inserts.append(path)
      case .deleteItem(let path): deletes.append(path)
      case .moveItem(let source, let target): moves.append((source, target))
      case .reloadItem(let path): reloads.insert(path)
      case .insertSection(let index): sectionInserts.insert(index)
      case .deleteSection(let index): sectionDeletes.insert(index)
      case .moveSection(let source, let target): sectionMoves.append((source, target))
      case .reloadSection(let index): sectionReloads.insert(index)
      }
    }
  }

  mutating func resolveSections() {
    var seen = sectionDeletes
    sectionMoves = sectionMoves.filter { seen.insert($0.source).inserted }
    let touchedBefore = Set((deletes + reloads + moves.map(\.source)).map(\.section))
      .union(sectionReloads)
    let touchedAfter = Set((inserts + moves.map(\.target)).map(\.section)).union(sectionInserts)
    let broken = sectionMoves.filter {
      touchedBefore.contains($0.source) || touchedAfter.contains($0.target)
    }
    sectionMoves.removeAll {
      touchedBefore.contains($0.source) || touchedAfter.contains($0.target)
    }
    rebuiltSources = Set(broken.map(\.source))
    rebuiltTargets = Set(broken.map(\.target))
    sectionDeletes.formUnion(rebuiltSources)
    sectionInserts.formUnion(rebuiltTargets)
    sectionReloads.subtract(sectionDeletes)
  }

  mutating func resolveItems() {
    var gone: Set<ItemPath> = []
    var surplus: [ItemPath: Int] = [:]
    for path in deletes where !gone.insert(path).inserted { surplus[path, default: 0] += 1 }
    inserts = inserts.filter { path in
      guard let left = surplus[path], left > 0 else { return true }
      surplus[path] = left - 1
      return false
    }
    resolveMoves(&gone)
    reloads = reloads.filter { !gone.contains($0) && !sectionDeletes.contains($0.section) }
    deletes = gone.filter { !rebuiltSources.contains($0.section) }.sorted()
    inserts = inserts.filter { !rebuiltTargets.contains($0.section) }.sorted()
  }

  /// Keeps the moves that no other operation affects; of the others keeps each valid half.
  private mutating func resolveMoves(_ gone: inout Set<ItemPath>) {
    var sources: Set<ItemPath> = []
    var targets = Set(inserts)
    var kept: [(source: ItemPath, target: ItemPath)] = []
    for move in moves {
      if gone.contains(move.source) || !sources.insert(move.source).inserted { continue }
      let leaves = sectionDeletes.contains(move.source.section)
      let enters = sectionInserts.contains(move.target.section)
      let isFree = targets.insert(move.target).inserted
      if !leaves && !enters && isFree && !reloads.contains(move.source) {
        kept.append(move)
        continue
      }
      gone.insert(move.source)
      if isFree { inserts.append(move.target) }
    }
    moves = kept
  }

  var operations: [BatchUpdate.Operation] {
    sectionDeletes.sorted().map(BatchUpdate.Operation.deleteSection)
      + sectionInserts.sorted().map(BatchUpdate.Operation.insertSection)
      + sectionMoves.sorted { $0 < $1 }.map { .moveSection(from: $0.source, to: $0.target) }
      + sectionReloads.sorted().map(BatchUpdate.Operation.reloadSection)
      + deletes.map(BatchUpdate.Operation.deleteItem)
      + inserts.map(BatchUpdate.Operation.insertItem)
      + moves.sorted { $0.source < $1.source }.map { .moveItem(from: $0.source, to: $0.target) }
      + reloads.sorted().map(BatchUpdate.Operation.reloadItem)
  }
}
