// SPDX-License-Identifier: Apache-2.0
//
// Without a first frame nothing can be said of the layout's answers.

struct FrameRuns: LayoutRule {
  let id = "frame-runs"
  let sentence = "A first frame over a few sections of ordinary data succeeds."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    _ = try trial.answer(in: trial.world.bounds)
  }
}
