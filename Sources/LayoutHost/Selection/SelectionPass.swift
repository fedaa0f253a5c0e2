// SPDX-License-Identifier: Apache-2.0
//
// One change of the selection: state first, then the cell, then the notice.

import LayoutModel

/// Selects and deselects items of a collection view.
///
/// A notice comes after its state is true. The delegate may select and deselect from a notice, but not
/// while it is asked for its consent.
struct SelectionPass {
  let view: CollectionView

  private var keeper: SelectionKeeper { view.interaction.selection }
  private var delegate: (any CollectionViewDelegate)? { view.listener }

  // MARK: What the app does: nobody is asked, nobody is told

  func select(_ path: ItemPath) {
    switch keeper.state.mode {
    case .none: return
    case .single: for other in keeper.state.selected.paths where other != path { deselect(other) }
    case .multiple: break
    }
    set(path, selected: true) { $0.select(path) }
  }

  func deselect(_ path: ItemPath) { set(path, selected: false) { $0.deselect(path) } }

  func selectAll() {
    let counts = view.data.shape.itemCounts.map(Int.init)
    keeper.change { $0.selectAll(counts) }
    if let source = view.dataSource as? any ItemIdentifying {
      for path in keeper.state.selected.paths {
        keeper.remember(view.dataPath(forShownPath: path), of: source)
      }
    }
    for path in view.indexPathsForVisibleItems { show(path) }
  }

  func deselectAll() {
    keeper.change { $0.deselectAll() }
    keeper.forgetAll()
    for path in view.indexPathsForVisibleItems { show(path) }
  }

  // MARK: What a person does: the delegate consents and is told

  /// A tap on an item, or its equal from the keyboard: selects it, or, in multiple mode, deselects the
  /// one that is selected.
  ///
  /// - Parameter consented: Runs between the delegate's consent and the change.
  func tap(_ path: ItemPath, consented: () -> Void = {}) {
    let (mode, wasSelected) = (keeper.state.mode, keeper.state.selected.contains(path))
    guard mode != .none else { return consented() }
    if mode == .multiple, wasSelected {
      let may = view.interaction.ask { delegate?.collectionView(view, shouldDeselectItemAt: path) }
      consented()
      if may ?? true, view.hasItem(at: path) { deselectAndTell(path) }
    } else {
      let may = view.interaction.ask { delegate?.collectionView(view, shouldSelectItemAt: path) }
      consented()
      if may ?? true, view.hasItem(at: path) { replaceAndTell(path) }
    }
  }

  /// Selects an item in a person's name, if the delegate lets it be.
  func add(_ path: ItemPath) {
    guard !keeper.state.selected.contains(path), consents(toSelecting: path) else { return }
    set(path, selected: true) { $0.add(path) }
    delegate?.collectionView(view, didSelectItemAt: path)
  }

  /// Deselects an item in a person's name, if the delegate lets it go.
  func drop(_ path: ItemPath) {
    guard keeper.state.selected.contains(path) else { return }
    let may = view.interaction.ask { delegate?.collectionView(view, shouldDeselectItemAt: path) }
    guard may ?? true, view.hasItem(at: path) else { return }
    set(path, selected: false) { $0.drop(path) }
    delegate?.collectionView(view, didDeselectItemAt: path)
  }

  func consents(toSelecting path: ItemPath) -> Bool {
    let may = view.interaction.ask { delegate?.collectionView(view, shouldSelectItemAt: path) }
    return may ?? true && view.hasItem(at: path)
  }

  /// Selects an item alone in single mode and beside the others in multiple mode.
  func replaceAndTell(_ path: ItemPath) {
    if keeper.state.mode == .single {
      for other in keeper.state.selected.paths where other != path { deselectAndTell(other) }
      guard view.hasItem(at: path) else { return }
    }
    set(path, selected: true) { $0.select(path) }
    delegate?.collectionView(view, didSelectItemAt: path)
  }

  func deselectAndTell(_ path: ItemPath) {
    deselect(path)
    delegate?.collectionView(view, didDeselectItemAt: path)
  }

  // MARK: Highlight

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
    let source = view.dataSource
    let wasSelected = keeper.state.selected.contains(path)
    keeper.change(change)
    guard wasSelected != isSelected else { return }
    // The data source knows its own order, and not the one shown while an item is held.
    let known = view.dataPath(forShownPath: path)
    if isSelected { keeper.remember(known, of: source) } else { keeper.forget(known, of: source) }
    show(path)
  }

  /// Gives the cell on screen, if there is one, the look of its item.
  private func show(_ path: ItemPath) {
    guard let cell = view.cellForItem(at: path) else { return }
    let before = (cell.isSelected, cell.isHighlighted)
    keeper.dress(cell, as: path)
    if before != (cell.isSelected, cell.isHighlighted) { view.stage?.restyle(cell) }
  }
}
