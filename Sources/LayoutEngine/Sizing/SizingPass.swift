// SPDX-License-Identifier: Apache-2.0
//
// Self-sizing: new views give their preferred sizes, the layout receives them, and the frame runs
// again, until nothing changes.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The rounds of self-sizing after one frame, for a layout with `layout.self-sizing/1`.
///
/// A view is asked once for each size that the layout gives it, and again by another layout or after
/// a property was set, because these may follow what was ignored before. Each round is a separate frame, so
/// after any failure the last good frame stays, which is at least the one before the first round.
/// Elements that were on screen before the first round keep their places: the anchor is the first
/// cell that did not just appear.
struct SizingPass {
  let state: EngineState
  let app: any EngineApp
  /// The animation of the frame; nil when it has none.
  let timing: AnimationTiming?
  /// True when a frame has just run. Otherwise the plan may belong to a layout that is not on
  /// screen.
  var followsFrame = true

  /// The number of rounds in which a frame asks views that prefer other sizes; the rest waits for
  /// the next frame.
  private static let roundLimit = 3
  /// The number of times that views smaller than estimated may make others visible before the rest
  /// waits: enough for estimates ten times too large, and a limit if views have no extent at all.
  private static let fillLimit = 24

  private var frames: FrameState { state.frames }
  private var sizing: SizingState { state.sizing }

  /// - Throws: `preferred-size` when a view prefers an invalid size, or the view's own error, after
  ///   the sizes of the others were applied; the error of the layout or a frame.
  func run() throws(LayoutError) {
    state.assertReady(for: "SizingPass")
    sizing.refused.removeAll(keepingCapacity: true)
    var failure = collect(isPlanned: followsFrame)
    let waiting = sizing.takeWaiting()
    var anchor: Anchor?
    var (rounds, fills) = (0, 0)
    while !sizing.preferences.isEmpty, rounds < Self.roundLimit, fills < Self.fillLimit {
      guard try tell() else { break }
      // Only now: many layouts keep their sizes, whatever views prefer.
      if rounds + fills == 0 { anchor = stayingAnchor(without: waiting) }
      try FramePass(
        state, app, layout: state.layout, change: change(), anchor: anchor.map(refreshed)
      ).run()
      // Rounds that only fill the space left by smaller views end by themselves, view by view.
      if rounds == 0 || sizing.asksAgain { rounds += 1 } else { fills += 1 }
      if rounds == Self.roundLimit || fills == Self.fillLimit {
        leaveTheRest()
      } else {
        failure = collect(isPlanned: true) ?? failure
      }
    }
    if let failure { throw failure }
  }

  /// A round of an animated frame is animated like it, from the current places on screen.
  private func change() -> FrameChange? {
    guard timing != nil else { return nil }
    let change = FrameChange(timing: timing)
    change.look(around: frames.frontInStep)
    return change
  }

  // MARK: Asking

  /// Asks every view that appeared, or that got another size since it was asked.
  ///
  /// - Parameter isPlanned: True when the last plan is that of the frame on screen.
  /// - Returns: The first error of an answer.
  private func collect(isPlanned: Bool) -> LayoutError? {
    // The views' code runs here, and must not change the data of this loop.
    frames.occupied { ask(isPlanned: isPlanned) }
  }

  private func ask(isPlanned: Bool) -> LayoutError? {
    sizing.removeAll()
    let asksAll = sizing.asksAll
    let looksAtAll = asksAll || sizing.isBehind
    (sizing.asksAll, sizing.isBehind) = (false, false)
    var failure: LayoutError?
    let (serials, origins, store) = (frames.front.serials, frames.plan.origins, state.store)
    let observer = app.observer
    let (answer, kinds, mirror) = (frames.front.answer, frames.front.kinds, frames.front.mirror)
    for index in serials.indices {
      let isNew = isPlanned && origins[index].isNew
      guard looksAtAll || isNew || isPlanned && origins[index].isChanged else { continue }
      let element = store[serials[index]]
      let size = answer.records[index].frame.size
      guard asksAll || element.sizeAskedFor != size else { continue }
      element.sizeAskedFor = size
      // A recorded session contains the preferred size of each view.
      guard element.mayWantSize || observer != nil else { continue }
      let attributes = answer.attributes(at: index, kinds: kinds, mirror: mirror)
      let wanted = element.preferredLayoutAttributesFitting(attributes).size
      observer?.didPrefer(wanted, to: attributes)
      if let refusal = Self.refusal(of: element, wanted, attributes) {
        failure = failure ?? refusal
        sizing.refused.append(element.number)
        continue
      }
      guard wanted != size else { continue }
      if !isNew { sizing.asksAgain = true }
      sizing.serials.append(element.number)
      sizing.preferences.append(
        SizePreference(
          element: layout_element(answer.records[index]), original: size, preferred: wanted))
    }
    return failure
  }

