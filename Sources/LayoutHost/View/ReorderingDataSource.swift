// SPDX-License-Identifier: Apache-2.0
//
// Data whose items people may put elsewhere.

import LayoutEngine
import LayoutModel

/// A data source that takes part in interactive reordering.
///
/// While an item is held nothing of the data changes: the collection view shows another order than
/// the data has, and asks for cells and sizes by the paths of the data. Only the drop moves the item,
/// once.
public protocol ReorderingDataSource: CollectionViewDataSource {
  /// Returns true when a person may move the item; yes unless implemented.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool

  /// A person dropped the item from `path` at `target`, its path after the move. The view shows it
  /// there already.
  ///
  /// - Throws: Anything, when the item cannot be moved and the data is as it was; the view then shows
  ///   the order from before.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath) throws
}

extension ReorderingDataSource {
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { true }
}
