// SPDX-License-Identifier: Apache-2.0
//
// A frame, step by step: data, question, difference, views. One direction, nothing asks back.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Runs one frame of a collection view. Whatever fails, the last good frame stays on screen, and what
/// was marked stays marked.
struct FramePass {
  let view: CollectionView
  /// The layout to show: the view's own, or the one that shall take its place.
  let layout: EngineLayout
  /// The batch to show, when there is one.
  let update: FrameUpdate?
  /// The animation of the frame; nil for frames that are no change of their own.
  let change: FrameChange?
  let isSwap: Bool

  /// The anchor to use instead of the one that the rule finds.
  private let givenAnchor: Anchor?
  /// The way in which the layout takes over.
  private let handover: Handover

  init(
    view: CollectionView, layout: EngineLayout, update: FrameUpdate? = nil,
    change: FrameChange? = nil, anchor: Anchor? = nil, handover: Handover = Handover()
  ) {
    givenAnchor = anchor
    self.handover = handover
    self.view = view
    self.layout = layout
    self.update = update
    self.change = change
    isSwap = layout !== view.layout.engine
  }

  var frames: FrameState { view.frames }
  private var source: any CollectionViewDataSource { view.dataSource ?? frames.nobody }

  /// - Returns: What kept its place, when something was invalidated.
  @discardableResult
  func run() throws(LayoutError) -> Anchor? {
    guard !frames.isRunning else { throw Self.reentrant }
    frames.isRunning = true
    defer { frames.isRunning = false }
    frames.forgetFailure()
    let waiting = frames.pending
    let pending = takePending()
    do {
      let anchor = try run(pending)
      // The counts of an order that is only shown were not read.
      if update?.isRearrangement == true { frames.pending.counts = pending.counts }
      return anchor
    } catch {
      if let update, frames.didLayoutFail {
        takeOver(update, pending)
        throw error
      }
      view.interaction.selection.cancel()
      // A layout that was refused leaves no marks on the one that stays.
      frames.pending = isSwap ? waiting : pending
      // The layout may hold the data of the batch that was refused.
      if update != nil { frames.pending.marks |= LAYOUT_MARK_EVERYTHING }
      throw error
    }
  }

  static var reentrant: LayoutError {
    LayoutError(
      .reentrant,
      "a frame is under way; change the collection view after it, not from a data source, a query, "
        + "a view that is being filled or the block of a batch update")
  }

  private func run(_ pending: PendingInvalidation) throws(LayoutError) -> Anchor? {
    let isReload = update == nil && (view.data.isStale || pending.counts)
    var scroll = startingScroll
    if isReload { view.interaction.forgetMovement(layout, frames.animation, at: view.clock) }
    let shape = try shape(isReload: isReload, scroll)
    let anchor = anchor(pending, isReload: isReload)
    update?.isTold = frames.owed == nil && layout.connection.hasPrepared
    var cross = crossFrame(shape)
    let outcome = try frames.consult { () throws(LayoutError) in
      try ask(pending, shape, anchor, isReload: isReload, &scroll, &cross)
    }
    let changesData = update != nil || isReload
    if changesData {
      view.interaction.follow(
        update?.plan, isRearrangement: update?.isRearrangement == true, source: source)
    }
    try show(scroll, isReload: isReload)
    // Told before the first frame counts as shown, which replaces nothing.
    if frames.isShown, isReload || isSwap { view.notices.screenDidChange() }
    commit(scroll, shape, outcome)
    view.cross.commit(cross, through: update?.plan, stops: isSwap, at: view.clock)
    if changesData { view.interaction.commit(update?.plan, view: view, source: source) }
    return anchor
  }

  /// The scroll state for which the layout is asked first.
  var startingScroll: ScrollState {
    var scroll = view.scroll
    if isSwap { scroll.stop() }
    scroll.inset = view.mirror(for: layout, scroll).turn(view.contentInset)
    return scroll
  }

  /// Returns the offsets of the sections in the frame.
  func crossFrame(_ shape: DataShape) -> CrossFrame {
    view.cross.frame(through: update?.plan, sectionCount: shape.itemCounts.count)
  }

  /// Collects every mark that waits.
  func takePending() -> PendingInvalidation {
    var pending = frames.pending
    frames.pending = PendingInvalidation()
    pending.merge(layout.takePending())
    // Counts are the data's, whichever layout they were declared stale in.
    if isSwap, view.layout.engine.pending.counts { pending.counts = true }
    if view.data.isStale || pending.counts || update != nil {
      pending.marks |= LAYOUT_MARK_COUNTS
    }
    if view.data.isStale || (isSwap && handover.preparedBounds == nil) {
      pending.marks |= LAYOUT_MARK_EVERYTHING
    }
    return pending
  }

