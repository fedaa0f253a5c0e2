// SPDX-License-Identifier: Apache-2.0
//
// The selection, as an app sees and changes it.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The number of items that may be selected: one, unless set. What exceeds a new limit is
  /// deselected; the item that was selected last stays, or the first one where that is
  /// deselected already.
  ///
  /// - Complexity: Of setting it, O(selected · runs of neighbours) at most; O(visible) for none.
  public var selectionMode: SelectionMode {
    get { state.selection.mode }
    set {
      journal?.note(.selectionMode(newValue))
      SelectionPass(state, self).change(to: newValue)
    }
  }

  /// The selected items, ascending. They stay selected off screen, through batches, and through a
  /// change of layout; through `reloadData()` where the data source is ``ItemIdentifying``.
  ///
  /// - Complexity: O(selected); the selection itself is kept as runs of neighbours.
  public var indexPathsForSelectedItems: [ItemPath] { state.selection.selected.paths }

  /// The identities of the selected items, where the data source gives them; in no order.
  package var selectedIdentities: [AnyHashable] { state.selectedIdentities }

  /// The number of selected items. O(runs of neighbours).
  public var selectedItemCount: Int { state.selection.selected.count }

  /// Returns true when the item is selected. O(log runs of neighbours).
  public func isItemSelected(at path: ItemPath) -> Bool {
    state.selection.selected.contains(path)
  }

  /// Selects an item; in single mode instead of the other one, in mode none not at all. Like every
  /// change that the app makes itself, it asks and tells no delegate.
  ///
  /// - Parameters:
  ///   - position: Where to scroll the item; nil leaves the offset.
  ///   - animated: Whether scrolling takes time.
  /// - Throws: `unknown-path`; `reentrant-touch` while the delegate is asked for its consent; what
  ///   the frame gave.
  public func selectItem(
    at path: ItemPath, animated: Bool = false, scrollPosition position: ScrollPosition? = nil
  ) throws(LayoutError) {
    try noted(.select(path, position, isAnimated: animated)) { () throws(LayoutError) in
      try state.checkNotAsking()
      try layoutIfNeeded()
      try state.checkItem(path)
      SelectionPass(state, self).select(path)
      if let position {
        try GoalPass(state, self).scroll(toItemAt: path, position: position, animated: animated)
      }
    }
  }

  /// Deselects an item, if it is selected.
  ///
  /// - Throws: `unknown-path`; `reentrant-touch` while the delegate is asked for its consent; what
  ///   the frame gave that was due.
  public func deselectItem(at path: ItemPath) throws(LayoutError) {
    try noted(.deselect(path)) { () throws(LayoutError) in
      try state.checkNotAsking()
      try layoutIfNeeded()
      try state.checkItem(path)
      SelectionPass(state, self).deselect(path)
    }
  }

  /// Selects every item; only in multiple mode.
  ///
  /// - Throws: What `selectItem(at:)` throws.
  /// - Complexity: O(sections + visible), and O(items) where the data source is ``ItemIdentifying``.
  public func selectAllItems() throws(LayoutError) {
    try noted(.selectAll) { () throws(LayoutError) in
      try state.checkNotAsking()
      try layoutIfNeeded()
      guard selectionMode == .multiple else { return }
      SelectionPass(state, self).selectAll()
    }
  }

  /// Deselects every item.
  ///
  /// - Throws: `reentrant-touch` while the delegate is asked for its consent.
  /// - Complexity: O(visible).
  public func deselectAllItems() throws(LayoutError) {
    try noted(.deselectAll) { () throws(LayoutError) in
      try state.checkNotAsking()
      SelectionPass(state, self).deselectAll()
    }
  }
}
