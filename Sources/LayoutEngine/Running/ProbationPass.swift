// SPDX-License-Identifier: Apache-2.0
//
// A frame of a layout that still has to prove itself.

import LayoutModel

/// Runs a frame; when a layout on probation fails in it, the one before it takes over again.
package struct ProbationPass {
  let state: EngineState
  let app: any EngineApp

  /// Ends probations of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  /// Runs a frame. The first frame with other data ends the probation.
  ///
  /// - Throws: What the frame gave.
  func run(_ pass: FramePass) throws(LayoutError) {
    guard let probation = state.probation else {
      try pass.run()
      return
    }
    guard pass.update == nil, !state.isDataStale, state.data.shape.epoch == probation.epoch else {
      end()
      try pass.run()
      return
    }
    do { try pass.run() } catch {
      guard error.isLayoutFault else { throw error }
      try rollBack(probation, pass, because: error)
      return
    }
    probation.framesLeft -= 1
    if probation.framesLeft <= 0 { end() }
  }

  /// Lets go of the layout that stands by.
  package func end() {
    guard let probation = state.probation else { return }
    state.probation = nil
    forgetLayoutsOffScreen()
    app.inApp { probation.onEnd(nil) }
  }

  /// The old layout prepares and takes over: where nothing scrolled since the swap, the content stands
  /// where it stood before.
  private func rollBack(
    _ probation: Probation, _ pass: FramePass, because error: LayoutError
  ) throws(LayoutError) {
    state.probation = nil
    let (shown, saved) = (state.frames.front.scroll.offset, state.scroll)
    let isInPlace = shown == probation.offsets.after
    if isInPlace {
      let moved = Vector(dx: saved.offset.x - shown.x, dy: saved.offset.y - shown.y)
      let back = probation.offsets.before
      state.scroll.jump(to: Point(x: back.x + moved.dx, y: back.y + moved.dy))
    }
    do throws(LayoutError) {
      try FramePass(
        state, app, layout: probation.old, handover: Handover(keepsOffset: isInPlace)
      ).run()
    } catch _ {
      // Both fail: what the newer one said is what the caller has to know.
      state.scroll = saved
      throw error
    }
    if let change = pass.change {
      state.frames.animation.finish(change.completions, isWhole: true)
    }
    app.adopt(probation.old)
    forgetLayoutsOffScreen()
    app.inApp { probation.onEnd(error) }
  }

  /// The frame in the making keeps no layout alive, so that the code of one that left is unmapped.
  private func forgetLayoutsOffScreen() {
    if !state.frames.isRunning { state.frames.back.layout = state.layout }
  }
}
