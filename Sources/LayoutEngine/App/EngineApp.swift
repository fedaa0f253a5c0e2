// SPDX-License-Identifier: Apache-2.0
//
// The engine's only way out: what it asks of the shell around it, and what it tells it.

import LayoutModel

/// The shell around an engine, such as a collection view.
///
/// Passes get it beside the ``EngineState`` that they read and change. Whatever reaches the app's code
/// goes through here, so a test can stand in for an app with one small class.
package protocol EngineApp: AnyObject {
  /// The app's data. Kept by a pass for as long as it works, so that each question costs one call.
  var supply: any DataSupply { get }
  /// The app's delegate; nil when there is none.
  var listener: (any AppListener)? { get }
  /// Draws what changes; nil when nothing does.
  var stage: (any Stage)? { get }
  /// Hears of the app's answers; nil while the session is not recorded.
  var observer: (any AnswerObserver)? { get }
  /// True when the app fetches data ahead of the scroll.
  var prefetches: Bool { get }

  /// Asks the app to fetch items that are likely to come into sight, the next one first.
  func prefetch(_ paths: [ItemPath])
  /// Tells the app that items are no longer likely to come into sight.
  func cancelPrefetching(_ paths: [ItemPath])
  /// Runs code of the app, whose calls are the app's again.
  func inApp(_ body: () -> Void)
  /// Takes possession of the layout on screen before a frame of it.
  ///
  /// - Throws: `layout-in-use` while another view shows it.
  func claimLayout() throws(LayoutError)
  /// Notes that `layout` is on screen from now on, in place of `EngineState.layout`.
  func adopt(_ layout: EngineLayout)
  /// Shows everything that is due: a layout that waits, a frame, an animation.
  ///
  /// - Parameter isLenient: Throws only when the frame is not on screen.
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  func layoutIfNeeded(isLenient: Bool) throws(LayoutError)
}

extension EngineApp {
  /// Shows everything that is due.
  ///
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }
}
