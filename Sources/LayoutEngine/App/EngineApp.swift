// SPDX-License-Identifier: Apache-2.0
//
// The engine's only outgoing calls: to the shell around it, and to the app's data and delegate.

import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The shell around an engine, such as a collection view.
///
/// Passes get it beside the ``EngineState`` that they read and change. All calls of the app's code
/// go through it, so a test can replace an app with one small class.
package protocol EngineApp: AnyObject {
  /// The app's data. A pass keeps it during its work, so that each query costs one call.
  var supply: any DataSupply { get }
  /// The app's delegate; nil when there is none.
  var listener: (any AppListener)? { get }
  /// Draws changes; nil without a stage.
  var stage: (any Stage)? { get }
  /// Receives the app's answers; nil while the session is not recorded.
  var observer: (any AnswerObserver)? { get }
  /// True when the app fetches data ahead of the scroll.
  var prefetches: Bool { get }

  /// Asks the app to fetch items that are likely to become visible, the next one first.
  func prefetch(_ paths: [ItemPath])
  /// Tells the app that items are no longer likely to become visible.
  func cancelPrefetching(_ paths: [ItemPath])
  /// Runs code of the app, whose calls count as the app's.
  func inApp(_ body: () -> Void)
  /// Claims the layout on screen before a frame of it.
  ///
  /// - Throws: `layout-in-use` while another view shows it.
  func claimLayout() throws(LayoutError)
  /// Records that `layout` replaces `EngineState.layout` on screen from now on.
  func adopt(_ layout: EngineLayout)
  /// Shows everything that is due: a pending layout, a frame, an animation. The shell does this,
  /// because it knows the pending layout and records the frame as a step of the session when no
  /// call of the app is running.
  ///
  /// - Parameter isLenient: Throws only when the frame is not on screen.
  /// - Throws: The error of the layout or the data source; the screen then stays as it was.
  func layoutIfNeeded(isLenient: Bool) throws(LayoutError)
}

extension EngineApp {
  /// Shows everything that is due.
  ///
  /// - Throws: The error of the layout or the data source; the screen then stays as it was.
  func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }
}

// MARK: - The app's data

/// Counts, views and identities of the data that an engine shows.
///
/// A value of at most three words is stored inline in the existential, so that a request for a view
/// needs no reference count and no allocation. The shell makes one for each pass.
package protocol DataSupply {
  /// The number of sections.
  func numberOfSections() throws -> Int
  /// The common number of items of all sections; nil when each section has its own.
  func numberOfItemsInEverySection() throws -> Int?
  /// The number of items in a section.
  func numberOfItems(inSection section: Int) throws -> Int
  /// The cell of an item, filled.
  func cell(at path: ItemPath) throws -> Cell
  /// The view of a supplementary element, filled.
  func supplementaryView(ofKind kind: String, at path: ItemPath) throws -> ReusableView

  /// The identities of items, which preserve a selection over a reload; nil when items have none.
  var identities: (any ItemIdentities)? { get }

  /// True when a person can move items.
  var reordersItems: Bool { get }
  /// Returns true when a person may move the item.
  func canMoveItem(at path: ItemPath) -> Bool
  /// Moves the item in the data.
  func moveItem(at path: ItemPath, to target: ItemPath) throws
}

/// Identities of items. Like ``DataSupply``, a value of at most three words.
package protocol ItemIdentities {
  /// The identity of the item at a path; nil when there is no such item.
  func identity(ofItemAt path: ItemPath) -> AnyHashable?
  /// The current path of an item; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}

// MARK: - The app's delegate

/// Notices and questions to an app. Like ``DataSupply``, a value of at most three words.
package protocol AppListener {
  // MARK: Frames
  /// The view of an element is about to be shown.
  func willDisplay(_ view: ReusableView)
  /// The view of an element was taken off the screen.
  func didEndDisplaying(_ view: ReusableView)
  /// The content offset changed.
  func didScroll()
  /// A section that scrolls across has another offset.
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
  /// Returns the target of an item that is being moved.
  func target(forMoveFrom source: ItemPath, to proposed: ItemPath) -> ItemPath
}

// MARK: - Menus
//
// The menu that a long touch opens.

/// An action that a person can choose for an item from its menu.
public struct MenuAction: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, such as "copy".
  public let name: String
  /// An action of this name.
  public init(_ name: String) { self.name = name }
  /// An action of this name.
  public init(stringLiteral value: String) { name = value }

  /// Copies the item and removes it.
  public static let cut = Self("cut")
  /// Copies the item.
  public static let copy = Self("copy")
  /// Inserts the copied content at the item.
  public static let paste = Self("paste")

  /// The name.
  public var description: String { name }
}

/// The actions that an item offers.
public struct EditMenu: Equatable, Sendable {
  /// The item.
  public let path: ItemPath
  /// The actions that the delegate allows, in the order of its calls.
  public let actions: [MenuAction]

  /// The same menu after the data changed; nil when its item is gone.
  func followed(_ plan: UpdatePlan?) -> EditMenu? {
    plan?.keptPlace(of: path).map { EditMenu(path: $0, actions: actions) }
  }
}

// MARK: - Recording
//
// Reporting the app's answers to a recorder of a session.

/// Receives every answer of an app to its collection view.
package protocol AnswerObserver: AnyObject {
  // MARK: Data
  /// A batch has changed the data, and the counts match it. No frame shows it yet.
  func didState(_ batch: BatchUpdate, _ plan: UpdatePlan, counts: [Int])
  /// All counts were read again for a frame that has not been requested yet.
  func didReadCounts(_ counts: [Int])
  /// A moved item was dropped at another place; `isTaken` is true if the data source moved it.
  func didDrop(_ source: ItemPath, at target: ItemPath, isTaken: Bool)

  // MARK: Answers
  /// The app answered a question about an item.
  func didAnswer(_ question: AppQuestion, _ path: ItemPath, _ answer: Bool)
  /// The app answered if an item's menu offers an action.
  func didAnswer(_ action: MenuAction, _ path: ItemPath, _ answer: Bool)
  /// The app answered with the target of a moved item.
  func didTarget(_ source: ItemPath, proposed: ItemPath, _ target: ItemPath)
  /// The data source was asked for the view of an element; `isGiven` is false if it gave none, or none that fits.
  func didAsk(forViewOf kind: String, at path: ItemPath, isGiven: Bool)
  /// A view answered with its preferred size.
  func didPrefer(_ size: Size, to attributes: LayoutAttributes)
}

/// A question to the app about one item.
package enum AppQuestion: String, CaseIterable, Sendable {
  case shouldHighlight, shouldSelect, shouldDeselect, shouldShowMenu, canMove
}
