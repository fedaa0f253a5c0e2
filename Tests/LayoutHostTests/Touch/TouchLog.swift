// SPDX-License-Identifier: Apache-2.0
//
// A delegate that records every call about touches, with the state at that moment.

import LayoutHost
import LayoutModel

/// A delegate with the answers that a test sets, and with a test's changes of the view.
final class TouchLog: CollectionViewDelegate {
  /// "shouldHighlight 0.1 hs": h is there while the cell is highlighted, s while it is selected.
  var calls: [String] = []
  /// The questions answered with false, as "shouldHighlight 0.1".
  var refused: Set<String> = []
  /// Runs inside every call, with its text.
  var reaction: ((String) -> Void)?

  /// Returns the calls since the last time, without the states.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  @discardableResult
  private func note(_ call: String, _ view: CollectionView, _ path: ItemPath) -> Bool {
    let cell = view.cellForItem(at: path)
    let state = (cell?.isHighlighted == true ? "h" : "") + (cell?.isSelected == true ? "s" : "")
    calls.append("\(call) \(path)" + (state.isEmpty ? "" : " " + state))
    reaction?("\(call) \(path)")
    return !refused.contains("\(call) \(path)")
  }

  func collectionView(_ view: CollectionView, shouldHighlightItemAt path: ItemPath) -> Bool {
    note("shouldHighlight", view, path)
  }
  func collectionView(_ view: CollectionView, didHighlightItemAt path: ItemPath) {
    note("didHighlight", view, path)
  }
  func collectionView(_ view: CollectionView, didUnhighlightItemAt path: ItemPath) {
    note("didUnhighlight", view, path)
  }
  func collectionView(_ view: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool {
    note("shouldSelect", view, path)
  }
  func collectionView(_ view: CollectionView, shouldDeselectItemAt path: ItemPath) -> Bool {
    note("shouldDeselect", view, path)
  }
  func collectionView(_ view: CollectionView, didSelectItemAt path: ItemPath) {
    note("didSelect", view, path)
  }
  func collectionView(_ view: CollectionView, didDeselectItemAt path: ItemPath) {
    note("didDeselect", view, path)
  }
  func collectionView(_ view: CollectionView, shouldShowMenuForItemAt path: ItemPath) -> Bool {
    note("shouldShowMenu", view, path)
  }
  func collectionView(
    _ view: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { note("can \(action)", view, path) }
  func collectionView(
    _ view: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) { note("perform \(action)", view, path) }
}
