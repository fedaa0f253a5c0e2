// SPDX-License-Identifier: Apache-2.0
//
// Advancing the clock.

import LayoutModel

/// Advances the clock, and runs the frame of that time unless nothing moves and nothing changed.
package struct ClockPass {
  let state: EngineState
  let app: any EngineApp

  /// Moves the clock of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ClockPass")
    (self.state, self.app) = (state, app)
  }

  /// Sets the clock.
  ///
  /// - Returns: The seconds since the last time.
  /// - Throws: `clock` when the time is before the last one; `reentrant`.
  package func set(to time: Double) throws(LayoutError) -> Double {
    guard time >= state.clock, time.isFinite else {
      throw LayoutError(
        .clock, "the clock stands at \(state.clock) s and cannot go to \(time) s")
    }
    try state.frames.checkIdle()
    let elapsed = time - state.clock
    state.clock = time
    return elapsed
  }

  /// Moves everything to the current time and shows it.
  ///
  /// - Throws: The error of the frame; everything that moved is then restored.
  package func run(to time: Double, after elapsed: Double) throws(LayoutError) {
    let saved = state.scroll
    state.cross.checkpoint()
    state.scroll.advance(to: time)
    state.cross.advance(to: time)
    let isHeld = state.interaction.movement != nil
    if isHeld { MovementPass(state, app).scroll(for: elapsed) }
    guard state.collectMarks() else {
      let animation = state.frames.animation
      if animation.motion.isTimed || animation.isDue {
        AnimationPass(state, app).run()
      }
      return try GoalPass(state, app).pursue()
    }
    try FrameRunner(state, app).run {
      state.takeScroll(saved)
      state.cross.rollBack()
    }
    try GoalPass(state, app).pursue()
    if isHeld { try MovementPass(state, app).follow() }
  }

  /// True when time alone will change the screen: scrolling, an animation, a layout that moves, an
  /// item dragged at an edge.
  package var isMoving: Bool {
    state.scroll.motion != nil || state.cross.isMoving || state.frames.isMoving
      || state.frames.animation.motion.isTimed || MovementPass(state, app).velocity != .zero
  }
}
