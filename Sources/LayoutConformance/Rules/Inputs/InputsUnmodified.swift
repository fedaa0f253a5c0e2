// SPDX-License-Identifier: Apache-2.0
//
// What the host lends is the host's.

struct InputsUnmodified: LayoutRule {
  let id = "inputs-unmodified"
  let sentence = "The records that the host lends are only read."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try LentMemory.lend(trial) { (memory, snapshot, why) throws(Finding) in
      memory.protect()
      try trial.ok(trial.prepare(snapshot, why), "prepare with records in read-only memory")
    }
    _ = try trial.elements()
  }
}
