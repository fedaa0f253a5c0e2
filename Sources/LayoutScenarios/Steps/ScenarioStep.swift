// SPDX-License-Identifier: Apache-2.0
//
// The protocol of steps, and the look-up of a step by name.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One kind of step: reads its keys, then runs in a session.
protocol ScenarioStep: SendableMetatype {
  /// The value of `do`.
  static var name: String { get }
  /// Reads the step's own keys; the caller refuses the rest.
  init(from reader: inout ObjectReader) throws(LayoutError)
  /// True when the answers in it are about the data that it makes.
  static var changesData: Bool { get }
  /// The time after it, if it moves the clock; seconds.
  func clock(after time: Double) -> Double
  /// - Returns: The step's object in `results`.
  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject
}

extension ScenarioStep {
  func clock(after time: Double) -> Double { time }
  static var changesData: Bool { false }
}

/// The steps, by name.
enum StepCatalogue {
  static let steps: [any ScenarioStep.Type] = [
    ElementsStep.self,
    VisibleStep.self,
    ItemStep.self,
    SupplementaryStep.self,
    DecorationStep.self,
    SetStep.self,
    ConfigureStep.self,
    CallStep.self,
    ScrollStep.self,
    DragStep.self,
    ReleaseStep.self,
    AdvanceStep.self,
    BatchStep.self,
    ApplyStep.self,
    ReloadStep.self,
    ResizeStep.self,
    InvalidateStep.self,
    SwapStep.self,
    TransitionStep.self,
    TraceStep.self,
    AccessibilityStep.self,
    TouchStep.self,
    SelectStep.self,
    DeselectStep.self,
    MenuStep.self,
    ScrollToItemStep.self,
    CrossScrollStep.self,
    WheelStep.self,
    KeyStep.self,
    MoveStep.self,
    LayoutIfNeededStep.self,
    SetNeedsFrameStep.self,
    SelectAllStep.self,
    DeselectAllStep.self,
    ReconfigureStep.self,
    RestartStep.self,
    BindStep.self,
    DataStep.self,
  ]

  /// Reads a step.
  /// - Throws: `unknown-step`, or the error of the step's keys.
  static func step(
    _ name: String, from reader: inout ObjectReader
  ) throws(LayoutError) -> any ScenarioStep {
    if let type = steps.first(where: { $0.name == name }) { return try type.init(from: &reader) }
    throw LayoutError(
      .unknownStep,
      "\(reader.place): there is no step '\(name)'; "
        + (NearNames.question(for: name, among: steps.map { $0.name })
          ?? "there are " + steps.map { $0.name }.joined(separator: ", ")))
  }
}

// MARK: - From JSON to a result
//
// Running a step's JSON.

/// A parsed step: the action, and the keys of every step.
struct ReadStep {
  /// The step to run; its error, if that is to be the step's result.
  let step: Result<any ScenarioStep, LayoutError>
  /// True when its error is its result.
  let catches: Bool
  /// False leaves the changes to the next frame.
  let runsFrame: Bool
  /// The supplementary kind that has no registered view while it runs; nil when all have one.
  let unregistered: String?
  /// The app's answers while it runs.
  let answers: AppAnswers

  /// - Parameters:
  ///   - number: The number of the step, from 0, which errors name.
  ///   - line: The line of the input, from 1, which a thrown error names instead of the number; nil
  ///     for a step that came from no line.
  /// - Throws: The error of the step, unless it catches that too.
  init(_ json: JSONValue, number: Int, line: Int? = nil) throws(LayoutError) {
    let isCaught = json.object?["catch"] == true
    // A caught error is a result, which a recording repeats: there are no lines in it.
    let place = line.map { isCaught ? "step \(number)" : "line \($0)" } ?? "step \(number)"
    do throws(LayoutError) {
      self = try ReadStep(whole: json, place: place)
    } catch {
      guard isCaught else { throw error }
      (step, catches, runsFrame) = (.failure(error), true, true)
      (unregistered, answers) = (nil, AppAnswers())
    }
  }

  private init(whole json: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(json, place: place)
    catches = try reader.take("catch", Read.bool) ?? false
    runsFrame = try reader.take("frame", Read.bool) ?? true
    unregistered = try reader.take("unregistered", Read.string)
    let name = try reader.require("do", Read.string)
    answers = try AppAnswers(from: &reader, isConfigure: name == ConfigureStep.name)
    step = .success(try StepCatalogue.step(name, from: &reader))
    try reader.finish()
  }

  /// The time after it, if it moves the clock.
  func clock(after time: Double) -> Double { (try? step.get())?.clock(after: time) ?? time }

  /// True when the answers in it are about the data that it makes.
  var changesData: Bool { (try? step.get()).map { type(of: $0).changesData } ?? false }
}

extension ScenarioSession {
  /// Runs one step; with `"catch": true` an error becomes its result, even a parse error.
  func perform(_ json: JSONValue, number: Int) throws(LayoutError) -> JSONObject {
    let read = try ReadStep(json, number: number)
    do throws(LayoutError) { return try perform(read) } catch {
      guard read.catches else { throw error }
      return error.result
    }
  }

  /// Runs a step, and keeps the data in the view consistent with the frame.
  func perform(_ read: ReadStep) throws(LayoutError) -> JSONObject {
    let result = Result { () throws(LayoutError) in
      try begin(read)
      return try read.step.get().run(in: self)
    }
    end(result)
    return try result.get()
  }

  /// Applies the settings during a step.
  ///
  /// - Throws: `unknown-query` when it answers a query that the layout does not have.
  func begin(_ read: ReadStep) throws(LayoutError) {
    runsFrames = read.runsFrame
    view.withheldKind = read.unregistered
    try bind(read.answers.queries)
    source.begin(read.answers, changesData: read.changesData)
  }

  /// Removes the settings of a step.
  func end<Outcome>(_ result: Result<Outcome, LayoutError>) {
    switch result {
    case .success: source.settle()
    case .failure: source.settle(afterFailureOf: view)
    }
    runsFrames = true
    view.withheldKind = nil
    source.endStep()
  }
}

extension LayoutError {
  /// A step's result for an error.
  var result: JSONObject { JSONObject([.init("error", .object(json))]) }
}
