// SPDX-License-Identifier: Apache-2.0
//
// Edges that are equal in exact coordinates are equal in pixels, in random layouts at every scale.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios
import LayoutTesting
import Testing

/// One seed is 50 random layouts. `LAYOUT_SEED=7` plays seed 7 alone.
@Suite("Shared pixel edges")
struct SharedEdgeTests {
  private static let library = PluginLibrary(SearchPath.standard())
  private static let scales = [1, 1.25, 1.5, 2, 3]
  private static let layoutsPerSeed = 50

  @Test(
    "M11: elements that share an edge share its pixel: 10,000 random layouts in make soak",
    arguments: Soak.seeds(short: 8, long: 200))
  func shared(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    var sharedCount = 0
    for number in 0..<Self.layoutsPerSeed {
      let scale = Self.scales[number % Self.scales.count]
      let scenario = Self.scenario(scale, &dice)
      let output = ScenarioRunner(library: Self.library).run(line: scenario.serialised()).output
      let answer = try JSONValue(parsing: output).object
      #expect(answer?["error"] == nil, "\(output.suffix(300))")
      let shown = answer?["results"]?.array?.last?.object?["elements"]?.array
      let elements = (shown ?? []).compactMap(\.object)
      for axis in 0...1 {
        let edges = Edge.all(of: elements, along: axis, scale)
        for (a, b) in zip(edges, edges.dropFirst()) where b.exact - a.exact < 1e-7 {
          sharedCount += 1
          #expect(
            a.pixel == b.pixel,
            """
            seed \(seed): \(a.exact) is pixel \(a.pixel), \(b.exact) is pixel \(b.pixel) in \
            \(scenario.serialised())
            """)
        }
      }
    }
    #expect(sharedCount > 500, "the layouts share edges")
  }

  /// An edge of an element, exactly and in whole pixels.
  private struct Edge {
    let exact: Double
    let pixel: Double

    static func all(of elements: [JSONObject], along axis: Int, _ scale: Double) -> [Edge] {
      var edges: [Edge] = []
      for element in elements {
        let (frame, pixels) = (
          element["frame"]?.numbers ?? [], element["pixels"]?.numbers ?? []
        )
        for (exact, snapped) in [
          (frame[axis], pixels[axis]),
          (frame[axis] + frame[axis + 2], pixels[axis] + pixels[axis + 2]),
        ] {
          edges.append(Edge(exact: exact, pixel: (snapped * scale).rounded()))
        }
      }
      return edges.sorted { $0.exact < $1.exact }
    }
  }

  /// A layout without gaps, so that neighbours touch.
  private static func scenario(_ scale: Double, _ dice: inout SeededGenerator) -> JSONValue {
    func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    let parts = [1, 2, 4, 3, 10].randomElement(using: &dice)!
    let inset = Double(whole(0...40)) / Double(parts)
    let isMirrored = whole(0...3) == 0
    var scenario: JSONObject = [
      "scale": .number(scale),
      "container": [.number(Double(whole(60...900)) / Double(whole(1...2))), 120],
      "direction": isMirrored ? "rtl" : "ltr",
      "contentInset": [0, .number(inset), 0, .number(Double(whole(0...20)) / 2)],
    ]
    let offset: JSONValue = [0, .number(Double(whole(0...200)) / 4)]
    scenario["steps"] = [["do": "scroll", "to": offset], ["do": "visible"]]
    let count = whole(1...17)
    switch whole(0...3) {
    case 0:
      scenario["layout"] = "waterfall"
      scenario["properties"] = [
        "columnCount": .integer(Int64(count)), "columnSpacing": 0, "rowSpacing": 0,
      ]
      scenario["sections"] = [["items": sizes(&dice)]]
    case 1:
      scenario["layout"] = "flow"
      scenario["properties"] = [
        "minimumInteritemSpacing": 0, "minimumLineSpacing": 0, "itemAlignment": "stretch",
        "lineAlignment": .string(["leading", "center", "trailing"].randomElement(using: &dice)!),
      ]
      scenario["sections"] = [["items": sizes(&dice)]]
    case 2:
      scenario["layout"] = "mosaic"
      scenario["properties"] = ["padding": 0]
      scenario["sections"] = [["count": 40]]
    default:
      scenario["layout"] = "compositional"
      let text = "section { row(100%, \(Double(whole(20...200)) / 8)) { \(count) * item } }"
      scenario["properties"] = ["sections": .string(text)]
      scenario["sections"] = [["count": 120]]
    }
    return .object(scenario)
  }

  private static func sizes(_ dice: inout SeededGenerator) -> JSONValue {
    let denominator = Double([1, 2, 3, 6, 7, 16].randomElement(using: &dice)!)
    return .array(
      (0..<80).map { _ in
        [
          .number(Double(Int.random(in: 10...300, using: &dice)) / denominator),
          .number(Double(Int.random(in: 10...200, using: &dice)) / denominator),
        ]
      })
  }
}
