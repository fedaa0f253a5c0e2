// SPDX-License-Identifier: Apache-2.0
//
// Another layout or another viewport on a live view: at once, animated, or under a hand.

import LayoutABI
import LayoutEngine
import LayoutModel

// MARK: - Layouts
//
// One layout takes the place of another on a live view.

extension CollectionView {
  /// The layout. Assigning one swaps it in with the next frame, whose caller hears of a failure;
  /// `setLayout(_:)` does it at once.
  public var collectionViewLayout: CollectionLayout {
    get { nextLayout ?? layout }
    set {
      journal?.note(.assignLayout(newValue))
      nextLayout = newValue === layout ? nil : newValue
    }
  }

  /// The layout of the frame on screen, whichever waits to take over.
  package var shownLayout: CollectionLayout { layout }

  /// Shows another layout in place of the present one. Data, registrations and views stay; the
  /// anchor keeps its place on screen, and the offset ends inside the edges.
  ///
  /// The new layout prepares and answers for what will be visible before anything changes. When it
  /// fails, or shows a kind for which no view is registered, the present layout stays untouched. Before
  /// the first frame there is nothing to keep: the view then takes the layout over at once, also where
  /// that frame fails.
  ///
  /// When it is animated, every element goes from where it is on screen to its place in the new
  /// layout, matched by path and kind; what only one of the two has fades.
  ///
  /// - Parameters:
  ///   - animated: False shows the outcome at once and ends every animation under way.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Told at the end of the animation, or at once without one: whether it ran to its
  ///     end. Not called when this throws.
  /// - Returns: What kept its place; nil when nothing was shown.
  @discardableResult
  public func setLayout(
    _ layout: CollectionLayout, animated: Bool = false, timing: AnimationTiming? = nil,
    completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(ViewCall.setLayout(layout, .init(animated, timing))) {
      () throws(LayoutError) -> Anchor? in
      try state.checkIdle()
      nextLayout = nil
      guard layout !== self.layout else {
        inApp { completion?(true) }
        return nil
      }
      try checkIsFree(layout)
      // Whatever was on probation is not what the app wants now.
      ProbationPass(state, self).end()
      if !state.isShown {
        adopt(layout.engine)
        try layoutIfNeeded(isLenient: true)
        inApp { completion?(true) }
        return nil
      }
      return try ExchangePass(state, self).exchange(
        to: layout.engine, animation.timing(isAnimated: animated, timing),
        completion: completion)
    }
  }

  /// Swaps in what was assigned to `collectionViewLayout`.
  func takeNextLayout() throws(LayoutError) {
    guard let next = nextLayout else { return }
    try setLayout(next)
  }

  /// Throws `layout-in-use` for a layout that another view shows.
  package func checkIsFree(_ layout: CollectionLayout) throws(LayoutError) {
    guard let user = layout.collectionView, user !== self else { return }
    throw LayoutError(
      .layoutInUse,
      "this \(layout.id) is shown by another collection view; make a layout of its own for each view"
    )
  }

  /// True when the layout on screen was swapped in a moment ago, so that the one before it
  /// stands by.
  public var isOnProbation: Bool { state.probation != nil }
}

// MARK: - Transitions under a hand
//
// From one layout to another under somebody's hand, such as a pinch.

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

// MARK: - Viewports

extension CollectionView {
  /// Changes the viewport. The anchor keeps its place.
  ///
  /// The viewport itself changes at once; when it is animated, the elements go from where they are on
  /// screen to where the layout has them in it. The layout is told before and after.
  ///
  /// - Parameters:
  ///   - animated: False shows the outcome at once.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Told at the end of the animation, or at once without one: whether it ran to its
  ///     end. Not called when this throws.
  /// - Throws: `reentrant` from inside a frame; what the layout or the frame gave.
  public func resize(
    to viewportSize: Size, animated: Bool = false, timing: AnimationTiming? = nil,
    completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    try noted(.resize(viewportSize, .init(animated, timing))) { () throws(LayoutError) in
      let pass = ResizePass(state, self)
      let course = animation.timing(isAnimated: animated, timing)
      if let course, state.isShown {
        return try pass.run(to: viewportSize, course, completion: completion)
      }
      try pass.run(to: viewportSize)
      inApp { completion?(true) }
    }
  }
}
