// SPDX-License-Identifier: Apache-2.0
//
// From a step's JSON to its result.

import LayoutHost
import LayoutLoading
import LayoutModel

/// A step as read: what to do, and whether its error is its result.
struct ReadStep {
  let step: any ScenarioStep
  let catches: Bool

  /// - Throws: What is wrong with the step.
  init(_ json: JSONValue, number: Int) throws(LayoutError) {
    var reader = try ObjectReader(json, place: "step \(number)")
    catches = try reader.take("catch", Read.bool) ?? false
    let name = try reader.require("do", Read.string)
    step = try StepCatalogue.step(name, from: &reader)
    try reader.finish()
  }
}

extension ScenarioSession {
  /// Runs one step; with `"catch": true` its error is its result, an error in its own form too.
  func perform(_ json: JSONValue, number: Int) throws(LayoutError) -> JSONObject {
    do throws(LayoutError) {
      return try perform(ReadStep(json, number: number).step)
    } catch {
      guard json.object?["catch"] == true else { throw error }
      return error.result
    }
  }

  /// Runs a step, and keeps what the view knows of the data in line with what it shows.
  func perform(_ step: any ScenarioStep) throws(LayoutError) -> JSONObject {
    do throws(LayoutError) {
      let result = try step.run(in: self)
      source.settle()
      return result
    } catch {
      source.settle(afterFailureOf: view)
      throw error
    }
  }
}

extension LayoutError {
  /// A step's result, where its error is one.
  var result: JSONObject { JSONObject([.init("error", .object(json))]) }
}
