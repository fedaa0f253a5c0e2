// SPDX-License-Identifier: Apache-2.0
//
// Pointers are borrowed for the duration of the call.

struct InputsNotKept: LayoutRule {
  let id = "inputs-not-kept"
  let sentence = "What prepare was lent is not used after it."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try LentMemory.lend(trial) { (memory, snapshot, why) throws(Finding) in
      try trial.ok(trial.prepare(snapshot, why), "prepare")
    }
    // The memory is gone by now: a layout that kept a pointer into it crashes here.
    try trial.ok(trial.contentSize().status, "content_size")
    try trial.settle()
    _ = try trial.elements()
    _ = try trial.singles()
  }
}
