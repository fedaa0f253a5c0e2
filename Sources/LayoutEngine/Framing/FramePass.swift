// SPDX-License-Identifier: Apache-2.0
//
// A frame, step by step: data, question, difference, views.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Runs one frame of a collection view. After any failure the last good frame stays on screen, and
/// all marks stay.
struct FramePass {
  let state: EngineState
  let app: any EngineApp
  /// The layout to show: the current one, or the one that replaces it.
  let layout: EngineLayout
  /// The batch to show, if any.
  let update: FrameUpdate?
  /// Nil: the frame shows scrolling, time, marks, a reload, or another layout or viewport without
  /// animation. Leaving views then stay while they are displaced; a reload and another layout end
  /// all motion. With `timing` nil: a change that is shown at once. Otherwise: a change that is
  /// animated.
  let change: FrameChange?
  let isSwap: Bool

  /// The anchor to use instead of the search.
  private let givenAnchor: Anchor?
  /// The way in which the layout takes over.
  private let handover: Handover

  init(
    _ state: EngineState, _ app: any EngineApp, layout: EngineLayout, update: FrameUpdate? = nil,
    change: FrameChange? = nil, anchor: Anchor? = nil, handover: Handover = Handover()
  ) {
    givenAnchor = anchor
    self.handover = handover
    (self.state, self.app) = (state, app)
    self.layout = layout
    self.update = update
    self.change = change
    isSwap = layout !== state.layout
  }

  var frames: FrameState { state.frames }

  /// - Returns: The anchor that kept its place, when something was invalidated.
  @discardableResult
  func run() throws(LayoutError) -> Anchor? {
    try frames.checkIdle()
    defer { state.assertWhole() }
    return try frames.occupied { () throws(LayoutError) in try runOrRestore() }
  }

  /// Runs the frame; keeps the state of the frame on screen when it fails.
  ///
  /// The layout failed with a batch: the batch is applied without it, and `owed` is set. The app
  /// failed with a batch, or a reload failed: nothing changes, and `mayHavePreparedForRefusedData`
  /// is set, because the layout may have prepared for refused data. Another failure: the marks
  /// stay.
  private func runOrRestore() throws(LayoutError) -> Anchor? {
    frames.forgetFailure()
    let waiting = frames.pending
    let pending = takePending()
    // A frame that the app's code in this one asks for is the next one.
    let wasDue = frames.isDue
    frames.isDue = false
    do {
      let anchor = try run(pending)
      // The counts of an order that is only shown were not read.
      if update?.isRearrangement == true { frames.pending.counts = pending.counts }
      return anchor
    } catch {
      frames.isDue = frames.isDue || wasDue
      if !isSwap { frames.isLayoutFailing = frames.didLayoutFailInStep }
      if let update, frames.didLayoutFailInStep {
        applyWithoutLayout(update, pending)
        throw error
      }
      state.interaction.selection.cancel()
      // The marks of a refused layout do not affect the one that stays. Others may have arrived
      // from the app's code in this frame.
      frames.pending.merge(isSwap ? waiting : pending)
      // Changed counts are not marks of the layout: they belong to the data.
      if pending.counts { frames.pending.counts = true }
      // The layout, or a layout inside it, may have prepared for the refused data.
      if update != nil || (!isSwap && isReload(pending)) {
        frames.pending.marks |= LAYOUT_MARK_EVERYTHING
        frames.mayHavePreparedForRefusedData = true
      }
      if !isSwap { tellOldBounds(after: error) }
      throw error
    }
  }

  /// Makes the next frame pass the viewport and the cross offsets on screen to the layout, because
  /// queries between frames refer to these. The layout may have received others if the app failed
  /// after it, if its answer was late, or if there was no memory for it. A layout that failed would fail again.
  private func tellOldBounds(after error: LayoutError) {
    let passing: [LayoutError.Code] = [.workerLate, .outOfMemory, .layoutOutOfMemory]
    guard frames.isShown, !frames.didLayoutFailInStep || passing.contains(error.code),
      state.scroll.bounds != frames.front.scroll.bounds || state.cross.isDue
    else { return }
    frames.pending.marks |= LAYOUT_MARK_BOUNDS
  }

  private func run(_ pending: PendingInvalidation) throws(LayoutError) -> Anchor? {
    let isReload = isReload(pending)
    let changeCount = state.data.changeCount
    if isReload { state.interaction.forgetMovement(layout, frames.animation, at: state.clock) }
    update?.isTold =
      frames.owed == nil && !frames.mayHavePreparedForRefusedData && layout.connection.hasPrepared
    var question = try question(pending, isReload: isReload)
    let outcome = try frames.askLayout { () throws(LayoutError) in try ask(&question) }
    let changesData = update != nil || isReload
    if changesData {
      // Before the views: a view that is filled gets the selection state of its new path
      // (`SelectionKeeper.shown`). A failure drops it (`cancel`).
      state.interaction.follow(
        update?.plan, isRearrangement: update?.isRearrangement == true, supply: app.supply)
    }
    let presenter = try show(question)
    // Reported before the first frame counts as shown, because that frame replaces nothing.
    if frames.isShown, isReload || isSwap { state.notices.screenDidChange() }
    commit(question, outcome, presenter, readAt: changeCount)
    if changesData { commitInteraction() }
    return question.anchor
  }

  /// Returns true when the frame reads the counts of the data source.
  private func isReload(_ pending: PendingInvalidation) -> Bool {
    update == nil && (state.data.isStale || pending.counts)
  }

