// SPDX-License-Identifier: Apache-2.0
//
// Replacing the layout of a live view: at once or animated, interactively, or after preparing in
// the background.

import LayoutModel
import LayoutRuntime

// MARK: - At once or animated

/// Puts another layout on screen. Data and views stay; the anchor keeps its place.
package struct ExchangePass {
  let state: EngineState
  let app: any EngineApp

  /// Exchanges layouts of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ExchangePass")
    (self.state, self.app) = (state, app)
  }

  /// Notifies both layouts of the exchange, and puts the new one on screen, animated or at once.
  ///
  /// - Parameters:
  ///   - preparedBounds: The viewport for which the new layout prepared over the same data; nil when
  ///     it must prepare.
  ///   - onShown: Called with the anchor once the new layout is on screen, with the sizes that views
  ///     prefer, before the app is notified. This does not throw after it.
  /// - Returns: The anchor that kept its place.
  /// - Throws: The error of the new layout or the frame; the current layout then stays.
  @discardableResult
  package func exchange(
    to layout: EngineLayout, _ course: AnimationTiming?, preparedBounds: Rect? = nil,
    completion: ((Bool) -> Void)? = nil, onShown: (Anchor?) -> Void = { _ in }
  ) throws(LayoutError) -> Anchor? {
    state.frames.forgetFailure()
    do throws(LayoutError) { try MovementPass(state, app).cancel() } catch {
      // A layout that fails does not stay because it cannot show the order of the data: the new one reads them.
      guard state.frames.didLayoutFailInStep else { throw error }
    }
    // It may have prepared while an item was being moved.
    state.tellOrder(to: layout.connection)
    state.frames.animation.cancelTransition(course ?? .none, at: state.clock)
    let pair = LayoutPair(old: state.layout, new: layout)
    try pair.prepare()
    let change = FrameChange(timing: course) { isWhole in
      pair.finalize()
      completion?(isWhole)
    }
    if course != nil { change.look(around: state.frames.frontInStep) }
    do {
      return try swap(
        to: layout, change, Handover(preparedBounds: preparedBounds), onShown: onShown)
    } catch {
      pair.finalize()
      throw error
    }
  }

  /// Puts a layout on screen that was notified of it.
  ///
  /// - Parameter onShown: Called once it is on screen, before the app is notified.
  /// - Returns: The anchor that kept its place.
  /// - Throws: The error of the frame; the current layout then stays.
  func swap(
    to layout: EngineLayout, _ change: FrameChange, _ handover: Handover = Handover(),
    onShown: (Anchor?) -> Void = { _ in }
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
    // A probation before this exchange is over, because its layout has left. The app is told below.
    let probation = state.probation
    state.probation = nil
    // No prefetch: the visible items are the same, and the next scroll prefetches. No probation:
    // the swap starts that.
    let runner = FrameRunner(state, app)
    _ = runner.settleSizes(animating: change, isLenient: true)
    onShown(anchor)
    if let probation { ProbationPass(state, app).end(probation) }
    runner.notifyApp(didScroll: state.frames.front.scroll.offset != old)
    return anchor
  }
}

// MARK: - Under a hand
//
// Interactive transitions from one layout to another, such as by a pinch.

