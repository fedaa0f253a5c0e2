// SPDX-License-Identifier: Apache-2.0
//
// Changes of the viewport size, at once or step by step.

import LayoutABI
import LayoutModel

/// Changes the viewport. The anchor keeps its place.
package struct ResizePass {
  let state: EngineState
  let app: any EngineApp

  /// Resizes the viewport of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ResizePass")
    (self.state, self.app) = (state, app)
  }

  /// Changes the viewport and shows the result at once.
  ///
  /// - Throws: `reentrant`; the error of the layout or the frame.
  package func run(to viewportSize: Size) throws(LayoutError) { try change(to: viewportSize, nil) }

  /// Changes the viewport at once, and animates elements from their places on screen to their new
  /// places. The layout is notified before and after.
  ///
  /// - Throws: `reentrant`; the error of the layout or the frame.
  package func run(
    to viewportSize: Size, _ course: AnimationTiming, completion: ((Bool) -> Void)?
  ) throws(LayoutError) {
    try state.frames.checkIdle()
    try app.layoutIfNeeded()
    let layout = state.layout
    let change = FrameChange(timing: course) { isWhole in
      try? layout.connection.notify(.finalizeBoundsChange)
      completion?(isWhole)
    }
    try layout.connection.notify(.prepareForBoundsChange(state.scroll.bounds))
    change.look(around: state.frames.frontInStep)
    do throws(LayoutError) { try self.change(to: viewportSize, change) } catch {
      try? layout.connection.notify(.finalizeBoundsChange)
      throw error
    }
  }

  private func change(to viewportSize: Size, _ change: FrameChange?) throws(LayoutError) {
    let runner = FrameRunner(state, app)
    try runner.changeScroll(
      animating: change, marks: LAYOUT_MARK_BOUNDS, isLenient: true
    ) { scroll in
      // Here and not before: a refused resize ends no transition.
      state.frames.animation.cancelTransition(change?.timing ?? .none, at: state.clock)
      scroll.viewportSize = viewportSize.saneExtent
    }
  }
}

extension Size {
  /// The size with 0 for each invalid member.
  package var saneExtent: Size {
    Size(
      width: width.isFinite ? max(0, width) : 0, height: height.isFinite ? max(0, height) : 0)
  }
}
