// SPDX-License-Identifier: Apache-2.0
//
// One phase of a touch, in the documented order of delegate calls, and its results: a menu, or the
// layout's response to a tap.

import LayoutModel
import LayoutRuntime

// MARK: - Phases

/// A phase of a touch.
public enum TouchPhase: String, Sendable, CaseIterable {
  /// The finger touches.
  case began
  /// The finger lifts.
  case ended
  /// The touch was taken over by something else.
  case cancelled
  /// The finger rested long enough for a menu.
  case held
}

// MARK: - Touches

/// Handles one phase of a touch. The delegate may change the view between any two steps, so each
/// step reads the current state.
package struct TouchPass {
  let state: EngineState
  let app: any EngineApp
  /// True when the touch stopped a section that scrolled across.
  private let hasStoppedSection: Bool

  /// Handles touches of `state`.
  package init(
    _ state: EngineState, _ app: any EngineApp, hasStoppedSection: Bool = false
  ) {
    state.assertReady(for: "TouchPass")
    (self.state, self.app, self.hasStoppedSection) = (state, app, hasStoppedSection)
  }

  private var interaction: Interaction { state.interaction }
  private var selection: SelectionPass { SelectionPass(state, app) }

  package func run(
    _ phase: TouchPhase, _ path: ItemPath?, part: ElementPart? = nil
  ) throws(LayoutError) {
    switch phase {
    case .began:
      try begin(path)
      if interaction.press?.hasStopped == false { interaction.press?.part = part }
    case .ended: try end(path, part)
    case .cancelled: try cancel()
    case .held: try hold(path)
    }
  }

  private func begin(_ path: ItemPath?) throws(LayoutError) {
    // The end of an earlier touch was lost.
    selection.letGo()
    interaction.menu = nil
    let hasStopped = state.scroll.motion != nil || hasStoppedSection
    interaction.press = Press(path: nil, hasStopped: hasStopped)
    if state.scroll.motion != nil { state.scroll.stop() }
    if hasStopped { return }
    guard let path, interaction.selection.state.mode != .none else { return }
    let listener = app.listener
    let may = interaction.ask { listener?.shouldHighlightItem(at: path) }
    guard may ?? true, state.hasItem(at: path) else { return }
    interaction.press?.path = path
    selection.highlight(path)
    listener?.didHighlightItem(at: path)
  }

  private func end(_ path: ItemPath?, _ part: ElementPart?) throws(LayoutError) {
    let pressed = interaction.press
    if let part, pressed?.part == part { try ElementTap(state)?.run(on: part) }
    if let pressed = pressed?.path, pressed == path {
      selection.tap(pressed) { selection.highlight(nil) }
      // The delegate may have deleted the item, or moved it.
      if let path = interaction.press?.path { app.listener?.didUnhighlightItem(at: path) }
      interaction.press?.path = nil
    }
    try cancel(pressed)
  }

  private func cancel() throws(LayoutError) { try cancel(interaction.press) }

  /// Ends the touch without further effect; content that it stopped moves to a resting offset.
  private func cancel(_ pressed: Press?) throws(LayoutError) {
    selection.letGo()
    interaction.press = nil
    if pressed?.hasStopped == true, !state.scroll.isScrolling {
      try ScrollPass(state, app).release(velocity: .zero)
    }
  }

  private func hold(_ path: ItemPath?) throws(LayoutError) {
    guard let path, try MenuPass(state, app).open(forItemAt: path) != nil else { return }
    selection.letGo()
  }
}

// MARK: - Elements that are no cells
//
// Taps on an element that is not a cell, such as a table's column header, for the layout.

/// Calls the standard action `tapElement(kind, section, item)` of a layout. The layout reports the
/// result by an event.
package struct ElementTap {
  let state: EngineState
  private let action: Int

  /// Nil when the layout of `state` has no such action.
  package init?(_ state: EngineState) {
    let actions = state.layout.connection.descriptor.actions
    let types: [ValueType] = [.index, .index, .index]
    guard
      let action = actions.firstIndex(where: {
        $0.name == "tapElement" && $0.arguments.map(\.type) == types && $0.result == .none
      })
    else { return nil }
    (self.state, self.action) = (state, action)
  }

  /// Reports a tap on a supplementary element.
  ///
  /// - Throws: The layout's error.
  package func run(on part: ElementPart) throws(LayoutError) {
    let element = try state.layout.element(.supplementary, kind: part.kind, part.path)
    state.setNeedsFrame()
    _ = try state.layout.connection.call(
      action: action,
      arguments: [.index(UInt32(element.kind)), .index(element.section), .index(element.item)])
  }

  /// Reports a tap by an element's kind and path.
  ///
  /// - Throws: The layout's error.
  package func run(onKind kind: String, at path: ItemPath) throws(LayoutError) {
    try run(on: ElementPart(kind: kind, path: path))
  }
}

extension EngineState {
  /// The element under a finger at this place in the viewport, if it is not a cell.
  package func part(atViewport place: Point) -> ElementPart? {
    element(atViewport: place).flatMap {
      $0.category == .supplementary ? ElementPart(kind: $0.kind, path: $0.path) : nil
    }
  }
}

// MARK: - Menus
//
// The menu of an item: opened, used, closed.

/// Opens the menu of an item and performs its actions.
package struct MenuPass {
  let state: EngineState
  let app: any EngineApp

  /// Handles menus of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "MenuPass")
    (self.state, self.app) = (state, app)
  }

  private var interaction: Interaction { state.interaction }

  /// Opens the menu of an item: asks the delegate if there is a menu, and which actions it has,
  /// cut, copy and paste first.
  ///
  /// - Returns: Nil when the delegate refuses a menu, or allows no action.
  /// - Throws: `unknown-path`, or the error of a due frame.
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
  ///   `reentrant-touch` during a question for the delegate's consent.
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
