// SPDX-License-Identifier: Apache-2.0
//
// One layout takes the place of another on a live view.

import LayoutEngine
import LayoutModel

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
  func checkIsFree(_ layout: CollectionLayout) throws(LayoutError) {
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
