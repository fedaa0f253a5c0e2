// SPDX-License-Identifier: Apache-2.0
//
// What is selected and highlighted, as a value.

import LayoutModel
import LayoutUpdates

/// The selection between two frames. Knows nothing of cells and delegates.
package struct SelectionState: Equatable, Sendable {
  package var mode = SelectionMode.single
  package private(set) var selected = ItemPathSet()
  /// The item that a touch rests on.
  package var highlighted: ItemPath?
  /// The end of the selection that the keyboard moves.
  private(set) var focus: ItemPath?
  /// The end that stays while the keyboard extends the selection.
  private(set) var anchor: ItemPath?

  /// Selects an item, which becomes the end that the keyboard moves. Whoever calls this in single mode
  /// has deselected the other one.
  mutating func select(_ path: ItemPath) {
    selected.insert(path)
    (focus, anchor) = (path, path)
  }

  mutating func deselect(_ path: ItemPath) {
    selected.remove(path)
    if selected.isEmpty { (focus, anchor) = (nil, nil) }
  }

  /// Selects everything; the keyboard goes on from where it was, or from the first item.
  mutating func selectAll(_ counts: [Int]) {
    selected = ItemPathSet()
    for (section, count) in counts.enumerated() { selected.append(section, 0..<count) }
    if let first = selected.first { (focus, anchor) = (focus ?? first, anchor ?? first) }
  }

  mutating func deselectAll() {
    selected = ItemPathSet()
    (focus, anchor) = (nil, nil)
  }

  /// Adds an item on the way from the anchor to the focus, which both stay.
  mutating func add(_ path: ItemPath) { selected.insert(path) }

  /// Takes an item away that the focus moved past.
  mutating func drop(_ path: ItemPath) { selected.remove(path) }

  /// Moves the end that the keyboard moves.
  mutating func moveFocus(to path: ItemPath) {
    focus = path
    anchor = anchor ?? path
  }

  /// The same selection after a batch.
  func mapped(through plan: UpdatePlan) -> SelectionState {
    func place(_ path: ItemPath?) -> ItemPath? { path.flatMap(plan.keptPlace) }
    var next = self
    next.selected = selected.mapped(through: plan)
    next.highlighted = place(highlighted)
    next.focus = place(focus)
    next.anchor = place(anchor)
    return next
  }

  /// Nothing selected, nothing touched.
  var forgotten: SelectionState {
    var next = SelectionState()
    next.mode = mode
    return next
  }

  /// The same selection of other paths, after the data was read anew or said who is who.
  func keeping(_ paths: [ItemPath]) -> SelectionState {
    var next = self
    next.selected = ItemPathSet(paths)
    next.focus = focus.flatMap { next.selected.contains($0) ? $0 : nil }
    next.anchor = anchor.flatMap { next.selected.contains($0) ? $0 : nil }
    return next
  }
}

// MARK: - Selection mode
//
// How many items may be selected at a time.

/// The number of items that a person may select.
public enum SelectionMode: String, Sendable, CaseIterable {
  /// Nothing; touches do not highlight either.
  case none
  /// One item; selecting another deselects it.
  case single
  /// Any number of items; a tap selects, another one deselects.
  case multiple
}

// MARK: - Through frames
//
// The selection of one collection view, through frames that may fail.

/// Holds the selection, and what it will be once the frame under way is on screen.
final class SelectionKeeper {
  private(set) var state = SelectionState()
  /// After the change of data that the frame under way shows.
  private var next: SelectionState?
  /// The identities of the selected items, where the data source gives them. Never read in
  /// its own order.
  private var identities: Set<AnyHashable> = []
  /// The identities of the selected items, in no order.
  var selectedIdentities: [AnyHashable] { Array(identities) }
  /// True when anything was ever selected or highlighted; until then frames pay nothing.
  private(set) var isInUse = false

  /// As the views of the frame under way show it.
  private var shown: SelectionState { next ?? state }

  // MARK: Changes

  func change(_ body: (inout SelectionState) -> Void) {
    body(&state)
    isInUse = true
  }

  /// Notes who the item at a path of the data is, for the time when its path is no longer known.
  func remember(_ path: ItemPath, of supply: any DataSupply) {
    guard let identity = supply.identities?.identity(ofItemAt: path) else { return }
    identities.insert(identity)
  }

  func forget(_ path: ItemPath, of supply: any DataSupply) {
    guard !identities.isEmpty, let identity = supply.identities?.identity(ofItemAt: path)
    else { return }
    identities.remove(identity)
  }

  func forgetAll() { identities.removeAll() }

  // MARK: A frame

  /// A frame begins to show other data.
  ///
  /// - Parameters:
  ///   - plan: The batch; nil when everything was read anew.
  ///   - supply: Says who is who; nil when it cannot, as it does not know of the change.
  func follow(_ plan: UpdatePlan?, supply: (any DataSupply)?) {
    next = nil
    guard isInUse else { return }
    var mapped = plan.map { state.mapped(through: $0) } ?? state.forgotten
    if !identities.isEmpty, let known = supply?.identities {
      mapped = mapped.keeping(identities.compactMap { known.path(ofItemWithIdentity: $0) })
    }
    next = mapped
  }

  /// The frame is on screen.
  func commit(supply: (any DataSupply)?) {
    guard let next else { return }
    state = next
    self.next = nil
    guard let supply else { return }
    guard let known = supply.identities else { return identities.removeAll() }
    identities = identities.filter { known.path(ofItemWithIdentity: $0) != nil }
  }

  /// The frame failed.
  func cancel() { next = nil }

  /// Gives a view that begins to show an element the look of that element.
  func applySelectionState(to view: ReusableView, at path: ItemPath) {
    guard isInUse, let cell = view as? Cell else { return }
    let (isSelected, isHighlighted) = (shown.selected.contains(path), shown.highlighted == path)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
  }
}
