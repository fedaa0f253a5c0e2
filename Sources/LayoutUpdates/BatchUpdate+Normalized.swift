// SPDX-License-Identifier: Apache-2.0
//
// Making conflicting operations consistent, for those who ask.

import LayoutModel

extension BatchUpdate {
  /// The batch with conflicts resolved, for batches collected from several places.
  ///
  /// A section that moves while items inside it change, or that is reloaded, is deleted and inserted;
  /// what was said of its items is dropped; a move out of a deleted or into an inserted section keeps
  /// its other half; a reloaded item that moves is deleted and inserted; deletes win over moves and
  /// reloads; a delete that was stated twice takes one insert at that path with it, so that the net
  /// count stays. Operations come out by action, ascending.
  ///
  /// - Complexity: O(k log k) for *k* operations.
  public func normalized() -> BatchUpdate {
    var parts = Parts(operations)
    parts.resolveSections()
    parts.resolveItems()
    return BatchUpdate(parts.operations)
  }
}

/// Operations by action while they are made consistent.
private struct Parts {
  var sectionDeletes: Set<Int> = []
  var sectionInserts: Set<Int> = []
  var sectionReloads: Set<Int> = []
  var sectionMoves: [(source: Int, target: Int)] = []
  var deletes: [ItemPath] = []
  var inserts: [ItemPath] = []
  var reloads: Set<ItemPath> = []
  var moves: [(source: ItemPath, target: ItemPath)] = []
  /// Sections that became a delete and an insert here: what was said of their items goes with them.
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

  /// Keeps the moves that nothing else touches; of the others each half that still means something.
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
