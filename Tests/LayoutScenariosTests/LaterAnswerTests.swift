// SPDX-License-Identifier: Apache-2.0
//
// Answers that steps give to queries of the layout: they are used from then on.

import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("answers that steps give")
struct LaterAnswerTests {
  /// The tops of the first items of the first two lines, after `steps`, in a flow of lines of five.
  private func tops(_ section: JSONObject, _ steps: JSONValue...) throws -> [Double?] {
    try tops(section, steps)
  }

  private func tops(_ section: JSONObject, _ steps: [JSONValue]) throws -> [Double?] {
    let results = try Probe.results([
      "layout": "flow", "container": [300, 400], "sections": [.object(section)],
      "steps": .array(steps + [["do": "visible"]]),
    ])
    let frames = try #require(results.last).frames
    return [frames["cell 0.0"]?[1], frames["cell 0.5"]?[1]]
  }

  private static let section: JSONObject = ["count": 30, "size": [50, 50]]

  private static func spacing(_ answer: JSONValue) -> JSONValue {
    [["query": "minimumLineSpacing", "section": 0, "answer": answer]]
  }

  @Test(
    "an answer of a step overrides a section's answer, and a missing one",
    arguments: [true, false])
  func section(isAnswered: Bool) throws {
    var section = Self.section
    if isAnswered { section["queries"] = ["minimumLineSpacing": 4] }
    #expect(try tops(section) == [0, isAnswered ? 54 : 60])
    let step: JSONValue = ["do": "invalidate", "answers": Self.spacing(50)]
    #expect(try tops(section, step) == [0, 100])
    // It is used from then on, also for a later layout.
    #expect(try tops(section, step, ["do": "swap", "layout": "flow"]) == [0, 100])
    let early: JSONValue = ["do": "invalidate", "answersBefore": Self.spacing(50)]
    #expect(try tops(section, early) == [0, 100])
  }

  @Test(
    "they are used by a layout that exists already and is shown later",
    arguments: [
      // Prepared beside the one on screen.
      (
        [["do": "swap", "layout": "flow", "hot": true, "commit": false]],
        [["do": "swap", "layout": "flow", "hot": true]]
      ),
      // In an interactive transition.
      (
        [["do": "transition", "to": "flow", "progress": 0.5]],
        [["do": "transition", "to": "flow", "finish": true, "animated": false]]
      ),
      // It was shown before, and is shown again with its state.
      (
        [["do": "swap", "layout": "flow", "instance": 1], ["do": "swap", "layout": "mosaic"]],
        [["do": "swap", "layout": "flow", "instance": 1]]
      ),
    ] as [([JSONValue], [JSONValue])])
  func madeBefore(_ before: [JSONValue], _ after: [JSONValue]) throws {
    let answered: JSONValue = ["do": "invalidate", "answers": Self.spacing(50)]
    #expect(try tops(Self.section, before + [answered] + after) == [0, 100])
    // An answer of the data counts too.
    var section = Self.section
    section["queries"] = ["minimumLineSpacing": 50]
    let filled: JSONValue = [
      "do": "batch", "ops": [["insertSection": 0, "section": .object(section)]], "animated": false,
    ]
    #expect(try tops(Self.section, before + [filled] + after) == [0, 100])
  }

