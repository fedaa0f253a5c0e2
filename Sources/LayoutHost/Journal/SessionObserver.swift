// SPDX-License-Identifier: Apache-2.0
//
// What can be heard of a session while it runs: the app's calls, and the app's answers.

import LayoutModel
import LayoutUpdates

/// Hears of everything that an app does to a collection view and answers to it, so that it can be done
/// again without the app.
package protocol SessionObserver: AnyObject {
  // MARK: Calls

  /// The app makes a call, which has had no effect yet. Calls from inside a notice to the app are told
  /// before the call is over that the notice is about; those that the view makes itself are not told.
  func willPerform(_ call: ViewCall)
  /// The call that began last and is not over yet is over.
  func didPerform(_ call: ViewCall, _ error: LayoutError?)

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

  // MARK: Layouts

  /// A new version of the layout begins to prepare beside it.
  func willPrepare(_ layout: CollectionLayout, for swapper: LayoutSwapper)
}

/// A question to the app about one item.
package enum AppQuestion: String, CaseIterable, Sendable {
  case shouldHighlight, shouldSelect, shouldDeselect, shouldShowMenu, canMove
}
