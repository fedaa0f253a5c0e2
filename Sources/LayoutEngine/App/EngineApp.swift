// SPDX-License-Identifier: Apache-2.0
//
// The engine's only way out: what it asks of the shell around it, of the app's data and delegate,
// and what it tells them.

import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The shell around an engine, such as a collection view.
///
/// Passes get it beside the ``EngineState`` that they read and change. Whatever reaches the app's code
/// goes through here, so a test can stand in for an app with one small class.
package protocol EngineApp: AnyObject {
  /// The app's data. Kept by a pass for as long as it works, so that each question costs one call.
  var supply: any DataSupply { get }
  /// The app's delegate; nil when there is none.
  var listener: (any AppListener)? { get }
  /// Draws what changes; nil when nothing does.
  var stage: (any Stage)? { get }
  /// Hears of the app's answers; nil while the session is not recorded.
  var observer: (any AnswerObserver)? { get }
  /// True when the app fetches data ahead of the scroll.
  var prefetches: Bool { get }

  /// Asks the app to fetch items that are likely to come into sight, the next one first.
  func prefetch(_ paths: [ItemPath])
  /// Tells the app that items are no longer likely to come into sight.
  func cancelPrefetching(_ paths: [ItemPath])
  /// Runs code of the app, whose calls are the app's again.
  func inApp(_ body: () -> Void)
  /// Takes possession of the layout on screen before a frame of it.
  ///
  /// - Throws: `layout-in-use` while another view shows it.
  func claimLayout() throws(LayoutError)
  /// Notes that `layout` is on screen from now on, in place of `EngineState.layout`.
  func adopt(_ layout: EngineLayout)
  /// Shows everything that is due: a layout that waits, a frame, an animation. Asked of the shell, which
  /// knows the layout that waits, and notes the frame as a step of the session where no call of the app is
  /// being worked off.
  ///
  /// - Parameter isLenient: Throws only when the frame is not on screen.
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  func layoutIfNeeded(isLenient: Bool) throws(LayoutError)
}

extension EngineApp {
  /// Shows everything that is due.
  ///
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }
}

// MARK: - The app's data

/// Counts, views and identities of the data that an engine shows.
///
/// A value of at most three words lies in the existential itself, so that asking for a view counts no
/// reference and allocates nothing. The shell makes one for each pass that asks.
package protocol DataSupply {
  /// The number of sections.
  func numberOfSections() throws -> Int
  /// The number of items that every section has; nil when each is to be asked for its own.
  func numberOfItemsInEverySection() throws -> Int?
  /// The number of items in a section.
  func numberOfItems(inSection section: Int) throws -> Int
  /// The cell of an item, filled.
  func cell(at path: ItemPath) throws -> Cell
  /// The view of a supplementary element, filled.
  func supplementaryView(ofKind kind: String, at path: ItemPath) throws -> ReusableView

  /// The identities of items, by which a selection survives data that are read anew; nil when items
  /// have none.
  var identities: (any ItemIdentities)? { get }

  /// True when items can be moved by hand.
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
  /// The path of an item now; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}

// MARK: - The app's delegate
//
// The app's delegate as the engine asks and tells it.

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

// MARK: - Menus
//
// The menu that a long touch opens.

/// Something that a person can do to an item from its menu.
public struct MenuAction: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, such as "copy".
  public let name: String
  /// An action of this name.
  public init(_ name: String) { self.name = name }
  /// An action of this name.
  public init(stringLiteral value: String) { name = value }

  /// Copies the item and takes it away.
  public static let cut = Self("cut")
  /// Copies the item.
  public static let copy = Self("copy")
  /// Puts what was copied at the item.
  public static let paste = Self("paste")

  /// The name.
  public var description: String { name }
}

/// The actions that an item offers.
public struct EditMenu: Equatable, Sendable {
  /// The item.
  public let path: ItemPath
  /// The actions that the delegate allows, in the order in which it was asked.
  public let actions: [MenuAction]

  /// The same menu after the data changed; nil when its item is gone.
  func followed(_ plan: UpdatePlan?) -> EditMenu? {
    plan?.keptPlace(of: path).map { EditMenu(path: $0, actions: actions) }
  }
}

// MARK: - Recording
//
// The app's answers, as a recorder of a session hears of them.

/// Hears of everything that an app answers to its collection view.
package protocol AnswerObserver: AnyObject {
  // MARK: Data
  /// A batch has changed the data, and the counts are what it says. No frame shows it yet.
  func didState(_ batch: BatchUpdate, _ plan: UpdatePlan, counts: [Int])
  /// All counts were read anew for a frame, which is not asked for yet.
  func didReadCounts(_ counts: [Int])
  /// An item that was held was dropped elsewhere; `isTaken` says whether the data source moved it.
  func didDrop(_ source: ItemPath, at target: ItemPath, isTaken: Bool)

  // MARK: Answers
  /// The app was asked about an item, and said yes or no.
  func didAnswer(_ question: AppQuestion, _ path: ItemPath, _ answer: Bool)
  /// The app was asked whether an item's menu offers an action.
  func didAnswer(_ action: MenuAction, _ path: ItemPath, _ answer: Bool)
  /// The app was asked where an item that is held may go.
  func didTarget(_ source: ItemPath, proposed: ItemPath, _ target: ItemPath)
  /// A view was asked how large it wants to be.
  func didPrefer(_ size: Size, to attributes: LayoutAttributes)
}

/// A question to the app about one item.
package enum AppQuestion: String, CaseIterable, Sendable {
  case shouldHighlight, shouldSelect, shouldDeselect, shouldShowMenu, canMove
}
