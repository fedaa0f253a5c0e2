// SPDX-License-Identifier: Apache-2.0
//
// The delegate of a scenario for touches: it returns the scenario's answers and records every call.

import LayoutEngine
import LayoutHost
import LayoutModel

extension ScenarioSession {
  /// Takes the calls since the last time, in order.
  func takeTouchCalls() -> [String] {
    defer { touchCalls.removeAll() }
    return touchCalls
  }

  private func note(_ call: String, _ path: ItemPath) {
    touchCalls.append(call)
    trace.note("delegate \(call) \(path)")
  }

  private func ask(_ question: AppQuestion, _ path: ItemPath) -> Bool {
    note(question.rawValue, path)
    return source.says(question, path)
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { ask(.shouldHighlight, path) }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    note("didHighlight", path)
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    note("didUnhighlight", path)
  }

  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool {
    ask(.shouldSelect, path)
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { ask(.shouldDeselect, path) }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    note("didSelect", path)
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    note("didDeselect", path)
  }

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { ask(.shouldShowMenu, path) }

  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool {
    note("canPerformAction", path)
    return source.allows(action, path)
  }

  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) { note("performAction", path) }

  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath { self.source.target(of: source, proposed: proposed) }
}
