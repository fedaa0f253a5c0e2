// SPDX-License-Identifier: Apache-2.0
//
// The calls of an app that change what a collection view shows, as values.

import LayoutEngine
import LayoutModel
import LayoutUpdates

/// One call of an app to its collection view, or to a layout of it, with what it was given.
package enum ViewCall {
  /// The animation of a change: animated or not, and its timing; nil for the view's own.
  package struct Course {
    package let isAnimated: Bool
    package let timing: AnimationTiming?

    package init(_ isAnimated: Bool, _ timing: AnimationTiming? = nil) {
      (self.isAnimated, self.timing) = (isAnimated, timing)
    }
  }

  // Time and frames.
  case advance(to: Double)
  case layoutIfNeeded
  case reloadData
  case setNeedsFrame

  // Settings. Those without a case of their own have no effect before the next call.
  /// Insets, scale or direction were set, to what they are now.
  case viewport
  case selectionMode(SelectionMode)
  case resize(Size, Course)

  // Scrolling.
  case setContentOffset(Point, isAnimated: Bool)
  case drag(Vector, at: Point?, seconds: Double)
  case release(Vector)
  case wheel(Vector, at: Point?)
  case scrollToItem(ItemPath, ScrollPosition, isAnimated: Bool)
  case setCrossOffset(Double, section: Int, isAnimated: Bool)
  case press(Key, KeyModifiers, isAnimated: Bool)

  // Touches, selection, menus.
  case touch(TouchPhase, at: Point)
  case touchItem(TouchPhase, ItemPath)
  case select(ItemPath, ScrollPosition?, isAnimated: Bool)
  case deselect(ItemPath)
  case selectAll
  case deselectAll
  case openMenu(ItemPath)
  case performMenuAction(MenuAction)
  case closeMenu

  // An item in a person's hand.
  case beginMovement(ItemPath, at: Point?)
  case updateMovement(Point)
  case endMovement
  case cancelMovement

  // Data.
  /// A batch whose block is yet to run.
  case batch(Course)
  /// Changes that the data source has made already.
  case changes([BatchUpdate.Operation], Course)
  case reconfigure([ItemPath])

  // Layouts.
  case setLayout(CollectionLayout, Course)
  /// Assigned, to be shown with the next frame.
  case assignLayout(CollectionLayout)
  case startTransition(CollectionLayout)
  case transitionProgress(Double)
  case finishTransition(Course)
  case cancelTransition(Course)
  case commitSwap(any ObservedSwap)

  // A layout itself.
  case setProperty(CollectionLayout, String, LayoutValue)
  case invalidate(CollectionLayout, InvalidationContext)
  case restart(CollectionLayout)
  case action(CollectionLayout, String, [LayoutValue])

  /// True when it begins by showing what waits for a frame.
  var showsWhatIsDue: Bool {
    switch self {
    case .setContentOffset, .release, .wheel, .scrollToItem, .setCrossOffset, .press, .touch,
      .touchItem, .select, .deselect, .selectAll, .openMenu, .beginMovement, .startTransition:
      true
    default: false
    }
  }
}

/// A hot swap, as a recorder of the session hears of it.
package protocol ObservedSwap: AnyObject {
  /// The id of the layout that is swapped.
  var layoutID: String { get }
  /// The animation of the commit.
  var course: ViewCall.Course { get }
  /// True once the new version is on screen.
  var isAccepted: Bool { get }
}
