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
