// SPDX-License-Identifier: Apache-2.0
//
// The request of a frame: the input and the answer of the layout, and the resulting content offset.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// A request to a layout, and the parts of the view that its answer may change: the content offset
/// and the sections that scroll across. Computed in the same way for a frame that is shown, an
/// interactive transition, and a layout that prepares in the background
/// (``FramePass/question(_:isReload:seeksAnchor:)``).
struct FrameQuestion {
  let layout: EngineLayout
  /// The data, in the form for the layout.
  let shape: DataShape
  /// The time that the frame shows, seconds.
  let time: Double
  /// True when the answering layout is not the one on screen, prepared or not.
  let isSwap: Bool
  /// True when the data source was asked for all counts.
  let isReload: Bool
  /// The pending marks.
  let pending: PendingInvalidation
  /// The same marks in the form for the layout: by the paths that its elements have after the
  /// batch.
  let layoutMarks: PendingInvalidation
  /// The batch that changed the data; empty in other frames.
  let updates: [layout_update]
  /// True when the layout may choose the resting offset: after a batch.
  let asksForTarget: Bool
  /// The frame on screen; nil before the first one of this layout.
  let front: ShownFrame?
  /// The viewport of the layout's last answer; nil before the first one.
  let oldBounds: Rect?
  /// The cell that keeps its place; nil when nothing was invalidated or nothing was shown.
  let anchor: Anchor?
  /// The scrolling since the last frame, along which the anchor moves.
  let moved: Vector
  /// True when the offset must be inside the edges after a change; false if it was beyond them
  /// before.
  let staysInside: Bool
  /// The content offset, and the content size once the layout answered.
  var scroll: ScrollState
  /// The offsets of sections that scroll across.
  var cross: CrossFrame

  /// True when an offset beyond the edges is clamped: after changes, unless a touch or its momentum
  /// may hold it there.
  private var clamps: Bool {
    (layoutMarks.marks != LAYOUT_MARK_NOTHING || isSwap) && staysInside && !scroll.isScrolling
  }

  /// More rounds than any layout needs whose content size does not depend on the offset.
  private static let roundLimit = 3

  /// True when the tracks of sections that scroll across are queried, because their content may
  /// have changed.
  private var settlesAcross: Bool { layoutMarks.marks != LAYOUT_MARK_NOTHING || isSwap }

  /// Asks the layout at the current offset, works out the offset that keeps the anchor, and asks
  /// again there: three questions at most. Without marks the offset changes only by the app's
  /// adjustment, or if the layout prepared by itself, because scrolling reached estimated sizes. If
  /// the third answer still wants another offset, the offset of that question stays.
  ///
  /// Fills `frame` with the answer; ``scroll`` receives content size and offset, and the sections
  /// of ``cross`` end inside their ends.
  ///
  /// - Throws: The layout's error, or `scratch`'s; `frame` is then unusable.
  mutating func ask(
    isHeldAcross: (Int) -> Bool, into frame: ShownFrame, scratch: AnswerBuffer,
    counters: inout FrameCounters
  ) throws(LayoutError) -> FrameOutcome {
    let isFirst = !scroll.hasInitialOffset
    if isFirst { scroll.jump(to: Point(x: 0 - scroll.inset.left, y: 0 - scroll.inset.top)) }
    let request = firstRequest()
    var outcome = try ask(request, frame.buffer, &counters)
    if outcome.didPrepare { layout.noteExtensions() }
    scroll.contentSize = outcome.contentSize
    let wish = try wish(after: outcome, isFirst: isFirst, frame.answer, scratch)
    var isMovedAcross = try settleAcross(frame.answer, scratch, isHeld: isHeldAcross)
    var (wanted, lastBounds) = (wish.offset, request.bounds)
    for _ in 1..<Self.roundLimit where wanted != scroll.offset || isMovedAcross {
      isMovedAcross = false
      scroll.rebase(to: wanted, at: time)
      let next = laterRequest(oldBounds: lastBounds)
      lastBounds = scroll.bounds
      let last = outcome
      outcome = try ask(next, frame.buffer, &counters)
      outcome.isMoving = outcome.isMoving || last.isMoving
      outcome.didPrepare = outcome.didPrepare || last.didPrepare
      scroll.contentSize = outcome.contentSize
      wanted = try offset(after: wish, frame.answer, scratch)
    }
    scroll.replan(at: time)
    return outcome
  }