  /// Records if some view was not asked; the next frame asks it.
  private func leaveTheRest() {
    let (serials, records, store) = (frames.front.serials, frames.front.answer.records, state.store)
    for index in serials.indices {
      let serial = serials[index]
      guard store[serial].sizeAskedFor != records[index].frame.size else { continue }
      sizing.waiting.append(serial)
    }
    guard !sizing.waiting.isEmpty else { return }
    (sizing.isBehind, frames.isDue) = (true, true)
  }

  /// Returns the error of a view that told no size, or an invalid one.
  private static func refusal(
    of element: ReusableView, _ size: Size, _ attributes: LayoutAttributes
  ) -> LayoutError? {
    if let failure = element.takeSizeFailure() {
      return DataSourceFailure.wrap(
        failure, in: "preferredLayoutAttributesFitting(_:)",
        for: "\(attributes.kind) \(attributes.path)")
    }
    if size.isExtent { return nil }
    return LayoutError(
      .preferredSize,
      "the view of \(attributes.kind) \(attributes.path) prefers \(size.width) × \(size.height); a "
        + "size is finite and not negative")
  }

  // MARK: Telling

  /// Passes the sizes to the layout, and stores the resulting marks for the next frame.
  ///
  /// - Returns: True if there are marks.
  private func tell() throws(LayoutError) -> Bool {
    let marks: UInt32?
    do {
      marks = try frames.askLayout { () throws(LayoutError) in
        try state.layout.connection.setPreferredSizes(sizing.preferences)
      }
    } catch {
      // The layout may have received none of the sizes: all are asked again. It may have received
      // some with unknown effects, so it prepares.
      for serial in sizing.serials { state.store[serial].forgetSizeAskedFor() }
      frames.pending.marks |= LAYOUT_MARK_BOUNDS
      (sizing.isBehind, frames.isDue) = (true, true)
      throw error
    }
    guard let marks, marks != LAYOUT_MARK_NOTHING else { return false }
    frames.pending.marks |= marks
    for preference in sizing.preferences where marks & preference.element.mark != 0 {
      frames.pending.elements.append(preference.element)
    }
    return true
  }

  // MARK: The anchor

  /// Returns the anchor: among the cells that were on screen before, with accepted sizes; among all
  /// of them when there is none.
  ///
  /// - Parameter waiting: The views that were not asked in the frame before.
  private func stayingAnchor(without waiting: [Int32]) -> Anchor? {
    let (front, plan, records) = (frames.front, frames.plan, frames.front.answer.records)
    let cells = records.indices.filter { index in
      !(followsFrame && plan.origins[index].isNew) && !waiting.contains(front.serials[index])
    }.map { records[$0] }
    let staying = cells.withUnsafeBufferPointer { Anchor.find(in: $0, scroll: front.scroll) }
    return staying ?? Anchor.find(in: records, scroll: front.scroll)
  }

  /// The same cell with its current distance: earlier rounds kept it on screen.
  private func refreshed(_ anchor: Anchor) -> Anchor {
    let front = frames.front
    let cell = front.answer.records.filter {
      $0.category == LAYOUT_CELL && $0.path == anchor.path
    }
    let now = cell.withUnsafeBufferPointer { Anchor.find(in: $0, scroll: front.scroll) }
    return now ?? anchor
  }
}

extension Size {
  /// True when both members are valid extents.
  package var isExtent: Bool { width.isFinite && height.isFinite && width >= 0 && height >= 0 }
}

extension layout_element {
  /// The element of a record.
  fileprivate init(_ record: layout_attributes) {
    self.init(
      category: record.category, kind: record.kind, section: record.section, item: record.item)
  }
}

// MARK: - When the rounds run
//
// Starting the rounds of self-sizing, and the reasons to ask a view again.

extension SizingPass {
  /// Asks views for their preferred sizes, in a frame that stays on screen in any case. A change of
  /// data, layout or viewport does not fail because of this: the remaining work, and its error,
  /// comes with the next frame.
  ///
  /// - Parameter isLenient: True to leave an error to the next frame.
  /// - Returns: The error of a view, the layout or a further frame, unless it is left to the next
  ///   frame.
  func settle(isLenient: Bool) -> LayoutError? {
    guard state.layout.hearsSizes else { return nil }
    let (animation, sizing) = (state.frames.animation, state.sizing)
    // The layout's report of the batch must not be replaced by that of a round.
    let report = animation.report
    defer { animation.report = report }
    do throws(LayoutError) { try run() } catch {
      guard isLenient else { return error }
      for serial in sizing.refused { state.store[serial].forgetSizeAskedFor() }
      (sizing.isBehind, state.frames.isDue) = (true, true)
    }
    return nil
  }
}

extension EngineState {
  /// Asks the views of these elements for their preferred sizes again: their content may have
  /// changed.
  package func askSizesAgain(of elements: [layout_element]) {
    guard layout.hearsSizes else { return }
    for element in elements {
      guard let index = frames.front.answer.index(of: element.key) else { continue }
      store[frames.front.serials[index]].forgetSizeAskedFor()
      sizing.isBehind = true
    }
  }
}
