// SPDX-License-Identifier: Apache-2.0
//
// Apps put changes together or tell them one after the other.

import LayoutModel
import LayoutUpdates

struct UpdateSteps: LayoutRule {
  let id = "update-steps"
  let sentence = "A batch gives what its steps give, one after the other."

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
