// SPDX-License-Identifier: Apache-2.0
//
// What a step is, and how its name finds it.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// One kind of step: reads its keys, then runs in a session.
protocol ScenarioStep: SendableMetatype {
  /// The word after `do`.
  static var name: String { get }
  /// Takes the step's own keys; the caller refuses the rest.
  init(from reader: inout ObjectReader) throws(LayoutError)
  /// True when the answers that it carries are about the data that it makes.
  static var changesData: Bool { get }
  /// The time after it, where it runs at a time; seconds.
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
  /// - Throws: `unknown-step`, or what is wrong with the step's keys.
  static func step(
    _ name: String, from reader: inout ObjectReader
  ) throws(LayoutError) -> any ScenarioStep {
    if let type = steps.first(where: { $0.name == name }) { return try type.init(from: &reader) }
    throw LayoutError(
      .unknownStep,
      "there is no step '\(name)'; "
        + (NearNames.question(for: name, among: steps.map { $0.name })
          ?? "there are " + steps.map { $0.name }.joined(separator: ", ")))
  }
}
