// SPDX-License-Identifier: Apache-2.0
//
// Self-sizing: views that came into sight say how large they want to be, the layout is told, and the
// frame is run again, until all agree.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The rounds of self-sizing after one frame of a collection view whose layout has an ear for it.
///
/// A view is asked once for each size that the layout gives it. Each round is a frame of its own, so
/// whatever fails, the last good frame stays, and that is at least the one before the first round. What
/// was on screen before the first of them stays where it is: the anchor is the first cell that did not
/// just appear.
struct SizingPass {
  let state: EngineState
  let app: any EngineApp
  /// The animation of the frame; nil when it has none.
  let timing: AnimationTiming?
  /// True when a frame has just run. The plan of one that has not may be of a layout that is
  /// not on screen.
  var followsFrame = true

  /// The number of rounds in which a frame asks views that want other sizes; the rest waits
  /// for the next frame.
  private static let roundLimit = 3
  /// The number of times that views smaller than assumed may bring others into sight before
  /// the rest waits: enough for estimates ten times too large, and an end where views have no
  /// extent at all.
  private static let fillLimit = 24

  private var frames: FrameState { state.frames }
  private var sizing: SizingState { state.sizing }

  /// - Throws: `preferred-size` when a view wants what is no size, after the others had theirs; what
  ///   the layout or a frame gave.
  func run() throws(LayoutError) {
    state.assertReady(for: "SizingPass")
    sizing.refused.removeAll(keepingCapacity: true)
    var failure = collect(isPlanned: followsFrame)
    let anchor = sizing.preferences.isEmpty ? nil : stayingAnchor()
    sizing.waiting.removeAll(keepingCapacity: true)
    var (rounds, fills) = (0, 0)
    while !sizing.preferences.isEmpty, rounds < Self.roundLimit, fills < Self.fillLimit {
      guard try tell() else { break }
      try FramePass(
        state, app, layout: state.layout, change: change(), anchor: anchor.map(refreshed)
      ).run()
      // What only fills the room that smaller views left settles by itself, view by view.
      if rounds == 0 || sizing.asksAgain { rounds += 1 } else { fills += 1 }
      if rounds == Self.roundLimit || fills == Self.fillLimit {
        leaveTheRest()
      } else {
        failure = collect(isPlanned: true) ?? failure
      }
    }
    if let failure { throw failure }
  }

  /// A round of an animated frame is animated like it, from where everything is shown now.
  private func change() -> FrameAnimation? {
    guard timing != nil else { return nil }
    let change = FrameAnimation(timing: timing)
    change.look(around: frames.front)
    return change
  }

  // MARK: Asking

  /// Asks every view that appeared, or was given another size than it was asked for.
  ///
  /// - Parameter isPlanned: Whether the last plan is that of the frame on screen.
  /// - Returns: The first thing wrong with an answer.
  private func collect(isPlanned: Bool) -> LayoutError? {
    // The views' code runs here, and must not change what is being gone through.
    frames.occupied { ask(isPlanned: isPlanned) }
  }

  private func ask(isPlanned: Bool) -> LayoutError? {
    sizing.removeAll()
    let looksAtAll = sizing.isBehind
    sizing.isBehind = false
    var failure: LayoutError?
    let (serials, origins, store) = (frames.front.serials, frames.plan.origins, state.store)
    let observer = app.observer
    let (answer, kinds, mirror) = (frames.front.answer, frames.front.kinds, frames.front.mirror)
    for index in serials.indices {
      let isNew = isPlanned && origins[index].isNew
      guard looksAtAll || isNew || isPlanned && origins[index].isChanged else { continue }
      let element = store[serials[index]]
      let size = answer.records[index].frame.size
      guard element.sizeAskedFor != size else { continue }
      element.sizeAskedFor = size
      // A session that is written down has the wish of each view.
      guard element.mayWantSize || observer != nil else { continue }
      let attributes = answer.attributes(at: index, kinds: kinds, mirror: mirror)
      let wanted = element.preferredLayoutAttributesFitting(attributes).size
      observer?.didPrefer(wanted, to: attributes)
      guard wanted != size else { continue }
      guard wanted.isExtent else {
        failure = failure ?? Self.noSize(wanted, attributes)
        sizing.refused.append(element.number)
        continue
      }
      if !isNew { sizing.asksAgain = true }
      sizing.serials.append(element.number)
      sizing.preferences.append(
        SizePreference(
          element: layout_element(answer.records[index]), original: size, preferred: wanted))
    }
    return failure
  }

  /// Notes whether anybody is left who was not asked; the next frame does.
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

  private static func noSize(_ size: Size, _ attributes: LayoutAttributes) -> LayoutError {
    LayoutError(
      .preferredSize,
      "the view of \(attributes.kind) \(attributes.path) prefers \(size.width) × \(size.height); a "
        + "size is finite and not negative")
  }

  // MARK: Telling

  /// Tells the layout, and marks what that invalidates for the next frame.
  ///
  /// - Returns: Whether it invalidates anything.
  private func tell() throws(LayoutError) -> Bool {
    let marks: UInt32?
    do {
      marks = try frames.askLayout { () throws(LayoutError) in
        try state.layout.connection.setPreferredSizes(sizing.preferences)
      }
    } catch {
      // The layout may not have heard of any: all are asked again. It may have heard of some: what
      // those invalidate nobody knows, so it prepares.
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

  /// Returns the anchor: among the cells that were on screen before, with a size that
  /// they agreed to; among all of them when none was.
  private func stayingAnchor() -> Anchor? {
    let (front, plan, records) = (frames.front, frames.plan, frames.front.answer.records)
    let cells = records.indices.filter { index in
      !(followsFrame && plan.origins[index].isNew) && !sizing.waiting.contains(front.serials[index])
    }.map { records[$0] }
    let staying = cells.withUnsafeBufferPointer { Anchor.find(in: $0, scroll: front.scroll) }
    return staying ?? Anchor.find(in: records, scroll: front.scroll)
  }

  /// The same cell with the distance that it has now: earlier rounds left it on screen.
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
  /// True when both members can be an extent.
  fileprivate var isExtent: Bool { width.isFinite && height.isFinite && width >= 0 && height >= 0 }
}

extension layout_element {
  /// The element that a record is of.
  fileprivate init(_ record: layout_attributes) {
    self.init(
      category: record.category, kind: record.kind, section: record.section, item: record.item)
  }
}

// MARK: - When the rounds run
//
// When the rounds of self-sizing run, and what makes a view be asked again.

extension SizingPass {
  /// Lets views say how large they want to be, in a frame that is on screen whatever comes of it. What
  /// changes data, the layout or the viewport has not failed because this does: what is owed then comes
  /// with the next frame, and so does its error.
  ///
  /// - Parameter isLenient: Leaves an error to the next frame.
  /// - Returns: What a view, the layout or a further frame got wrong, unless that is left to the next.
  func settle(isLenient: Bool) -> LayoutError? {
    guard state.layout.hearsSizes else { return nil }
    let (animation, sizing) = (state.frames.animation, state.sizing)
    // What the layout said of the batch is not what it says of its rounds.
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
  /// The views of these elements are asked anew what they prefer: their content may have changed.
  package func askSizesAgain(of elements: [layout_element]) {
    guard layout.hearsSizes else { return }
    for element in elements {
      guard let index = frames.front.answer.index(of: element.key) else { continue }
      store[frames.front.serials[index]].forgetSizeAskedFor()
      sizing.isBehind = true
    }
  }
}
