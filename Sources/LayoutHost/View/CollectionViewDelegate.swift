// SPDX-License-Identifier: Apache-2.0
//
// What a collection view tells its app.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Notices of a collection view and questions to its app; each has a default. A method must not change
/// the collection view while it is told of a view that comes or goes; that frame is not over yet.
///
/// The questions whether a touch may have its effect are answered with yes unless implemented, those
/// about menus with no.
public protocol CollectionViewDelegate: AnyObject {
  /// The view of an element is about to be shown.
  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView)
  /// The view of an element was taken off the screen.
  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView)
  /// The content offset changed; the frame at the new offset is done.
  func collectionViewDidScroll(_ collectionView: CollectionView)
  /// A section that scrolls across stands elsewhere; the frame that shows it is done.
  ///
  /// - Parameter offset: Points along its track, from the start of its content.
  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double)
  /// A notice of the layout, delivered after the frame in which it was posted.
  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent)

  /// Returns true when a touch may highlight the item; a touch that may not has no effect.
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool
  /// A touch rests on the item.
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath)
  /// The touch left the item, or lifted; not told of an item that is gone from the data.
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath)
  /// Returns true when a person may select the item.
  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool
  /// Returns true when a person may deselect the item; asked in multiple mode only.
  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool
  /// A person selected the item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath)
  /// A person deselected the item, in single mode by selecting another one.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath)

  /// Returns true when a long touch opens a menu for the item.
  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool
  /// Returns true when the item's menu offers an action.
  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool
  /// A person chose an action of the item's menu.
  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath)

  /// Returns the target of an item that is held.
  ///
  /// - Parameters:
  ///   - source: Its path in the data.
  ///   - proposed: The path that it would have after a drop.
  /// - Returns: The path that it shall have.
  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath
}

extension CollectionViewDelegate {
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didEndDisplaying view: ReusableView
  ) {}
  /// Does nothing.
  public func collectionViewDidScroll(_ collectionView: CollectionView) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {}
}
