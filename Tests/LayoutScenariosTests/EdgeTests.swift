// SPDX-License-Identifier: Apache-2.0
//
// Values exactly on a limit: of a rectangle, of the content, of the rules for input.

import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("edges in scenarios")
struct EdgeTests {
  @Test("C14: a view is laid out once, with its insets, at the start edge")
  func startsAtInset() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 300], "contentInset": [120, 0, 0, 0],
      "sections": [["count": 20]],
      "steps": [["do": "visible"], ["do": "scroll", "to": [0, 0]], ["do": "visible"]],
    ])
    #expect(results[0]["contentOffset"] == [0, -120])
    let views = results[2]["elements"]?.array?.compactMap { $0.object?["view"]?.integer }
    #expect(views == [0, 1, 2, 3, 4])
  }

  @Test("M4: an offset set beyond an edge stays through an invalidation")
  func beyondTheEdge() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100], "sections": [["count": 20]],
      "steps": [
        ["do": "scroll", "to": [0, -30]], ["do": "invalidate"],
        ["do": "set", "property": "itemAlignment", "value": "start"], ["do": "reload"],
      ],
    ])
    #expect(results[1]["contentOffset"] == [0, -30])
    #expect(results[3]["contentOffset"] == [0, 0], "a reload brings it back")
  }

  @Test(
    "M4: an anchor that changes columns keeps the offset inside the edges",
    arguments: [
      ["do": "batch", "ops": [["delete": [0, 0]]], "animated": false],
      ["do": "set", "property": "columnCount", "value": 3],
      ["do": "resize", "container": [500, 240]],
    ] as [JSONValue])
  func anchorInsideEdges(_ change: JSONValue) throws {
    let heights: [Int64] = [40, 74, 73, 50, 60, 30, 30, 40]
    let sizes: JSONValue = .array((0..<120).map { [100, .integer(heights[$0 % heights.count])] })
    let drag: JSONValue = ["do": "drag", "by": [0, -20], "at": [100, 100], "seconds": 0.1]
    for start in stride(from: 780, to: 810, by: 3) {
      let results = try Probe.results([
        "layout": "waterfall", "container": [320, 240], "sections": [["items": sizes]],
        "steps": [
          ["do": "scroll", "to": [0, .integer(Int64(start))]], drag, change, ["do": "visible"],
        ],
      ])
      #expect(results[3]["contentOffset"]?.numbers.first == 0, "scrolled to \(start)")
    }
  }

  @Test("M4: a batch moves an offset beyond the edge back inside")
  func batchClamps() throws {
    let results = try Probe.results([
      "layout": "waterfall", "container": [320, 240],
      "sections": [["items": [[1, 40], [1, 46], [1, 73], [1, 36], [1, 31], [1, 35]]]],
      "steps": [
        ["do": "scroll", "to": [0, 35]],
        ["do": "batch", "ops": [["delete": [0, 0]]], "animated": false], ["do": "visible"],
      ],
    ])
    #expect(results[2]["contentOffset"] == [0, 0])
  }

  @Test("C144: a movement with a duration is shown by one frame, at its end")
  func dragTakesTime() throws {
    func steps(_ seconds: JSONValue) -> JSONValue {
      [
        ["do": "scroll", "to": [0, 300]], ["do": "trace"],
        ["do": "drag", "by": [0, -20], "at": [0, 0], "seconds": seconds], ["do": "trace"],
        ["do": "item", "path": [0, 36]],
      ]
    }
    func run(_ seconds: JSONValue) throws -> [JSONObject] {
      try Probe.results([
        "layout": "spring", "container": [320, 480], "properties": ["itemSize": [44, 44]],
        "sections": [["count": 400]], "steps": steps(seconds),
      ])
    }
    let (slow, quick) = (try run(0.1), try run(0))
    let calls = slow[3]["calls"]?.array?.compactMap(\.string) ?? []
    #expect(calls.filter { $0 == "layout attributes_in_rect" }.count == 1)
    #expect(slow[4] == quick[4], "springs at rest are pushed at the end of the movement")
  }

  /// A rectangle with an element on its edge, with rounded sums.
  struct Rounded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let layout: String
    let property: String
    let section: JSONValue
    let rect: JSONValue
    let found: [JSONValue]
  }

  static let rounded = [
    Rounded(
      testDescription: "a point on a waterfall's item", layout: "waterfall", property: "rowSpacing",
      section: ["header": 0.2, "items": [[9, 0.5], [9, 10]]], rect: [10, 0.7, 0, 0],
      found: [[0, 1]]),
    Rounded(
      testDescription: "a flat item in a waterfall", layout: "waterfall", property: "rowSpacing",
      section: ["header": 0.1, "items": [[9, 0.2], [9, 0], [9, 10]]],
      rect: [0, 0.30000000000000004, 320, 5], found: [[0, 1], [0, 2]]),
    Rounded(
      testDescription: "a flat line in a flow", layout: "flow", property: "minimumLineSpacing",
      section: ["header": 0.1, "items": [[300, 0.2], [300, 0], [300, 10]]],
      rect: [0, 0.30000000000000004, 320, 5], found: [[0, 1], [0, 2]]),
  ]

  @Test("C9: an element exactly on the edge of a rectangle is found", arguments: rounded)
  func onTheEdge(_ rounded: Rounded) throws {
    var properties: [(String, JSONValue)] = [(rounded.property, 0)]
    if rounded.layout == "waterfall" { properties.append(("columnCount", 1)) }
    let results = try Probe.results([
      "layout": .string(rounded.layout), "container": [320, 480],
      "properties": .object(JSONObject(properties.map { JSONObject.Member($0.0, $0.1) })),
      "sections": [rounded.section], "steps": [["do": "elements", "rect": rounded.rect]],
    ])
    let paths = results[0]["elements"]?.array?.compactMap { $0.object?["path"] }
    #expect(paths == rounded.found)
  }

  @Test("a layout can be named by its file alone, and a wrong file is reported as a file")
  func byPath() throws {
    let path = try bundledPlugin("FlowPlugin")
    let results = try Probe.results([
      "layout": .string(path), "tier": "worker", "sections": [["count": 2]],
      "steps": [["do": "elements"]],
    ])
    #expect(results[0]["count"] == 2)
    let error = try Probe.error(["layout": "nowhere/libNone.so"])
    #expect(error["message"]?.string?.contains("nowhere/libNone.so") == true)
    #expect(error["code"] != "unknown-layout")
  }

  /// Input without meaning, and the name in the error.
  struct Meaningless: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scenario: JSONValue
    let code: JSONValue
    let names: String
  }

  static let meaningless = [
    Meaningless(
      testDescription: "a delegate method that is none",
      scenario: ["layout": "flow", "delegate": ["shouldFoo": [:]]], code: "unknown-key",
      names: "shouldFoo"),
    Meaningless(
      testDescription: "an answer for each item where a section is asked for",
      scenario: [
        "layout": "flow",
        "sections": [["count": 2, "itemQueries": ["minimumLineSpacing": [1, 2]]]],
      ], code: "bad-value", names: "minimumLineSpacing"),
    Meaningless(
      testDescription: "an item that is not there",
      scenario: [
        "layout": "flow", "sections": [["count": 2]],
        "steps": [["do": "invalidate", "items": [[7, 7]]]],
      ], code: "unknown-path", names: "7.7"),
  ]

  @Test("input without meaning is an error that names it", arguments: meaningless)
  func named(_ input: Meaningless) throws {
    let error = try Probe.error(input.scenario)
    #expect(error["code"] == input.code)
    #expect(error["message"]?.string?.contains(input.names) == true)
  }
}