  /// Returns the pending marks as the layout is told of them: by the paths that its elements
  /// have after the batch. Where the counts are read anew, or another layout takes over, the
  /// names mean nothing.
  private func named(_ pending: PendingInvalidation) -> PendingInvalidation {
    guard !pending.elements.isEmpty else { return pending }
    if let update, !isSwap { return pending.renamed { update.plan.newNames(of: $0) } }
    guard isSwap || pending.counts else { return pending }
    var unnamed = pending
    unnamed.elements = []
    return unnamed
  }

  func shape(isReload: Bool, _ scroll: ScrollState) throws(LayoutError) -> DataShape {
    var shape = update?.shape ?? view.data.shape
    if isReload {
      let epoch = view.data.nextEpoch()
      shape = try DataState.read(epoch: epoch, from: view.dataSource ?? frames.nobody, for: view)
      view.journal?.observer?.didReadCounts(shape.itemCounts.map(Int.init))
    }
    shape.contentInset = scroll.inset
    shape.scale = view.scale
    shape.isRightToLeft = view.isRightToLeft
    return shape
  }

  /// Returns the cell that keeps its place, when the layout is to prepare over the same data.
  func anchor(_ pending: PendingInvalidation, isReload: Bool) -> Anchor? {
    guard pending.marks != 0 || isSwap, frames.isShown, !isReload, !handover.keepsOffset
    else { return nil }
    if let givenAnchor { return givenAnchor }
    let front = frames.front
    if let update { return update.anchor(from: front, after: frames.owed) }
    if let owed = frames.owed { return owed.anchor }
    return Anchor.find(in: front.answer.records, scroll: front.scroll) ?? anchorBeyond(front)
  }

  /// The anchor when no cell is in sight, but a long header or a gap: the first one after it. A
  /// layout that cannot say is not asked to; then nothing keeps its place.
  private func anchorBeyond(_ front: ShownFrame) -> Anchor? {
    askAhead(of: front) ? Anchor.find(in: frames.scratch.records, scroll: front.scroll) : nil
  }

  /// The elements ahead of the frame on screen when no cell is in sight, otherwise none; nil when the
  /// layout cannot say.
  func cellsAheadOfNothing() -> [layout_attributes]? {
    let front = frames.front
    let isCellShown = Anchor.find(in: front.answer.records, scroll: front.scroll) != nil
    guard frames.isShown, frames.owed == nil, !isCellShown else { return [] }
    return askAhead(of: front) ? Array(frames.scratch.records) : nil
  }

  /// Asks for what comes after the visible start; false when the layout cannot say.
  private func askAhead(of front: ShownFrame) -> Bool {
    let reach = 8.0
    let (room, container) = (front.scroll.visibleStart, front.scroll.container)
    let ahead = Rect(
      x: room.x, y: room.y, width: container.width * reach, height: container.height * reach)
    do {
      try front.layout.connection.attributes(in: ahead, into: frames.scratch)
    } catch { return false }
    return true
  }

  /// Returns true when the offset ends inside the edges: always with other data, another
  /// layout or another container; otherwise where it was inside before.
  private func staysInside(_ scroll: ScrollState, isReload: Bool) -> Bool {
    let last = frames.front.scroll
    let isOtherData = isReload || isBatch
    return isOtherData || isSwap || !frames.isShown || scroll.container != last.container
      || last.edges.clamp(last.offset) == last.offset
  }

  /// True when the frame is the first one of the data after a batch: its own, or one that is owed.
  private var isBatch: Bool {
    update?.isRearrangement == false || frames.owed?.isRearrangement == false
  }

  func ask(
    _ pending: PendingInvalidation, _ shape: DataShape, _ anchor: Anchor?, isReload: Bool,
    _ scroll: inout ScrollState, _ cross: inout CrossFrame
  ) throws(LayoutError) -> FrameOutcome {
    let question = FrameAsk(
      layout: layout, shape: shape, time: view.clock, pending: named(pending),
      updates: update?.records ?? [], asksForTarget: isBatch && !isSwap,
      oldBounds: frames.isShown && !isSwap
        ? frames.front.scroll.bounds : handover.preparedBounds,
      anchor: anchor,
      moved: Vector(
        dx: scroll.offset.x - frames.front.scroll.offset.x,
        dy: scroll.offset.y - frames.front.scroll.offset.y),
      front: frames.isShown && !isSwap ? frames.front : nil,
      staysInside: staysInside(scroll, isReload: isReload), isSwap: isSwap)
    // The app's queries run inside, and may look at the counters.
    var cost = FrameCounters()
    defer { frames.counters.add(cost) }
    return try question.run(
      &scroll, &cross,
      isHeldAcross: { !isSwap && view.cross.isActive($0, after: update?.plan) }, into: frames.back,
      scratch: frames.scratch, counters: &cost)
  }
}
