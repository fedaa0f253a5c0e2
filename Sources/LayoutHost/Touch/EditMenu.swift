// SPDX-License-Identifier: Apache-2.0
//
// The menu that a long touch opens.

import LayoutModel
import LayoutUpdates

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

extension CollectionView {
  /// Opens the menu of an item: asks the delegate whether there shall be one, and which actions can
  /// be performed, cut, copy and paste first, then `customMenuActions`.
  ///
  /// - Returns: Nil when there shall be none, or when nothing can be performed.
  /// - Throws: `unknown-path`, or what the frame gave that was due.
  public func openMenu(forItemAt path: ItemPath) throws(LayoutError) -> EditMenu? {
    try noted(.openMenu(path)) { () throws(LayoutError) -> EditMenu? in
      try layoutIfNeeded()
      try checkItem(path)
      interaction.menu = nil
      guard let delegate = listener,
        interaction.ask({ delegate.collectionView(self, shouldShowMenuForItemAt: path) })
      else { return nil }
      let actions = ([.cut, .copy, .paste] + customMenuActions).filter { action in
        interaction.ask {
          delegate.collectionView(self, canPerform: action, forItemAt: path)
        }
      }
      guard !actions.isEmpty, hasItem(at: path) else { return nil }
      let menu = EditMenu(path: path, actions: actions)
      interaction.menu = menu
      return menu
    }
  }

  /// The menu that is open, by the path that its item has now.
  public var editMenu: EditMenu? { interaction.menu }

  /// A person chose an action of the open menu; the delegate performs it, and the menu closes.
  ///
  /// - Throws: `no-menu` when none is open, `unknown-action` when it does not offer the action;
  ///   `reentrant-touch` while the delegate is asked for its consent.
  public func performMenuAction(_ action: MenuAction) throws(LayoutError) {
    try noted(.performMenuAction(action)) { () throws(LayoutError) in
      try interaction.checkNotAsking()
      guard let menu = interaction.menu else {
        throw LayoutError(
          .noMenu, "no menu is open; hold an item, or call openMenu(forItemAt:)")
      }
      guard menu.actions.contains(action) else {
        throw LayoutError(
          .unknownAction,
          "the menu of \(menu.path) does not offer \(action): "
            + NearNames.hint(for: action.name, among: menu.actions.map(\.name)))
      }
      interaction.menu = nil
      listener?.collectionView(self, perform: action, forItemAt: menu.path)
    }
  }

  /// Closes the menu without an action.
  public func closeMenu() {
    journal?.note(.closeMenu)
    interaction.menu = nil
  }
}