  /// The first request of the frame, with all that is pending.
  private func firstRequest() -> FrameRequest {
    var request = FrameRequest(
      time: time, oldBounds: oldBounds ?? scroll.bounds, bounds: scroll.bounds,
      marks: layoutMarks.marks)
    request.elements = layoutMarks.elements
    request.updates = updates
    request.touch = scroll.touchInContent(oldBounds: request.oldBounds)
    request.crossOffsets = cross.offsets
    return request
  }

  /// A request at another offset: everything pending was in the first one.
  private func laterRequest(oldBounds: Rect) -> FrameRequest {
    var request = FrameRequest(time: time, oldBounds: oldBounds, bounds: scroll.bounds)
    request.crossOffsets = cross.offsets
    return request
  }

  /// The offset that the first answer calls for.
  private struct Wish {
    /// The offset to ask at again, if it is another one.
    var offset: Point
    /// The offset after the anchor and the app's adjustment.
    let corrected: Point
    /// True when the layout prepared without a mark, so that visible content keeps its place.
    let keepsPlace: Bool
  }

  /// Works the offset out after the first answer.
  private func wish(
    after outcome: FrameOutcome, isFirst: Bool, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Wish {
    let corrected = isFirst ? scroll.edges.start : try anchored(answer, scratch)
    var wish = Wish(
      offset: corrected, corrected: corrected,
      keepsPlace: !isFirst && outcome.didPrepare && layoutMarks.marks == LAYOUT_MARK_NOTHING)
    if wish.keepsPlace {
      wish.offset = try offset(keepingPlaceFrom: corrected, answer, scratch)
    }
    return wish
  }

  /// The offset after a later answer.
  private func offset(
    after wish: Wish, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Point {
    if wish.keepsPlace {
      return try offset(keepingPlaceFrom: wish.corrected, answer, scratch)
    }
    return clamps ? scroll.edges.clamp(scroll.offset) : scroll.offset
  }

  /// Moves the sections that scroll across inside their ends.
  ///
  /// - Returns: True when one was moved, so that the layout is asked again.
  private mutating func settleAcross(
    _ answer: Answer, _ scratch: AnswerBuffer, isHeld: (Int) -> Bool
  ) throws(LayoutError) -> Bool {
    guard settlesAcross else { return false }
    let finder = TrackFinder(layout: layout, bounds: scroll.bounds, scratch: scratch)
    return try cross.settle(finder, answer, isActive: isHeld)
  }

  private func ask(
    _ request: FrameRequest, _ buffer: AnswerBuffer, _ counters: inout FrameCounters
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try layout.connection.frame(request, shape: shape, into: buffer)
    var cost = FrameCounters(of: outcome)
    cost.outside = buffer.outsideCount
    counters += cost
    return outcome
  }

  /// The offset that keeps the anchor in place, and the content within its edges; after a batch the
  /// layout may choose another one.
  private func anchored(
    _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Point {
    var wanted = scroll.offset
    if let anchor {
      let frame = anchor.isAtEdge ? nil : try restingFrame(of: anchor.path, answer, scratch)
      if let kept = anchor.contentOffset(for: frame, scroll: scroll) {
        wanted = scroll.edges.keepingInside(
          Point(x: kept.x + moved.dx, y: kept.y + moved.dy), from: scroll.offset)
      }
    }
    wanted.x += layoutMarks.offset.dx
    wanted.y += layoutMarks.offset.dy
    if clamps { wanted = scroll.edges.clamp(wanted) }
    guard asksForTarget, !scroll.isScrolling else { return wanted }
    let target = try layout.connection.scrollTarget(
      proposed: wanted, velocity: .zero, bounds: scroll.bounds, afterUpdate: true)
    return target.map(scroll.edges.clamp) ?? wanted
  }

  private func restingFrame(
    of path: ItemPath, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Rect? {
    let element = try layout.element(.cell, kind: "cell", path)
    if let index = answer.index(of: element.key) { return answer.records[index].frame }
    try layout.connection.attributes(for: element, into: scratch)
    return scratch.records.first?.frame
  }
}

// Frames in which a layout prepares without a mark, because scrolling reached items of estimated
// sizes.
extension FrameQuestion {
  /// The offset that keeps visible content in place when the layout prepares again during
  /// scrolling.
  ///
  /// There were no marks, so no anchor was chosen beforehand. If the content size did not change,
  /// the content is assumed not to have moved. After a jump to another place nothing can keep its
  /// place.
  ///
  /// - Parameter correctedOffset: The offset after the anchor and the app's adjustment.
  private func offset(
    keepingPlaceFrom correctedOffset: Point, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Point {
    guard let front, scroll.contentSize != front.scroll.contentSize else {
      return correctedOffset
    }
    var wanted = correctedOffset
    let overlaps = front.scroll.bounds.intersects(
      Rect(origin: correctedOffset, size: scroll.viewportSize))
    if overlaps, let moved = try anchorMovement(from: front, answer, scratch) {
      // Along an axis in which the content does not scroll, an item moved because its section
      // scrolled across.
      let edges = scroll.edges
      if edges.start.x < edges.end.x { wanted.x += moved.dx }
      if edges.start.y < edges.end.y { wanted.y += moved.dy }
    }
    return staysInside && !scroll.isScrolling ? scroll.edges.clamp(wanted) : wanted
  }

  /// Returns the layout's movement of the anchor's cell; nil when it is gone.
  private func anchorMovement(
    from front: ShownFrame, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Vector? {
    let records = front.answer.records
    guard let anchor = Anchor.find(in: records, scroll: front.scroll) else { return nil }
    if anchor.isAtEdge {
      guard anchor.anchoring == .end else { return nil }
      return Vector(
        dx: scroll.edges.end.x - front.scroll.edges.end.x,
        dy: scroll.edges.end.y - front.scroll.edges.end.y)
    }
    guard let old = records.first(where: { $0.category == LAYOUT_CELL && $0.path == anchor.path }),
      let new = try restingFrame(of: anchor.path, answer, scratch)
    else { return nil }
    return anchor.anchoring == .start
      ? Vector(dx: new.x - old.frame.x, dy: new.y - old.frame.y)
      : Vector(dx: new.maxX - old.frame.maxX, dy: new.maxY - old.frame.maxY)
  }
}

// MARK: - Anchor search

/// Searches ahead of the frame on screen for the cell that keeps its place.
struct AnchorSearch {
  let state: EngineState

  /// The distance of the search, in viewports.
  private static let reach = 8.0

  /// Returns the anchor when no cell is visible, only a long header or a gap: the first cell after
  /// it. If the layout fails or is out of step, there is no anchor.
  func anchorBeyond(_ front: ShownFrame) -> Anchor? {
    guard state.frames.isLayoutInStep else { return nil }
    let scratch = state.frames.scratch
    return askAhead(of: front) ? Anchor.find(in: scratch.records, scroll: front.scroll) : nil
  }

  /// Returns the elements ahead of the frame on screen when no cell is visible, otherwise none; nil
  /// when the layout fails.
  func cellsAheadOfNothing() -> [layout_attributes]? {
    let (frames, front) = (state.frames, state.frames.front)
    let isCellShown = Anchor.find(in: front.answer.records, scroll: front.scroll) != nil
    guard frames.isLayoutInStep, !isCellShown else { return [] }
    return askAhead(of: front) ? Array(frames.scratch.records) : nil
  }

  /// Queries the elements after the visible start; false when the layout fails.
  private func askAhead(of front: ShownFrame) -> Bool {
    let (start, viewportSize) = (front.scroll.visibleStart, front.scroll.viewportSize)
    let ahead = Rect(
      x: start.x, y: start.y, width: viewportSize.width * Self.reach,
      height: viewportSize.height * Self.reach)
    do {
      try front.layout.connection.attributes(in: ahead, into: state.frames.scratch)
    } catch { return false }
    return true
  }
}
