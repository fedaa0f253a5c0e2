// SPDX-License-Identifier: Apache-2.0
//
// A batch that the layout could not show: the view goes on with the elements that it has.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

extension FramePass {
  /// Takes over a batch after the layout failed in its frame. The app has changed its data already, and
  /// the batch was checked against them, so the view follows: counts, selection, focus and the anchor go
  /// by the batch. Elements that stay keep their views and places under their new paths. Views of what
  /// the batch deletes or makes anew leave: their data are gone. The next frame asks the layout to
  /// prepare everything.
  ///
  /// Nothing here asks the layout or fills a view, so nothing here can fail.
  func takeOver(_ update: FrameUpdate, _ pending: PendingInvalidation) {
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
    state.data.shape = shape
    state.data.isStale = false
    update.take()
    state.cross.commit(crossFrame(shape), through: update.plan, stops: false, at: state.clock)
    commitInteraction()
    keepMarks(pending, isRearrangement: update.isRearrangement)
    state.notices.layoutDidChange()
  }

  /// Shows the last frame again, without what the batch deletes or makes anew.
  private func showSurvivors(of plan: UpdatePlan) {
    let (old, new) = (frames.front, frames.back)
    let wordCounts = old.kinds.wordCounts
    let route = ElementRoute.through(
      plan, old: old.answer, new: old.answer, kindCount: wordCounts.count)
    // Filled from data that are no more.
    state.store.releasePrepared(telling: app.stage) { _ in true }
    new.takeSurvivors(of: old, along: route)
    frames.plan.merge(old: old.answer, new: new.answer, wordCounts: wordCounts, along: route)
    frames.animation.leaving.follow(route)
    frames.animation.motion.evaluate(at: state.clock)
    var manner = Presenter.Manner(ground: GroundMove())
    manner.departure = .atOnce
    do { frames.counters.add(try presenter.present(frames.plan, manner)) } catch {
      preconditionFailure("a frame without new views failed: \(error)")
    }
    frames.flip()
    frames.isDue = true
  }

  /// Keeps the marks that waited; the layout prepares everything, so nothing is named any more.
  private func keepMarks(_ pending: PendingInvalidation, isRearrangement: Bool) {
    frames.pending = pending
    frames.pending.elements = []
    frames.pending.marks |= LAYOUT_MARK_EVERYTHING
    // The counts of an order that is only shown were not read.
    if !isRearrangement { frames.pending.counts = false }
  }
}

extension ShownFrame {
  /// Takes over the elements of another frame that a change leaves in being, by their new paths.
  fileprivate func takeSurvivors(of old: ShownFrame, along route: ElementRoute) {
    buffer.clear()
    (scroll, time, mirror, grid, layout) = (old.scroll, old.time, old.mirror, old.grid, old.layout)
    unfilled = old.unfilled
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
      // Without memory for them nothing is shown until the next frame.
      buffer.clear()
    }
  }
}
