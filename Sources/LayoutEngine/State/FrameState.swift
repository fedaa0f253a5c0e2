// SPDX-License-Identifier: Apache-2.0
//
// What is kept between frames: the frame on screen, room for the next one, and what waits for it.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The memory of the frame path. Everything in it keeps its room, so that steady scrolling allocates
/// nothing.
final class FrameState {
  /// On screen.
  var front: ShownFrame
  /// Being made.
  var back: ShownFrame
  let plan = FramePlan()
  let animation = AnimationState()
  /// For single elements that are asked for outside the viewport.
  let scratch = AnswerBuffer()
  var counters = FrameCounters()
  /// The marks that wait for the next frame besides the layout's own.
  var pending = PendingInvalidation()
  /// A frame is due though nothing is marked.
  var isDue = true
  /// True when a frame was ever shown.
  var isShown = false
  /// True when the layout moves by itself.
  var isMoving = false
  /// A frame is under way, and the app's code may be running inside it.
  var isRunning = false
  /// The depth of nested callbacks of the delegate.
  var tellingDepth = 0
  /// The app is changing its data in the block of a batch.
  var isUpdating = false
  /// The batch that the data have and the layout has not shown yet; nil when there is none.
  var owed: OwedBatch?
  /// True when the layout may have prepared for the data of a batch that was refused: changes of the data
  /// as they are mean nothing to it, so it prepares everything.
  var isLayoutAstray = false
  /// True when the last frame failed because of its layout, and not because of the app.
  private(set) var didLayoutFail = false

  init(layout: EngineLayout, scroll: ScrollState) {
    front = ShownFrame(layout: layout, scroll: scroll)
    back = ShownFrame(layout: layout, scroll: scroll)
    pending.marks = LAYOUT_MARK_EVERYTHING
  }

  /// Checks that no frame is under way.
  ///
  /// - Throws: `reentrant` from inside a frame.
  func checkIdle() throws(LayoutError) {
    if isRunning { throw Self.reentrant }
  }

  /// Checks that neither a frame nor a batch is under way.
  ///
  /// - Throws: `nested-update`, `reentrant`.
  func checkNoUpdate() throws(LayoutError) {
    if isUpdating { throw Self.nested }
    try checkIdle()
  }

  /// Runs code in which the app may be asked, and so must not change the view.
  func occupied<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let wasRunning = isRunning
    isRunning = true
    defer { isRunning = wasRunning }
    return try body()
  }

  /// Runs the block of a batch, in which the app changes its data.
  func updating<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    isUpdating = true
    defer { isUpdating = false }
    return try occupied(body)
  }

  static var reentrant: LayoutError {
    LayoutError(
      .reentrant,
      "a frame is under way; change the collection view after it, not from a data source, a query, "
        + "a view that is being filled or the block of a batch update")
  }

  private static var nested: LayoutError {
    LayoutError(
      .nestedUpdate,
      "a batch update is under way; state every change in its block, or begin the next one in its "
        + "completion")
  }

  /// The frame that was made is the one on screen now.
  func flip() { swap(&front, &back) }

  /// Forgets how the last frame failed.
  func forgetFailure() { didLayoutFail = false }

  /// Asks the layout, and notes whether the layout is the cause when that fails.
  func consult<Answer>(
    _ question: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    do throws(LayoutError) { return try question() } catch {
      // Wider than `isLayoutFault`: the data have changed, so the view follows them also where the host
      // could not ask.
      didLayoutFail = !error.isAppFault
      throw error
    }
  }
}
