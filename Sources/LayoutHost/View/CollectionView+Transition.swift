// SPDX-License-Identifier: Apache-2.0
//
// From one layout to another under somebody's hand, such as a pinch.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The layout that shall take over in the transition under way; nil without one.
  public var transitionLayout: CollectionLayout? {
    state.transitionHandle as? CollectionLayout
  }

  /// The progress of the transition under way, 0 to 1; 0 without one. What is set shows with
  /// the next frame; anything but a number is ignored.
  public var transitionProgress: Double {
    get { state.transitionProgress ?? 0 }
    set {
      guard state.transitionProgress != nil, !newValue.isNaN else { return }
      journal?.note(.transitionProgress(newValue))
      state.setTransitionProgress(newValue)
    }
  }

  /// Begins a transition that follows `transitionProgress`. Every element is shown on its way to its
  /// place in the other layout; what only one of the two has fades. The present layout stays in
  /// charge, and scrolling goes on in it, until the transition is finished.
  ///
  /// A batch, a resize, a reload or another layout cancels it.
  ///
  /// - Parameter completion: Told when everything has come to rest: true when the new layout took
  ///   over, false when the transition was cancelled.
  /// - Returns: What will keep its place.
  /// - Throws: `transition-under-way`, `layout-in-use`, or what the other layout gave. Nothing has
  ///   changed then.
  @discardableResult
  public func startInteractiveTransition(
    to layout: CollectionLayout, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(.startTransition(layout)) { () throws(LayoutError) -> Anchor? in
      let pass = TransitionPass(state, self)
      try pass.prepare(for: layout.engine)
      try checkIsFree(layout)
      let anchor = try pass.start(to: layout.engine, completion: completion)
      pass.show()
      return anchor
    }
  }

  /// The layout takes over: what is left of the way is animated.
  ///
  /// - Parameters:
  ///   - animated: False ends at once.
  ///   - timing: The course of the whole way, of which the rest takes its share of the time; nil for
  ///     that of `animation`.
  /// - Returns: What kept its place.
  /// - Throws: `no-transition`, or what the layout gave; the transition is then cancelled.
  @discardableResult
  public func finishInteractiveTransition(
    animated: Bool = true, timing: AnimationTiming? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(.finishTransition(.init(animated, timing))) { () throws(LayoutError) -> Anchor? in
      try TransitionPass(state, self).finish(animation.timing(isAnimated: animated, timing))
    }
  }

  /// The present layout stays: everything goes back to its place, to the bit.
  ///
  /// - Parameters:
  ///   - animated: False goes back at once.
  ///   - timing: As of ``finishInteractiveTransition(animated:timing:)``.
  /// - Throws: `no-transition`, or what the frame gave.
  public func cancelInteractiveTransition(
    animated: Bool = true, timing: AnimationTiming? = nil
  ) throws(LayoutError) {
    try noted(.cancelTransition(.init(animated, timing))) { () throws(LayoutError) in
      try TransitionPass(state, self).cancel(animation.timing(isAnimated: animated, timing))
    }
  }
}
