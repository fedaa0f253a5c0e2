// SPDX-License-Identifier: Apache-2.0
//
// The compositional plugin in sessions: frames in numbers, right to left, views with preferred
// sizes, a batch, a refused description.

import LayoutJSON
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

  @Test("views with preferred sizes are laid out in one frame, and keep them through a batch")
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

  @Test("a refused description is reported with its place, and the frame stays")
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

/// Sections that a finger moves across, with every mode of rest.
@Suite("compositional, moved across")
struct CompositionalAcrossTests {
  /// Groups of 100 points, 10 apart, 20 of them, in a strip of 320 points with insets of 10: the last offset is 10 +
  /// 2190 + 10 − 320 = 1890.
  private static func results(
    _ mode: String, _ steps: [JSONValue], direction: String = "ltr"
  ) throws -> [JSONObject] {
    let scenario: JSONValue = [
      "id": "across", "layout": "compositional", "container": [320, 300],
      "direction": .string(direction),
      "properties": [
        "sections": .string(
          "section(gap: 10, insets: 0 10, scroll: \(mode)) { item(100, 80) }")
      ],
      "sections": [["count": 20], ["count": 20]], "steps": .array(steps),
    ]
    return try Probe.results(scenario)
  }

  private static func fling(_ by: Double, _ velocity: Double) -> [JSONValue] {
    [
      ["do": "drag", "by": [.number(-by), 0], "at": [160, 40], "seconds": 0.1],
      ["do": "release", "velocity": [.number(velocity), 0]],
      ["do": "advance", "seconds": 6], ["do": "crossScroll", "section": 0],
    ]
  }

  /// The end of a release after 30 points: at rest, with a small velocity, and flung.
  static let endings: [(mode: String, still: Double, nudged: Double)] = [
    ("continuous", 30, 79.95), ("leadingBoundary", 0, 110), ("paging", 0, 320),
    ("groupPaging", 0, 110), ("groupPagingCentered", 0, 110),
  ]

  @Test("a release ends where the mode says, and the result has the target", arguments: endings)
  func rest(_ ending: (mode: String, still: Double, nudged: Double)) throws {
    for (velocity, rest) in [(0.0, ending.still), (100, ending.nudged)] {
      // A velocity of 100 points a second moves it by 50 points.
      let results = try Self.results(ending.mode, Self.fling(30, velocity))
      let told = try #require(results[1]["cross"]?.object)
      #expect(results[1]["target"]?.numbers == [0, 0])
      #expect(told["section"]?.double == 0)
      let target = try #require(told["target"]?.double)
      #expect(abs(target - rest) < 0.5, "\(ending.mode), \(velocity): \(target)")
      #expect(results[3]["crossOffset"]?.double == target)
      #expect(results[2]["moving"] == .bool(false))
    }
  }

  @Test("beyond the ends a section is pulled back", arguments: endings.map(\.mode))
  func edges(_ mode: String) throws {
    let before = try Self.results(mode, Self.fling(-90, -3000))
    #expect(before[3]["crossOffset"]?.double == 0)
    let start: [JSONValue] = [["do": "crossScroll", "section": 0, "to": 99999]]
    let end = try Self.results(mode, start + Self.fling(90, 3000))
    let last = try #require(end[0]["crossOffset"]?.double)
    #expect(last > 1800 && end[4]["crossOffset"]?.double == last)
  }

  @Test("right to left a section moves with the finger, too", arguments: endings)
  func mirrored(_ ending: (mode: String, still: Double, nudged: Double)) throws {
    let left = try Self.results(ending.mode, Self.fling(30, 700))
    let right = try Self.results(ending.mode, Self.fling(-30, -700), direction: "rtl")
    #expect(left[1]["cross"] == right[1]["cross"])
    #expect(left[3] == right[3])
  }
}
