// SPDX-License-Identifier: Apache-2.0
//
// `probe --expect`: compares results with a file of expected ones.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("probe --expect")
struct ExpectTests {
  private let folder: TemporaryDirectory
  private let golden: String

  init() throws {
    folder = try TemporaryDirectory()
    golden = "\(folder.path)/golden"
  }

  private func scenario(_ id: String, width: Int) -> String {
    #"{"id": "\#(id)", "layout": "flow", "sections": [{"count": 3, "size": [\#(width), 50]}], "steps": [{"do": "elements"}]}"#
  }

  private func file(_ lines: String...) throws -> String {
    try folder.write(Array(lines.joined(separator: "\n").utf8), to: "scenarios.jsonl")
  }

  @Test("a file is written, then matches, then fails for another result, then is rewritten")
  func keeps() throws {
    let old = try file(scenario("a", width: 50), scenario("b", width: 50))
    let first = try layouthost("probe", old, "--expect", golden, "--update")
    #expect(first.status == 0 && first.output.contains("updated"), "\(first.output)")
    let met = try layouthost("probe", old, "--expect", golden)
    #expect(met.status == 0)
    #expect(met.output == "as expected: 2 scenarios of \(golden)\n")

    let new = try file(scenario("a", width: 50), scenario("b", width: 60))
    let differs = try layouthost("probe", new, "--expect", golden)
    #expect(differs.status == 1)
    #expect(
      differs.output.hasPrefix(
        """
        b differs in 3 places
          results[0].elements[cell 0.0].frame
            - [0,0,50,50]
            + [0,0,60,50]

        """), "\(differs.output)")
    #expect(differs.output.contains("different: 1 of 2 scenarios"))
    #expect(try layouthost("probe", new, "--expect", golden, "--update").status == 0)
    #expect(try layouthost("probe", new, "--expect", golden).status == 0)
  }

  @Test("numbers are compared by value, not by spelling, and the order of members does not count")
  func spelling() throws {
    let scenarios = try file(
      #"{"id": 7, "layout": "flow", "sections": [{"count": 1}], "steps": [{"do": "item", "path": [0, 0]}]}"#
    )
    let element =
      #"{"path": [0, 0], "kind": "cell", "id": "0.0", "frame": [0, 0.0, 5e1, 50.0], "alpha": 1, "z": 0, "hidden": false}"#
    try folder.write(
      Array(#"{"results": [{"element": \#(element)}], "id": 7}"#.utf8), to: "golden")
    let run = try layouthost("probe", scenarios, "--expect", golden)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("an extra scenario, a missing one, and an expected error")
  func counts() throws {
    let wrong = #"{"id": "wrong", "layout": "flow", "sections": [], "steps": [{"do": "jump"}]}"#
    let two = try file(scenario("a", width: 50), wrong)
    #expect(try layouthost("probe", two).status == 1)
    #expect(try layouthost("probe", two, "--expect", golden, "--update").status == 0)
    #expect(try layouthost("probe", two, "--expect", golden).status == 0)
    let one = try file(scenario("a", width: 50))
    let fewer = try layouthost("probe", one, "--expect", golden)
    #expect(fewer.status == 1 && fewer.output.contains("wrong is missing from this run"))
    let three = try file(scenario("a", width: 50), wrong, scenario("c", width: 50))
    let more = try layouthost("probe", three, "--expect", golden)
    #expect(more.status == 1 && more.output.contains("c is not in \(golden)"))
  }

  @Test("with --json each scenario that differs is an object with its places")
  func json() throws {
    _ = try layouthost(
      "probe", try file(scenario("a", width: 50)), "--expect", golden, "--update")
    let run = try layouthost(
      "probe", try file(scenario("a", width: 40)), "--expect", golden, "--json")
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONValue(parsing: String($0)).object)
    }
    #expect(run.status == 1 && lines.count == 2)
    let place = try #require(lines[0]["differences"]?.array?.first?.object)
    #expect(place["path"] == "results[0].elements[cell 0.0].frame")
    #expect(place["expected"] == [0, 0, 50, 50] && place["found"] == [0, 0, 40, 50])
    #expect(lines[1]["different"] == 1)
  }

  @Test("a missing file is an error with the remedy")
  func missing() throws {
    let run = try layouthost("probe", try file(scenario("a", width: 50)), "--expect", golden)
    #expect(run.status == 1)
    #expect(run.errors.contains(golden) && run.errors.contains("--update"), "\(run.errors)")
  }

  @Test("an error of parsing names file, line and column")
  func line() throws {
    let broken = try file("", scenario("a", width: 50), #"  {"id": 3,}"#)
    let run = try layouthost("probe", broken)
    #expect(run.output.contains("\(broken), line 3, column 12"), "\(run.output)")
    let piped = try layouthost(["probe"], redirection: "<\(broken)")
    #expect(piped.output.contains("JSON, line 3, column 12"), "\(piped.output)")
    let expected = try layouthost("probe", broken, "--expect", broken)
    #expect(expected.errors.contains("\(broken), line 3"), "\(expected.errors)")
  }
}
