// SPDX-License-Identifier: Apache-2.0
//
// One change of the selection: state first, then the cell, then the notice.

import LayoutModel

/// Selects and deselects items of a collection view.
///
/// A notice comes after the change of state. The delegate may select and deselect from a notice,
/// but not during a question for its consent.
package struct SelectionPass {
  let state: EngineState
  let app: any EngineApp

  /// Selects items of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "SelectionPass")
    (self.state, self.app) = (state, app)
  }

  private var keeper: SelectionKeeper { state.interaction.selection }
  private var listener: (any AppListener)? { app.listener }

  // MARK: Changes by the app, without calls of the delegate

  package func select(_ path: ItemPath) {
    switch keeper.state.mode {
    case .none: return
    case .single: for other in keeper.state.selected.paths where other != path { deselect(other) }
    case .multiple: break
    }
    set(path, selected: true) { $0.select(path) }
  }

  package func deselect(_ path: ItemPath) { set(path, selected: false) { $0.deselect(path) } }

  package func selectAll() {
    let counts = state.data.shape.itemCounts.map(Int.init)
    keeper.change { $0.selectAll(counts) }
    let supply = app.supply
    if supply.identities != nil {
      for path in keeper.state.selected.paths {
        keeper.remember(state.dataPath(forShownPath: path), of: supply)
      }
    }
    for path in state.visibleItems { show(path) }
  }

  package func deselectAll() {
    keeper.change { $0.deselectAll() }
    keeper.forgetAll()
    for path in state.visibleItems { show(path) }
  }

  /// Changes the selection mode, and deselects items beyond its limit: the item selected last
  /// stays, or the first one if that is already deselected.
  package func change(to mode: SelectionMode) {
    let selection = keeper.state
    let last = selection.focus.flatMap { selection.selected.contains($0) ? $0 : nil }
    let kept = last ?? selection.selected.first
    if mode == .none { deselectAll() }
    if mode == .single {
      for path in selection.selected.paths where path != kept { deselect(path) }
    }
    keeper.change { $0.mode = mode }
  }

  // MARK: User input, with the delegate's consent and notices

  /// Handles a tap on an item, or its equivalent from the keyboard: selects it, or deselects a
  /// selected item in multiple mode.
  ///
  /// - Parameter consented: Runs between the delegate's consent and the change.
  func tap(_ path: ItemPath, consented: () -> Void = {}) {
    let (mode, wasSelected) = (keeper.state.mode, keeper.state.selected.contains(path))
    guard mode != .none else { return consented() }
    if mode == .multiple, wasSelected {
      let may = state.interaction.ask { listener?.shouldDeselectItem(at: path) }
      consented()
      if may ?? true, state.hasItem(at: path) { deselectAndTell(path) }
    } else {
      let may = state.interaction.ask { listener?.shouldSelectItem(at: path) }
      consented()
      if may ?? true, state.hasItem(at: path) { replaceAndTell(path) }
    }
  }

  /// Selects an item for a person, if the delegate allows it.
  func add(_ path: ItemPath) {
    guard !keeper.state.selected.contains(path), consents(toSelecting: path) else { return }
    set(path, selected: true) { $0.add(path) }
    listener?.didSelectItem(at: path)
  }

  /// Deselects an item for a person, if the delegate allows it.
  func drop(_ path: ItemPath) {
    guard keeper.state.selected.contains(path) else { return }
    let may = state.interaction.ask { listener?.shouldDeselectItem(at: path) }
    guard may ?? true, state.hasItem(at: path) else { return }
    set(path, selected: false) { $0.drop(path) }
    listener?.didDeselectItem(at: path)
  }

  func consents(toSelecting path: ItemPath) -> Bool {
    let may = state.interaction.ask { listener?.shouldSelectItem(at: path) }
    return may ?? true && state.hasItem(at: path)
  }

  /// Selects an item: instead of the others in single mode, in addition to them in multiple mode.
  func replaceAndTell(_ path: ItemPath) {
    if keeper.state.mode == .single {
      for other in keeper.state.selected.paths where other != path { deselectAndTell(other) }
      guard state.hasItem(at: path) else { return }
    }
    set(path, selected: true) { $0.select(path) }
    listener?.didSelectItem(at: path)
  }

  func deselectAndTell(_ path: ItemPath) {
    deselect(path)
    listener?.didDeselectItem(at: path)
  }

  // MARK: Highlight

  /// Removes the highlight; lifting the finger then has no effect.
  package func letGo() {
    state.interaction.press?.path = nil
    guard let path = keeper.state.highlighted else { return }
    highlight(nil)
    listener?.didUnhighlightItem(at: path)
  }

  func highlight(_ path: ItemPath?) {
    let old = keeper.state.highlighted
    guard old != path else { return }
    keeper.change { $0.highlighted = path }
    if let old { show(old) }
    if let path { show(path) }
  }

  // MARK: One item

  private func set(
    _ path: ItemPath, selected isSelected: Bool, _ change: (inout SelectionState) -> Void
  ) {
    let supply = app.supply
    let wasSelected = keeper.state.selected.contains(path)
    keeper.change(change)
    guard wasSelected != isSelected else { return }
    // The data source knows its own order, not the order shown while an item is being moved.
    let known = state.dataPath(forShownPath: path)
    if isSelected { keeper.remember(known, of: supply) } else { keeper.forget(known, of: supply) }
    show(path)
  }

  /// Applies the selection state to the cells of an item on screen.
  private func show(_ path: ItemPath) {
    for cell in state.cells(showing: path) {
      let before = (cell.isSelected, cell.isHighlighted)
      keeper.applySelectionState(to: cell, at: path)
      if before != (cell.isSelected, cell.isHighlighted) { app.stage?.restyle(cell) }
    }
  }
}
