// SPDX-License-Identifier: Apache-2.0
//
// The question of a frame: what the layout is told, what it answers, and where the content comes to
// stand because of the answer.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Asks a layout for a frame and settles the content offset: once when nothing was invalidated, once
/// more when the content moved under the viewport.
struct LayoutQuery {
  let layout: EngineLayout
  let shape: DataShape
  let time: Double
  let pending: PendingInvalidation
  /// The batch that changed the data; empty in other frames.
  let updates: [layout_update]
  /// True when the layout may choose where the content rests: after a batch.
  let asksForTarget: Bool
  /// The viewport of the last frame; nil before the first.
  let oldBounds: Rect?
  /// The cell that keeps its place; nil when nothing was invalidated or nothing was shown.
  let anchor: Anchor?
  /// The scrolling since the last frame, along which the anchor moves.
  let moved: Vector

  /// The frame on screen; nil before the first one of this layout.
  let front: ShownFrame?

  /// True when the offset shall be inside the edges after a change: false where it was put
  /// beyond them.
  let staysInside: Bool
  /// True when another layout answers than the one on screen, prepared or not.
  let isSwap: Bool

  /// Returns true when an offset beyond the edges is brought back: after changes, and not
  /// while a touch or its momentum may hold it there.
  private func clamps(_ scroll: ScrollState) -> Bool {
    (pending.marks != LAYOUT_MARK_NOTHING || isSwap) && staysInside && !scroll.isScrolling
  }

  /// More rounds than any layout needs whose content size does not depend on the offset.
  private static let roundLimit = 3

  /// True when sections that scroll across are looked at: their content may be another.
  private var settlesAcross: Bool { pending.marks != LAYOUT_MARK_NOTHING || isSwap }

  /// Fills `frame` with the answer for `scroll`, which receives content size and offset, and `cross`,
  /// whose sections end inside their ends.
  ///
  /// - Throws: The layout's error, or `scratch`'s; `frame` is then without use.
  func run(
    _ scroll: inout ScrollState, _ cross: inout CrossFrame, isHeldAcross: (Int) -> Bool,
    into frame: ShownFrame, scratch: AnswerBuffer, counters: inout FrameCounters
  ) throws(LayoutError) -> FrameOutcome {
    let isFirst = !scroll.isPlaced
    if isFirst { scroll.jump(to: Point(x: 0 - scroll.inset.left, y: 0 - scroll.inset.top)) }
    var request = FrameRequest(
      time: time, oldBounds: oldBounds ?? scroll.bounds, bounds: scroll.bounds,
      marks: pending.marks)
    request.elements = pending.elements
    request.updates = updates
    request.touch = scroll.touchInContent(oldBounds: request.oldBounds)
    request.crossOffsets = cross.offsets
    var outcome = try exchange(request, frame.buffer, &counters)
    if outcome.didPrepare { layout.noteExtensions() }
    scroll.contentSize = outcome.contentSize
    var wanted =
      isFirst ? scroll.edges.start : try anchored(scroll, frame.answer, scratch)
    let asked = wanted
    let isOwnAccord = !isFirst && outcome.didPrepare && pending.marks == LAYOUT_MARK_NOTHING
    if isOwnAccord {
      wanted = try offset(keepingPlaceFrom: asked, scroll, frame.answer, scratch)
    }
    var isMovedAcross = false
    if settlesAcross {
      let finder = TrackFinder(layout: layout, bounds: scroll.bounds, scratch: scratch)
      isMovedAcross = try cross.settle(finder, frame.answer, isActive: isHeldAcross)
    }
    for _ in 1..<Self.roundLimit where wanted != scroll.offset || isMovedAcross {
      isMovedAcross = false
      scroll.rebase(to: wanted, at: time)
      var next = FrameRequest(time: time, oldBounds: request.bounds, bounds: scroll.bounds)
      next.crossOffsets = cross.offsets
      request.bounds = scroll.bounds
      let last = outcome
      outcome = try exchange(next, frame.buffer, &counters)
      outcome.isMoving = outcome.isMoving || last.isMoving
      outcome.didPrepare = outcome.didPrepare || last.didPrepare
      scroll.contentSize = outcome.contentSize
      wanted =
        isOwnAccord
        ? try offset(keepingPlaceFrom: asked, scroll, frame.answer, scratch)
        : clamps(scroll) ? scroll.edges.clamp(scroll.offset) : scroll.offset
    }
    scroll.replan(at: time)
    return outcome
  }

  private func exchange(
    _ request: FrameRequest, _ buffer: AnswerBuffer, _ counters: inout FrameCounters
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try layout.connection.frame(request, shape: shape, into: buffer)
    var cost = FrameCounters(of: outcome)
    cost.outside = buffer.outsideCount
    counters.add(cost)
    return outcome
  }

  /// The offset at which the anchor is where it was, and the content within its edges; after a batch
  /// the layout may choose another one.
  private func anchored(
    _ scroll: ScrollState, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Point {
    var wanted = scroll.offset
    if let anchor {
      let frame = anchor.isAtEdge ? nil : try restingFrame(of: anchor.path, answer, scratch)
      if let kept = anchor.contentOffset(for: frame, scroll: scroll) {
        wanted = scroll.edges.keepingInside(
          Point(x: kept.x + moved.dx, y: kept.y + moved.dy), from: scroll.offset)
      }
    }
    wanted.x += pending.offset.dx
    wanted.y += pending.offset.dy
    if clamps(scroll) { wanted = scroll.edges.clamp(wanted) }
    guard asksForTarget, !scroll.isScrolling else { return wanted }
    let target = try layout.connection.scrollTarget(
      proposed: wanted, velocity: .zero, bounds: scroll.bounds, afterUpdate: true)
    return target.map(scroll.edges.clamp) ?? wanted
  }

  func restingFrame(
    of path: ItemPath, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Rect? {
    let element = try layout.element(.cell, kind: "cell", path)
    if let index = answer.index(of: element.key) { return answer.records[index].frame }
    try layout.connection.attributes(for: element, into: scratch)
    return scratch.records.first?.frame
  }
}
