// SPDX-License-Identifier: Apache-2.0
//
// What a swap needs of the session in which it takes place.

import LayoutEngine
import LayoutModel

/// A live session whose layout can be swapped: what the stages of a swap and the follower of a directory use of a
/// collection view. A test has one without a view.
package protocol SwapSite: EngineApp {
  /// The state of the engine.
  var state: EngineState { get }
  /// The layout on screen.
  var shownLayout: CollectionLayout { get }
  /// The layout that waits to take over, or else the one on screen.
  var wantedLayout: CollectionLayout { get }

  /// Throws `layout-in-use` for a layout that is shown elsewhere.
  func checkIsFree(_ layout: CollectionLayout) throws(LayoutError)
  /// Notes that a new version is about to prepare.
  func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap)
  /// Moves an item that is being moved back to its old place, as a step of the session.
  func cancelMovement() throws(LayoutError)
  /// Cancels an interactive transition, as a step of the session.
  func cancelTransition(animated: Bool, _ timing: AnimationTiming?) throws(LayoutError)
  /// Runs the commit of a swap as a step of the session.
  func commit(
    _ swap: any ObservedSwap, _ body: () throws(LayoutError) -> Void
  ) throws(LayoutError)
}

extension SwapSite {
  /// Shows data that changed since the last frame, because a new version prepares for the data on screen.
  ///
  /// If the layout on screen fails with them, the new version prepares for the data that it misses.
  ///
  /// - Throws: The data source's error.
  func showChangedData() throws(LayoutError) {
    guard state.needsCounts, !state.missesData else { return }
    do throws(LayoutError) { try layoutIfNeeded(isLenient: true) } catch {
      guard state.missesData else { throw error }
    }
  }

  /// Moves an item that is being moved back, so the data may differ from those of the preparation.
  /// It is a step of its own, because the commit may have to wait for another preparation.
  ///
  /// - Throws: The app's error.
  func releaseHeldItem() throws(LayoutError) {
    guard state.heldItem != nil else { return }
    try stepBeforeCommit { () throws(LayoutError) in try cancelMovement() }
  }

  /// Cancels an interactive transition, which no commit leaves. A swap that is refused would otherwise have
  /// done so without a step.
  ///
  /// - Throws: The app's error.
  func endTransition(animated: Bool, _ timing: AnimationTiming?) throws(LayoutError) {
    guard state.transitionHandle != nil else { return }
    try stepBeforeCommit { () throws(LayoutError) in
      try cancelTransition(animated: animated, timing)
    }
  }

  /// Takes a step of the session before the commit. A layout that fails in it gives way all the same.
  ///
  /// - Throws: The app's error.
  private func stepBeforeCommit(_ step: () throws(LayoutError) -> Void) throws(LayoutError) {
    state.forgetFailure()
    do throws(LayoutError) { try step() } catch {
      guard state.didLayoutFailInStep else { throw error }
    }
  }
}

extension CollectionView: SwapSite {
  package var wantedLayout: CollectionLayout { collectionViewLayout }

  package func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap) {
    journal?.observer?.willPrepare(layout, for: swap)
  }

  package func cancelMovement() throws(LayoutError) {
    try noted(.cancelMovement) { () throws(LayoutError) in
      try MovementPass(state, self).cancel()
    }
  }

  package func cancelTransition(
    animated: Bool, _ timing: AnimationTiming?
  ) throws(LayoutError) {
    try cancelInteractiveTransition(animated: animated, timing: timing)
  }

  package func commit(
    _ swap: any ObservedSwap, _ body: () throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try noted(.commitSwap(swap), body)
  }
}

extension LayoutSwapper: ObservedSwap {
  package var layoutID: String { request.layoutID }
  package var course: ViewCall.Course {
    ViewCall.Course(request.isAnimated, request.isAnimated ? request.timing : nil)
  }
  package var isAccepted: Bool { if case .accepted = answer { true } else { false } }
}

extension LayoutSwapper {
  /// True while a worker, or a thread, does the work of the stage: run frames, and step again.
  public var isUnderWay: Bool { if case .none = work { false } else { true } }

  /// The refusal of what has to wait.
  var tooEarly: SwapAnswer { .refused(SwapRefusal(stage, EngineState.reentrant)) }

  /// The error of a swap whose layout is not on screen any more.
  var overtaken: LayoutError {
    LayoutError(
      .overtaken,
      "the view shows another layout than when the swap of \(request.layoutID) began; ask again")
  }

  /// A swap of the current layout of `view`, which it does not retain. Nothing runs yet.
  ///
  /// - Parameter stopwatch: Seconds since any start, for the duration in the answer. It has no
  ///   other use.
  public convenience init(
    _ request: SwapRequest, on view: CollectionView, stopwatch: @escaping () -> Double = { 0 }
  ) {
    self.init(request, at: view, stopwatch: stopwatch)
  }
}
