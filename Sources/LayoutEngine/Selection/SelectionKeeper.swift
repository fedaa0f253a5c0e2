// SPDX-License-Identifier: Apache-2.0
//
// The selection of one collection view, through frames that may fail.

import LayoutModel
import LayoutUpdates

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
