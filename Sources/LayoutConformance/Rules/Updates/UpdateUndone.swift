// SPDX-License-Identifier: Apache-2.0
//
// What was undone has to look undone.

import LayoutModel
import LayoutUpdates

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
