// SPDX-License-Identifier: Apache-2.0
//
// Changing the layout or the viewport of a live view: at once, animated, or interactively.

import LayoutABI
import LayoutEngine
import LayoutModel

// MARK: - Layouts
//
// Replacing the layout of a live view.

extension CollectionView {
  /// The layout. An assigned layout is swapped in with the next frame, which reports errors;
  /// `setLayout(_:)` does it at once.
  public var collectionViewLayout: CollectionLayout {
    get { nextLayout ?? layout }
    set {
      journal?.note(.assignLayout(newValue))
      nextLayout = newValue === layout ? nil : newValue
    }
  }

  /// The layout of the frame on screen, even while another one is pending.
  package var shownLayout: CollectionLayout { layout }

  /// Shows another layout instead of the current one. Data, registrations and views stay; the
  /// anchor keeps its place on screen, and the offset ends inside the edges.
  ///
  /// The new layout prepares and answers for the elements that will be visible before anything
  /// changes. If it fails, or shows a kind without a registered view, the current layout stays
  /// untouched. Before the first frame the view takes the layout over at once, even if that frame
  /// fails.
  ///
  /// If animated, every element moves from its place on screen to its place in the new layout,
  /// matched by path and kind; elements in only one of the layouts fade.
  ///
  /// - Parameters:
  ///   - animated: False shows the result at once and ends every running animation.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Called at the end of the animation, or at once without one: true when it was
  ///     completed. Not called when this throws.
  /// - Returns: The anchor that kept its place; nil when nothing was shown.
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
      // The app's choice ends any probation.
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

  /// Swaps in the layout assigned to `collectionViewLayout`.
  func takeNextLayout() throws(LayoutError) {
    guard let next = nextLayout else { return }
    try setLayout(next)
  }

  /// Throws `layout-in-use` for a layout that another view shows, or may show without a call.
  package func checkIsFree(_ layout: CollectionLayout) throws(LayoutError) {
    guard let user = layout.user, user !== self else { return }
    throw LayoutError(
      .layoutInUse,
      "this \(layout.id) is shown by another collection view; make a layout of its own for each view"
    )
  }

  /// Returns true for a layout that may take over again or next: the target of a transition, and the
  /// predecessor on probation.
  fileprivate func mayShow(_ layout: CollectionLayout) -> Bool {
    transitionLayout === layout || state.probation?.handle === layout
  }

  /// True when the layout on screen was swapped in recently, and its predecessor is still kept.
  public var isOnProbation: Bool { state.probation != nil }
}

extension CollectionLayout {
  /// The view that shows it, or may show it without being given it again.
  package var user: CollectionView? {
    if let collectionView { return collectionView }
    guard let claimant, claimant.mayShow(self) else { return nil }
    return claimant
  }
}

// MARK: - Transitions under a hand
//
// Interactive transitions from one layout to another, such as by a pinch.

extension CollectionView {
  /// The target layout of the current transition; nil without one.
  public var transitionLayout: CollectionLayout? {
    state.transitionHandle as? CollectionLayout
  }

  /// The progress of the current transition, 0 to 1; 0 without one. A new value shows with the next
  /// frame; NaN is ignored.
  public var transitionProgress: Double {
    get { state.transitionProgress ?? 0 }
    set {
      guard state.transitionProgress != nil, !newValue.isNaN else { return }
      journal?.note(.transitionProgress(newValue))
      state.setTransitionProgress(newValue)
    }
  }

  /// Starts a transition that follows `transitionProgress`. Every element is shown between its
  /// places in the two layouts; elements in only one of them fade. The current layout stays in
  /// charge, including scrolling, until the transition is finished.
  ///
  /// A batch, a resize, a reload or another layout cancels it.
  ///
  /// - Parameter completion: Called at rest: true when the new layout took over, false when the
  ///   transition was cancelled.
  /// - Returns: The anchor that will keep its place.
  /// - Throws: `transition-under-way`, `layout-in-use`, or the other layout's error. Nothing has
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
      layout.claimant = self
      pass.show()
      return anchor
    }
  }

  /// Lets the target layout take over, and animates the rest of the transition.
  ///
  /// - Parameters:
  ///   - animated: False ends at once.
  ///   - timing: The course of the whole transition, of which the rest takes its share of the time;
  ///     nil for that of `animation`.
  /// - Returns: The anchor that kept its place.
  /// - Throws: `no-transition`, or the layout's error; the transition is then cancelled.
  @discardableResult
  public func finishInteractiveTransition(
    animated: Bool = true, timing: AnimationTiming? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(.finishTransition(.init(animated, timing))) { () throws(LayoutError) -> Anchor? in
      try TransitionPass(state, self).finish(animation.timing(isAnimated: animated, timing))
    }
  }

  /// Cancels the transition: every element returns exactly to its place in the current layout.
  ///
  /// - Parameters:
  ///   - animated: False returns at once.
  ///   - timing: As for ``finishInteractiveTransition(animated:timing:)``.
  /// - Throws: `no-transition`, or the error of the frame.
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
  /// The viewport itself changes at once; if animated, elements move from their places on screen to
  /// their new places. The layout is notified before and after.
  ///
  /// - Parameters:
  ///   - animated: False shows the result at once.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Called at the end of the animation, or at once without one: true when it was
  ///     completed. Not called when this throws.
  /// - Throws: `reentrant` from inside a frame; the error of the layout or the frame.
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
