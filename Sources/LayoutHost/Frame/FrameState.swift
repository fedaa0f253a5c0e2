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
  /// Asked while there is no data source.
  let nobody = NoDataSource()
  /// What waits for the next frame besides the layout's own marks.
  var pending = PendingInvalidation()
  /// A frame is due though nothing is marked.
  var isDue = true
  /// Whether a frame was ever shown.
  var isShown = false
  /// Whether the layout moves by itself.
  var isMoving = false
  /// A frame is under way, and the app's code may be running inside it.
  var isRunning = false
  /// How many calls of the delegate, each from inside the last, hear of frames.
  var tellingDepth = 0
  /// The app is changing its data in the block of a batch.
  var isUpdating = false

  init(layout: CollectionLayout, scroll: ScrollState) {
    front = ShownFrame(layout: layout, scroll: scroll)
    back = ShownFrame(layout: layout, scroll: scroll)
    pending.marks = LAYOUT_MARK_EVERYTHING
  }

  /// The frame that was made is the one on screen now.
  func flip() { swap(&front, &back) }
}
