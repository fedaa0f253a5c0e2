// SPDX-License-Identifier: Apache-2.0
//
// The elements on screen, queries of the layout about others, and the tree for assistive
// technology: none of these runs a frame.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

// MARK: - On screen

extension CollectionView {
  /// All elements with a view, by category, section, item and kind, at their current places;
  /// including hidden and transparent ones, and leaving ones, each after the element with the same
  /// path.
  public var visibleElements: [VisibleElement] { state.visibleElements }

  /// The number of ``visibleElements``.
  package var visibleCount: Int { state.visibleCount }

  /// Hands over ``visibleElements`` one after the other, without an array of them.
  package func forEachVisibleElement(_ body: (VisibleElement) -> Void) {
    state.forEachVisibleElement(body)
  }

  /// The cells on screen, by path.
  public var visibleCells: [Cell] { state.visibleCells }

  /// The paths of the cells on screen, ascending.
  public var indexPathsForVisibleItems: [ItemPath] { state.visibleItems }

  /// The first of ``indexPathsForVisibleItems``.
  package var firstVisibleItem: ItemPath? { state.firstVisibleItem }

  /// The paths of the supplementary elements of `kind` on screen, ascending.
  public func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [ItemPath] {
    state.visibleSupplementaryPaths(ofKind: kind)
  }

  /// The cell on screen for an item, or nil when the item is not on screen.
  public func cellForItem(at path: ItemPath) -> Cell? { state.cell(at: path) }

  /// The view on screen of a supplementary element, or nil when it is not on screen.
  public func supplementaryView(forElementKind kind: String, at path: ItemPath) -> ReusableView? {
    state.view(.supplementary, kind: kind, at: path)
  }

  /// The path of the item that a cell shows, or nil when it shows none.
  public func indexPath(for cell: Cell) -> ItemPath? { state.path(of: cell) }

  // MARK: Animation and motion

  /// The default animation of changes.
  public var animation: AnimationSettings {
    get { state.animationSettings }
    set { state.animationSettings = newValue }
  }

  /// True when a change is still being animated.
  public var isAnimating: Bool { state.isAnimating }

  /// Ends all animations of a view that is about to end: their completions get false.
  package func endAnimations() { state.endAnimations() }

  /// The report of the last batch; empty for a layout without `layout.updates/1`, unless it is
  /// kept.
  package var lastUpdateReport: UpdateReport { state.updateReport }

  /// True when the report of each batch is kept, for tests and for recorded sessions.
  package var keepsUpdateReport: Bool {
    get { state.keepsUpdateReport }
    set { state.keepsUpdateReport = newValue }
  }
}

// MARK: - Asked of the layout
//
// Queries of the layout outside of a frame, which change nothing.

extension CollectionView {
  /// The most elements that ``elements(in:)`` returns.
  public static let elementListLimit = LayoutQuestions.elementListLimit

  /// Every element that intersects `rect`, in content coordinates; with nil every element of the
  /// layout, up to 1,000,000 points around the content. By category, section, item and kind. A
  /// rectangle with negative sizes is standardised.
  ///
  /// - Throws: `not-finite` for a rectangle that is not finite; `too-large` for more than
  ///   ``elementListLimit``; the layout's error.
  public func elements(in rect: Rect?) throws(LayoutError) -> [LayoutAttributes] {
    try LayoutQuestions(state, self).elements(in: rect)
  }

  /// Visits every element that intersects `rect`, or all, a part at a time: the elements of
  /// ``elements(in:)``, in any number, with memory that does not grow with their number.
  ///
  /// - Parameter body: Gets each element once. Each part ascends by category, section, item and kind.
  /// - Throws: `not-finite` for a rectangle that is not finite; the error of the layout or of
  ///   `body`.
  public func visitElements(
    in rect: Rect?, _ body: ([LayoutAttributes]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try LayoutQuestions(state, self).visitElements(in: rect, body)
  }

  /// The current attributes of an item, or nil when there is no such item.
  public func layoutAttributesForItem(at path: ItemPath) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.cell, "cell", path)
  }

  /// The current attributes of a supplementary element, or nil when the layout has none there.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.supplementary, kind, path)
  }

  /// The current attributes of a decoration, or nil when the layout has none there.
  public func layoutAttributesForDecorationView(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.decoration, kind, path)
  }

  /// The item at a point in content coordinates: the topmost cell there, or nil.
  public func indexPathForItem(at point: Point) throws(LayoutError) -> ItemPath? {
    try LayoutQuestions(state, self).item(at: point)
  }

  /// The number of sections, as of the last frame.
  public var numberOfSections: Int { state.numberOfSections }

  /// The number of items in a section, as of the last frame; 0 when there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    state.numberOfItems(inSection: section)
  }

  /// Returns true when the data has an item at this path, as of the last frame.
  public func hasItem(at path: ItemPath) -> Bool {
    state.hasItem(at: path)
  }
}

// MARK: - For assistive technology
//
// The collection view for assistive technology: a tree to read, and actions to perform.

extension CollectionView {
  /// The content on screen as a tree in reading order: the collection view contains cells and
  /// supplementary elements, a cell contains its supplementaries. ``cellReadingOrder`` orders the cells. Hidden and completely transparent
  /// elements are omitted. Made again each time; it runs no frame.
  ///
  /// - Complexity: O(visible · log visible).
  public var accessibilityTree: AccessibilityElement {
    AccessibilityTree(state).root(label: accessibilityLabel, cells: cellReadingOrder)
  }

  /// Performs an action of an element of ``accessibilityTree``.
  ///
  /// - Returns: True if the action had an effect.
  /// - Throws: `unknown-element` when it is no longer on screen, `unknown-action` when it offers no
  ///   such action now; `accessibility-action` with the error of the app's action; `reentrant` from
  ///   inside a frame; the error of a tap or the frame.
  @discardableResult
  public func performAccessibilityAction(
    _ action: AccessibilityAction, on element: AccessibilityElement
  ) throws(LayoutError) -> Bool {
    try state.checkIdle()
    guard let category = element.category, let kind = element.kind, let path = element.path else {
      try setContentOffset(try AccessibilityTree(state).offset(of: action))
      return true
    }
    let name = "\(kind) \(path)"
    guard let view = state.view(category, kind: kind, at: path) else {
      throw LayoutError(.unknownElement, "\(name) is not on screen any more")
    }
    switch action {
    case .activate where category == .cell: return try activate(view, at: path)
    case .activate where category == .supplementary && element.actions.contains(.activate):
      try ElementTap(state)?.run(onKind: kind, at: path)
      return true
    case .custom(let action): return try AccessibilityTree.perform(action, on: view, name)
    default:
      throw AccessibilityTree.noAction(action, name, view.accessibility.actions.map(\.name))
    }
  }

  /// Activates a cell, or taps its item: false when the delegate refuses.
  private func activate(_ view: ReusableView, at path: ItemPath) throws(LayoutError) -> Bool {
    if let cell = view as? Cell, cell.accessibilityActivate() { return true }
    try touch(.began, itemAt: path)
    let isHeard = highlightedItem == path
    try touch(.ended, itemAt: path)
    return isHeard
  }

  /// Takes the notices for assistive technology since the last time.
  public func takeAccessibilityNotices() -> [AccessibilityNotice] { state.takeNotices() }
}
