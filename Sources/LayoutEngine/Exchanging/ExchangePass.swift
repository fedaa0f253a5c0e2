// SPDX-License-Identifier: Apache-2.0
//
// One layout takes the place of another on a live view.

import LayoutModel

/// Puts another layout on screen. Data and views stay; the anchor keeps its place.
package struct ExchangePass {
  let state: EngineState
  let app: any EngineApp

  /// Exchanges layouts of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  /// Tells both layouts of the exchange, and puts the new one on screen: in a course of time, or at
  /// once.
  ///
  /// - Parameter preparedBounds: The viewport for which the new layout prepared over the same data; nil
  ///   when it has to prepare.
  /// - Returns: What kept its place.
  /// - Throws: What the new layout or the frame gave; the present layout then stays.
  package func exchange(
    to layout: EngineLayout, _ course: AnimationTiming?, preparedBounds: Rect? = nil,
    completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) -> Anchor? {
    try MovementPass(state, app).cancel()
    // It may have prepared while an item was held.
    state.tellOrder(to: layout.connection)
    state.frames.animation.cancelTransition(course ?? .none, at: state.clock)
    let pair = LayoutPair(old: state.layout, new: layout)
    try pair.prepare()
    let change = FrameAnimation(timing: course) { isWhole in
      pair.finalize()
      completion?(isWhole)
    }
    if course != nil { change.look(around: state.frames.front) }
    do { return try swap(to: layout, change, Handover(preparedBounds: preparedBounds)) } catch {
      pair.finalize()
      throw error
    }
  }

  /// Puts a layout on screen that was told of it.
  ///
  /// - Returns: What kept its place.
  /// - Throws: What the frame gave; the present layout then stays.
  func swap(
    to layout: EngineLayout, _ change: FrameAnimation, _ handover: Handover = Handover()
  ) throws(LayoutError) -> Anchor? {
    let old = state.frames.front.scroll.offset
    let pass = FramePass(
      state, app, layout: layout, change: change.timing == nil ? nil : change,
      handover: handover)
    let anchor = try pass.run()
    if change.timing == nil {
      state.frames.animation.finish(change.completions, isWhole: true)
    }
    app.adopt(layout)
    // No look ahead: the items in sight are the same, and the next scroll looks. No probation: that is the
    // swap's to begin.
    let runner = FrameRunner(state, app)
    _ = runner.settleSizes(animating: change, isLenient: true)
    runner.tell(didScroll: state.frames.front.scroll.offset != old)
    return anchor
  }
}
