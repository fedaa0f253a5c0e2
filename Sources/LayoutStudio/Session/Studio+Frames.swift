// SPDX-License-Identifier: Apache-2.0
//
// Frames: their run, their figures and their history.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

extension Studio {
  /// Runs steps, lets time pass, and keeps the frame.
  ///
  /// - Parameter seconds: The time to pass; nil leaves the clock alone.
  /// - Returns: False when a step or the frame failed.
  @discardableResult
  func run(_ steps: [JSONValue], advancing seconds: Double? = nil) -> Bool {
    var steps = steps + takeScript()
    if !steps.isEmpty { isHalted = false }
    let settles = steps.contains { Self.changesFacts($0) }
    if let seconds, seconds > 0 {
      steps.append(["do": "advance", "seconds": .number(seconds), "frames": 1])
    }
    let counters = session.view.counters
    let start = MainLoop.now
    var failure: JSONObject?
    for step in steps {
      let (result, _) = session.perform(step)
      failure = failure ?? result["error"]?.object
    }
    var figures = FrameFigures(time: session.clock)
    let end = MainLoop.now
    figures.microseconds = (end - start) * 1e6
    // The rest is the time of the studio itself.
    answerStart += end - start
    let cost = session.view.counters - counters
    figures.callCount = cost.pluginCalls
    note(&figures)
    let isStill = isStill(after: steps) && failure == nil
    let number = history.record(session.view, figures, isStill: isStill)
    comparison?.run(steps, as: number)
    takePluginLog()
    for end in session.takeSwapEnds() { note(end) }
    judge(failure, didShow: cost.frames > 0)
    if settles { factsChanged() }
    return failure == nil
  }

  /// The steps that change nothing but the places of elements, and the offset.
  private static let movements: Set<String> = ["advance", "drag", "release", "wheel"]

  /// Returns true when the elements on screen are those of the last kept frame, unchanged: only
  /// movements ran since, and no view was filled, placed or recycled.
  private func isStill(after steps: [JSONValue]) -> Bool {
    let counters = session.view.counters
    defer { self.keptCounters = counters }
    guard let keptCounters, !steps.isEmpty,
      steps.allSatisfy({ Self.movements.contains($0.object?["do"]?.string ?? "") })
    else { return false }
    let cost = counters - keptCounters
    return cost.made == 0 && cost.binds == 0 && cost.applies == 0 && cost.recycles == 0
  }

  /// Adds the calls of the layout and their cost.
  private func note(_ figures: inout FrameFigures) {
    let (calls, asked) = session.takeTimes()
    figures.calls = calls.map { FrameCall($0.name, microseconds: $0.microseconds) }
    let view = session.view
    figures.contentSize = view.contentSize
    figures.anchor = view.firstVisibleItem
    figures.assumed = assumed.take(session.takeAssumedSizes(), on: view)
    figures.asked = asked.map { rect in
      guard view.isRightToLeft, session.layout.descriptor.hostMirrors else { return rect }
      let width = max(view.contentSize.width, view.viewportSize.width)
      return Rect(x: width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
    }
  }

  /// Returns the due steps of a rule that plays.
  private func takeScript() -> [JSONValue] {
    let steps = script?.next(at: session.clock) ?? []
    if script?.isDone == true { script = nil }
    return steps
  }

  /// Returns true for a step after which a page needs the facts again.
  private static func changesFacts(_ step: JSONValue) -> Bool {
    ["set", "configure", "restart", "call", "batch"].contains(step.object?["do"]?.string ?? "")
  }

  private func judge(_ failure: JSONObject?, didShow: Bool) {
    guard let failure else {
      if didShow { clear(.frame) }
      return
    }
    isHalted = true
    alert(StudioAlert(.frame, failure))
  }

  private func note(_ end: SwapEnd) {
    switch end {
    case .retired: say("swapped", "the version before is retired")
    case .rolledBack(let refusal):
      alert(StudioAlert(.swap, refusal.error.json, stage: refusal.stage.rawValue))
      say("refused", "the version before is on screen again")
    }
  }
}
