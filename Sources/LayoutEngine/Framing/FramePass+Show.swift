// SPDX-License-Identifier: Apache-2.0
//
// The second half of a frame: the difference, its motion, and the views.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

extension FramePass {
  /// Compares the new frame with the one on screen and assigns views to it.
  ///
  /// - Returns: The presenter.
  func show(_ question: FrameQuestion) throws(LayoutError) -> Presenter {
    let (old, new, plan) = (frames.front, frames.back, frames.plan)
    let isReload = question.isReload
    try complete(new, question.scroll)
    // These were filled from data, or for a layout, that no longer exist.
    if isReload || isSwap || update != nil {
      state.store.releasePrepared(telling: app.stage) { _ in true }
    }
    let ground = groundMove(from: old, to: new)
    frames.animation.motion.evaluate(at: state.clock)
    var options = Presenter.Options(ground: ground)
    options.isGeometryNew = new.mirror != old.mirror || new.grid != old.grid
    options.bindsFirst = update != nil
    options.change = change
    if let route = match(isReload: isReload) {
      options.motion = try frames.askLayout { () throws(LayoutError) in
        try planMotion(along: route, ground)
      }
    }
    options.departure = departure(isReload: isReload)
    let presenter = presenter
    frames.counters += try presenter.present(plan, options)
    return presenter
  }

  /// Stores the data of a frame beside its answer.
  func complete(_ new: ShownFrame, _ scroll: ScrollState) throws(LayoutError) {
    new.layout = layout
    new.unfilled = []
    new.time = state.clock
    new.scroll = scroll
    new.mirror = state.mirror(for: layout, scroll)
    new.isRightToLeft = state.isRightToLeft
    new.grid = PixelGrid(scale: state.scale)
    if isSwap { try checkKinds(new) }
  }

  /// Presents the frame in preparation.
  var presenter: Presenter { Presenter(state, app, old: frames.front, new: frames.back) }

  /// Returns the rule for the views of leaving elements.
  private func departure(isReload: Bool) -> Presenter.Departure {
    if isReload || (isSwap && change?.timing == nil) { return .withAllMotion }
    if let change { return change.timing == nil ? .atOnce : .animated }
    return .whenStill
  }

  /// Returns the movement of the content in the viewport, in visible coordinates, that comes from
  /// an anchor or a change of direction rather than from scrolling.
  ///
  /// A change of direction mirrors the picture, and the running animations, at once. If the same
  /// frame animates a change, everything continues from its place on screen instead.
  func groundMove(from old: ShownFrame, to new: ShownFrame) -> GroundMove {
    guard frames.isShown else { return GroundMove() }
    let before = old.mirror.turn(state.scroll.offset, width: old.scroll.viewportSize.width)
    let after = new.mirror.turn(new.scroll.offset, width: new.scroll.viewportSize.width)
    var ground = GroundMove(shift: Vector(dx: after.x - before.x, dy: after.y - before.y))
    if old.isRightToLeft != new.isRightToLeft, change?.timing == nil {
      ground.reflection = before.x + after.x + new.scroll.viewportSize.width
    }
    return ground
  }

  /// Computes the difference of the frames.
  ///
  /// - Returns: The map of elements from frame to frame; nil when everything is reloaded.
  func match(isReload: Bool) -> ElementRoute? {
    let (old, new, plan) = (frames.front, frames.back, frames.plan)
    guard !isReload else {
      plan.replaceAll(old: old.buffer.count, new: new.buffer.count)
      return nil
    }
    let route: ElementRoute
    let wordCounts = new.kinds.wordCounts
    if let update {
      route = .through(
        update.plan, old: old.answer, new: new.answer, kindCount: wordCounts.count)
      plan.merge(old: old.answer, new: new.answer, wordCounts: wordCounts, along: route)
    } else if isSwap {
      route = .from(old.kinds, to: new.kinds)
      plan.merge(old: old.answer, new: new.answer, wordCounts: nil, along: route)
    } else {
      route = .unchanged
      plan.merge(old: old.answer, new: new.answer, wordCounts: wordCounts)
    }
    if !frames.animation.leaving.isEmpty {
      plan.adopt(
        frames.animation.leaving, into: new.answer, along: route,
        isFinishing: change?.isFinishing ?? false)
    }
    return route
  }

  func planMotion(
    along route: ElementRoute, _ ground: GroundMove
  ) throws(LayoutError) -> MotionPlan? {
    guard let change else { return nil }
    let planner = MotionPlanner(
      route: route, old: frames.front, new: frames.back, plan: frames.plan, change: change,
      motion: frames.animation.motion, leaving: frames.animation.leaving, scratch: frames.scratch,
      ground: ground, slidesFromAfar: update != nil)
    var plan = try planner.run()
    if update?.isTold == true {
      try planner.requestLayoutAttributes(&plan, forReport: frames.animation.keepsReport)
    }
    return plan
  }

  /// Refuses a layout that shows a supplementary kind for which no view is registered, before any
  /// view is touched.
  private func checkKinds(_ frame: ShownFrame) throws(LayoutError) {
    for record in frame.answer.records where record.category == LAYOUT_SUPPLEMENTARY {
      let kind = frame.kinds.kinds[Int(record.kind)].name
      guard state.store.hasPool(supplementaryKind: kind) else {
        state.store.missingKind = kind
        throw LayoutError(
          .unregisteredKind,
          "\(layout.id) shows supplementary elements of kind \(kind), and no view is registered for "
            + "them; register one with register(_:forSupplementaryViewOfKind:withReuseIdentifier:)")
      }
    }
  }

