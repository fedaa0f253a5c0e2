// SPDX-License-Identifier: Apache-2.0
//
// What people do to the content apart from scrolling: fingers that rest on it, keys, and items
// moved by hand.

import LayoutEngine
import LayoutModel

// MARK: - Touches
//
// A finger that rests on the content: highlight, selection, menu.

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

// MARK: - Keys
//
// Keys: they scroll, or move the selection where there is one.

extension CollectionView {
  /// A key is pressed.
  ///
  /// While something is selected, an arrow selects the next item in its direction, and with shift, in
  /// multiple mode, everything between there and where the selection began; so do page, home and end
  /// with shift. The item is brought into sight, and the delegate is asked and told as of a tap.
  /// Otherwise arrows scroll by `scrollOptions.arrowStep`, or by a page where the view pages; page up
  /// and page down by the room between the insets, home and end to the edges. Page, home and end go
  /// along the axis that scrolls, downwards where both do. Space taps the item at which the keyboard
  /// is, or else the first one in sight; control and A selects everything; escape gives up a touch and
  /// a menu.
  ///
  /// - Parameter animated: Scrolls by the clock.
  /// - Throws: `reentrant-touch` from inside a delegate's answer; what the frame gave.
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
// The item that the keyboard is at, apart from what is selected.

extension CollectionView {
  /// The item that keys go on from; nil before anything was selected.
  public var focusedItem: ItemPath? { state.focusedItem }

  /// Puts the keyboard at an item. What is selected stays, and nobody is told. A session that is written
  /// down does not know of it.
  ///
  /// - Throws: `unknown-path`; `reentrant-touch` while the delegate is asked for its consent; what the
  ///   frame gave that was due.
  public func moveFocus(to path: ItemPath) throws(LayoutError) {
    try state.checkNotAsking()
    try layoutIfNeeded()
    try state.checkItem(path)
    state.moveFocus(to: path)
  }
}

// MARK: - Items moved by hand
//
// Moving an item by hand, as an app sees it.

extension CollectionView {
  /// A person takes an item up.
  ///
  /// From now on it follows the pointer, above everything else, and the others make way: the view
  /// shows the order that the data would have after a drop. All paths of the view are those of the
  /// order shown; `dataPath(forShownPath:)` and `shownPath(forDataPath:)` translate. The data does not
  /// change before the drop. A batch, another layout and a reload end the movement.
  ///
  /// - Parameter place: The pointer in the viewport, points; nil is the middle of the item.
  /// - Returns: False when the data source is no ``ReorderingDataSource`` or does not let the item be
  ///   moved.
  /// - Throws: `unknown-path`, `not-finite`; `reentrant-touch` from inside a delegate's answer;
  ///   `transition-under-way` while another layout is on its way under a hand; `invalid-target` as of
  ///   `updateInteractiveMovement(to:)`; what the frame gave.
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

  /// The pointer moves to a place in the viewport, in points.
  ///
  /// Near an edge the content scrolls by itself with every `advance(to:)`, the faster the nearer, for
  /// as long as there is content.
  ///
  /// - Throws: `no-movement`, `not-finite`, `reentrant-touch`, `invalid-target` when the delegate names
  ///   a place that there is not, what the frame gave. The item is then held where it was.
  public func updateInteractiveMovement(to place: Point) throws(LayoutError) {
    try noted(.updateMovement(place)) { () throws(LayoutError) in
      try Self.checkFinite(place)
      try state.checkNotAsking()
      try MovementPass(state, self).update(to: place)
    }
  }

  /// The person drops the item. If it goes elsewhere the data source moves it, once.
  ///
  /// - Throws: `no-movement`, `reentrant-touch`, or what the data source threw; the view then shows the
  ///   order from before. `invalid-update` when the data source has other counts than one moved item
  ///   leaves; the next frame then reads everything anew.
  public func endInteractiveMovement() throws(LayoutError) {
    try noted(.endMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).end()
    }
  }

  /// The item goes back to where it was. Does nothing when none is held.
  ///
  /// - Throws: `reentrant-touch`, or what the frame gave; nothing is held then either, and the next
  ///   frame reads everything anew.
  public func cancelInteractiveMovement() throws(LayoutError) {
    try noted(.cancelMovement) { () throws(LayoutError) in
      try state.checkNotAsking()
      try MovementPass(state, self).cancel()
    }
  }

  /// The item that is held: its path in the data, and the one that it would get if it were dropped now.
  public var interactiveMovement: (source: ItemPath, target: ItemPath)? {
    state.heldItem
  }

  /// Returns the path in the data of the item shown at `path`; another path only while an
  /// item is held.
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
