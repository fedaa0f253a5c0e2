// SPDX-License-Identifier: Apache-2.0
//
// The host draws frames as long as something moves.

import LayoutABI

struct DynamicsState: LayoutRule {
  let id = "dynamics-state"
  let sentence = "After each step a layout says whether it moves or rests, and nothing else."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    try skip(trial.advance(by: 0) == nil, "the layout's elements do not move by themselves")
    try trial.drag(by: 40)
    for _ in 0..<120 {
      guard let (status, state) = trial.advance(by: 1.0 / 60) else { return }
      try trial.ok(status, "advance")
      try require(
        state == LAYOUT_MOVING || state == LAYOUT_AT_REST, "advance gives the state \(state)")
    }
  }
}
