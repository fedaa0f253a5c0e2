// SPDX-License-Identifier: Apache-2.0
//
// Scenarios that once gave something else, each with the whole output that it has to give.

import LayoutLoading
import Testing

@Suite("Regressions")
struct RegressionTests {
  /// `rule` of a case says what is expected, and `output` what the scenario prints, in every tier.
  @Test("a scenario prints what its case says", arguments: Case.all("regressions.jsonl"))
  func output(_ line: Case) throws {
    let scenario = try #require(line.json["scenario"])
    let expected = try #require(line.json["output"]?.object)
    let answer = try Probe.run(scenario)
    #expect(answer["error"] == nil)
    let (got, wanted) = (
      answer["results"]?.array ?? [], try #require(expected["results"]?.array)
    )
    #expect(got.count == wanted.count)
    for (step, (got, wanted)) in zip(got, wanted).enumerated() {
      #expect(
        got.serialised() == wanted.serialised(), "step \(step); \(line.json["rule"]?.string ?? "")")
    }
  }
}
