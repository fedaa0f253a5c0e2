// SPDX-License-Identifier: Apache-2.0
//
// A laptop sleeps, and the next frame comes hours later.

struct DynamicsSteps: LayoutRule {
  let id = "dynamics-steps"
  let sentence = "After steps of any length, none and ten minutes among them, frames are finite."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    try skip(trial.advance(by: 0) == nil, "the layout's elements do not move by themselves")
    for step in [0, 1e-9, 1.0 / 240, 0.5, 30, 600] {
      try trial.drag(by: 40)
      guard let (status, _) = trial.advance(by: step) else { return }
      try trial.ok(status, "advance")
      for record in try trial.everything().records {
        try require(
          ((record.frame.maxX + record.frame.maxY) * 0).isZero,
          "after a step of \(step) s a frame is \(record.frame)")
      }
    }
  }
}
