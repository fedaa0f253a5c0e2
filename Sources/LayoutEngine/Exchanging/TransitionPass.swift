// SPDX-License-Identifier: Apache-2.0
//
// From one layout to another under somebody's hand, such as a pinch.

import LayoutModel

/// Works off an interactive transition: its start, its end, its way back.
package struct TransitionPass {
  let state: EngineState
  let app: any EngineApp

  /// Works off transitions of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var frames: FrameState { state.frames }

  /// Ends what would be in the way of a transition.
  ///
  /// - Throws: `reentrant`, `transition-under-way`; what the frame gave that was due.
  package func prepare(for layout: EngineLayout) throws(LayoutError) {
    try frames.checkIdle()
    try app.layoutIfNeeded()
    try MovementPass(state, app).cancel()
    guard frames.animation.transition == nil, layout !== state.layout else {
      throw LayoutError(
        .transitionUnderWay,
        "\(layout.id) is on screen or on its way already; finish or cancel the transition first")
    }
  }

  /// Begins a transition whose progress the app sets. The present layout stays in charge.
  ///
  /// - Returns: What will keep its place.
  /// - Throws: What the other layout gave. Nothing has changed then.
  package func start(
    to layout: EngineLayout, completion: ((Bool) -> Void)?
  ) throws(LayoutError) -> Anchor? {
    let pair = LayoutPair(old: state.layout, new: layout)
    try pair.prepare()
    let change = FrameAnimation(timing: .standard)
    change.look(around: frames.front)
    let motion = frames.animation.motion
    let clip = motion.clip(nil, at: state.clock)
    do throws(LayoutError) {
      let anchor = try FramePass(state, app, layout: layout, change: change).rehearse(in: clip)
      frames.animation.transition = InteractiveTransition(
        from: state.layout, to: layout, clip: clip, completion: completion)
      return anchor
    } catch {
      motion.drop(clip)
      pair.finalize()
      throw error
    }
  }

  /// Shows the transition that has just begun.
  package func show() { AnimationPass(state, app).run() }

  /// The layout takes over: what is left of the way is animated.
  ///
  /// - Parameter whole: The course of the whole way, of which the rest takes its share of the time; nil
  ///   ends at once.
  /// - Returns: What kept its place.
  /// - Throws: `reentrant`, `no-transition`, or what the layout gave; the transition is then cancelled.
  package func finish(_ whole: AnimationTiming?) throws(LayoutError) -> Anchor? {
    let transition = try current()
    let rest = whole?.shortened(to: 1 - transition.progress) ?? .none
    let change = FrameAnimation(
      timing: rest.duration > 0 ? rest : nil, completion: transition.ending(isWhole: nil))
    change.isFinishing = true
    change.look(around: frames.front)
    frames.animation.transition = nil
    transition.clip.release(rest, at: state.clock)
    defer { frames.animation.leaving.forgetArrivals() }
    do throws(LayoutError) {
      // Nothing else holds the app's handle on the layout until it is adopted.
      return try withExtendedLifetime(transition) { () throws(LayoutError) in
        try ExchangePass(state, app).swap(to: transition.layout, change)
      }
    } catch {
      // What was released goes back to the layout that stays.
      transition.clip.completions.append(transition.ending(isWhole: false))
      throw error
    }
  }

  /// The present layout stays: everything goes back to its place, to the bit.
  ///
  /// - Parameter course: The course of the whole way; nil goes back at once.
  /// - Throws: `reentrant`, `no-transition`, or what the frame gave.
  package func cancel(_ course: AnimationTiming?) throws(LayoutError) {
    _ = try current()
    frames.animation.cancelTransition(course ?? .none, at: state.clock)
    try app.layoutIfNeeded()
  }

  private func current() throws(LayoutError) -> InteractiveTransition {
    try frames.checkIdle()
    if let transition = frames.animation.transition { return transition }
    throw LayoutError(
      .noTransition,
      "no transition is under way: it was never started, or something else cancelled it")
  }
}
