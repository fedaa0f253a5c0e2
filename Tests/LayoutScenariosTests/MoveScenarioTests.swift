// SPDX-License-Identifier: Apache-2.0
//
// Interactive movements of items in scenarios.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("moving in scenarios")
struct MoveScenarioTests {
  /// Rows of five, 67.5 apart and 60 high: seven items, then two behind a header of 20.
  private func results(
    _ steps: [JSONValue], with keys: [String: JSONValue] = [:], layout: JSONValue = "flow"
  ) throws -> [JSONObject] {
    var scenario = JSONObject()
      .with("layout", layout)
      .with(
        "sections",
        [["count": 7, "size": [50, 50]], ["items": [[50, 50], [60, 50]], "header": 20]]
      )
      .with("steps", .array(steps))
    for key in keys.keys.sorted() { scenario = scenario.with(key, keys[key]) }
    return try Probe.results(.object(scenario))
  }

  private func order(_ result: JSONObject) -> [[String]] {
    result["order"]?.array?.map { $0.array?.compactMap(\.string) ?? [] } ?? []
  }

  @Test("M7: the order after a drop, after one across sections, and after a cancel")
  func orders() throws {
    let results = try results([
      ["do": "move", "from": [0, 0], "through": [[150, 20], [160, 25]]],
      ["do": "move", "from": [1, 1], "through": [[20, 80]], "drop": true],
      ["do": "move", "from": [0, 6], "through": [[20, 20]], "drop": false],
      ["do": "move", "from": [0, 6], "through": []],
      ["do": "advance", "seconds": 1], ["do": "visible"],
    ])
    let first = ["0.1", "0.2", "0.0", "0.3", "0.4", "0.5", "0.6"]
    #expect(order(results[0]) == [first, ["1.0", "1.1"]])
    let second = ["0.1", "0.2", "0.0", "0.3", "0.4", "1.1", "0.5", "0.6"]
    #expect(order(results[1]) == [second, ["1.0"]])
    #expect(order(results[2]) == [second, ["1.0"]] && order(results[3]) == [second, ["1.0"]])
    let elements = results[5]["elements"]?.array?.compactMap(\.object) ?? []
    #expect(elements.compactMap { $0["id"]?.string } == second + ["1.0"])
    #expect(elements.first { $0["id"] == "1.1" }?["frame"]?.numbers == [0, 60, 60, 50])
  }

  @Test("M7: the data source moves once, and only if the item has a new place")
  func once() throws {
    let results = try results([
      ["do": "trace"],
      ["do": "move", "from": [0, 0], "through": [[90, 20], [160, 25], [230, 25]]],
      ["do": "trace"], ["do": "move", "from": [0, 0], "through": [[10, 10]]], ["do": "trace"],
    ])
    let moves = [2, 4].map { index in
      (results[index]["calls"]?.array ?? []).compactMap(\.string).filter {
        $0.contains("moveItem") || $0.contains("canMove")
      }
    }
    #expect(moves == [["data canMove 0.0", "data moveItem 0.0 0.3"], ["data canMove 0.0"]])
  }

  @Test("an item that may not be moved stays")
  func fixed() throws {
    let result = try #require(
      try results(
        [["do": "move", "from": [0, 0], "through": [[160, 25]]]],
        with: ["delegate": ["canMove": ["0.0": false]]]
      ).first)
    #expect(order(result).first?.first == "0.0")
  }

  @Test("M13: the selection follows the moved items, also through a reload")
  func selection() throws {
    let results = try results(
      [
        ["do": "select", "paths": [[0, 0], [0, 3]]],
        ["do": "move", "from": [0, 0], "through": [[160, 25]]], ["do": "select", "paths": []],
        ["do": "reload"], ["do": "select", "paths": []],
        ["do": "batch", "ops": [["delete": [0, 0]], ["insert": [0, 4]]]],
        ["do": "select", "paths": []], ["do": "reload"], ["do": "select", "paths": []],
      ], with: ["selection": "multiple"])
    #expect(results[2]["selected"] == [[0, 2], [0, 3]])
    #expect(results[4]["selected"] == [[0, 2], [0, 3]])
    #expect(results[6]["selected"] == [[0, 1], [0, 2]])
    #expect(results[8]["selected"] == [[0, 1], [0, 2]])
  }

  @Test("M7: a worker gives the same orders", arguments: ["flow", "waterfall"])
  func worker(layout: String) throws {
    let steps: [JSONValue] = [
      ["do": "move", "from": [0, 0], "through": [[90, 20], [20, 130], [160, 25]]],
      ["do": "elements"],
    ]
    let tiers = try ["in-process", "worker"].map {
      try results(steps, with: ["tier": .string($0)], layout: .string(layout))
    }
    #expect(tiers[0] == tiers[1])
  }

  @Test(
    "a wrong step is refused by name",
    arguments: [
      (["do": "move", "through": [[1, 1]]], "missing-key", "'from'"),
      (["do": "move", "from": [0, 7], "through": [[1, 1]]], "unknown-path", "0.7"),
      (["do": "move", "from": [0, 0], "through": [1, 1]], "bad-value", "[x, y]"),
      (["do": "move", "from": [0, 0], "drop": "yes"], "bad-value", "'drop'"),
      (["do": "move", "from": [0, 0], "to": [0, 1]], "unknown-key", "'to'"),
    ] as [(JSONValue, String, String)])
  func refused(step: JSONValue, code: String, names: String) throws {
    let error = try Probe.error(["layout": "flow", "sections": [["count": 7]], "steps": [step]])
    #expect(error["code"]?.string == code)
    #expect(error["message"]?.string?.contains(names) == true, "\(error)")
  }
}
