// SPDX-License-Identifier: Apache-2.0
//
// Rules about the marks that say what is stale.

import LayoutABI
import LayoutModel

/// Marks name the parts that the host must compute again.
struct MarksKnown: LayoutRule {
  let id = "marks-known"
  let sentence = "A change of the viewport invalidates declared marks only."

  func check(_ subject: Subject) throws(Finding) {
    let known =
      LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
      | LAYOUT_MARK_DECORATIONS | LAYOUT_MARK_BOUNDS | LAYOUT_MARK_PROPERTIES
    let trial = try Trial.ready(subject)
    let old = trial.world.bounds
    for next in [
      old.offset(by: Vector(dx: 0, dy: 10)), old.offset(by: Vector(dx: 400, dy: 4000)),
      Rect(x: 0, y: 0, width: 480, height: 320),
    ] {
      let (status, marks) = trial.shouldInvalidate(from: old, to: next)
      try trial.ok(status, "should_invalidate")
      try require(
        marks & ~known == 0,
        "should_invalidate from \(old) to \(next) gives the marks 0x\(String(marks, radix: 16)), of which some are "
          + "not declared")
    }
  }
}

/// A later host may send a new mark, or an update of a new kind, for anything stale.
struct MarksUnknown: LayoutRule {
  let id = "marks-unknown"
  let sentence =
    "After an unknown mark or update, the answers equal those of a new layout."

  func check(_ subject: Subject) throws(Finding) {
    var otherAnswers = World.ordinary
    otherAnswers.edition = 5
    let mark: UInt32 = 1 << 30
    for (world, what) in [
      (otherAnswers, "with other answers to its queries"),
      (World([6, 3, 0, 44]), "with other counts"),
    ] {
      let fresh = try Trial.ready(subject, world)
      try subject.skipDynamics(fresh)
      let expected = try fresh.elements()
      let trial = try Trial.ready(subject)
      trial.turn(to: world)
      try trial.makeReady(mark)
      try subject.requireSame(
        try trial.elements(), as: expected, "after an unknown mark (0x40000000) \(what)")
    }
    try checkUpdates(subject)
  }

  private func checkUpdates(_ subject: Subject) throws(Finding) {
    let world = World([6, 3, 0, 44])
    let expected = try Trial.ready(subject, world).elements()
    let trial = try Trial.ready(subject)
    trial.turn(to: world)
    let nowhere = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    let update = layout_update(action: 99, of_section: 1, before: nowhere, after: nowhere)
    try trial.ok(trial.prepare(LAYOUT_MARK_COUNTS, updates: [update]), "prepare with an update")
    try trial.ok(trial.contentSize().status, "content_size")
    try trial.settle()
    try subject.requireSame(
      try trial.elements(), as: expected, "after an unknown update (action 99)")
  }
}
