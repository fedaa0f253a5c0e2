// SPDX-License-Identifier: Apache-2.0
//
// A host prepares again when it is not sure.

struct PrepareTwice: LayoutRule {
  let id = "prepare-twice"
  let sentence = "Preparing twice for the same gives the same as once."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    let size = try trial.makeReady()
    let before = try trial.elements()
    for _ in 0..<3 {
      let next = try trial.makeReady()
      try require(next == size, "prepared again, the content is \(next) and no longer \(size)")
      try subject.requireSame(
        try trial.elements(), as: before, "prepared again for the same data and room")
    }
  }
}
