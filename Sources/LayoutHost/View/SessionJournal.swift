// SPDX-License-Identifier: Apache-2.0
//
// Tells an observer of an app's calls, and keeps what the view calls itself apart from them.

import LayoutEngine
import LayoutModel
import LayoutUpdates

/// The link between a collection view and whoever observes its session.
package final class SessionJournal {
  /// Nil ends it all.
  package private(set) weak var observer: (any SessionObserver)?
  /// A call of the app is being worked off; what is called now, the view calls.
  private var isInside = false
  /// The last call showed what was due. What is due nevertheless, the next one shows.
  private var hasJustShown = false

  package init(observer: any SessionObserver) { self.observer = observer }

  /// True when the next call is the app's, somebody hears of it, and nobody has just looked
  /// what is due.
  var mayShowFirst: Bool { !isInside && !hasJustShown && observer != nil }

  /// Works off a call, and tells of it when it is the app's.
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

  /// Tells of a change that has no course of its own.
  func note(_ call: @autoclosure () -> ViewCall) {
    guard !isInside, let observer else { return }
    let call = call()
    hasJustShown = false
    observer.willPerform(call)
    observer.didPerform(call, nil)
  }

  /// Runs code of the app, whose calls are the app's again.
  func inApp<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let wasInside = isInside
    isInside = false
    defer { isInside = wasInside }
    return try body()
  }
}

// MARK: - Observers
//
// What can be heard of a session while it runs: the app's calls, and the app's answers.

/// Hears of everything that an app does to a collection view and answers to it, so that it can be done
/// again without the app.
package protocol SessionObserver: AnswerObserver {
  // MARK: Calls

  /// The app makes a call, which has had no effect yet. Calls from inside a notice to the app are told
  /// before the call is over that the notice is about; those that the view makes itself are not told.
  func willPerform(_ call: ViewCall)
  /// The call that began last and is not over yet is over.
  func didPerform(_ call: ViewCall, _ error: LayoutError?)

  // MARK: Layouts

  /// A new version of the layout begins to prepare beside it.
  func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap)
}

// MARK: - Calls

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
