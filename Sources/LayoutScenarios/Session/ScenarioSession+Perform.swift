// SPDX-License-Identifier: Apache-2.0
//
// From a step's JSON to its result.

import LayoutHost
import LayoutLoading
import LayoutModel

/// A step as read: what to do, and what every step may carry beside it.
struct ReadStep {
  let step: any ScenarioStep
  /// Whether its error is its result.
  let catches: Bool
  /// False leaves what it changed to the next frame.
  let runsFrame: Bool
  /// What the app answers while it runs.
  let answers: AppAnswers

  /// - Throws: What is wrong with the step.
  init(_ json: JSONValue, number: Int) throws(LayoutError) {
    var reader = try ObjectReader(json, place: "step \(number)")
    catches = try reader.take("catch", Read.bool) ?? false
    runsFrame = try reader.take("frame", Read.bool) ?? true
    let name = try reader.require("do", Read.string)
    answers = try AppAnswers(from: &reader, isConfigure: name == ConfigureStep.name)
    step = try StepCatalogue.step(name, from: &reader)
    try reader.finish()
  }
}

extension ScenarioSession {
  /// Runs one step; with `"catch": true` its error is its result, an error in its own form too.
  func perform(_ json: JSONValue, number: Int) throws(LayoutError) -> JSONObject {
    do throws(LayoutError) {
      return try perform(ReadStep(json, number: number))
    } catch {
      guard json.object?["catch"] == true else { throw error }
      return error.result
    }
  }

  /// Runs a step, and keeps what the view knows of the data in line with what it shows.
  func perform(_ read: ReadStep) throws(LayoutError) -> JSONObject {
    begin(read)
    defer { endStep() }
    do throws(LayoutError) {
      let result = try read.step.run(in: self)
      source.settle()
      return result
    } catch {
      source.settle(afterFailureOf: view)
      throw error
    }
  }
}

extension ScenarioSession {
  /// What holds during a step begins to.
  func begin(_ read: ReadStep) {
    runsFrames = read.runsFrame
    source.begin(read.answers, changesData: type(of: read.step).changesData)
  }

  /// What held during the step holds no longer.
  func endStep() {
    runsFrames = true
    source.endStep()
  }
}

extension LayoutError {
  /// A step's result, where its error is one.
  var result: JSONObject { JSONObject([.init("error", .object(json))]) }
}
