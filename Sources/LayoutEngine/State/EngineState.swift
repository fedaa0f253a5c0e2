// SPDX-License-Identifier: Apache-2.0
//
// Everything that an engine keeps between frames.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The state of one collection view, without its app: data, scroll, frames, motion, selection,
/// reordering, sizing, prefetching, views.
///
/// Passes get it whole, beside an ``EngineApp``, and change it. What a frame that fails has to give back
/// is a small value that the pass keeps (`scroll`, the marks that wait) or a frame of its own
/// (``FrameState/back``). The large parts keep their room, so that steady scrolling allocates nothing.
package final class EngineState {
  /// The layout on screen.
  package var layout: EngineLayout
  /// True when another layout waits to take over with the next frame.
  package var hasNextLayout = false
  /// The content offset and its motion.
  package var scroll: ScrollState
  /// The counts of the data.
  var data = DataState()
  /// Notices for assistive technology.
  var notices = NoticeQueue()
  /// The frame on screen and the one in the making.
  let frames: FrameState
  /// Every view that was made.
  let store = ReuseStore()
  /// The state of touch, selection and reordering.
  let interaction = Interaction()
  /// The sizes that views ask for.
  let sizing = SizingState()
  /// Items that were prefetched ahead of the scroll.
  let prefetching = PrefetchState()
  /// The offsets of sections that scroll across.
  let cross = CrossScroll()
  /// The layout that stands by while the one on screen proves itself.
  package var probation: Probation?
  /// Seconds; the time of the last frame.
  package var clock = 0.0
  /// Room around the content, as people see it, points.
  package var contentInset = Insets.zero
  /// Pixels a point, greater than 0.
  package var scale = 1.0
  /// True when the content runs from right to left.
  package var isRightToLeft = false
  /// The number of cells that a frame of scrolling may fill in all, those ahead of it included.
  package var cellsPreparedPerFrame = 0

  /// The state of a view of `container`'s size before its first frame.
  package init(container: Size, layout: EngineLayout) {
    self.layout = layout
    scroll = ScrollState(container: container)
    frames = FrameState(layout: layout, scroll: scroll)
  }

  /// Collects the marks of the layout; returns true when a frame is due: anything changed or moves since
  /// the last one.
  func collectMarks() -> Bool {
    if frames.isDue || frames.isMoving || data.isStale { return true }
    frames.pending.merge(layout.takePending())
    return frames.pending.isSet || cross.isDue || scroll.bounds != frames.front.scroll.bounds
  }

  /// Collects the marks of the layout; returns true when anything is to be shown, with a frame or by the
  /// clock alone.
  package func isAnythingDue() -> Bool { hasNextLayout || collectMarks() || frames.animation.isDue }

  /// Marks what a change of insets, scale or direction makes stale.
  ///
  /// - Parameter isOther: True when the new value differs. A transition under a hand was worked out for
  ///   the viewport as it was, so it ends, as with a resize.
  package func viewportDidChange(isOther: Bool) {
    if isOther { frames.animation.cancelTransition(.none, at: clock) }
    scroll.inset = mirror.turn(contentInset)
    frames.pending.marks |= LAYOUT_MARK_BOUNDS
  }

  /// Tells a layout that is not on screen in which order items are shown while somebody holds one, as the
  /// layout on screen knows: it asks by the paths shown, and the app answers by those of its data.
  func tellOrder(to layout: any LayoutConnection) {
    layout.queries.move = interaction.movement?.move
  }
}
