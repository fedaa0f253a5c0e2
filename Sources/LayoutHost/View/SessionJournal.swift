// SPDX-License-Identifier: Apache-2.0
//
// Reports an app's calls to an observer, and separates them from the view's own calls.

import LayoutEngine
import LayoutModel
import LayoutUpdates

/// The link between a collection view and the observer of its session.
package final class SessionJournal {
  /// Nil ends the observation.
  package private(set) weak var observer: (any SessionObserver)?
  /// True while a call of the app is being handled; further calls are the view's own.
  private var isInside = false
  /// True when the last call showed a due frame. If a frame is still due, the next call shows it.
  private var hasJustShown = false

  package init(observer: any SessionObserver) { self.observer = observer }

  /// True when the next call is the app's, there is an observer, and no due frame was just shown.
  var mayShowFirst: Bool { !isInside && !hasJustShown && observer != nil }

  /// Handles a call, and reports it if it is the app's.
  func perform<Answer>(
    _ call: @autoclosure () -> ViewCall, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard !isInside, let observer else { return try body() }
    let call = call()
    observer.willPerform(call)
    isInside = true
    if case .layoutIfNeeded = call { hasJustShown = true } else { hasJustShown = false }
    do throws(LayoutError) {
      let answer = try body()
      isInside = false
      observer.didPerform(call, nil)
      return answer
    } catch {
      isInside = false
      observer.didPerform(call, error)
      throw error
    }
  }

  /// Reports a change without a duration.
  func note(_ call: @autoclosure () -> ViewCall) {
    guard !isInside, let observer else { return }
    let call = call()
    hasJustShown = false
    observer.willPerform(call)
    observer.didPerform(call, nil)
  }

  /// Runs code of the app, whose calls count as the app's.
  func inApp<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let wasInside = isInside
    isInside = false
    defer { isInside = wasInside }
    return try body()
  }
}

// MARK: - Observers
//
// The events of a running session: the app's calls, and the app's answers.

/// Receives every call and answer of an app, so that the session can be replayed without the app.
package protocol SessionObserver: AnswerObserver {
  // MARK: Calls

  /// The app makes a call, which has had no effect yet. Calls from inside a notice to the app are
  /// reported before the end of the call that caused the notice; the view's own calls are not
  /// reported.
  func willPerform(_ call: ViewCall)
  /// The innermost unfinished call has ended.
  func didPerform(_ call: ViewCall, _ error: LayoutError?)

  // MARK: Layouts

  /// A new version of the layout starts to prepare beside it, or starts again because the data have changed.
  func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap)
}

// MARK: - Calls

/// One call of an app to its collection view, or to a layout of it, with its arguments.
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
  /// Another data source was set, which the next frame reads.
  case dataSource
  case setNeedsFrame

  // Settings. Those without a case have no effect before the next call.
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

  // Moving an item by hand.
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

  /// True when the call begins by showing a due frame, and fails if that frame fails. A batch and
  /// a reconfiguration show one too, but inside the call: they end a movement before it, and
  /// continue when the layout fails in it.
  var showsWhatIsDue: Bool {
    switch self {
    case .setContentOffset, .release, .wheel, .scrollToItem, .setCrossOffset, .press, .touch,
      .touchItem, .select, .deselect, .selectAll, .openMenu, .beginMovement, .startTransition:
      true
    default: false
    }
  }
}

/// A hot swap, for a recorder of the session.
package protocol ObservedSwap: AnyObject {
  /// The id of the layout that is swapped.
  var layoutID: String { get }
  /// The animation of the commit.
  var course: ViewCall.Course { get }
  /// True once the new version is on screen.
  var isAccepted: Bool { get }
}
