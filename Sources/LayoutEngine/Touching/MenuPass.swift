// SPDX-License-Identifier: Apache-2.0
//
// The menu of an item: opened, used, closed.

import LayoutModel

/// Opens the menu of an item and performs its actions.
package struct MenuPass {
  let state: EngineState
  let app: any EngineApp

  /// Works off menus of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var interaction: Interaction { state.interaction }

  /// Opens the menu of an item: asks the delegate whether there shall be one, and which actions can be
  /// performed, cut, copy and paste first.
  ///
  /// - Returns: Nil when there shall be none, or when nothing can be performed.
  /// - Throws: `unknown-path`, or what the frame gave that was due.
  package func open(forItemAt path: ItemPath) throws(LayoutError) -> EditMenu? {
    try app.layoutIfNeeded()
    try state.checkItem(path)
    interaction.menu = nil
    guard let listener = app.listener,
      interaction.ask({ listener.shouldShowMenu(forItemAt: path) })
    else { return nil }
    let offered = [.cut, .copy, .paste] + interaction.customMenuActions
    let actions = offered.filter { action in
      interaction.ask { listener.canPerform(action, forItemAt: path) }
    }
    guard !actions.isEmpty, state.hasItem(at: path) else { return nil }
    let menu = EditMenu(path: path, actions: actions)
    interaction.menu = menu
    return menu
  }

  /// Closes the open menu and has the delegate perform one of its actions.
  ///
  /// - Throws: `no-menu` when none is open, `unknown-action` when it does not offer the action;
  ///   `reentrant-touch` while the delegate is asked for its consent.
  package func perform(_ action: MenuAction) throws(LayoutError) {
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
    app.listener?.perform(action, forItemAt: menu.path)
  }
}
