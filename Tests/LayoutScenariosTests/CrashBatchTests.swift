// SPDX-License-Identifier: Apache-2.0
//
// Records of crashes in sessions with changed data: the batches are in them, and reproduce the crash.

import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("Records of crashes after batches")
struct CrashBatchTests {
  private let home = Result { try TemporaryDirectory() }

  /// The fake layout, which traps when the data have a given number of sections and items.
  private static func trapping(sections: Int, items: Int) throws -> String {
    let trap = """
      { uint32_t items = 0; for (uint32_t at = 0; at < snapshot->section_count; at++) \
      items += snapshot->item_counts[at]; \
      if (snapshot->section_count == \(sections) && items == \(items)) __builtin_trap(); }
      """
    return try FakeLayout.path(flags: ["-DIN_PREPARE=\(trap)"])
  }

  /// Runs a session that ends in a crash in its last step.
  ///
  /// - Returns: The record, and the session's own scenario.
  private func crash(
    _ path: String, sections: JSONValue, _ steps: [JSONValue]
  ) throws -> (record: JSONObject, session: JSONObject) {
    let files = CrashFiles(environment: Environment(["XDG_STATE_HOME": try home.get().path]))
    let maker = LayoutMaker(library: PluginLibrary([]), hasDeadlines: false, crashes: files)
    let scenario: JSONObject = [
      "layout": .string(path), "tier": "worker", "container": [300, 200], "sections": sections,
    ]
    let session = try LiveSession(scenario, maker: maker)
    for (index, step) in steps.enumerated() {
      let (result, isComplete) = session.perform(step)
      let isLast = index == steps.count - 1
      try #require(isComplete != isLast, "step \(index): \(JSONValue.object(result).serialised())")
    }
    let directory = try #require(files.directory)
    let name = try #require(try FileSystem.names(in: directory).last)
    let bytes = try FileSystem.contents(of: "\(directory)/\(name)").bytes
    var recording = session.recording
    recording["steps"] = .array(steps)
    return (try #require(try JSONValue(parsing: bytes).object), recording)
  }

  /// Returns the output of a scenario.
  private func run(_ scenario: JSONObject) throws -> JSONObject {
    let line = JSONValue.object(scenario).serialised()
    let output = ScenarioRunner(library: PluginLibrary([])).run(line: line).output
    return try #require(try JSONValue(parsing: output).object)
  }

  /// Returns all elements at the end of a scenario, with a layout that does not crash. Identities
  /// are left out, since a record names items by their places in its own first frame.
  private func ending(_ scenario: JSONObject, _ layout: String) throws -> [JSONValue] {
    var scenario = scenario
    scenario["layout"] = .string(layout)
    scenario["steps"] = .array((scenario["steps"]?.array ?? []) + [["do": "elements"]])
    let answer = try run(scenario)
    #expect(answer["error"] == nil, "\(JSONValue.object(answer).serialised())")
    let elements = answer["results"]?.array?.last?.object?["elements"]?.array ?? []
    return elements.map { element in
      guard var object = element.object else { return element }
      object["id"] = nil
      return .object(object)
    }
  }

  private func steps(_ scenario: JSONObject, _ name: String) -> [JSONObject] {
    (scenario["steps"]?.array ?? []).compactMap(\.object).filter { $0["do"] == .string(name) }
  }

  @Test("a record with a batch reproduces the crash, in the same call with the same data")
  func replays() throws {
    let path = try Self.trapping(sections: 3, items: 9)
    let (record, session) = try crash(
      path, sections: [["count": 6, "size": [30, 40]], ["items": [[10, 20], [20, 30]]]],
      [
        ["do": "scroll", "to": [0, 20]],
        [
          "do": "batch",
          "ops": [
            ["insert": [0, 1], "size": [11, 12]], ["delete": [0, 5]], ["move": [[1, 0], [0, 0]]],
          ],
        ],
        ["do": "set", "property": "spacing", "value": 7],
        ["do": "batch", "ops": [["reload": [0, 2], "size": [5, 6]], ["moveSection": [1, 0]]]],
        [
          "do": "batch",
          "ops": [["insertSection": 1, "section": ["items": [[9, 9]]]]],
        ],
      ])
    #expect(steps(record, "batch").count == 3)
    #expect(record["sections"]?.array?.count == 2)
    #expect(steps(record, "set").first?["value"] == 7)
    let again = try run(record)
    let error = try #require(again["error"]?.object)
    #expect(error["code"] == "worker-died")
    #expect(error["call"] == "prepare")
    #expect(error["step"] == .integer(Int64((record["steps"]?.array?.count ?? 0) - 1)))
    let results = try #require(again["results"]?.array)
    #expect(results.allSatisfy { $0.object?["error"] == nil }, "none before the last")
    #expect(try ending(record, FakeLayout.path()) == ending(session, FakeLayout.path()))
  }

  @Test("data that changed without a batch change again before the same crash")
  func replaced() throws {
    let path = try Self.trapping(sections: 2, items: 8)
    let untold: JSONValue = ["insert": [0, 0], "size": [9, 8], "told": false]
    let (record, session) = try crash(
      path, sections: [["count": 3, "size": [30, 40]], ["count": 2]],
      [
        ["do": "batch", "ops": [untold, untold], "catch": true], ["do": "reload"],
        ["do": "batch", "ops": [["insert": [1, 1], "size": [3, 4]]]],
      ])
    #expect(record["sections"]?.array?.compactMap { $0.object?["count"] } == [3, 2])
    #expect(steps(record, "reload").count == 1)
    #expect(try run(record)["error"]?.object?["code"] == "worker-died")
    #expect(try ending(record, FakeLayout.path()) == ending(session, FakeLayout.path()))
  }

  @Test(
    "random batches: each record ends in the data that crashed",
    arguments: 1...12 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var model = ArrayModel.random(using: &dice)
    let counts = model.counts.map { JSONValue.integer(Int64($0)) }
    let sections = counts.map { ["count": $0] as JSONValue }
    var steps: [JSONValue] = []
    for _ in 0..<4 {
      let (batch, result) = model.randomBatch(using: &dice)
      steps.append([
        "do": "batch",
        "ops": .array(batch.operations.map { BatchScenarioTests.op($0, result).json }),
      ])
      model = result
    }
    // A new number of sections, so that the crash has one place.
    let extra = (0..<9).map { JSONValue.object(["insertSection": .integer(Int64($0))]) }
    steps.append(["do": "batch", "ops": .array(extra)])
    let path = try Self.trapping(
      sections: model.counts.count + 9, items: model.counts.reduce(0, +))
    let (record, session) = try crash(path, sections: .array(sections), steps)
    #expect(record["sections"]?.array?.compactMap { $0.object?["count"] } == counts, "seed \(seed)")
    #expect(self.steps(record, "batch").count == steps.count, "seed \(seed)")
    #expect(self.steps(record, "reload").isEmpty, "every batch was taken back, seed \(seed)")
    #expect(try run(record)["error"]?.object?["code"] == "worker-died", "seed \(seed)")
    let sound = try FakeLayout.path()
    #expect(try ending(record, sound) == ending(session, sound), "seed \(seed)")
  }
}
