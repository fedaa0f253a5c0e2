// SPDX-License-Identifier: Apache-2.0
//
// The app's delegate as the engine asks and tells it.

import LayoutModel
import LayoutRuntime

/// Notices to an app and questions to it. Like ``DataSupply``, a value of at most three words.
package protocol AppListener {
  // MARK: Frames
  /// The view of an element is about to be shown.
  func willDisplay(_ view: ReusableView)
  /// The view of an element was taken off the screen.
  func didEndDisplaying(_ view: ReusableView)
  /// The content offset changed.
  func didScroll()
  /// A section that scrolls across stands at another offset.
  func didScroll(section: Int, to offset: Double)
  /// The layout posted an event.
  func didReceive(_ event: LayoutEvent)

  // MARK: Touches
  /// Returns true when a touch may highlight the item.
  func shouldHighlightItem(at path: ItemPath) -> Bool
  /// A touch rests on the item.
  func didHighlightItem(at path: ItemPath)
  /// The touch left the item.
  func didUnhighlightItem(at path: ItemPath)
  /// Returns true when a person may select the item.
  func shouldSelectItem(at path: ItemPath) -> Bool
  /// Returns true when a person may deselect the item.
  func shouldDeselectItem(at path: ItemPath) -> Bool
  /// A person selected the item.
  func didSelectItem(at path: ItemPath)
  /// A person deselected the item.
  func didDeselectItem(at path: ItemPath)

  // MARK: Menus and movements
  /// Returns true when a long touch opens a menu for the item.
  func shouldShowMenu(forItemAt path: ItemPath) -> Bool
  /// Returns true when the item's menu offers an action.
  func canPerform(_ action: MenuAction, forItemAt path: ItemPath) -> Bool
  /// A person chose an action of the item's menu.
  func perform(_ action: MenuAction, forItemAt path: ItemPath)
  /// Returns the target of an item that is held.
  func target(forMoveFrom source: ItemPath, to proposed: ItemPath) -> ItemPath
}
