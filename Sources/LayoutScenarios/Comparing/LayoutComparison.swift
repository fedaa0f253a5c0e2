// SPDX-License-Identifier: Apache-2.0
//
// One scenario run with two versions of a layout, frame beside frame.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Runs a scenario twice at once and tells the frames that are not the same.
///
/// Every step gives a frame to compare; a step that lets time pass gives each of its frames.
public final class LayoutComparison {
  private let first: ScenarioSession
  private let second: ScenarioSession
  private let steps: [JSONValue]
  /// Frames compared so far.
  public private(set) var frameCount = 0
  /// Those that differ.
  public private(set) var differenceCount = 0

  /// The two views, as the last frame left them.
  public var views: (first: CollectionView, second: CollectionView) { (first.view, second.view) }

  /// - Parameters:
  ///   - scenario: With its steps. What its layouts are called is looked up in each maker.
  ///   - makers: Where the versions come from: ``LayoutMaker/choosing(_:)``.
  /// - Throws: What is wrong with the scenario, or what a first frame gave.
  public init(
    _ scenario: JSONValue, makers: (first: LayoutMaker, second: LayoutMaker)
  ) throws(LayoutError) {
    let scenario = try Scenario(scenario)
    for maker in [makers.first, makers.second] { try maker.checkOffers(scenario.layout) }
    steps = scenario.steps
    first = try ScenarioSession(scenario, maker: makers.first)
    second = try ScenarioSession(scenario, maker: makers.second)
  }

  /// Runs every step.
  ///
  /// - Parameter report: Called for each frame that differs, while both views show it.
  /// - Throws: What is wrong with a step, what a step gave in both, or what `report` threw. A step that
  ///   fails in one version alone is a difference, and the last one.
  public func run(_ report: (FrameDifference) throws -> Void) throws {
    try compare(step: -1, action: "first frame", result: nil, report)
    for (number, json) in steps.enumerated() {
      let read = try ReadStep(json, number: number)
      let action = json.object?["do"]?.string ?? ""
      if let advance = read.step as? AdvanceStep {
        for session in [first, second] { session.begin(read) }
        defer { for session in [first, second] { session.endStep() } }
        try run(advance, number, action, report)
        continue
      }
      let (a, b) = (outcome(read, first), outcome(read, second))
      try compare(step: number, action: action, result: (a.json, b.json), report)
      if let error = a.error, !read.catches {
        if b.error != nil { throw error }
        return
      }
      if b.error != nil, !read.catches { return }
    }
  }

  private func run(
    _ step: AdvanceStep, _ number: Int, _ action: String,
    _ report: (FrameDifference) throws -> Void
  ) throws {
    let start = (first.time, second.time)
    for frame in 1...step.frames {
      try step.run(frame: frame, from: start.0, in: first)
      try step.run(frame: frame, from: start.1, in: second)
      let isLast = frame == step.frames
      let results: (JSONObject, JSONObject)? =
        isLast ? (step.result(in: first), step.result(in: second)) : nil
      try compare(step: number, action: action, result: results, report)
    }
  }

  private func outcome(
    _ read: ReadStep, _ session: ScenarioSession
  ) -> (json: JSONObject, error: LayoutError?) {
    do throws(LayoutError) { return (try session.perform(read), nil) } catch {
      return (error.result, error)
    }
  }

  private func compare(
    step: Int, action: String, result: (first: JSONObject, second: JSONObject)?,
    _ report: (FrameDifference) throws -> Void
  ) throws {
    let (a, b) = (FrameSight(first), FrameSight(second))
    let (count, elements) = a.differences(to: b)
    var others = a.others(b)
    // What a trace tells of views' numbers and calls is no part of the picture.
    if let result, result.first != result.second, action != "trace" {
      others.append(("result", .object(result.first), .object(result.second)))
    }
    defer { frameCount += 1 }
    guard !elements.isEmpty || !others.isEmpty else { return }
    differenceCount += 1
    try report(
      FrameDifference(
        number: frameCount, step: step, action: action, time: first.time, elementCount: count,
        elements: elements, others: others))
  }
}
