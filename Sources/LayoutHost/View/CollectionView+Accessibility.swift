// SPDX-License-Identifier: Apache-2.0
//
// The collection view as assistive technology sees it: a tree to read, and actions to perform.

import LayoutEngine
import LayoutABI
import LayoutModel

extension CollectionView {
  /// The content on screen as a tree in reading order: the collection view, in it cells and
  /// supplementary elements, in a cell what belongs to it. Elements that are hidden or wholly
  /// transparent are left out. Made anew each time; it runs no frame.
  ///
  /// - Complexity: O(visible · log visible).
  public var accessibilityTree: AccessibilityElement {
    AccessibilityTree(state).root(label: accessibilityLabel)
  }

  /// Performs an action of an element of ``accessibilityTree``.
  ///
  /// - Returns: Whether anything came of it.
  /// - Throws: `unknown-element` when it is no longer on screen, `unknown-action` when it offers no
  ///   such action now; `accessibility-action` with what the app's own action threw; `reentrant` from
  ///   inside a frame; what a tap or the frame gave.
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

  /// A cell acts by itself, or it is as if it was tapped: false when the delegate does not let it.
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
