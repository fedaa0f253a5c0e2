// SPDX-License-Identifier: Apache-2.0
//
// What happens to touches where the app has nothing to say.

import LayoutEngine
import LayoutModel

extension CollectionViewDelegate {
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath
  ) {}
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { true }
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {}

  /// Returns the proposed target.
  public func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath { proposed }

  /// No.
  public func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { false }
  /// No.
  public func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { false }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {}
}
