// SPDX-License-Identifier: Apache-2.0
//
// Frames of a layout that is not on screen: rehearsed for an interactive transition, or made in the
// background.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - Rehearsal
//
// Another layout's frame, computed but not shown: the far end of an interactive transition.

extension FramePass {
  /// Asks the target layout for the frame that it would show, and sets up the displacement of each
  /// element to it. The screen does not change; new elements get views that are still invisible.
  ///
  /// - Returns: The anchor that would keep its place.
  func rehearse(in clip: AnimationClip) throws(LayoutError) -> Anchor? {
    // Until the next frame it is only a buffer; it retains no layout.
    defer { frames.back.layout = state.layout }
    return try frames.occupied { () throws(LayoutError) in
      let question = try rehearseAnswer()
      try install(to: question, in: clip)
      return question.anchor
    }
  }

  /// Asks a layout that is not on screen for the frame that it would show. Pending marks stay
  /// pending.
  ///
  /// - Returns: The request, with the content offset that it would have.
  func rehearseAnswer() throws(LayoutError) -> FrameQuestion {
    var question = try questionBeside(seeksAnchor: true)
    _ = try ask(&question)
    try complete(frames.back, question.scroll)
    return question
  }

  /// Makes the request of a background frame. Pending marks stay pending.
  ///
  /// - Parameter seeksAnchor: False when the content offset is not needed.
  func questionBeside(seeksAnchor: Bool) throws(LayoutError) -> FrameQuestion {
    state.tellOrder(to: layout.connection)
    let waiting = frames.pending
    defer { frames.pending = waiting }
    return try question(takePending(), isReload: state.data.isStale, seeksAnchor: seeksAnchor)
  }

  /// Makes the views of the rehearsed frame, and sets up the displacement of each element to it.
  private func install(to question: FrameQuestion, in clip: AnimationClip) throws(LayoutError) {
    let (old, new) = (frames.front, frames.back)
    let ground = groundMove(from: old, to: new)
    frames.animation.motion.evaluate(at: state.clock)
    guard let route = match(isReload: false), let plan = try planMotion(along: route, ground)
    else { return }
    var cost = FrameCounters()
    let made = state.store.madeCount
    state.store.beginFrame()
    let presenter = presenter
    do { try presenter.bind(frames.plan, &cost) } catch {
      Rollback(presenter: presenter, plan: frames.plan, departure: .animated).returnNewViews()
      throw error
    }
    cost.made = state.store.madeCount - made
    plan.install(
      in: clip, frames.animation, along: route, old: old, new: new, plan: frames.plan)
    announce(by: presenter)
    frames.counters += cost
  }

  /// Applies the selection state to the views that are about to be shown, and notifies the delegate
  /// of them.
  private func announce(by presenter: Presenter) {
    let records = frames.back.answer.records
    for index in frames.plan.origins.indices where frames.plan.origins[index].isNew {
      let view = state.store[frames.back.serials[index]]
      presenter.style(view, at: records[index].path)
      presenter.listener?.willDisplay(view)
    }
  }
}

extension MotionPlan {
  /// Sets up the full displacement of every element from the frame on screen to the rehearsed one,
  /// with progress 0. All coordinates are those of the frame on screen.
  fileprivate func install(
    in clip: AnimationClip, _ animation: AnimationState, along route: ElementRoute,
    old: ShownFrame, new: ShownFrame, plan: FramePlan
  ) {
    let motion = animation.motion
    for index in plan.origins.indices {
      let (origin, serial) = (plan.origins[index], new.serials[index])
      let end = back(new.attributes(at: index))
      if origin.isNew {
        let start = back(sources[index] ?? end)
        let record = new.answer.records[index]
        motion.clear(serial)
        motion.add(serial, from: end, to: start, in: clip)
        animation.leaving.append(
          Self.arrival(serial, start, record.key, route.old(of: record), old.kinds))
      } else {
        let start =
          origin.isAdopted
          ? animation.leaving.elements[origin.old].attributes : old.attributes(at: origin.old)
        motion.add(serial, from: end, to: start, in: clip)
      }
    }
    for (place, index) in plan.leavers.enumerated() {
      motion.add(
        old.serials[Int(index)], from: back(targets[place].attributes),
        to: old.attributes(at: Int(index)), in: clip)
    }
  }