  /// Maps the interaction state to the data of the frame, which is on screen.
  func commitInteraction() {
    state.interaction.commit(update?.plan, supply: app.supply)
    state.scroll.goal = state.scroll.goal.flatMap { $0.followed(update?.plan) }
  }

  /// Computes the request of a frame.
  ///
  /// - Parameter seeksAnchor: False when the content offset is not needed.
  /// - Throws: The data source's error.
  func question(
    _ pending: PendingInvalidation, isReload: Bool, seeksAnchor: Bool = true
  ) throws(LayoutError) -> FrameQuestion {
    let scroll = startingScroll
    let counted = isReload ? try readShape() : knownShape
    let shape = counted.seen(by: state, inset: scroll.inset)
    let (front, offset) = (frames.front, scroll.offset)
    let last = frames.isShown && !isSwap ? front : nil
    var marks = named(pending)
    marks.offset = state.mirror(for: layout, scroll).turn(marks.offset)
    return FrameQuestion(
      layout: layout, shape: shape, time: state.clock, isSwap: isSwap, isReload: isReload,
      pending: pending, layoutMarks: marks, updates: update?.records ?? [],
      asksForTarget: isBatch && !isSwap, front: last,
      oldBounds: last?.scroll.bounds ?? handover.preparedBounds,
      anchor: seeksAnchor ? anchor(pending, isReload: isReload) : nil,
      moved: Vector(dx: offset.x - front.scroll.offset.x, dy: offset.y - front.scroll.offset.y),
      staysInside: staysInside(scroll, isReload: isReload), scroll: scroll,
      cross: crossFrame(shape))
  }

  /// The scroll state of the first query.
  var startingScroll: ScrollState {
    var scroll = state.scroll
    if isSwap { scroll.stop() }
    scroll.inset = state.mirror(for: layout, scroll).turn(state.contentInset)
    return scroll
  }

  /// Returns the offsets of the sections in the frame.
  func crossFrame(_ shape: DataShape) -> CrossFrame {
    state.cross.frame(through: update?.plan, sectionCount: shape.itemCounts.count)
  }

  /// Collects every pending mark.
  func takePending() -> PendingInvalidation {
    var pending = frames.pending
    frames.pending = PendingInvalidation()
    pending.merge(layout.takePending())
    // Counts belong to the data, so marks of any layout count: of the one on screen, and of one that is assigned.
    if isSwap, state.layout.pending.counts || state.nextLayout?.pending.counts == true {
      pending.counts = true
    }
    if state.data.isStale || pending.counts || update != nil {
      pending.marks |= LAYOUT_MARK_COUNTS
    }
    if state.data.isStale || (isSwap && handover.preparedBounds == nil) {
      pending.marks |= LAYOUT_MARK_EVERYTHING
    }
    return pending
  }

  /// Returns the pending marks in the form for the layout: by the paths that its elements have
  /// after the batch. If the counts are read again, or another layout takes over, named elements
  /// are dropped.
  private func named(_ pending: PendingInvalidation) -> PendingInvalidation {
    guard !pending.elements.isEmpty else { return pending }
    if let update, !isSwap { return pending.renamed { update.plan.newNames(of: $0) } }
    guard isSwap || pending.counts else { return pending }
    var unnamed = pending
    unnamed.elements = []
    return unnamed
  }

  /// Reads the counts of the data again.
  private func readShape() throws(LayoutError) -> DataShape {
    let epoch = state.data.nextEpoch()
    let counts = try DataState.readCounts(from: app.supply)
    app.observer?.didReadCounts(counts.map(Int.init))
    return DataShape(epoch: epoch, itemCounts: counts)
  }

  /// The counts of the data without reading them: those after the batch, if the frame shows one.
  var knownShape: DataShape { update?.shape ?? state.data.shape }

  /// Returns the cell that keeps its place, if the layout prepares over the same data.
  func anchor(_ pending: PendingInvalidation, isReload: Bool) -> Anchor? {
    guard pending.marks != 0 || isSwap, frames.isShown, !isReload, !handover.keepsOffset
    else { return nil }
    if let givenAnchor { return givenAnchor }
    let front = frames.front
    if let update { return update.anchor(from: front, after: frames.owed) }
    if let owed = frames.owed { return owed.anchor }
    return Anchor.find(in: front.answer.records, scroll: front.scroll)
      ?? AnchorSearch(state: state).anchorBeyond(front)
  }

  /// Returns true when the offset must end inside the edges: always with other data, another layout
  /// or another viewport size; otherwise if it was inside before.
  private func staysInside(_ scroll: ScrollState, isReload: Bool) -> Bool {
    let last = frames.front.scroll
    let isOtherData = isReload || isBatch
    return isOtherData || isSwap || !frames.isShown || scroll.viewportSize != last.viewportSize
      || last.edges.clamp(last.offset) == last.offset
  }

  /// True when the frame is the first one of the data after a batch: its own, or an owed one.
  private var isBatch: Bool {
    update?.isRearrangement == false || frames.owed?.isRearrangement == false
  }

  /// Queries the layout; the answer is stored in the frame in preparation.
  ///
  /// - Throws: The layout's error.
  func ask(_ question: inout FrameQuestion) throws(LayoutError) -> FrameOutcome {
    // The app's queries run inside, and may read the counters.
    var cost = FrameCounters()
    defer { frames.counters += cost }
    return try question.ask(
      isHeldAcross: { !isSwap && state.cross.isActive($0, after: update?.plan) },
      into: frames.back, scratch: frames.scratch, counters: &cost)
  }
}
