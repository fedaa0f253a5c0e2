// SPDX-License-Identifier: Apache-2.0
//
// The steps and keys of recordings, one by one.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("steps of recordings")
struct RecordedStepTests {
  private static func results(
    _ steps: [JSONValue], _ more: JSONObject = JSONObject()
  ) throws -> [JSONObject] {
    var scenario: JSONObject = [
      "layout": "flow", "container": [320, 300],
      "sections": [
        ["items": [[50, 50], [50, 50], [50, 50]]], ["count": 2, "size": [40, 40]],
      ],
    ]
    for member in more.members { scenario[member.key] = member.value }
    scenario["steps"] = .array(steps)
    return try Probe.results(.object(scenario))
  }

  private static func error(_ step: JSONValue) throws -> String? {
    try Probe.error(["layout": "flow", "steps": [step]])["code"]?.string
  }

  @Test("a step without a frame of its own shows with the next frame")
  func frames() throws {
    let results = try Self.results([
      ["do": "visible"],
      ["do": "set", "property": "minimumInteritemSpacing", "value": 30, "frame": false],
      ["do": "visible"], ["do": "layoutIfNeeded"], ["do": "visible"],
    ])
    #expect(results[0] == results[2])
    #expect(results[0] != results[4])
  }

  @Test("answers of a step are used from then on, and follow their items")
  func answers() throws {
    let answer: JSONValue = ["query": "sizeForItem", "section": 0, "item": 1, "answer": [80, 50]]
    let results = try Self.results(
      [
        ["do": "invalidate", "answers": [answer]], ["do": "item", "path": [0, 1]],
        ["do": "batch", "ops": [["delete": [0, 0]]], "animated": false],
        ["do": "item", "path": [0, 0]],
      ], ["bound": ["sizeForItem"]])
    #expect(results[1]["element"]?.object?["frame"]?.numbers.suffix(2) == [80, 50])
    #expect(results[3]["element"]?.object?["frame"]?.numbers.suffix(2) == [80, 50])
  }

  @Test("new data show with a reload, and the selection stays if the step says so")
  func data() throws {
    let data: JSONValue = [
      "do": "data", "sections": [["count": 4, "size": [60, 60]]], "selected": [[0, 3]],
    ]
    let results = try Self.results([
      ["do": "select", "paths": [[1, 1]]], data, ["do": "visible"], ["do": "reload"],
      ["do": "visible"], ["do": "deselect", "paths": [[0, 0]]],
    ])
    #expect(results[2].frames.count == 5)
    #expect(results[4].frames.count == 4)
    #expect(results[5]["selected"] == [[0, 3]])
  }

  @Test("a movement in parts equals one in one step, and a refused drop changes nothing")
  func movement() throws {
    let whole = try Self.results([
      ["do": "move", "from": [0, 0], "through": [[150, 25]]], ["do": "advance", "seconds": 1],
      ["do": "visible"],
    ])
    let parts: [JSONValue] = [
      ["do": "move", "phase": "began", "from": [0, 0]],
      ["do": "move", "phase": "moved", "at": [150, 25]], ["do": "advance", "seconds": 0.1],
    ]
    let taken = try Self.results(
      parts + [
        ["do": "move", "phase": "ended"], ["do": "advance", "seconds": 1], ["do": "visible"],
      ])
    #expect(taken[3]["order"] == whole[0]["order"])
    #expect(taken[5].frames == whole[2].frames)
    let refused = try Self.results(
      parts + [
        ["do": "move", "phase": "ended", "delegate": ["moveItem": ["0.0": false]], "catch": true],
        ["do": "move", "phase": "cancelled"],
      ])
    #expect(refused[3]["error"]?.object?["code"] == "data-source")
    #expect(refused[4]["order"]?.array?.first == ["0.0", "0.1", "0.2"])
  }

  @Test("a layout is shown again by its number, with its state")
  func instances() throws {
    let results = try Self.results(
      [
        ["do": "set", "property": "minimumInteritemSpacing", "value": 30], ["do": "visible"],
        ["do": "swap", "layout": "mosaic", "instance": 1],
        ["do": "swap", "layout": "flow", "instance": 0], ["do": "visible"],
      ], ["bound": ["sizeForItem"]])
    #expect(results[1].frames == results[4].frames && results[1].frames.count == 5)
  }

  @Test("courses: a curve by its points, a spring by its numbers")
  func courses() throws {
    let timings: [JSONValue] = [
      ["seconds": 0.4, "curve": "linear"], ["seconds": 0.4, "curve": [0, 0, 1, 1]],
      ["seconds": 0.4, "curve": "easeIn"], ["spring": [0.8, 12, 0]],
    ]
    let shown = try timings.map { timing in
      try Self.results([
        ["do": "swap", "layout": "waterfall", "animated": true, "timing": timing],
        ["do": "advance", "seconds": 0.1, "frames": 1], ["do": "visible"],
      ])[2]
    }
    #expect(shown[0] == shown[1])
    #expect(shown[0] != shown[2] && shown[2] != shown[3])
  }

  @Test("a spring's frequency is in swings a second, and the older form has radians a second")
  func springs() throws {
    func shown(_ spring: JSONValue) throws -> JSONObject {
      try Self.results([
        ["do": "swap", "layout": "waterfall", "animated": true, "timing": ["spring": spring]],
        ["do": "advance", "seconds": 0.1, "frames": 1], ["do": "visible"],
      ])[2]
    }
    let older = try shown([0.8, .number(2 * .pi * 1.75), 0.5])
    #expect(try shown(["dampingRatio": 0.8, "frequency": 1.75, "velocity": 0.5]) == older)
    let exact: JSONValue = [
      "dampingRatio": 0.8, "angularFrequency": .number(2 * .pi * 1.75), "velocity": 0.5,
    ]
    #expect(try shown(exact) == older)
    #expect(try shown(["dampingRatio": 0.8, "frequency": 3.5, "velocity": 0.5]) != older)
    let both: JSONValue = ["dampingRatio": 1, "frequency": 1, "angularFrequency": 6]
    for wrong: JSONValue in [both, ["dampingRatio": 1], [1, 0, 0], [1, 12], ["frequency": 1]] {
      let code = try Self.error(["do": "swap", "layout": "mosaic", "timing": ["spring": wrong]])
      #expect(code == "bad-value" || code == "missing-key", "\(wrong)")
    }
  }

  @Test(
    "a mistake in a step is named",
    arguments: [
      (["do": "advance", "seconds": 1, "answers": [["query": "q", "section": 0]]], "bad-value"),
      (["do": "move", "phase": "moved"], "missing-key"),
      (["do": "menu", "phase": "performed"], "missing-key"),
      (["do": "bind", "queries": 3], "bad-value"),
      (["do": "resize", "container": [9, 9], "timing": ["curve": "linear"]], "bad-value"),
      (["do": "transition", "to": "mosaic", "begin": true, "progress": 1], "bad-value"),
      (["do": "reload", "preferred": [["cell", [0, 0]]]], "bad-value"),
      (["do": "reload", "delegate": ["targetForMove": ["0.0": ["x": [0, 1]]]]], "bad-value"),
    ] as [(JSONValue, String)])
  func wrong(_ step: JSONValue, _ code: String) throws {
    #expect(try Self.error(step) == code)
  }
}
