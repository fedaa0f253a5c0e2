// SPDX-License-Identifier: Apache-2.0
//
// Steps that put another layout on the live view: at once, animated, or under a hand.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Puts another layout on the view.
struct SwapStep: ScenarioStep {
  static let name = "swap"
  let layout: String
  /// Set before it is shown, so that it never shows without them.
  let properties: JSONObject
  /// Whether it is another version of the layout on the view: what that one has goes along, and it
  /// stands by for a while.
  let isHot: Bool
  /// False leaves the new version prepared beside the layout on screen; the next hot swap to it has only
  /// the commit left.
  let commits: Bool
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    layout = try reader.require("layout", Read.string)
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    isHot = try reader.take("hot", Read.bool) ?? false
    commits = try reader.take("commit", Read.bool) ?? true
    guard isHot || commits else {
      throw LayoutError("bad-value", "\(reader.place): 'commit' goes with \"hot\": true")
    }
    animation = try UpdateAnimation(from: &reader, isAnimated: false)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if isHot { return try runHot(in: session) }
    let newcomer = try session.newcomer(layout, properties: properties)
    let anchor = try session.view.setLayout(
      newcomer.layout, animated: animation.isAnimated, timing: animation.timing)
    session.take(newcomer)
    return session.result(anchor)
  }

  private func runHot(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let waiting = session.prepared
    session.prepared = nil
    let swap =
      if commits, let waiting, waiting.name == layout { waiting } else {
        HotSwap(
          to: layout, in: session, properties: properties,
          animation: (animation.isAnimated, animation.timing))
      }
    switch commits ? swap.run() : swap.prepare() {
    case .refused(let refusal): throw refusal.error
    case nil:
      session.prepared = swap
      return session.offsetResult
    case .accepted(let receipt):
      var result = session.result(receipt.anchor)
      if !receipt.notCarriedOver.isEmpty {
        result["notCarriedOver"] = .array(receipt.notCarriedOver.map(JSONValue.string))
      }
      return result
    }
  }
}

/// Moves on a transition to another layout, beginning it when none is under way.
struct TransitionStep: ScenarioStep {
  static let name = "transition"
  /// What is done to the transition.
  enum Movement {
    case progress(Double)
    /// False goes back.
    case finish(Bool)
  }

  let layout: String
  let movement: Movement

  init(from reader: inout ObjectReader) throws(LayoutError) {
    layout = try reader.require("to", Read.string)
    let progress = try reader.take("progress", Read.share)
    let finish = try reader.take("finish", Read.bool)
    switch (progress, finish) {
    case (let progress?, nil): movement = .progress(progress)
    case (nil, let finish?): movement = .finish(finish)
    default:
      throw LayoutError(
        progress == nil ? "missing-key" : "bad-value",
        "\(reader.place): give either 'progress' or 'finish'")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let view = session.view
    let (newcomer, anchor) = try current(in: session)
    switch movement {
    case .progress(let share):
      view.transitionProgress = share
      try session.runFrame()
      return session.result(anchor)
    case .finish(true):
      session.transition = nil
      let kept = try view.finishInteractiveTransition()
      session.take(newcomer)
      return session.result(kept)
    case .finish(false):
      session.transition = nil
      try view.cancelInteractiveTransition()
      return session.result(anchor)
    }
  }

  /// The transition under way, when it goes to this layout; else a new one. One that something else
  /// cancelled is over.
  private func current(
    in session: ScenarioSession
  ) throws(LayoutError) -> (newcomer: Newcomer, anchor: Anchor?) {
    if let transition = session.transition, transition.newcomer.name == layout,
      session.view.transitionLayout === transition.newcomer.layout
    {
      return transition
    }
    let newcomer = try session.newcomer(layout, properties: JSONObject())
    let anchor = try session.view.startInteractiveTransition(to: newcomer.layout)
    session.transition = (newcomer, anchor)
    return (newcomer, anchor)
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
  /// Where the content stands, and what kept its place.
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
