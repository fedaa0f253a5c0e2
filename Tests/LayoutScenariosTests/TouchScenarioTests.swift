// SPDX-License-Identifier: Apache-2.0
//
// Touches, selection and menus in scenarios.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("touches in scenarios")
struct TouchScenarioTests {
  private func results(
    _ steps: [JSONValue], with keys: [String: JSONValue] = [:]
  ) throws -> [JSONObject] {
    var scenario = JSONObject()
      .with("layout", "flow").with("sections", [["count": 6, "size": [50, 50]]])
      .with("steps", .array(steps))
    for key in keys.keys.sorted() { scenario = scenario.with(key, keys[key]) }
    return try Probe.results(.object(scenario))
  }

  private func touch(_ phase: JSONValue, _ item: Int) -> JSONValue {
    ["do": "touch", "phase": phase, "path": [0, .integer(Int64(item))]]
  }

  private func calls(_ result: JSONObject) -> [String] {
    result["delegate"]?.array?.compactMap(\.string) ?? []
  }

  @Test("C113: touch steps print the delegate's calls in order")
  func order() throws {
    let results = try results([
      touch("began", 1), touch("ended", 1), touch("began", 2), touch("ended", 2),
      touch("began", 0), touch("cancelled", 0), ["do": "deselect", "paths": [[0, 5]]],
    ])
    #expect(
      results.prefix(6).map(calls) == [
        ["shouldHighlight", "didHighlight"], ["shouldSelect", "didSelect", "didUnhighlight"],
        ["shouldHighlight", "didHighlight"],
        ["shouldSelect", "didDeselect", "didSelect", "didUnhighlight"],
        ["shouldHighlight", "didHighlight"], ["didUnhighlight"],
      ])
    #expect(results[0]["path"]?.numbers == [0, 1])
    #expect(results[6]["selected"] == [[0, 2]])
  }

  @Test("C112, C113: a delegate refuses by path, and the mode decides which questions it gets")
  func refusals() throws {
    let results = try results(
      [
        ["do": "select", "paths": [[0, 3], [0, 4]]],
        touch("began", 1), touch("ended", 1), touch("began", 2), touch("ended", 2),
        touch("began", 3), touch("ended", 3), touch("began", 4), touch("ended", 4),
        ["do": "select", "paths": []],
      ],
      with: [
        "selection": "multiple",
        "delegate": [
          "shouldHighlight": ["0.1": false], "shouldSelect": ["0.2": false],
          "shouldDeselect": ["0.3": false],
        ],
      ])
    #expect(results[0]["selected"] == [[0, 3], [0, 4]])
    #expect(calls(results[1]) == ["shouldHighlight"] && calls(results[2]).isEmpty)
    #expect(calls(results[4]) == ["shouldSelect", "didUnhighlight"])
    #expect(calls(results[6]) == ["shouldDeselect", "didUnhighlight"])
    #expect(calls(results[8]) == ["shouldDeselect", "didDeselect", "didUnhighlight"])
    #expect(results[9]["selected"] == [[0, 3]])
  }

  @Test("C112: single keeps the last item, none selects nothing, configure changes the mode")
  func modes() throws {
    let both: JSONValue = ["do": "select", "paths": [[0, 1], [0, 2]]]
    let results = try results([
      both, ["do": "configure", "selection": "none"], both,
      ["do": "configure", "selection": "multiple"], both,
      ["do": "deselect", "paths": [[0, 1]]],
    ])
    #expect(results[0]["selected"] == [[0, 2]] && results[2]["selected"] == [])
    #expect(results[4]["selected"] == [[0, 1], [0, 2]] && results[5]["selected"] == [[0, 2]])
  }

  @Test("a touch at a place in the viewport finds the item there, or none")
  func places() throws {
    let results = try results([
      ["do": "touch", "phase": "began", "at": [70, 10]],
      ["do": "touch", "phase": "ended", "at": [300, 400]],
      ["do": "select", "paths": []],
    ])
    #expect(results[0]["path"]?.numbers == [0, 1])
    #expect(results[1]["path"] == .null && calls(results[1]) == ["didUnhighlight"])
    #expect(results[2]["selected"] == [])
  }

  @Test("C119: menus offer the actions that the delegate allows and perform the chosen one")
  func menus() throws {
    let results = try results(
      [
        ["do": "menu", "path": [0, 1], "action": "copy"],
        ["do": "menu", "path": [0, 1], "action": "paste"],
        ["do": "menu", "path": [0, 2], "action": "copy"], ["do": "menu", "path": [0, 0]],
        touch("held", 0), ["do": "trace"],
      ],
      with: [
        "delegate": [
          "shouldShowMenu": ["0.2": false], "canPerformAction": ["0.1": ["paste": false]],
        ]
      ])
    #expect(results[0]["actions"] == ["cut", "copy"] && results[0]["performed"] == "copy")
    #expect(results[1]["actions"] == ["cut", "copy"] && results[1]["performed"] == .null)
    #expect(results[2]["actions"] == [] && results[2]["performed"] == .null)
    #expect(results[3]["actions"] == ["cut", "copy", "paste"])
    #expect(results[3]["performed"] == .null)
    #expect(
      calls(results[4]) == ["shouldShowMenu"] + Array(repeating: "canPerformAction", count: 3))
    let trace = results[5]["calls"]?.array?.compactMap(\.string) ?? []
    #expect(trace.contains("delegate performAction 0.1"))
  }

  @Test(
    "a wrong step, a wrong answer and a wrong path are refused by name",
    arguments: [
      (["do": "touch", "path": [0, 0]], "missing-key", "'phase'"),
      (["do": "touch", "phase": "began"], "missing-key", "'path'"),
      (["do": "touch", "phase": "began", "path": [0, 0], "at": [1, 1]], "bad-value", "'at'"),
      (["do": "touch", "phase": "pressed", "path": [0, 0]], "bad-value", "began"),
      (["do": "touch", "phase": "began", "path": [0, 9]], "unknown-path", "0.9"),
      (["do": "select", "paths": [[0, 0], [1, 0]]], "unknown-path", "1.0"),
      (["do": "select"], "missing-key", "'paths'"),
      (["do": "deselect", "paths": [[0, 6]]], "unknown-path", "0.6"),
      (["do": "menu", "path": [0, 0], "action": "burn"], "bad-value", "copy"),
      (["do": "menu", "path": [3, 0]], "unknown-path", "3.0"),
      (["do": "configure", "delegate": ["shouldJump": [:]]], "unknown-key", "'shouldJump'"),
      (["do": "configure", "delegate": ["shouldSelect": ["0": true]]], "bad-value", "\"0\""),
      (["do": "configure", "delegate": ["shouldSelect": ["0.1": 1]]], "bad-value", "0.1"),
      (["do": "configure", "selection": "both"], "bad-value", "multiple"),
    ] as [(JSONValue, String, String)])
  func refused(step: JSONValue, code: String, names: String) throws {
    let error = try Probe.error([
      "layout": "flow", "sections": [["count": 6]], "steps": [step],
    ])
    #expect(error["code"]?.string == code)
    #expect(error["message"]?.string?.contains(names) == true, "\(error)")
  }
}
