// SPDX-License-Identifier: Apache-2.0
//
// Rules about batches.

import LayoutABI
import LayoutModel
import LayoutUpdates

/// A batch and its reverse leave the content as it was.
struct UpdateUndone: LayoutRule {
  let id = "update-undone"
  let sentence = "Inserting items and deleting them again changes nothing."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    let old = Model([5, 0, 13, 40, 1])
    trial.turn(to: old.world)
    let size = try trial.makeReady()
    let before = try trial.elements()
    let places = [ItemPath(0, 2), ItemPath(1, 0), ItemPath(2, 13), ItemPath(3, 0)]
    var (new, insert, delete) = (old, BatchUpdate(), BatchUpdate())
    for place in places {
      new.insert(at: place)
      insert.insertItem(at: place)
      delete.deleteItem(at: place)
    }
    try trial.apply(insert, from: old, to: new)
    try trial.apply(delete, from: new, to: old)
    try require(
      trial.contentSize().size == size,
      "after an insert and its undoing the content is \(trial.contentSize().size), it was \(size)")
    try subject.requireSame(
      try trial.elements(), as: before, "after four inserts and their undoing")
  }
}

/// Apps send changes in one batch or one after the other.
struct UpdateSteps: LayoutRule {
  let id = "update-steps"
  let sentence = "A batch gives the same result as its changes one after the other."

  func check(_ subject: Subject) throws(Finding) {
    let (whole, stepwise) = (try Trial(subject), try Trial(subject))
    try subject.skipDynamics(whole)
    let old = Model([5, 0, 13, 40, 1])
    var moved = old
    let item = moved.sections[3].items.remove(at: 5)
    moved.sections[0].items.insert(item, at: 1)
    var both = moved
    both.insert(at: ItemPath(2, 4))
    for trial in [whole, stepwise] {
      trial.turn(to: old.world)
      try trial.makeReady()
    }
    var (move, insert) = (BatchUpdate(), BatchUpdate())
    move.moveItem(from: ItemPath(3, 5), to: ItemPath(0, 1))
    insert.insertItem(at: ItemPath(2, 4))
    try stepwise.apply(move, from: old, to: moved)
    try stepwise.apply(insert, from: moved, to: both)
    try whole.apply(BatchUpdate(move.operations + insert.operations), from: old, to: both)
    let what = "after a move and an insert in one batch, unlike the one after the other"
    let (one, other) = (whole.contentSize().size, stepwise.contentSize().size)
    try require(one == other, "\(what), the content is \(one), not \(other)")
    try subject.requireSame(try whole.elements(), as: try stepwise.elements(), what)
  }
}

/// An incremental update is correct when its result equals that of a new layout.
struct UpdateLikeNew: LayoutRule {
  let id = "update-like-new"
  let sentence = "After batches of deletes and inserts, the answers equal those of a new layout."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    var model = Model([5, 0, 13, 40, 1])
    trial.turn(to: model.world)
    try trial.makeReady()
    var generator = Randomness(seed: 7)
    for round in 0..<40 {
      let (batch, next) = Self.batch(model, &generator)
      try trial.apply(batch, from: model, to: next)
      model = next
      try trial.requireLikeNew(
        model, "after batch \(round) (\(batch.operations.first?.description ?? ""), …)")
    }
  }

  /// Returns deletes and inserts of items in several sections, and sometimes of a section.
  private static func batch(
    _ old: Model, _ generator: inout Randomness
  ) -> (BatchUpdate, Model) {
    var (batch, new) = (BatchUpdate(), old)
    // Deletes use the old paths, so the last one is made first.
    for section in old.sections.indices {
      for item in old.sections[section].items.indices.reversed()
      where generator.index(below: 8) == 0 {
        new.remove(at: ItemPath(section, item))
        batch.deleteItem(at: ItemPath(section, item))
      }
    }
    // Inserts use the new paths, in ascending order.
    for section in new.sections.indices {
      for _ in 0..<generator.index(below: 3) {
        new.insert(at: ItemPath(section, 0))
      }
      let added = new.sections[section].items.count - kept(old, batch, section)
      for item in 0..<added { batch.insertItem(at: ItemPath(section, item)) }
    }
    if generator.index(below: 3) == 0 {
      new.insertSection(at: new.sections.count, items: generator.index(below: 9))
      batch.insertSection(at: new.sections.count - 1)
    }
    return (batch, new)
  }

  /// Returns the number of a section's items that a batch keeps.
  private static func kept(_ old: Model, _ batch: BatchUpdate, _ section: Int) -> Int {
    let gone = batch.operations.count {
      if case .deleteItem(let path) = $0 { path.section == section } else { false }
    }
    return old.sections[section].items.count - gone
  }
}

/// Apps delete, move and reload whole sections; a layout that handles only items is incomplete.
struct UpdateKinds: LayoutRule {
  let id = "update-kinds"
  let sentence =
    "After inserts, deletes, moves and reloads of items and sections, the answers equal those of a new layout."

  func check(_ subject: Subject) throws(Finding) {
    for kind in UpdateKind.allCases {
      // A run of one kind, so that a finding has one cause.
      try check(subject, [kind, kind, kind], seed: 11)
    }
    let all = UpdateKind.allCases
    try check(subject, all + all.reversed(), seed: 12)
  }

  private func check(
    _ subject: Subject, _ kinds: [UpdateKind], seed: UInt64
  ) throws(Finding) {
    let trial = try Trial(subject)
    var model = Model([5, 0, 13, 40, 1])
    trial.turn(to: model.world)
    try trial.makeReady()
    let moves = trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil
    var random = Randomness(seed: seed)
    for kind in kinds {
      let old = model
      let batch = kind.change(&model, &random)
      guard !batch.operations.isEmpty else { continue }
      try trial.apply(batch, from: old, to: model)
      // The places of elements that move by themselves depend on their previous places.
      if moves {
        _ = try trial.elements()
      } else {
        try trial.requireLikeNew(model, "after \(kind.rawValue) (\(batch.operations[0]), …)")
      }
    }
  }
}

/// One picture was loaded, and its item has another size now.
struct UpdateReload: LayoutRule {
  let id = "update-reload"
  let sentence = "After invalidation of single items, the answers equal those of a new layout."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    let old = Model([5, 0, 13, 40, 1])
    trial.turn(to: old.world)
    try trial.makeReady()
    var new = old
    let paths = [ItemPath(0, 1), ItemPath(3, 7), ItemPath(3, 39), ItemPath(4, 0)]
    for path in paths { new.renew(path) }
    trial.turn(to: new.world)
    let names = paths.map {
      layout_element(
        category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32($0.section), item: UInt32($0.item))
    }
    try trial.makeReady(LAYOUT_MARK_ITEMS, elements: names)
    try trial.requireLikeNew(new, "after the items were invalidated")
  }
}
