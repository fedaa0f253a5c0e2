// SPDX-License-Identifier: Apache-2.0
//
// The selected and highlighted items, as a value.

import LayoutModel
import LayoutUpdates

/// The selection between two frames. Independent of cells and delegates.
package struct SelectionState: Equatable, Sendable {
  package var mode = SelectionMode.single
  package private(set) var selected = ItemPathSet()
  /// The item under a touch.
  package var highlighted: ItemPath?
  /// The end of the selection that the keyboard moves.
  private(set) var focus: ItemPath?
  /// The fixed end while the keyboard extends the selection.
  private(set) var anchor: ItemPath?

  /// Selects an item, which becomes the end that the keyboard moves. In single mode the caller has
  /// deselected the other one.
  mutating func select(_ path: ItemPath) {
    selected.insert(path)
    (focus, anchor) = (path, path)
  }

  mutating func deselect(_ path: ItemPath) {
    selected.remove(path)
    if selected.isEmpty { (focus, anchor) = (nil, nil) }
  }

  /// Selects everything; the keyboard continues from its item, or from the first one.
  mutating func selectAll(_ counts: [Int]) {
    selected = ItemPathSet()
    for (section, count) in counts.enumerated() { selected.append(section, 0..<count) }
    if let first = selected.first { (focus, anchor) = (focus ?? first, anchor ?? first) }
  }

  mutating func deselectAll() {
    selected = ItemPathSet()
    (focus, anchor) = (nil, nil)
  }

  /// Adds an item between the anchor and the focus, which do not change.
  mutating func add(_ path: ItemPath) { selected.insert(path) }

  /// Removes an item that the focus moved past.
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

  /// No selection and no touch.
  var forgotten: SelectionState {
    var next = SelectionState()
    next.mode = mode
    return next
  }

  /// The same selection with other paths, after a reload or a mapping by identity.
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
// The number of items that may be selected at a time.

/// The number of items that a person may select.
public enum SelectionMode: String, Sendable, CaseIterable {
  /// None; touches do not highlight either.
  case none
  /// One; selecting another item deselects it.
  case single
  /// Any number; a tap selects or deselects an item.
  case multiple
}

// MARK: - Through frames
//
// The selection of one collection view, across frames that may fail.

/// Holds the selection, and the selection after the current frame.
final class SelectionKeeper {
  private(set) var state = SelectionState()
  /// The selection after the change of data in the current frame.
  private var next: SelectionState?
  /// The identities of the selected items, if the data source provides them. The order of the set
  /// is never used.
  private var identities: Set<AnyHashable> = []
  /// The identities of the selected items, in no particular order.
  var selectedIdentities: [AnyHashable] { Array(identities) }
  /// True when anything was ever selected or highlighted; until then frames have no cost.
  private(set) var isInUse = false

  /// The selection in the views of the current frame.
  private var shown: SelectionState { next ?? state }

  // MARK: Changes

  func change(_ body: (inout SelectionState) -> Void) {
    body(&state)
    isInUse = true
  }

  /// Stores the identity of the item at a path of the data, because its path may change.
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

  /// Maps the selection for a frame with other data.
  ///
  /// - Parameters:
  ///   - plan: The batch; nil after a reload.
  ///   - supply: Provides identities; nil when it cannot, because it does not know the change.
  func follow(_ plan: UpdatePlan?, supply: (any DataSupply)?) {
    next = nil
    guard isInUse else { return }
    var mapped = plan.map { state.mapped(through: $0) } ?? state.forgotten
    if !identities.isEmpty, let known = supply?.identities {
      mapped = mapped.keeping(identities.compactMap { known.path(ofItemWithIdentity: $0) })
    }
    next = mapped
  }

  /// Commits the mapped selection, when the frame is on screen.
  func commit(supply: (any DataSupply)?) {
    guard let next else { return }
    state = next
    self.next = nil
    guard let supply else { return }
    guard let known = supply.identities else { return identities.removeAll() }
    identities = identities.filter { known.path(ofItemWithIdentity: $0) != nil }
  }

  /// Drops the mapped selection, when the frame failed.
  func cancel() { next = nil }

  /// Applies the selection state of an element to a view that begins to show it.
  func applySelectionState(to view: ReusableView, at path: ItemPath) {
    guard isInUse, let cell = view as? Cell else { return }
    let (isSelected, isHighlighted) = (shown.selected.contains(path), shown.highlighted == path)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
  }
}
