// SPDX-License-Identifier: Apache-2.0
//
// A table of a million rows tells their length once.

import LayoutModel

struct DataUniform: LayoutRule {
  let id = "data-uniform"
  let sentence =
    "Data whose sections all have one count, said once, is laid out like data whose counts are listed."

  func check(_ subject: Subject) throws(Finding) {
    // Of sections without items one: several of them are a rule of their own.
    for world in [World([7, 7, 7, 7]), World([13]), World([0])] {
      let expected = try Trial.ready(subject, world).elements()
      let trial = try Trial(subject, world)
      try LentMemory.lend(trial) { (_, snapshot, why) throws(Finding) in
        let changed = UnsafeMutablePointer(mutating: snapshot)
        changed.pointee.item_counts = nil
        changed.pointee.uniform_count = world.counts[0]
        try trial.ok(trial.prepare(snapshot, why), "prepare with uniform_count \(world.counts[0])")
      }
      try trial.ok(trial.contentSize().status, "content_size")
      try trial.settle()
      try subject.requireSame(
        try trial.elements(), as: expected,
        "with uniform_count \(world.counts[0]) for \(world.counts.count) sections")
    }
  }
}
