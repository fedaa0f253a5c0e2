// SPDX-License-Identifier: Apache-2.0
//
// A layout that updates what it has worked out is right when it cannot be told from a new one.

import LayoutModel
import LayoutUpdates

struct UpdateLikeNew: LayoutRule {
  let id = "update-like-new"
  let sentence = "After batches of deletes and inserts a layout answers what a new one answers."

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

  /// Deletes and inserts of items in several sections, and now and then of a section.
  private static func batch(
    _ old: Model, _ generator: inout Randomness
  ) -> (BatchUpdate, Model) {
    var (batch, new) = (BatchUpdate(), old)
    // What goes is stated in the old paths, so the last goes first.
    for section in old.sections.indices {
      for item in old.sections[section].items.indices.reversed()
      where generator.index(below: 8) == 0 {
        new.remove(at: ItemPath(section, item))
        batch.deleteItem(at: ItemPath(section, item))
      }
    }
    // What comes is stated in the new paths, so ascending.
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
