// SPDX-License-Identifier: Apache-2.0
//
// Steps that replace the layout of the live view: at once, animated, or interactively.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Shows another layout on the view.
struct SwapStep: ScenarioStep {
  static let name = "swap"
  let layout: String
  /// Properties to set before it is shown.
  let properties: JSONObject
  /// True when it is another version of the layout on the view: settings are carried over, and the
  /// old version is kept for a while.
  let isHot: Bool
  /// False prepares the new version without showing it; the next hot swap to it only commits.
  let commits: Bool
  /// The plugin files of the layouts that the layout is made of.
  let children: [String]
  /// True when it takes over only with the next frame.
  let isAssigned: Bool
  let naming: LayoutNaming
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    layout = try reader.require("layout", Read.string)
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    isAssigned = try reader.take("assigned", Read.bool) ?? false
    naming = try LayoutNaming(from: &reader)
    isHot = try reader.take("hot", Read.bool) ?? false
    children = try reader.take("children", Read.each(Read.string)) ?? []
    commits = try reader.take("commit", Read.bool) ?? true
    guard isHot || commits else {
      throw LayoutError(.badValue, "\(reader.place): 'commit' goes with \"hot\": true")
    }
    animation = try UpdateAnimation(from: &reader, isAnimated: false)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if isHot { return try runHot(in: session) }
    if let bound = naming.bound { session.bound = bound }
    let pending = try session.pending(
      layout, properties: properties, children: children, instance: naming.instance)
    if isAssigned {
      session.view.collectionViewLayout = pending.layout
      session.take(pending)
      try session.runFrame()
      return session.offsetResult
    }
    let anchor = try session.view.setLayout(
      pending.layout, animated: animation.isAnimated, timing: animation.timing)
    session.take(pending)
    return session.result(anchor)
  }

  private func runHot(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let waiting = session.prepared
    session.prepared = nil
    if let bound = naming.bound { session.bound = bound }
    let swap =
      if commits, let waiting, waiting.name == layout { waiting } else {
        HotSwap(
          to: layout, in: session, children: children, properties: properties,
          animation: (animation.isAnimated, animation.timing))
      }
    switch commits ? swap.run() : swap.prepare() {
    case .refused(let refusal): throw refusal.error
    case nil:
      session.prepared = swap
      return session.offsetResult
    case .accepted(let receipt):
      if let number = naming.instance { session.instances[number] = swap.shown }
      var result = session.result(receipt.anchor)
      if !receipt.notCarriedOver.isEmpty {
        result["notCarriedOver"] = .array(receipt.notCarriedOver.map(JSONValue.string))
      }
      return result
    }
  }
}

/// Advances a transition to another layout, and starts it if needed.
struct TransitionStep: ScenarioStep {
  static let name = "transition"
  /// An operation on the transition.
  enum Movement {
    case begin
    case progress(Double)
    /// False cancels.
    case finish(Bool)
  }

  let layout: String
  let movement: Movement
  let properties: JSONObject
  /// The plugin files of the layouts that the layout is made of, where the transition begins.
  let children: [String]
  let naming: LayoutNaming
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    layout = try reader.require("to", Read.string)
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    children = try reader.take("children", Read.each(Read.string)) ?? []
    naming = try LayoutNaming(from: &reader)
    animation = try UpdateAnimation(from: &reader)
    let begin = try reader.take("begin", Read.bool) ?? false
    let progress = try reader.take("progress", Read.share)
    let finish = try reader.take("finish", Read.bool)
    switch (begin, progress, finish) {
    case (false, let progress?, nil): movement = .progress(progress)
    case (false, nil, let finish?): movement = .finish(finish)
    case (true, nil, nil): movement = .begin
    default:
      throw LayoutError(
        !begin && progress == nil && finish == nil ? "missing-key" : "bad-value",
        "\(reader.place): give either 'progress' or 'finish', or 'begin'")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let view = session.view
    let (pending, anchor) = try current(in: session)
    switch movement {
    case .begin: return session.result(anchor)
    case .progress(let share):
      view.transitionProgress = share
      try session.runFrame()
      return session.result(anchor)
    case .finish(true):
      if let bound = naming.bound { session.bound = bound }
      session.transition = nil
      try pending.layout.set(properties)
      let kept = try view.finishInteractiveTransition(
        animated: animation.isAnimated, timing: animation.timing)
      session.take(pending)
      return session.result(kept)
    case .finish(false):
      session.transition = nil
      try view.cancelInteractiveTransition(
        animated: animation.isAnimated, timing: animation.timing)
      return session.result(anchor)
    }
  }

  /// Returns the running transition, if it goes to this layout; else a new one. A cancelled
  /// transition is over.
  private func current(
    in session: ScenarioSession
  ) throws(LayoutError) -> (pending: PendingLayout, anchor: Anchor?) {
    if case .begin = movement {
      return try begin(in: session)
    }
    if let transition = session.transition, transition.pending.name == layout,
      session.view.transitionLayout === transition.pending.layout
    {
      return transition
    }
    return try begin(in: session)
  }

  private func begin(
    in session: ScenarioSession
  ) throws(LayoutError) -> (pending: PendingLayout, anchor: Anchor?) {
    // The bindings of the new layout differ from those of the layout on the view.
    let bound = session.bound
    if let own = naming.bound { session.bound = own }
    defer { session.bound = bound }
    let pending = try session.pending(
      layout, properties: properties, children: children, instance: naming.instance)
    let anchor = try session.view.startInteractiveTransition(to: pending.layout)
    session.transition = (pending, anchor)
    return (pending, anchor)
  }
}

/// The chosen layout, among several of one name, and its bound queries.
struct LayoutNaming {
  /// The number of the instance: one that was shown before under this number returns unchanged.
  let instance: Int?
  /// The bound queries; nil for those that the data answers, or for the old ones.
  let bound: [String]?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    instance = try reader.take("instance", Read.count)
    bound = try reader.take("bound", Read.each(Read.string))
  }
}

extension Read {
  /// A number from 0 to 1.
  static func share(_ value: JSONValue, _ place: String) throws(LayoutError) -> Double {
    let number = try number(value, place)
    guard (0...1).contains(number) else { throw expected("a number from 0 to 1", value, place) }
    return number
  }
}

extension ScenarioSession {
  /// Returns the content offset, and the anchor.
  fileprivate func result(_ anchor: Anchor?) -> JSONObject {
    var result = offsetResult
    result["anchor"] =
      anchor.map {
        .object(
          JSONObject([
            .init("path", $0.path.json),
            .init("offset", Point(x: $0.offset.dx, y: $0.offset.dy).json),
          ]))
      } ?? .null
    return result
  }
}
