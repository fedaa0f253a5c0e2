// SPDX-License-Identifier: Apache-2.0
//
// Rules about layouts that move by themselves.

import LayoutABI
import LayoutModel

/// The host draws frames as long as something moves.
struct DynamicsState: LayoutRule {
  let id = "dynamics-state"
  let sentence = "After each step a layout returns LAYOUT_MOVING or LAYOUT_AT_REST."

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

/// A laptop sleeps, and the next frame comes hours later.
struct DynamicsSteps: LayoutRule {
  let id = "dynamics-steps"
  let sentence = "Frames are finite after steps of any length, such as zero and ten minutes."

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

/// Setting elements moving.
extension Trial {
  /// Moves the viewport under a finger in its middle, and prepares if the layout asks for it; does
  /// not wait until it is at rest.
  func drag(by distance: Double) throws(Finding) {
    let old = world.bounds
    world.offset.y += distance
    let (status, marks) = shouldInvalidate(from: old, to: world.bounds, touch: old.center)
    try ok(status, "should_invalidate")
    guard marks != LAYOUT_MARK_NOTHING else { return }
    try ok(prepare(marks), "prepare")
    try ok(contentSize().status, "content_size")
  }
}
