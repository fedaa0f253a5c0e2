// SPDX-License-Identifier: Apache-2.0
//
// Running frames, and notifying the app after them.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Runs the frame that a change needs, and notifies the app of the result.
///
/// The order is: the frame itself (``FramePass``), the rounds of self-sizing (``SizingPass``),
/// prefetching (``PrefetchPass``), then the delegate.
package struct FrameRunner {
  let state: EngineState
  let app: any EngineApp

  /// Runs frames of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var frames: FrameState { state.frames }

  /// Changes the scroll state and shows it; restores it when the frame fails.
  ///
  /// - Parameters:
  ///   - animation: The animation of the change; nil for none.
  ///   - marks: The marks for the layout, once the frame may run.
  ///   - isLenient: True to leave an invalid preferred size to the next frame.
  /// - Throws: `reentrant` from inside a frame; the error of the frame.
  func changeScroll(
    animating animation: FrameChange? = nil, marks: UInt32 = LAYOUT_MARK_NOTHING,
    isLenient: Bool = false, _ change: (inout ScrollState) -> Void
  ) throws(LayoutError) {
    try frames.checkIdle()
    // For callers that did not show a due frame, such as a drag.
    if !frames.isShown || state.nextLayout != nil { try app.layoutIfNeeded() }
    let saved = state.scroll
    state.cross.checkpoint()
    // Changed as a copy, because the closure may read the state.
    var changed = state.scroll
    change(&changed)
    state.scroll = changed
    frames.pending.marks |= marks
    guard state.collectMarks() else { return }
    try run(animating: animation, isLenient: isLenient) {
      state.takeScroll(saved)
      state.cross.rollBack()
    }
  }

  /// Runs a frame and notifies the delegate of the result.
  ///
  /// It may throw although the frame is on screen, when a view in it prefers an invalid size. The
  /// caller of this function cannot distinguish the cases, so it passes a closure that rolls its
  /// change back.
  ///
  /// - Parameters:
  ///   - update: The batch to show.
  ///   - change: The animation of the change.
  ///   - isLenient: True to leave an invalid preferred size to the next frame: this one then fails
  ///     only when it is not on screen.
  ///   - takeBack: Called when the frame is not on screen, and the view has not applied the batch.
  /// - Throws: The error of the frame.
  func run(
    showing update: FrameUpdate? = nil, animating change: FrameChange? = nil,
    isLenient: Bool = false, orElse takeBack: () -> Void = {}
  ) throws(LayoutError) {
    let old = frames.front.scroll.offset
    let offset = state.scroll.offset
    let movement = frames.isShown ? Vector(dx: offset.x - old.x, dy: offset.y - old.y) : .zero
    let bindCount = frames.counters.binds
    do throws(LayoutError) {
      try app.claimLayout()
      try checkEndsSomeTime()
      try ProbationPass(state, app).run(
        FramePass(state, app, layout: state.layout, update: update, change: change))
    } catch {
      if update?.isApplied != true { takeBack() }
      // Elements released for the failed frame are shown at their places in the frame that stays.
      if frames.animation.isDue { AnimationPass(state, app).run() }
      throw error
    }
    let failure = settleSizes(animating: change, isLenient: isLenient)
    PrefetchPass(
      state: state, app: app, movement: movement, bindCount: frames.counters.binds - bindCount
    ).runIfWanted()
    notifyApp(didScroll: frames.front.scroll.offset != old)
    if let failure { throw failure }
  }

  /// Asks views of the frame on screen for their preferred sizes.
  ///
  /// - Parameter followsFrame: False when no frame has just run.
  /// - Returns: The error, unless it is left to the next frame.
  func settleSizes(
    animating change: FrameChange? = nil, isLenient: Bool, followsFrame: Bool = true
  ) -> LayoutError? {
    SizingPass(state: state, app: app, timing: change?.timing, followsFrame: followsFrame)
      .settle(isLenient: isLenient)
  }

  /// Notifies the app of the frame on screen, and calls the completions of finished animations.
  func notifyApp(didScroll: Bool) {
    tellListener(didScroll: didScroll)
    AnimationPass(state, app).tellFinished()
  }

  private func tellListener(didScroll: Bool) {
    // Taken even without a listener, so that events do not accumulate.
    let events = state.layout.connection.takeEvents()
    guard let listener = app.listener else { return state.cross.tellChanges { _, _ in } }
    frames.tellingDepth += 1
    defer { frames.tellingDepth -= 1 }
    if didScroll { listener.didScroll() }
    state.cross.tellChanges { listener.didScroll(section: $0, to: $1) }
    for event in events { listener.didReceive(event) }
  }

  /// Throws at a fixed depth of recursion, before the stack overflows: a delegate may change the
  /// view in each notice of a frame.
  private func checkEndsSomeTime() throws(LayoutError) {
    guard frames.tellingDepth >= Self.tellingLimit else { return }
    throw LayoutError(
      .endlessCallback,
      "collectionViewDidScroll(_:), collectionView(_:didReceive:) or the prefetching of the app changed "
        + "the view \(Self.tellingLimit) times, each time from inside the last; end this, or change it later"
    )
  }
  /// More than any delegate needs that does not recurse endlessly.
  private static let tellingLimit = 32

  /// Shows a due frame, or only the running animations.
  ///
  /// - Throws: The error of the frame.
  package func showWhatIsDue(isLenient: Bool) throws(LayoutError) {
    if state.collectMarks() { return try run(isLenient: isLenient) }
    AnimationPass(state, app).run()
  }
}

// MARK: - Probation
//
// Frames of a layout on probation.

/// Runs a frame; when a layout on probation fails in it, its predecessor takes over again.
package struct ProbationPass {
  let state: EngineState
  let app: any EngineApp

  /// Ends probations of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  /// Runs a frame. The first frame with other data ends the probation.
  ///
  /// - Throws: The error of the frame.
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

  /// Releases the predecessor.
  package func end() {
    guard let probation = state.probation else { return }
    state.probation = nil
    end(probation)
  }

  /// Releases the predecessor of a probation that is not that of the state any more.
  func end(_ probation: Probation) {
    forgetLayoutsOffScreen()
    app.inApp { probation.onEnd(nil) }
  }

  /// Lets the predecessor prepare and take over. If nothing scrolled since the swap, the content
  /// offset is restored.
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
      // Both fail: the caller gets the error of the newer one, which is that of a layout.
      state.frames.didLayoutFailInStep = true
      state.takeScroll(saved)
      throw error
    }
    if let change = pass.change {
      state.frames.animation.finish(change.completions, isWhole: true)
    }
    app.adopt(probation.old)
    forgetLayoutsOffScreen()
    app.inApp { probation.onEnd(error) }
  }

  /// Releases the layouts of frames in preparation, so that the code of a removed layout is
  /// unmapped.
  private func forgetLayoutsOffScreen() {
    if !state.frames.isRunning { state.frames.back.layout = state.layout }
  }
}
