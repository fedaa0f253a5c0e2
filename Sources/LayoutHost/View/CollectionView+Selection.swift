// SPDX-License-Identifier: Apache-2.0
//
// The selection, for an app.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The number of items that may be selected; one by default. Items beyond a new limit are
  /// deselected; the item selected last stays, or the first one if that is already deselected.
  ///
  /// - Complexity: Setting it takes at most O(selected · runs of neighbours), and O(visible) for
  ///   none.
  public var selectionMode: SelectionMode {
    get { state.selection.mode }
    set {
      journal?.note(.selectionMode(newValue))
      SelectionPass(state, self).change(to: newValue)
    }
  }

  /// The selected items, ascending. They stay selected off screen, through batches, and through a
  /// change of layout; through `reloadData()` if the data source is ``ItemIdentifying``.
  ///
  /// - Complexity: O(selected); the selection itself is stored as runs of neighbours.
  public var indexPathsForSelectedItems: [ItemPath] { state.selection.selected.paths }

  /// The identities of the selected items, if the data source provides them; in no particular
  /// order.
  package var selectedIdentities: [AnyHashable] { state.selectedIdentities }

  /// The number of selected items. O(runs of neighbours).
  public var selectedItemCount: Int { state.selection.selected.count }

  /// Returns true when the item is selected. O(log runs of neighbours).
  public func isItemSelected(at path: ItemPath) -> Bool {
    state.selection.selected.contains(path)
  }

  /// Selects an item; in single mode instead of the other one, in mode none not at all. Like every
  /// change by the app, it does not call the delegate.
  ///
  /// - Parameters:
  ///   - position: The place to scroll the item to; nil does not scroll.
  ///   - animated: True to animate scrolling.
  /// - Throws: `unknown-path`; `reentrant` from inside a frame; `reentrant-touch` during a question for the delegate's consent; the
  ///   error of the frame.
  public func selectItem(
    at path: ItemPath, animated: Bool = false, scrollPosition position: ScrollPosition? = nil
  ) throws(LayoutError) {
    try noted(.select(path, position, isAnimated: animated)) { () throws(LayoutError) in
      try state.checkIdle()
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
  /// - Throws: `unknown-path`; `reentrant` from inside a frame; `reentrant-touch` during a question for the delegate's consent; the
  ///   error of a due frame.
  public func deselectItem(at path: ItemPath) throws(LayoutError) {
    try noted(.deselect(path)) { () throws(LayoutError) in
      try state.checkIdle()
      try state.checkNotAsking()
      try layoutIfNeeded()
      try state.checkItem(path)
      SelectionPass(state, self).deselect(path)
    }
  }

  /// Selects every item; only in multiple mode.
  ///
  /// - Throws: The errors of `selectItem(at:)`.
  /// - Complexity: O(sections + visible), and O(items) if the data source is ``ItemIdentifying``.
  public func selectAllItems() throws(LayoutError) {
    try noted(.selectAll) { () throws(LayoutError) in
      try state.checkIdle()
      try state.checkNotAsking()
      try layoutIfNeeded()
      guard selectionMode == .multiple else { return }
      SelectionPass(state, self).selectAll()
    }
  }

  /// Deselects every item.
  ///
  /// - Throws: `reentrant` from inside a frame; `reentrant-touch` during a question for the delegate's
  ///   consent.
  /// - Complexity: O(visible).
  public func deselectAllItems() throws(LayoutError) {
    try noted(.deselectAll) { () throws(LayoutError) in
      try state.checkIdle()
      try state.checkNotAsking()
      SelectionPass(state, self).deselectAll()
    }
  }
}
