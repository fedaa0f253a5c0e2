// SPDX-License-Identifier: Apache-2.0
//
// When a frame runs, and what the app hears after it.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Runs the frame that a change needs, and tells the app what came of it.
///
/// In this order: the frame itself (``FramePass``), the rounds in which views say how large they want to
/// be (``SizingPass``), a look ahead of the scroll (``PrefetchPass``), then the delegate.
package struct FrameRunner {
  let state: EngineState
  let app: any EngineApp

  /// Runs frames of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var frames: FrameState { state.frames }

  /// Changes the scroll state and shows it; takes the change back when the frame fails.
  ///
  /// - Parameters:
  ///   - animation: The animation of what it shows; nil for no change of its own.
  ///   - marks: The marks for the layout, once the frame may run.
  ///   - isLenient: What is wrong with a view's wish is left to the next frame.
  /// - Throws: `reentrant` from inside a frame; what the frame gave.
  func perform(
    animating animation: FrameAnimation? = nil, marks: UInt32 = LAYOUT_MARK_NOTHING,
    isLenient: Bool = false, _ change: (inout ScrollState) -> Void
  ) throws(LayoutError) {
    try frames.checkIdle()
    if !frames.isShown || state.hasNextLayout { try app.layoutIfNeeded() }
    let saved = state.scroll
    state.cross.checkpoint()
    // Changed as a copy, since the closure may look at the state.
    var changed = state.scroll
    change(&changed)
    state.scroll = changed
    frames.pending.marks |= marks
    guard state.collectMarks() else { return }
    try run(animating: animation, isLenient: isLenient) {
      state.scroll = saved
      state.cross.rollBack()
    }
  }

  /// Runs a frame and tells the delegate what came of it.
  ///
  /// It may throw though the frame is on screen, when a view in it wants what is no size. So whoever
  /// changed anything for it says here how to take that back: where the error arrives nobody can tell.
  ///
  /// - Parameters:
  ///   - update: The batch that it shows.
  ///   - change: The animation of what it shows.
  ///   - isLenient: What is wrong with a view's wish is left to the next frame: this one then fails
  ///     only when it is not on screen.
  ///   - takeBack: Called when the frame is not on screen, and the view has not taken the batch over.
  /// - Throws: What the frame gave.
  func run(
    showing update: FrameUpdate? = nil, animating change: FrameAnimation? = nil,
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
      if update?.isTaken != true { takeBack() }
      // What was let go for the frame is shown where it belongs in the one that stays.
      if frames.animation.isDue { AnimationPass(state, app).run() }
      throw error
    }
    let failure = settleSizes(animating: change, isLenient: isLenient)
    PrefetchPass(
      state: state, app: app, movement: movement, bindCount: frames.counters.binds - bindCount
    ).runIfWanted()
    tell(didScroll: frames.front.scroll.offset != old)
    if let failure { throw failure }
  }

  /// Lets views say how large they want to be, in the frame on screen.
  ///
  /// - Parameter followsFrame: False when no frame has just run.
  /// - Returns: What went wrong, unless that is left to the next frame.
  func settleSizes(
    animating change: FrameAnimation? = nil, isLenient: Bool, followsFrame: Bool = true
  ) -> LayoutError? {
    SizingPass(state: state, app: app, timing: change?.timing, followsFrame: followsFrame)
      .settle(isLenient: isLenient)
  }

  /// Tells the app of the frame that is on screen now, and whose animations are over.
  func tell(didScroll: Bool) {
    tellListener(didScroll: didScroll)
    AnimationPass(state, app).tellFinished()
  }

  private func tellListener(didScroll: Bool) {
    // Taken even when nobody listens, so that they do not pile up.
    let events = state.layout.connection.takeEvents()
    guard let listener = app.listener else { return state.cross.tellChanges { _, _ in } }
    frames.tellingDepth += 1
    defer { frames.tellingDepth -= 1 }
    if didScroll { listener.didScroll() }
    state.cross.tellChanges { listener.didScroll(section: $0, to: $1) }
    for event in events { listener.didReceive(event) }
  }

  /// A delegate may change the view when it hears of a frame, and so hears of the next one; this is
  /// named before it fills the stack.
  private func checkEndsSomeTime() throws(LayoutError) {
    guard frames.tellingDepth >= Self.tellingLimit else { return }
    throw LayoutError(
      .endlessCallback,
      "collectionViewDidScroll(_:), collectionView(_:didReceive:) or the prefetching of the app changed "
        + "the view \(Self.tellingLimit) times, each time from inside the last; end this, or change it later"
    )
  }
  /// More than any delegate needs that comes to an end.
  private static let tellingLimit = 32

  /// Shows what is due with a frame, or by the clock alone.
  ///
  /// - Throws: What the frame gave.
  package func showWhatIsDue(isLenient: Bool) throws(LayoutError) {
    if state.collectMarks() { return try run(isLenient: isLenient) }
    AnimationPass(state, app).run()
  }
}

// MARK: - Probation
//
// A frame of a layout that still has to prove itself.

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
