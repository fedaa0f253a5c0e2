// SPDX-License-Identifier: Apache-2.0
//
// User input other than scrolling: touches, keys, and items moved by hand.

import LayoutEngine
import LayoutModel

// MARK: - Touches
//
// Touches: highlight, selection, menu.

extension CollectionView {
  /// Handles a touch at a place in the viewport, in points.
  ///
  /// The delegate's calls come in this order. When the touch begins: `shouldHighlight`; the
  /// highlight is set, `didHighlight`. When it lifts over the same item: `shouldSelect`, or in
  /// multiple mode over a selected item `shouldDeselect`; the highlight is removed; the selection
  /// changes, `didDeselect` of the other item in single mode, `didSelect` or `didDeselect`; last
  /// `didUnhighlight`. If `shouldHighlight` returns false, the touch has no effect. A drag, a menu
  /// and `cancelled` remove the highlight and leave the selection. A touch that stops moving
  /// content has no other effect.
  ///
  /// A touch that begins and lifts over the same supplementary element is a tap on it: the layout
  /// receives it by its action `tapElement`, if it has one, and may answer by an event.
  ///
  /// - Returns: The item there; nil when there is none.
  /// - Throws: `reentrant-touch` from inside a delegate's answer; `not-finite`; the error of a due
  ///   frame.
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

  /// Handles a touch on an item, visible or not.
  ///
  /// - Throws: `unknown-path` when there is no such item, and the errors of `touch(_:at:)`.
  public func touch(_ phase: TouchPhase, itemAt path: ItemPath) throws(LayoutError) {
    try noted(.touchItem(phase, path)) { () throws(LayoutError) in
      try state.handle { () throws(LayoutError) in
        try layoutIfNeeded()
        try state.checkItem(path)
        try TouchPass(state, self).run(phase, path)
      }
    }
  }

  /// The item under a finger at this place in the viewport, in points: that of the topmost element,
  /// by z-index, then by path. Hidden, transparent and leaving elements are not hit, a
  /// supplementary view covers an item below it, and decorations let touches through.
  ///
  /// - Complexity: O(visible · (1 + leaving views)).
  public func item(atViewport place: Point) -> ItemPath? { state.item(atViewport: place) }

  /// The item under a touch.
  public var highlightedItem: ItemPath? { state.selection.highlighted }

  // MARK: Menus

  /// Opens the menu of an item: asks the delegate if there is a menu, and which actions it has,
  /// cut, copy and paste first, then `customMenuActions`.
  ///
  /// - Returns: Nil when the delegate refuses a menu, or allows no action.
  /// - Throws: `unknown-path`, or the error of a due frame.
  public func openMenu(forItemAt path: ItemPath) throws(LayoutError) -> EditMenu? {
    try noted(.openMenu(path)) { () throws(LayoutError) -> EditMenu? in
      try MenuPass(state, self).open(forItemAt: path)
    }
  }

  /// The open menu, with the current path of its item.
  public var editMenu: EditMenu? { state.menu }

  /// Performs an action of the open menu that a person chose: calls the delegate, and closes the
  /// menu.
  ///
  /// - Throws: `no-menu` when none is open, `unknown-action` when it does not offer the action;
  ///   `reentrant-touch` during a question for the delegate's consent.
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

// MARK: - Keys
//
// Keys, which scroll or move the selection.

extension CollectionView {
  /// Handles a key press.
  ///
  /// If an item is selected, an arrow selects the next item in its direction, and with shift, in
  /// multiple mode, everything between there and the start of the selection; so do page, home and
  /// end with shift. The item is scrolled into view, and the delegate receives the calls of a tap.
  /// Otherwise arrows scroll by `scrollOptions.arrowStep`, or by a page if the view pages; page up
  /// and page down by the extent between the insets, home and end to the edges. Page, home and end
  /// use the axis that scrolls, or the vertical one if both do. Space taps the item with the
  /// keyboard focus, or else the first visible one; control and A selects everything; escape
  /// cancels a touch and a menu.
  ///
  /// - Parameter animated: True to animate scrolling.
  /// - Throws: `reentrant-touch` from inside a delegate's answer; the error of the frame.
  public func press(
    _ key: Key, modifiers: KeyModifiers = [], animated: Bool = false
  ) throws(LayoutError) {
    try noted(.press(key, modifiers, isAnimated: animated)) { () throws(LayoutError) in
      try state.handle { () throws(LayoutError) in
        try KeyPass(state, self, modifiers, isAnimated: animated).run(key)
      }
    }
  }
}

// MARK: - Focus
//
// The item with the keyboard focus, independent of the selection.

extension CollectionView {
  /// The item from which keys continue; nil before anything was selected.
  public var focusedItem: ItemPath? { state.focusedItem }

