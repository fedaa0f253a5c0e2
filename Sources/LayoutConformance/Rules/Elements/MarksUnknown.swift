// SPDX-License-Identifier: Apache-2.0
//
// A later host may say by a new mark, or by an update of a new kind, that anything is stale.

import LayoutABI
import LayoutModel

struct MarksUnknown: LayoutRule {
  let id = "marks-unknown"
  let sentence =
    "After a mark or an update that it does not know a layout answers what a new one answers."

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
        try trial.elements(), as: expected, "told a mark that is not known (0x40000000) \(what)")
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
      try trial.elements(), as: expected, "told an update that is not known (action 99)")
  }
}