/// Handles an interactive transition: start, finish and cancel.
package struct TransitionPass {
  let state: EngineState
  let app: any EngineApp

  /// Works off transitions of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "TransitionPass")
    (self.state, self.app) = (state, app)
  }

  private var frames: FrameState { state.frames }

  /// Ends everything that would conflict with a transition.
  ///
  /// - Throws: `reentrant`, `transition-under-way`; the error of a due frame.
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

  /// Starts a transition whose progress the app sets. The current layout stays in charge.
  ///
  /// - Returns: The anchor that will keep its place.
  /// - Throws: The error of the other layout. Nothing has changed then.
  package func start(
    to layout: EngineLayout, completion: ((Bool) -> Void)?
  ) throws(LayoutError) -> Anchor? {
    let pair = LayoutPair(old: state.layout, new: layout)
    try pair.prepare()
    let change = FrameChange(timing: .standard)
    change.look(around: frames.frontInStep)
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

  /// Lets the target layout take over, and animates the rest of the transition.
  ///
  /// - Parameter whole: The course of the whole transition, of which the rest takes its share of
  ///   the time; nil ends at once.
  /// - Returns: The anchor that kept its place.
  /// - Throws: `reentrant`, `no-transition`, or the layout's error; the transition is then
  ///   cancelled.
  package func finish(_ whole: AnimationTiming?) throws(LayoutError) -> Anchor? {
    let transition = try current()
    let rest = whole?.shortened(to: 1 - transition.progress) ?? .none
    let change = FrameChange(
      timing: rest.duration > 0 ? rest : nil, completion: transition.ending(isWhole: nil))
    change.isFinishing = true
    change.look(around: frames.frontInStep)
    frames.animation.transition = nil
    transition.clip.release(rest, at: state.clock)
    defer { frames.animation.leaving.forgetArrivals() }
    do throws(LayoutError) {
      // Only the transition retains the app's handle of the layout until it is adopted.
      return try withExtendedLifetime(transition) { () throws(LayoutError) in
        try ExchangePass(state, app).swap(to: transition.layout, change)
      }
    } catch {
      // On failure the elements return to the layout that stays.
      transition.clip.completions.append(transition.ending(isWhole: false))
      throw error
    }
  }

  /// Cancels the transition: every element returns exactly to its place in the current layout.
  ///
  /// - Parameter course: The course of the whole transition; nil returns at once.
  /// - Throws: `reentrant`, `no-transition`, or the error of the frame.
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

// MARK: - Beside the one on screen
//
// Preparing a new version in the background of the old one, and checking its visible elements,
// before it is shown.

/// The state for which a background layout prepared.
package struct ShadowPreparation: Equatable {
  /// Counts, epoch and the other data for a layout.
  let shape: DataShape
  let viewportSize: Size
  /// The viewport of its last answer.
  package let bounds: Rect
  /// The revision of its bindings.
  let queryRevision: Int
  /// The change of the data that no frame could take, by ``DataState/changeCount``, because the layout on screen
  /// fails; nil if the data are those of the frame on screen.
  let missedChange: Int?
}

/// Prepares a layout in the background.
package struct ShadowPass {
  let state: EngineState
  let app: any EngineApp
  let layout: EngineLayout

  /// Prepares `layout` in the background of the layout of `state`.
  package init(_ state: EngineState, _ app: any EngineApp, layout: EngineLayout) {
    (self.state, self.app, self.layout) = (state, app, layout)
  }

  /// Returns the request that makes the layout prepare for the current view.
  ///
  /// - Throws: The data source's error.
  package func question() throws(LayoutError) -> BackgroundFrame.Work {
    let question = try FramePass(state, app, layout: layout).questionBeside(seeksAnchor: false)
    let bounds = question.scroll.bounds
    var request = FrameRequest(
      time: state.clock, oldBounds: bounds, bounds: bounds, marks: question.pending.marks)
    request.elements = question.pending.elements
    let preparation = preparation(question)
    return BackgroundFrame.Work(request: request, shape: question.shape) {
      [unowned state, layout] in
      preparation.isCurrent(in: state, layout)
    }
  }

  /// Checks the frame that the prepared layout would show now.
  ///
  /// - Parameter bounds: The viewport for which it prepared; the content may have moved since.
  /// - Throws: `reentrant`; the layout's error, `unregistered-kind`.
  package func rehearse(preparedFor bounds: Rect?) throws(LayoutError) -> ShadowPreparation {
    let frames = state.frames
    try frames.checkIdle()
    // Until the next frame it is only a buffer; it retains no layout.
    defer { frames.back.layout = state.layout }
    let handover = Handover(preparedBounds: bounds ?? state.scroll.bounds)
    return try frames.occupied { () throws(LayoutError) in
      preparation(
        try FramePass(state, app, layout: layout, handover: handover).rehearseAnswer())
    }
  }

  private func preparation(_ question: FrameQuestion) -> ShadowPreparation {
    ShadowPreparation(
      shape: question.shape, viewportSize: question.scroll.viewportSize,
      bounds: question.scroll.bounds,
      queryRevision: layout.connection.queries.revision,
      missedChange: state.missesData ? state.data.changeCount : nil)
  }
}

extension ShadowPreparation {
  /// Returns true when the view still has the state for which a layout prepared.
  package func isCurrent(in state: EngineState, _ layout: EngineLayout) -> Bool {
    if let missedChange {
      // Its first frame reads the counts again, and prepares with them.
      return state.missesData && state.data.changeCount == missedChange
        && viewportSize == state.scroll.viewportSize
        && queryRevision == layout.connection.queries.revision
    }
    let inset = state.mirror(for: layout, state.scroll).turn(state.contentInset)
    let present = state.data.shape.seen(by: state, inset: inset)
    return !state.data.isStale && shape == present && viewportSize == state.scroll.viewportSize
      && queryRevision == layout.connection.queries.revision
  }
}
