// SPDX-License-Identifier: Apache-2.0
//
// Running one scenario with two versions of a layout in parallel.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Runs a scenario with two versions at once and reports the frames that differ.
///
/// Every step gives a frame to compare; a step that takes time gives several.
public final class LayoutComparison {
  private let first: ScenarioSession
  private let second: ScenarioSession
  private let steps: [JSONValue]
  /// The number of frames compared so far.
  public private(set) var frameCount = 0
  /// The number of frames that differ.
  public private(set) var differenceCount = 0

  /// The two views, after the last frame.
  public var views: (first: CollectionView, second: CollectionView) { (first.view, second.view) }

  /// - Parameters:
  ///   - scenario: The scenario with its steps. Each maker finds its layouts.
  ///   - makers: The sources of the versions: ``LayoutMaker/choosing(_:)``.
  /// - Throws: The error of the scenario, or of a first frame.
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
  /// - Throws: The error of a step in both versions, or of `report`. A step that fails in only one
  ///   version is a difference, and the last one.
  public func run(_ report: (FrameDifference) throws -> Void) throws {
    try compare(step: -1, action: "first frame", result: nil, report)
    for (number, json) in steps.enumerated() {
      let read = try ReadStep(json, number: number)
      let action = json.object?["do"]?.string ?? ""
      let goesOn = try run(read) { result in
        try compare(step: number, action: action, result: result, report)
      }
      guard goesOn else { return }
    }
  }

  /// Runs a step, and calls `look` after each of its frames; with the results when it ends in
  /// either version.
  ///
  /// - Returns: False when it failed in only one version without being caught.
  private func run(
    _ read: ReadStep, _ look: ((first: JSONObject, second: JSONObject)?) throws -> Void
  ) throws -> Bool {
    var (a, b) = (StepExecution(read, in: first), StepExecution(read, in: second))
    while a.outcome == nil || b.outcome == nil {
      let ends = (a.resume(), b.resume())
      try look(ends.0 || ends.1 ? (a.result, b.result) : nil)
      let errors = [a.error, b.error].compactMap(\.self)
      guard !read.catches, let error = errors.first else { continue }
      if errors.count == 2 { throw error }
      return false
    }
    return true
  }

  private func compare(
    step: Int, action: String, result: (first: JSONObject, second: JSONObject)?,
    _ report: (FrameDifference) throws -> Void
  ) throws {
    let (a, b) = (FrameSight(first), FrameSight(second))
    let (count, elements) = a.differences(to: b)
    var others = a.others(b)
    // View numbers and calls in a trace are not part of the picture.
    if let result, action != "trace" {
      let (mine, theirs) = (Self.withoutViews(result.first), Self.withoutViews(result.second))
      if mine != theirs { others.append(("result", .object(mine), .object(theirs))) }
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

extension LayoutComparison {
  /// Returns a result without the numbers of views. Versions that reuse views in another order show
  /// the same.
  private static func withoutViews(_ result: JSONObject) -> JSONObject {
    guard let elements = result["elements"]?.array else { return result }
    var rest = result
    rest["elements"] = .array(
      elements.map { element in
        guard var object = element.object else { return element }
        object["view"] = nil
        return .object(object)
      })
    return rest
  }
}

// MARK: - One way through a step
//
// Running a step in one session, frame by frame.

/// A running step in one session. Most steps have one frame; a step that takes time has several.
struct StepExecution {
  private let read: ReadStep
  private let session: ScenarioSession
  /// The time at the start of the step.
  private let start: Double
  /// The number of frames so far.
  private var frameCount = 0
  /// The result of the step; nil while it has further frames.
  private(set) var outcome: Result<JSONObject, LayoutError>?

  init(_ read: ReadStep, in session: ScenarioSession) {
    (self.read, self.session, start) = (read, session, session.time)
  }

  /// The error of the step.
  var error: LayoutError? { if case .failure(let error) = outcome { error } else { nil } }

  /// The step's object in `results`, empty before its end.
  var result: JSONObject {
    switch outcome {
    case .success(let result): result
    case .failure(let error): error.result
    case nil: JSONObject()
    }
  }

  /// Runs the next frame, if any.
  ///
  /// - Returns: True if the step ended with it.
  mutating func resume() -> Bool {
    guard outcome == nil else { return false }
    do throws(LayoutError) {
      if frameCount == 0 { try session.begin(read) }
      frameCount += 1
      outcome = try runFrame().map { .success($0) }
    } catch { outcome = .failure(error) }
    if let outcome { session.end(outcome) }
    return outcome != nil
  }

  private func runFrame() throws(LayoutError) -> JSONObject? {
    let step = try read.step.get()
    guard let advance = step as? AdvanceStep else { return try step.run(in: session) }
    try advance.run(frame: frameCount, from: start, in: session)
    return frameCount == advance.frames ? advance.result(in: session) : nil
  }
}