  /// Records that the frame is on screen: nothing can fail any more.
  ///
  /// - Parameter changeCount: ``DataState/changeCount`` when the frame began.
  func commit(
    _ question: FrameQuestion, _ outcome: FrameOutcome, _ presenter: Presenter,
    readAt changeCount: Int
  ) {
    frames.flip()
    frames.isShown = true
    frames.isMoving = outcome.isMoving
    frames.isLayoutFailing = false
    frames.owed = nil
    frames.mayHavePreparedForRefusedData = false
    update?.markApplied()
    frames.counters.frames += 1
    if isSwap || question.pending.hasNewSettings { state.sizing.asksAll = true }
    state.data.shape = question.shape
    // Another data source that came inside the frame is read by the next one.
    if question.isReload, state.data.changeCount == changeCount { state.data.isStale = false }
    state.takeScroll(question.scroll)
    state.scroll.frameDidEnd()
    if outcome.didPrepare { state.notices.layoutDidChange() }
    AnimationPass(state, app).end(presenter)
    state.cross.commit(question.cross, through: update?.plan, stops: isSwap, at: state.clock)
  }
}

// MARK: - Without the layout
//
// Continuing with the existing elements after a batch that the layout could not show.

extension FramePass {
  /// Applies a batch after the layout failed in its frame. The app has changed its data already,
  /// and the batch was checked, so the view follows: counts, selection, focus and the anchor follow
  /// the batch. Elements that stay keep their views and places under their new paths. Views of
  /// deleted and reloaded elements leave, because their data are gone. The next frame asks the
  /// layout to prepare everything.
  ///
  /// This function neither queries the layout nor fills a view, so it cannot fail.
  func applyWithoutLayout(_ update: FrameUpdate, _ pending: PendingInvalidation) {
    let shape = knownShape.seen(by: state, inset: startingScroll.inset)
    let anchor =
      update.isRearrangement
      ? frames.owed?.anchor?.followed(update.plan)
      : update.anchor(from: frames.front, after: frames.owed)
    let isRearrangement = update.isRearrangement && frames.owed?.isRearrangement != false
    state.interaction.follow(
      update.plan, isRearrangement: update.isRearrangement, supply: app.supply)
    showSurvivors(of: update.plan)
    frames.owed = OwedBatch(anchor: anchor, isRearrangement: isRearrangement)
    // `isStale` is left as it is: the next frame reads another data source that came inside the batch.
    state.data.shape = shape
    update.markApplied()
    state.cross.commit(crossFrame(shape), through: update.plan, stops: false, at: state.clock)
    commitInteraction()
    keepMarks(pending, isRearrangement: update.isRearrangement)
    state.notices.layoutDidChange()
  }

  /// Shows the last frame again, without the elements that the batch deletes or reloads.
  private func showSurvivors(of plan: UpdatePlan) {
    let (old, new) = (frames.front, frames.back)
    let wordCounts = old.kinds.wordCounts
    let route = ElementRoute.through(
      plan, old: old.answer, new: old.answer, kindCount: wordCounts.count)
    // These were filled from data that no longer exist.
    state.store.releasePrepared(telling: app.stage) { _ in true }
    new.takeSurvivors(of: old, along: route)
    frames.plan.merge(old: old.answer, new: new.answer, wordCounts: wordCounts, along: route)
    frames.animation.leaving.follow(route)
    frames.animation.motion.evaluate(at: state.clock)
    var options = Presenter.Options(ground: GroundMove())
    options.departure = .atOnce
    options.fillsUnfilled = false
    do { frames.counters += try presenter.present(frames.plan, options) } catch {
      preconditionFailure("a frame without new views failed: \(error)")
    }
    frames.flip()
    frames.isDue = true
  }

  /// Keeps the pending marks without names, because the layout prepares everything.
  private func keepMarks(_ pending: PendingInvalidation, isRearrangement: Bool) {
    var kept = pending
    kept.elements = []
    kept.marks |= LAYOUT_MARK_EVERYTHING
    // The counts of an order that is only shown were not read.
    if !isRearrangement { kept.counts = false }
    frames.pending.merge(kept)
  }
}

extension ShownFrame {
  /// Takes the elements of another frame that survive a change, by their new paths.
  fileprivate func takeSurvivors(of old: ShownFrame, along route: ElementRoute) {
    buffer.clear()
    (scroll, time, mirror, grid, layout) = (old.scroll, old.time, old.mirror, old.grid, old.layout)
    (isRightToLeft, unfilled) = (old.isRightToLeft, old.unfilled)
    let records = old.answer.records
    do {
      for index in records.indices {
        guard let element = route.new(of: records[index]) else { continue }
        try buffer.append(
          index, of: old.buffer, in: old.layout.connection.descriptor,
          at: layout_path(section: element.section, item: element.item))
      }
      try buffer.sort()
    } catch {
      // Without memory for them the frame is empty until the next one.
      buffer.clear()
    }
  }
}
