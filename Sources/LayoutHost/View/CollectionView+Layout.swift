// SPDX-License-Identifier: Apache-2.0
//
// One layout takes the place of another on a live view.

import LayoutModel

extension CollectionView {
  /// The layout. Assigning one swaps it in with the next frame, whose caller hears of a failure;
  /// `setLayout(_:)` does it at once.
  public var collectionViewLayout: CollectionLayout {
    get { nextLayout ?? layout }
    set { nextLayout = newValue === layout ? nil : newValue }
  }

  /// Shows another layout in place of the present one. Data, registrations and views stay; the
  /// anchor keeps its place on screen, and the offset ends inside the edges.
  ///
  /// The new layout prepares and answers for what will be visible before anything changes. When it
  /// fails, or shows a kind for which no view is registered, the present layout stays untouched.
  ///
  /// - Returns: What kept its place; nil when nothing was shown.
  @discardableResult
  public func setLayout(_ layout: CollectionLayout) throws(LayoutError) -> Anchor? {
    guard !frames.isRunning else { throw FramePass.reentrant }
    nextLayout = nil
    guard layout !== self.layout else { return nil }
    if let user = layout.collectionView, user !== self {
      throw LayoutError(
        "layout-in-use", "this \(layout.id) is shown by another collection view; make a new one")
    }
    if !frames.isShown {
      adopt(layout)
      try layoutIfNeeded()
      return nil
    }
    let old = frames.front.scroll.offset
    let anchor = try FramePass(view: self, layout: layout).run()
    adopt(layout)
    try settleSizes(isLenient: true)
    tellDelegate(didScroll: frames.front.scroll.offset != old)
    return anchor
  }

  /// Swaps in what was assigned to `collectionViewLayout`.
  func takeNextLayout() throws(LayoutError) {
    guard let next = nextLayout else { return }
    try setLayout(next)
  }

  private func adopt(_ layout: CollectionLayout) {
    self.layout.collectionView = nil
    self.layout = layout
    layout.collectionView = self
  }
}
