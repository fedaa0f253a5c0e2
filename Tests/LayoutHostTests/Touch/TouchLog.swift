// SPDX-License-Identifier: Apache-2.0
//
// A delegate that writes down every call about touches, with the state that it sees then.

import LayoutHost
import LayoutModel

/// Answers as told, and does to the view what a test wants it to.
final class TouchLog: CollectionViewDelegate {
  /// "shouldHighlight 0.1 hs": h and s are there while the cell is highlighted, selected.
  var calls: [String] = []
  /// Questions answered with no, as "shouldHighlight 0.1".
  var refused: Set<String> = []
  /// Runs inside every call, with its text.
  var reaction: ((String) -> Void)?

  /// The calls since the last time, without the states.
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
