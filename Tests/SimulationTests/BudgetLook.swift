// SPDX-License-Identifier: Apache-2.0
//
// The budget of frames, in counts.

import LayoutHost
import LayoutModel

@testable import LayoutEngine

/// The counts before a step, from which its cost follows.
struct BudgetLook {
  /// An element, by its kind and its place.
  private struct Key: Hashable {
    let kind: String
    let path: ItemPath

    init(_ element: VisibleElement) {
      (kind, path) = (element.attributes.kind, element.attributes.path)
    }
  }

  private static let rule = "the budget of a frame"
  /// The requests of a frame to its layout: it corrects its offset twice at most.
  private static let requestsOfFrame = 3
  /// The largest number of calls of one request, besides those that set the offset of a section that scrolls across.
  /// In 20,000 steps no action took more than six on average.
  private static let callsOfRequest = 8
  /// The frames in which views that prefer other sizes are asked again: three rounds, and 24 that only fill the room
  /// that smaller views leave.
  private static let framesOfSizing = 27
  /// The actions of one frame, if nothing was due before.
  private static let ofOneFrame: Set<String> = [
    "advance", "frame", "scroll", "scroll beyond", "drag", "release", "wheel", "scroll across",
  ]

  private let counters: FrameCounters
  private let answerCount: Int
  /// The number of sections that are scrolled across.
  private let acrossCount: Int
  /// True if other code may show another version of a layout in the step.
  private let isSwapping: Bool
  /// The elements on screen before an action of one frame; nil before other actions.
  private let elements: Set<Key>?

  init(_ session: SimulatedSession, before act: Act) {
    counters = session.view.counters
    answerCount = session.app.answerCount
    acrossCount = session.view.state.cross.offsets.entries.count
    isSwapping = session.swap != nil || session.folder != nil
    let isOne = session.wasQuiet && !session.wasDue && Self.ofOneFrame.contains(act.name)
    elements = isOne ? Set(session.view.visibleElements.map(Key.init)) : nil
  }

  /// Checks the cost of a step. A step with a failure may repeat work, and a call from inside a callback or a version
  /// that is swapped in has a cost of its own.
  func check(_ session: SimulatedSession, after name: String) throws(Violation) {
    guard !session.hasFailed, !session.hasCalledBack, !isSwapping else { return }
    let (view, cost) = (session.view, session.view.counters - counters)
    // A frame of self-sizing that failed did not reach the stage, and is left to the next one.
    guard !view.state.sizing.isBehind else { return }
    try require(
      cost.exchanges <= Self.requestsOfFrame * cost.frames, Self.rule,
      "\(cost.exchanges) requests for \(cost.frames) frames, after \(name)")
    // A batch gives sections other numbers: a call sets the offset under the old number to 0, and another one sets it
    // under the new number.
    let acrossCalls = acrossCount + view.state.cross.offsets.entries.count
    let calls = (Self.callsOfRequest + acrossCalls) * cost.exchanges
    try require(
      cost.pluginCalls <= calls && cost.prepares <= cost.exchanges,
      Self.rule, "\(cost.pluginCalls) calls for \(cost.exchanges) requests, after \(name)")
    try require(
      cost.preparations <= view.cellsPreparedPerFrame * cost.frames, Self.rule,
      "\(cost.preparations) cells prepared in \(cost.frames) frames, after \(name)")
    if let elements { try check(cost, of: elements, session, name) }
  }

  /// Checks the cost of a frame of a view that was at rest.
  private func check(
    _ cost: FrameCounters, of before: Set<Key>, _ session: SimulatedSession, _ name: String
  ) throws(Violation) {
    // A worker that ended before is noticed now.
    if session.isRemote, session.world.hasStruck, cost.prepares > 0 { return }
    // A wheel may move a section across, and the content down with what is left.
    let limit = (name == "wheel" ? 2 : 1) + (session.app.hasWishes ? Self.framesOfSizing : 0)
    try require(cost.frames <= limit, Self.rule, "\(cost.frames) frames, after \(name)")
    guard let choice = session.shownChoice, !choice.remembers(in: session.app) else { return }
    try require(
      session.app.hasWishes || cost.exchanges <= cost.frames, Self.rule,
      "\(choice.id): \(cost.exchanges) requests for \(cost.frames) frames, after \(name)")
    let arrived = session.view.visibleElements.count { !before.contains(Key($0)) }
    try require(
      session.app.hasWishes || cost.frames > 1 || cost.binds <= arrived + cost.preparations,
      Self.rule,
      "\(cost.binds) views filled for \(arrived) new elements, after \(name)")
    let count = session.app.answerCount - answerCount
    try require(count == 0, Self.rule, "\(choice.id) asked the app \(count) times, after \(name)")
  }
}
