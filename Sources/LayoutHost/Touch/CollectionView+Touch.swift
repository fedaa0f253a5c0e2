// SPDX-License-Identifier: Apache-2.0
//
// A finger that rests on the content: highlight, selection, menu.

import LayoutModel

/// A phase of a touch.
public enum TouchPhase: String, Sendable, CaseIterable {
  /// It touches.
  case began
  /// It lifts.
  case ended
  /// Something else took the touch over.
  case cancelled
  /// It rested long enough for a menu.
  case held
}

extension CollectionView {
  /// A finger at a place in the viewport, in points.
  ///
  /// The delegate's calls, in order. The touch begins: `shouldHighlight`; the highlight comes
  /// on, `didHighlight`. It lifts over the same item: `shouldSelect`, or in multiple mode over a
  /// selected item `shouldDeselect`; the highlight goes off; the selection changes, `didDeselect` of
  /// the other item in single mode, `didSelect` or `didDeselect`; last `didUnhighlight`. After a no to
  /// `shouldHighlight` the touch has no effect. A drag, a menu and `cancelled` take the highlight off
  /// and leave the selection. A touch that stops moving content does nothing else.
  ///
  /// - Returns: The item there; nil when there is none.
  /// - Throws: `reentrant-touch` from inside a delegate's answer; `not-finite`; what the frame gave
  ///   that was due.
  @discardableResult
  public func touch(_ phase: TouchPhase, at place: Point) throws(LayoutError) -> ItemPath? {
    try noted(.touch(phase, at: place)) { () throws(LayoutError) -> ItemPath? in
      guard place.x.isFinite, place.y.isFinite else {
        throw LayoutError(.notFinite, "a touch is at a finite place, not \(place.x), \(place.y)")
      }
      return try interaction.handle { () throws(LayoutError) in
        try layoutIfNeeded()
        let path = item(atViewport: place)
        let stops = phase == .began ? try CrossScrollPass(view: self).hold(at: place) : false
        try TouchPass(view: self, hasStoppedSection: stops).run(phase, path)
        return path
      }
    }
  }

  /// A finger on an item, wherever it is.
  ///
  /// - Throws: `unknown-path` when there is no such item, and what `touch(_:at:)` throws.
  public func touch(_ phase: TouchPhase, itemAt path: ItemPath) throws(LayoutError) {
    try noted(.touchItem(phase, path)) { () throws(LayoutError) in
      try interaction.handle { () throws(LayoutError) in
        try layoutIfNeeded()
        try checkItem(path)
        try TouchPass(view: self).run(phase, path)
      }
    }
  }

  /// The item that a finger at this place in the viewport, in points, touches: that of the topmost
  /// element, by z-index, then by path. What is hidden, transparent or on its way out is not touched,
  /// a supplementary view above an item covers it, and decorations let touches through.
  ///
  /// - Complexity: O(visible · (1 + views on their way out)).
  public func item(atViewport place: Point) -> ItemPath? {
    let point = Point(x: contentOffset.x + place.x, y: contentOffset.y + place.y)
    var top: LayoutAttributes?
    for element in visibleElements where !element.isLeaving {
      let attributes = element.attributes
      guard attributes.isTouchable, attributes.frame.contains(point) else { continue }
      if let top, (top.zIndex, top.path) > (attributes.zIndex, attributes.path) { continue }
      top = attributes
    }
    return top.flatMap { $0.category == .cell ? $0.path : nil }
  }

  /// The item on which a touch rests.
  public var highlightedItem: ItemPath? { interaction.selection.state.highlighted }

  /// - Throws: `unknown-path` when there is no item at the path.
  func checkItem(_ path: ItemPath) throws(LayoutError) {
    guard !hasItem(at: path) else { return }
    throw LayoutError(
      .unknownPath,
      "there is no item \(path); section \(path.section) has "
        + "\(numberOfItems(inSection: path.section))")
  }
}

extension LayoutAttributes {
  /// True when a finger finds the element. Opacity as in UIKit, where what cannot be seen is
  /// not hit.
  fileprivate var isTouchable: Bool {
    !isHidden && alpha > 0.01 && category != .decoration
  }
}
