// SPDX-License-Identifier: Apache-2.0
//
// The compositional plugin in sessions: frames in numbers, right to left, views with sizes of their
// own, a batch, a description that is refused.

import LayoutLoading
import Testing

@Suite("compositional")
struct CompositionalTests {
  private static let nested = """
    section(gap: 10, insets: 5 10, header: 30, footer: 8, background: 2) {
      row(100%, 120, gap: 10) {
        item(200, 100%, badge: bottomLeading 20 10 -4 4)
        column(fill, 100%, gap: 20) { 2 * item }
      }
    }
    """

  private static func scenario(
    _ text: String, _ sections: [JSONValue], _ steps: [JSONValue], direction: String = "ltr"
  ) -> JSONValue {
    [
      "id": "compositional", "layout": "compositional", "container": [320, 300],
      "direction": .string(direction), "properties": ["sections": .string(text)],
      "sections": .array(sections), "steps": .array(steps),
    ]
  }

  /// By hand: 10 + 200 + 10 + 90 + 10 = 320; 30 + 5 + 120 + 10 + 120 + 5 + 8 = 298.
  private static let golden: [String: [Double]] = [
    "cell 0.0": [10, 35, 200, 120], "cell 0.1": [220, 35, 90, 50], "cell 0.2": [220, 105, 90, 50],
    "cell 0.3": [10, 165, 200, 120], "header 0.0": [10, 0, 300, 30],
    "footer 0.0": [10, 290, 300, 8], "badge 0.0": [6, 149, 20, 10],
    "badge 0.3": [6, 279, 20, 10], "sectionBackground 0.0": [2, 32, 316, 256],
  ]

  @Test("a nested group in numbers")
  func frames() throws {
    let scenario = Self.scenario(Self.nested, [["count": 4]], [["do": "elements"]])
    let result = try #require(try Probe.results(scenario).first)
    #expect(result["contentSize"]?.numbers == [320, 298])
    #expect(result.frames == Self.golden)
  }

  @Test("right to left is the mirror image")
  func mirrored() throws {
    let scenario = Self.scenario(
      Self.nested, [["count": 4]], [["do": "elements"]], direction: "rtl")
    let result = try #require(try Probe.results(scenario).first)
    let mirrored = Self.golden.mapValues { [320 - $0[0] - $0[2], $0[1], $0[2], $0[3]] }
    #expect(result.frames == mirrored)
  }

  @Test("views with sizes of their own are laid out in one frame, and keep them through a batch")
  func sizesItself() throws {
    let sizes: [JSONValue] = [30, 50, 70, 20].map { [320, .number($0)] }
    let scenario = Self.scenario(
      "section(gap: 2) { item(100%, ~40) }", [["count": 4, "preferred": .array(sizes)]],
      [
        ["do": "elements"], ["do": "batch", "ops": [["delete": [0, 1]]], "animated": false],
        ["do": "elements"],
      ])
    let results = try Probe.results(scenario)
    #expect(results[0].frames["cell 0.3"] == [0, 156, 320, 20])
    #expect(results[0]["contentSize"]?.numbers == [320, 176])
    #expect(results[2].frames["cell 0.2"] == [0, 104, 320, 20])
    #expect(results[2]["contentSize"]?.numbers == [320, 124])
  }

  @Test("a description that is refused is told with its place, and the frame stays")
  func refused() throws {
    let steps: [JSONValue] = [
      [
        "do": "set", "property": "sections", "value": "section { item(1, 2, gap: 3) }",
        "catch": true,
      ],
      ["do": "elements"],
    ]
    let results = try Probe.results(Self.scenario(Self.nested, [["count": 4]], steps))
    let message = results[0]["error"]?.object?["message"]?.string ?? ""
    #expect(message.contains("sections, line 1, column 22: an item has the options"), "\(message)")
    #expect(results[1].frames == Self.golden)
  }
}
