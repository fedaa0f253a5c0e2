// SPDX-License-Identifier: Apache-2.0
//
// A finger that rests on the content: highlight, selection, menu.

import LayoutEngine
import LayoutModel

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
  /// A touch that begins and lifts over the same supplementary element is a tap on it: the layout hears of
  /// it by its action `tapElement`, if it has one, and may answer by an event.
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
      return try state.handle { () throws(LayoutError) in
        try layoutIfNeeded()
        let path = state.item(atViewport: place)
        let stops = phase == .began ? try CrossScrollPass(state, self).hold(at: place) : false
        try TouchPass(state, self, hasStoppedSection: stops).run(
          phase, path, part: path == nil ? state.part(atViewport: place) : nil)
        return path
      }
    }
  }

  /// A finger on an item, wherever it is.
  ///
  /// - Throws: `unknown-path` when there is no such item, and what `touch(_:at:)` throws.
  public func touch(_ phase: TouchPhase, itemAt path: ItemPath) throws(LayoutError) {
    try noted(.touchItem(phase, path)) { () throws(LayoutError) in
      try state.handle { () throws(LayoutError) in
        try layoutIfNeeded()
        try state.checkItem(path)
        try TouchPass(state, self).run(phase, path)
      }
    }
  }

  /// The item that a finger at this place in the viewport, in points, touches: that of the topmost
  /// element, by z-index, then by path. What is hidden, transparent or on its way out is not touched,
  /// a supplementary view above an item covers it, and decorations let touches through.
  ///
  /// - Complexity: O(visible · (1 + views on their way out)).
  public func item(atViewport place: Point) -> ItemPath? { state.item(atViewport: place) }

  /// The item on which a touch rests.
  public var highlightedItem: ItemPath? { state.selection.highlighted }

  // MARK: Menus

  /// Opens the menu of an item: asks the delegate whether there shall be one, and which actions can
  /// be performed, cut, copy and paste first, then `customMenuActions`.
  ///
  /// - Returns: Nil when there shall be none, or when nothing can be performed.
  /// - Throws: `unknown-path`, or what the frame gave that was due.
  public func openMenu(forItemAt path: ItemPath) throws(LayoutError) -> EditMenu? {
    try noted(.openMenu(path)) { () throws(LayoutError) -> EditMenu? in
      try MenuPass(state, self).open(forItemAt: path)
    }
  }

  /// The menu that is open, by the path that its item has now.
  public var editMenu: EditMenu? { state.menu }

  /// A person chose an action of the open menu; the delegate performs it, and the menu closes.
  ///
  /// - Throws: `no-menu` when none is open, `unknown-action` when it does not offer the action;
  ///   `reentrant-touch` while the delegate is asked for its consent.
  public func performMenuAction(_ action: MenuAction) throws(LayoutError) {
    try noted(.performMenuAction(action)) { () throws(LayoutError) in
      try MenuPass(state, self).perform(action)
    }
  }

  /// Closes the menu without an action.
  public func closeMenu() {
    journal?.note(.closeMenu)
    state.closeMenu()
  }
}
