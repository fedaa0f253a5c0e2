// SPDX-License-Identifier: Apache-2.0
//
// Scenarios that once had a wrong output, each with its whole correct output.

import LayoutLoading
import Testing

@Suite("Regressions")
struct RegressionTests {
  /// `rule` of a case describes the expected behaviour, and `output` is the printed text, in every
  /// tier.
  @Test("a scenario prints the output of its case", arguments: Case.all("regressions.jsonl"))
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
