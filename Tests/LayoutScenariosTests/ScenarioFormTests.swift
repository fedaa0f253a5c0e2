// SPDX-License-Identifier: Apache-2.0
//
// The form of scenarios and their answers: keys, defaults, numbers, order, errors.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@testable import LayoutScenarios

@Suite("the form of scenarios")
struct ScenarioFormTests {
  @Test("an answer has this text: keys in order, whole numbers without a point, ids and views")
  func golden() {
    let scenario: JSONValue = [
      "id": "two", "layout": "flow", "container": [100, 100],
      "sections": [["items": [[50, 20], [30.5, 20]], "header": 10]],
      "steps": [
        ["do": "visible"], ["do": "elements", "limit": 1], ["do": "scroll", "to": [0, -0.0]],
      ],
    ]
    #expect(
      Probe.output(scenario) == """
        {"id":"two","results":[{"contentOffset":[0,0],"elements":[\
        {"kind":"cell","path":[0,0],"id":"0.0","frame":[0,10,50,20],"alpha":1,"z":0,\
        "hidden":false,"view":0,"pixels":[0,10,50,20]},\
        {"kind":"cell","path":[0,1],"id":"0.1","frame":[60,10,30.5,20],"alpha":1,"z":0,\
        "hidden":false,"view":1,"pixels":[60,10,31,20]},\
        {"kind":"header","path":[0,0],"category":"supplementary","frame":[0,0,100,10],"alpha":1,\
        "z":0,"hidden":false,"view":2,"pixels":[0,0,100,10]}]},\
        {"contentSize":[100,30],"count":3,"elements":[\
        {"kind":"cell","path":[0,0],"id":"0.0","frame":[0,10,50,20],"alpha":1,"z":0,\
        "hidden":false}]},{"contentOffset":[0,0]}]}
        """)
  }

  @Test("elements are ordered by category, section, item and then by the bytes of the kind")
  func order() throws {
    let section: JSONValue = ["count": 2, "size": [20, 20], "header": 5, "footer": 5]
    let result = try #require(
      try Probe.results([
        "layout": "flow", "sections": [section, section], "steps": [["do": "elements"]],
      ]).first)
    let keys = try #require(result["elements"]?.array).compactMap { $0.object?.key }
    #expect(
      keys == [
        "cell 0.0", "cell 0.1", "cell 1.0", "cell 1.1", "footer 0.0", "header 0.0", "footer 1.0",
        "header 1.0",
      ])
  }

  @Test("F15: queries of a section, of all sections, of items, and a null size are distinguished")
  func queries() throws {
    let result = try #require(
      try Probe.results([
        "layout": "flow", "container": [100, 100],
        "properties": ["itemSize": [7, 7], "lineAlignment": "leading", "itemAlignment": "start"],
        "queries": ["minimumInteritemSpacing": 1],
        "sections": [
          ["items": [[10, 10], nil, [12, 10]]],
          [
            "count": 2, "queries": ["minimumInteritemSpacing": 5],
            "itemQueries": ["sizeForItem": [[3, 3], nil]],
          ],
        ], "steps": [["do": "elements"]],
      ]).first)
    #expect(
      result.frames == [
        "cell 0.0": [0, 0, 10, 10], "cell 0.1": [11, 0, 7, 7], "cell 0.2": [19, 0, 12, 10],
        "cell 1.0": [0, 10, 3, 3], "cell 1.1": [8, 10, 7, 7],
      ])
  }

  @Test("a count with a size is one answer, so a hundred million items open at once")
  func uniform() throws {
    let result = try #require(
      try Probe.results([
        "layout": "flow", "container": [500, 500],
        "properties": ["minimumLineSpacing": 0, "minimumInteritemSpacing": 0],
        "sections": [["count": 100_000_000, "size": [50, 50]]],
        "steps": [
          ["do": "elements", "rect": [0, 499_999_950, 500, 50]],
          ["do": "item", "path": [0, 99_999_999]],
        ],
      ]).first)
    #expect(result["contentSize"]?.numbers == [500, 500_000_000])
    #expect(result["count"] == 10)
  }

  /// A scenario, the code of its error and the name in the message.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let scenario: JSONValue
    let code: String
    let names: String
    var testDescription: String { scenario.serialised() }

    init(_ scenario: JSONValue, _ code: String, _ names: String) {
      (self.scenario, self.code, self.names) = (scenario, code, names)
    }
  }

  static let wrong = [
    Wrong([:], "missing-key", "'layout'"),
    Wrong(["layout": "flow", "stps": []], "unknown-key", "'stps'"),
    Wrong(["layout": "spiral"], "unknown-layout", "spiral"),
    Wrong(["layout": 3], "bad-value", "a string"),
    Wrong(["layout": "flow", "container": [1, 2, 3]], "bad-value", "'container'"),
    Wrong(["layout": "flow", "container": [-1, 2]], "bad-value", "'container'"),
    Wrong(["layout": "flow", "tier": "cloud"], "bad-value", "worker"),
    Wrong(["layout": "flow", "tier": "sandbox"], "bad-value", "sandboxed"),
    Wrong(["layout": "flow", "direction": "up"], "bad-value", "rtl"),
    Wrong(["layout": "flow", "scale": 0], "bad-value", "'scale'"),
    Wrong(["layout": "flow", "scroll": ["speed": 1]], "unknown-key", "'speed'"),
    Wrong(["layout": "flow", "properties": ["itemsize": [1, 1]]], "unknown-property", "itemSize"),
    Wrong(["layout": "flow", "properties": ["itemSize": "big"]], "bad-value", "itemSize"),
    Wrong(["layout": "flow", "properties": ["itemSize": [-1, 1]]], "out-of-range", "itemSize"),
    Wrong(["layout": "flow", "properties": ["lineAlignment": "left"]], "unknown-case", "left"),
    Wrong(["layout": "flow", "queries": ["colour": 1]], "unknown-query", "'colour'"),
    Wrong(
      ["layout": "flow", "queries": ["headerSize": "tall"], "sections": [["count": 1]]],
      "bad-value", "headerSize"),
    Wrong(["layout": "flow", "sections": [["count": -1]]], "bad-value", "'count'"),
    Wrong(["layout": "flow", "sections": [["count": 1, "items": []]]], "bad-value", "not both"),
    Wrong(["layout": "flow", "sections": [["items": [[1]]]]], "bad-value", "'items'[0]"),
    Wrong(
      ["layout": "flow", "sections": [["count": 2, "itemQueries": ["sizeForItem": [[1, 1]]]]]],
      "bad-value", "1 answers for 2 items"),
    Wrong(
      ["layout": "flow", "sections": [["count": 2, "preferred": [[1, 1]]]]], "bad-value",
      "1 sizes for 2 items"),
    Wrong(["layout": "/dev/null#flow"], "not-a-file", "/dev/null"),
  ]

  @Test("a scenario without meaning is refused by name before it starts", arguments: wrong)
  func refuses(_ wrong: Wrong) throws {
    let answer = try Probe.run(.object(try #require(wrong.scenario.object).with("id", "x")))
    #expect(answer["id"] == "x")
    #expect(answer["results"] == [])
    let error = try #require(answer["error"]?.object)
    #expect(error["code"]?.string == wrong.code)
    #expect(error["message"]?.string?.contains(wrong.names) == true, "\(error)")
    #expect(error["step"] == nil)
  }

  static let wrongSteps = [
    Wrong(["do": "jump"], "unknown-step", "'jump'"),
    Wrong([:], "missing-key", "'do'"),
    Wrong(["do": "visible", "limit": 3], "unknown-key", "'limit'"),
    Wrong(["do": "scroll"], "missing-key", "'to'"),
    Wrong(["do": "scroll", "to": "top"], "bad-value", "'to'"),
    Wrong(["do": "set", "property": "nothing", "value": 1], "unknown-property", "nothing"),
    Wrong(["do": "call", "action": "detach"], "unknown-action", "detach"),
    Wrong(["do": "supplementary", "kind": "badge", "path": [0, 0]], "unknown-kind", "badge"),
    Wrong(["do": "item", "path": [0]], "bad-value", "'path'"),
    Wrong(["do": "swap", "layout": "spiral"], "unknown-layout", "spiral"),
    Wrong(["do": "swap", "layout": "mosaic", "animated": 1], "bad-value", "'animated'"),
    Wrong(
      ["do": "swap", "layout": "mosaic", "properties": ["columns": 1]], "unknown-property",
      "columns"),
    Wrong(["do": "transition", "to": "mosaic"], "missing-key", "'progress' or 'finish'"),
    Wrong(["do": "transition", "to": "mosaic", "progress": 1.5], "bad-value", "from 0 to 1"),
    Wrong(
      ["do": "transition", "to": "mosaic", "progress": 1, "finish": true], "bad-value",
      "'progress' or 'finish'"),
    Wrong(["do": "transition", "to": "spiral", "progress": 0], "unknown-layout", "spiral"),
    Wrong(["do": "advance", "seconds": -1], "bad-value", "'seconds'"),
    Wrong(["do": "batch"], "missing-key", "'ops'"),
    Wrong(["do": "batch", "ops": [["remove": [0, 0]]]], "bad-value", "insertSection"),
    Wrong(
      ["do": "batch", "ops": [["insert": [0, 0], "delete": [0, 1]]]], "bad-value", "2 of them"),
    Wrong(
      ["do": "batch", "ops": [["delete": [0, 0], "size": [1, 1]]]], "unknown-key", "'size'"),
    Wrong(["do": "batch", "ops": [["insert": [0, 0], "size": [1]]]], "bad-value", "'size'"),
    Wrong(["do": "batch", "ops": [["move": [0, 1]]]], "bad-value", "'move'"),
    Wrong(["do": "batch", "ops": [["moveSection": [0]]]], "bad-value", "'moveSection'"),
    Wrong(
      ["do": "batch", "ops": [["insertSection": 0, "section": ["itmes": []]]]], "unknown-key",
      "'itmes'"),
    Wrong(
      ["do": "batch", "ops": [["insertSection": 0, "section": ["queries": ["colour": 1]]]]],
      "unknown-query", "'colour'"),
    Wrong(
      [
        "do": "batch",
        "ops": [["insertSection": 0, "section": ["queries": ["minimumLineSpacing": "wide"]]]],
      ], "bad-value", "minimumLineSpacing"),
    Wrong(["do": "batch", "ops": [["delete": [0, 9]]]], "invalid-update", "delete of item 0.9"),
    Wrong(["do": "apply", "snapshot": [["0", ["a", "a"]]]], "duplicate-identity", "Item a"),
    Wrong(["do": "apply", "snapshot": [[0, []], ["0", []]]], "duplicate-identity", "Section 0"),
    Wrong(["do": "apply", "snapshot": [["0"]]], "bad-value", "'snapshot'[0]"),
  ]

  @Test(
    "a wrong step ends the scenario with its number, and with catch it is that step's result",
    arguments: wrongSteps)
  func refusesStep(_ wrong: Wrong) throws {
    let step = try #require(wrong.scenario.object)
    let base = JSONObject().with("layout", "flow").with("sections", [["count": 3]])
    let plain: JSONValue = .object(step)
    let ended = try Probe.run(
      .object(base.with("steps", [["do": "reload"], plain, ["do": "reload"]])))
    #expect(ended["results"]?.array?.count == 1)
    let error = try #require(ended["error"]?.object)
    #expect(error["step"] == 1)
    #expect(error["code"]?.string == wrong.code)
    #expect(error["message"]?.string?.contains(wrong.names) == true, "\(error)")

    let caught: JSONValue = .object(step.with("catch", true))
    let results = try Probe.results(
      .object(base.with("steps", [caught, ["do": "visible"]])))
    #expect(results.first?["error"]?.object?["code"]?.string == wrong.code)
    #expect(results.last?["elements"]?.array?.count == 3)
  }

  @Test(
    "a line that is not an object gives an error and the id null",
    arguments: ["{", "[]", "7", #"{"a":1,"a":2}"#])
  func malformed(line: String) throws {
    let (output, isComplete) = ScenarioRunner(library: PluginLibrary([])).run(line: line)
    #expect(!isComplete)
    let answer = try #require(try JSONValue(parsing: output).object)
    #expect(answer["id"] == .null)
    #expect(answer["error"]?.object?["code"] != nil)
    #expect(answer["results"] == nil)
  }

  @Test("an integer may be written in hexadecimal, as colours are")
  func hexadecimal() throws {
    let fill = PropertyDescriptor(
      name: "fill", help: "", unit: "", type: .integer, defaultValue: .integer(0), minimum: 0,
      maximum: 255, cases: [], isOptional: false)
    #expect(try fill.value(text: "0x1f") == .integer(31))
    #expect(try fill.value(text: "31") == .integer(31))
    #expect(throws: LayoutError.self) { try fill.value(text: "0xfz") }
    #expect(throws: LayoutError.self) { try fill.value(text: "0x") }
  }
}