  @Test("a new version that is swapped in prepares with the headers of its direction")
  func direction() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [300, 400], "properties": ["scrollDirection": "horizontal"],
      "sections": [["count": 30, "size": [50, 50], "header": 20]],
      "steps": [
        ["do": "elements"], ["do": "swap", "layout": "flow", "hot": true], ["do": "elements"],
      ],
    ])
    let (before, after) = (results[0].frames, results[2].frames)
    let header = before.first { $0.key.hasPrefix("header") }
    #expect(header?.value.suffix(2) == [20, 400], "\(before)")
    #expect(before == after)
  }

  @Test("they are used by the old layout when it is shown again after a failure")
  func takenBack() throws {
    let failing = "-DIN_PREPARE={ static int n; if (++n == 2) return LAYOUT_ERROR_FAILED; }"
    let results = try Probe.results([
      "layout": .string(try FakeLayout.path()), "container": [300, 400],
      "sections": [["count": 30]],
      "steps": [
        ["do": "swap", "layout": .string(try FakeLayout.path(flags: [failing])), "hot": true],
        [
          "do": "invalidate",
          "answers": [["query": "sizeForItem", "section": 0, "item": 0, "answer": [70, 90]]],
        ],
        ["do": "visible"],
      ],
    ])
    #expect(try #require(results.last).frames["cell 0.0"]?.suffix(2) == [70, 90])
  }

  @Test("a batch may give the first answer, about its new data")
  func batch() throws {
    let step: JSONValue = [
      "do": "batch", "ops": [["insertSection": 0, "section": .object(Self.section)]],
      "animated": false, "answers": Self.spacing(50),
    ]
    #expect(try tops(Self.section, step) == [0, 100])
  }

  @Test("sizes, of items with and without an earlier one", arguments: [true, false])
  func sizes(hasSizes: Bool) throws {
    let section: JSONObject = hasSizes ? Self.section : ["count": 30]
    let step: JSONValue = [
      "do": "invalidate",
      "answers": [["query": "sizeForItem", "section": 0, "item": 2, "answer": [50, 90]]],
    ]
    #expect(try tops(section, step) == [20, 100])
  }

  @Test("headers")
  func header() throws {
    var section = Self.section
    section["header"] = 20
    let step: JSONValue = [
      "do": "invalidate",
      "answers": [["query": "headerSize", "section": 0, "answer": [300, 70]]],
    ]
    #expect(try tops(section, step) == [70, 130])
  }

  @Test("an unknown query, or an answer of another type, is an error of that step")
  func refused() throws {
    func error(_ answer: JSONValue) throws -> JSONObject {
      try Probe.error([
        "layout": "flow", "sections": [.object(Self.section)],
        "steps": [["do": "visible"], ["do": "invalidate", "answers": [answer]]],
      ])
    }
    let unknown = try error(["query": "colour", "section": 0, "answer": 1])
    #expect(unknown["code"] == "unknown-query" && unknown["step"] == 1)
    let wrong = try error(["query": "minimumLineSpacing", "section": 0, "answer": "wide"])
    #expect(wrong["step"] == 1)
    #expect(wrong["message"]?.string?.contains("minimumLineSpacing") == true)
  }

  @Test("a query with further arguments is answered by the step that gets it, or by none")
  func asked() throws {
    let asking = """
      { double height = 10; \
      const layout_query_functions *query = self->host->query(self->host->context, 2); \
      if (query) ((layout_status (*)(void *, uint32_t, uint32_t, double, double *))query->one)( \
      query->context, 0, 1, 70, &height); self->spacing = height; }
      """
    let results = try Probe.results([
      "layout": .string(try FakeLayout.path(flags: ["-DIN_PREPARE=\(asking)"])),
      "sections": [["count": 3]], "asked": [["heightForItem", [0, 1], [70], 60]],
      "steps": [
        ["do": "elements", "limit": 0],
        ["do": "invalidate", "asked": [["heightForItem", [0, 1], [70], 33]]],
        ["do": "elements", "limit": 0], ["do": "invalidate"], ["do": "elements", "limit": 0],
      ],
    ])
    let heights = results.compactMap { $0["contentSize"]?.numbers.last }
    // A header, a row, and the requested space.
    #expect(heights == [130, 103, 80])
  }

  @Test("a request for a view fails in the step that lists it, and no other one")
  func failing() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [200, 100], "sections": [["count": 3, "size": [50, 40]]],
      "steps": [
        ["do": "reload", "catch": true, "failing": [["cell", [0, 2]]]],
        ["do": "layoutIfNeeded"],
        ["do": "reload", "catch": true, "failing": [["cell"]]],
        ["do": "reload", "catch": true, "failing": [["cell", [0, 1], 1]]],
        ["do": "reload", "catch": true, "failing": [["cell", [0, 1], -1]]],
      ],
    ])
    let errors = results.map { $0["error"]?.object?["message"]?.string ?? "" }
    #expect(errors[0].contains("cell 0.2") && errors[1].isEmpty, "\(errors)")
    #expect(errors[2].contains("[kind, path]"), "\(errors[2])")
    #expect(errors[3].isEmpty, "it is asked for once: \(errors[3])")
    #expect(errors[4].contains("'failing'[0]"), "\(errors[4])")
  }

  @Test("the time of a drag has passed if its frame is on screen, and that with the sizes is not")
  func failingDrag() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [200, 100], "properties": ["estimatedItemSize": [150, 40]],
      "sections": [["count": 30, "preferred": [150, 10]]],
      "steps": [
        [
          "do": "drag", "by": [0, -90], "at": [10, 90], "seconds": 0.25, "catch": true,
          "failing": [["cell", [0, 8]]],
        ],
        ["do": "advance", "to": 0.125, "catch": true],
      ],
    ])
    let errors = results.map { $0["error"]?.object?["code"]?.string ?? "" }
    #expect(errors == ["data-source", "clock"])
  }
}
