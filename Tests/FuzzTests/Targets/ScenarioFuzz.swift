// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a scenario and its steps. They are read and not run.

import LayoutJSON
import LayoutLoading
import LayoutModel

@testable import LayoutScenarios

/// The reader of scenarios.
final class ScenarioFuzz: FuzzTarget {
  static let name = "scenario"

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    [
      #"{"id":1,"layout":"flow","tier":"worker","container":[320,480],"properties":{"itemSize":[1,2]},"sections":[{"count":9,"size":[1,2],"header":10},{"items":[[1,2],null],"itemQueries":{"sizeForItem":[[1,2],null]}}],"contentInset":[1,2,3,4],"scale":2,"direction":"rtl","steps":[]}"#,
      #"{"layout":"a.so#b","sections":[],"steps":[{"do":"batch","ops":[{"insert":[0,1],"size":[1,2]},{"move":[[1,0],[0,0]]},{"delete":[0,2]},{"insertSection":1,"section":{"count":1}},{"reload":[0,0]},{"moveSection":[1,0]}]},{"do":"apply","snapshot":[["1",["+1","new"]]]}]}"#,
      #"{"layout":"x","steps":[{"do":"scroll","to":[0,1]},{"do":"set","property":"a","value":1,"catch":true},{"do":"call","action":"a","arguments":[1]},{"do":"advance","seconds":1,"frames":2},{"do":"drag","by":[1,2],"at":[3,4],"seconds":0.1},{"do":"release","velocity":[1,2]}]}"#,
    ].map { Array($0.utf8) }
  }

  func run(_ input: [UInt8]) throws {
    do throws(LayoutError) {
      let scenario = try Scenario(try JSONValue(parsing: input))
      for (number, step) in scenario.steps.enumerated() {
        _ = try ReadStep(step, number: number)
      }
    } catch {
      try Finding.expect(!error.message.isEmpty, "refused without a word: \(error)")
    }
  }
}
