// SPDX-License-Identifier: Apache-2.0
//
// The app's answers, as a recorder of a session hears of them.

import LayoutModel
import LayoutUpdates

/// Hears of everything that an app answers to its collection view.
package protocol AnswerObserver: AnyObject {
  // MARK: Data
  /// A batch has changed the data, and the counts are what it says. No frame shows it yet.
  func didState(_ batch: BatchUpdate, _ plan: UpdatePlan, counts: [Int])
  /// All counts were read anew for a frame, which is not asked for yet.
  func didReadCounts(_ counts: [Int])
  /// An item that was held was dropped elsewhere; `isTaken` says whether the data source moved it.
  func didDrop(_ source: ItemPath, at target: ItemPath, isTaken: Bool)

  // MARK: Answers
  /// The app was asked about an item, and said yes or no.
  func didAnswer(_ question: AppQuestion, _ path: ItemPath, _ answer: Bool)
  /// The app was asked whether an item's menu offers an action.
  func didAnswer(_ action: MenuAction, _ path: ItemPath, _ answer: Bool)
  /// The app was asked where an item that is held may go.
  func didTarget(_ source: ItemPath, proposed: ItemPath, _ target: ItemPath)
  /// A view was asked how large it wants to be.
  func didPrefer(_ size: Size, to attributes: LayoutAttributes)
}

/// A question to the app about one item.
package enum AppQuestion: String, CaseIterable, Sendable {
  case shouldHighlight, shouldSelect, shouldDeselect, shouldShowMenu, canMove
}