  /// Returns an element that comes from the other layout, by its id in the layout on screen.
  private static func arrival(
    _ serial: Int32, _ start: LayoutAttributes, _ key: ElementKey, _ element: layout_element?,
    _ kinds: KindTable
  ) -> LeavingElements.Element {
    guard let element else {
      return LeavingElements.Element(
        serial: serial, attributes: start, isLive: false, arriving: key)
    }
    // Its custom fields belong to the other layout.
    var record = start.record
    record.kind = element.kind
    var attributes = LayoutAttributes(record, kinds: kinds, words: PayloadWords())
    if let transform = start.transform { attributes.transform = transform }
    return LeavingElements.Element(
      serial: serial, attributes: attributes, isLive: true, arriving: key)
  }

  private func back(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var attributes = attributes
    attributes.frame = attributes.frame.offset(
      by: Vector(dx: -ground.shift.dx, dy: -ground.shift.dy))
    return attributes
  }
}

// MARK: - Between frames

/// Lets a layout answer a frame that is not shown, in steps of limited time. The screen and its
/// frames do not change.
package final class BackgroundFrame {
  /// A request to a layout, and a test that tells if its answer is still wanted.
  package struct Work {
    let request: FrameRequest
    let shape: DataShape
    let isCurrent: () -> Bool

    /// A request about data of a shape.
    package init(request: FrameRequest, shape: DataShape, isCurrent: @escaping () -> Bool) {
      (self.request, self.shape, self.isCurrent) = (request, shape, isCurrent)
    }
  }

  /// The progress of the work.
  package enum Progress {
    case underWay
    /// The data have changed. The next poll starts again.
    case stale
    case done
  }

  private let state: EngineState
  private let connection: any LayoutConnection
  private let ask: () throws(LayoutError) -> Work
  private let buffer = AnswerBuffer()
  private var asked: (work: Work, frame: any FrameInProgress)?
  /// The viewport for which the layout prepared; nil before it has.
  package private(set) var preparedBounds: Rect?

  /// A background frame of a layout.
  ///
  /// - Parameter ask: Makes the request from the current view.
  package init(
    _ state: EngineState, _ layout: EngineLayout,
    ask: @escaping () throws(LayoutError) -> Work
  ) {
    (self.state, connection, self.ask) = (state, layout.connection, ask)
  }

  private var frames: FrameState { state.frames }

  /// - Throws: The layout's error, if the data have not changed.
  package func poll(_ mode: WaitMode) throws(LayoutError) -> Progress {
    try frames.checkIdle()
    // The app answers queries in it, and must not change the view then.
    state.tellOrder(to: connection)
    return try frames.occupied { () throws(LayoutError) in try look(mode) }
  }

  private func look(_ mode: WaitMode) throws(LayoutError) -> Progress {
    let (work, frame) = if let asked { asked } else { try begin() }
    let isCurrent = work.isCurrent()
    // Queries about old data are answered as stale: no epoch is the last number.
    let epoch = isCurrent ? work.shape.epoch : .max
    let outcome: FrameOutcome?
    do throws(LayoutError) { outcome = try frame.poll(mode, epoch: epoch) } catch {
      asked = nil
      if isCurrent { throw error }
      return .stale
    }
    guard let outcome else { return .underWay }
    asked = nil
    frames.counters += FrameCounters(of: outcome)
    preparedBounds = work.request.bounds
    return isCurrent ? .done : .stale
  }

  private func begin() throws(LayoutError) -> (Work, any FrameInProgress) {
    let work = try ask()
    let frame = try connection.startFrame(work.request, shape: work.shape, into: buffer)
    asked = (work, frame)
    return (work, frame)
  }
}
