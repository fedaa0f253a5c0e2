// SPDX-License-Identifier: Apache-2.0
//
// What can be heard of a session while it runs: the app's calls, and the app's answers.

import LayoutEngine
import LayoutModel
import LayoutUpdates

/// Hears of everything that an app does to a collection view and answers to it, so that it can be done
/// again without the app.
package protocol SessionObserver: AnswerObserver {
  // MARK: Calls

  /// The app makes a call, which has had no effect yet. Calls from inside a notice to the app are told
  /// before the call is over that the notice is about; those that the view makes itself are not told.
  func willPerform(_ call: ViewCall)
  /// The call that began last and is not over yet is over.
  func didPerform(_ call: ViewCall, _ error: LayoutError?)

  // MARK: Layouts

  /// A new version of the layout begins to prepare beside it.
  func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap)
}