  /// Moves the keyboard focus to an item. The selection does not change, and the delegate is not
  /// notified. A recorded session does not contain it.
  ///
  /// - Throws: `unknown-path`; `reentrant-touch` during a question for the delegate's consent; the
  ///   error of a due frame.
  public func moveFocus(to path: ItemPath) throws(LayoutError) {
    try state.checkNotAsking()
    try layoutIfNeeded()
    try state.checkItem(path)
    state.moveFocus(to: path)
  }
}

// MARK: - Items moved by hand
//
// Moving an item by hand, in an app.

extension CollectionView {
  /// Starts to move an item.
  ///
  /// From now on the item follows the pointer, above everything else, and the other items make
  /// space: the view shows the order that the data would have after a drop. All paths of the view
  /// are those of the order shown; `dataPath(forShownPath:)` and `shownPath(forDataPath:)`
  /// translate. The data does not change before the drop. A batch, another layout, a reload, and
  /// counts that an invalidation marks as changed end the movement.
  ///
  /// - Parameter place: The pointer in the viewport, points; nil means the middle of the item.
  /// - Returns: False when the data source is not a ``ReorderingDataSource`` or refuses the move, and
  ///   when the app changes its data from inside a notice of this call.
  /// - Throws: `unknown-path`, `not-finite`; `reentrant-touch` from inside a delegate's answer;
  ///   `transition-under-way` during an interactive transition; `invalid-target` as for
  ///   `updateInteractiveMovement(to:)`; the error of the frame. No item is held then.
  public func beginInteractiveMovement(
    at path: ItemPath, pointer place: Point? = nil
  ) throws(LayoutError) -> Bool {
    try noted(.beginMovement(path, at: place)) { () throws(LayoutError) -> Bool in
      try place.map(Self.checkFinite)
      try state.checkNotAsking()
      try layoutIfNeeded()
      try state.checkItem(path)
      return try MovementPass(state, self).begin(path, at: place)
    }
  }

  /// Moves the pointer to a place in the viewport, in points.
  ///
  /// Near an edge the content scrolls with every `advance(to:)`, faster nearer to the edge, until
  /// the end of the content.
  ///
  /// - Throws: `no-movement`, `not-finite`, `reentrant-touch`, `invalid-target` when the delegate
  ///   returns an invalid place, the error of the frame. The item then stays at its previous place.
  public func updateInteractiveMovement(to place: Point) throws(LayoutError) {
    try noted(.updateMovement(place)) { () throws(LayoutError) in
      try Self.checkFinite(place)
      try state.checkNotAsking()
      try MovementPass(state, self).update(to: place)
    }
  }

  /// Drops the item. If its place changed, the data source moves it, once.
  ///
  /// - Throws: `no-movement`, `reentrant-touch`, or the data source's error; the view then shows
  ///   the old order. `invalid-update` when the counts of the data source do not fit the move; the
  ///   next frame then reads everything again.
  public func endInteractiveMovement() throws(LayoutError) {
    try noted(.endMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).end()
    }
  }

  /// Moves the item back to its old place. Does nothing when no item is being moved.
  ///
  /// - Throws: `reentrant-touch`, or the error of the frame; the movement has ended even then, and
  ///   the next frame reads everything again.
  public func cancelInteractiveMovement() throws(LayoutError) {
    try noted(.cancelMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).cancel()
    }
  }

  /// The item that is being moved: its path in the data, and its path after a drop now.
  public var interactiveMovement: (source: ItemPath, target: ItemPath)? {
    state.heldItem
  }

  /// Returns the path in the data of the item shown at `path`; it differs only while an item is
  /// being moved.
  public func dataPath(forShownPath path: ItemPath) -> ItemPath {
    state.dataPath(forShownPath: path)
  }

  /// Returns the path at which the item at `path` in the data is shown.
  public func shownPath(forDataPath path: ItemPath) -> ItemPath {
    state.shownPath(forDataPath: path)
  }

  private static func checkFinite(_ place: Point) throws(LayoutError) {
    guard place.x.isFinite, place.y.isFinite else {
      throw LayoutError(.notFinite, "a pointer is at a finite place, not \(place.x), \(place.y)")
    }
  }
}
