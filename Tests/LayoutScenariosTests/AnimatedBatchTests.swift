// SPDX-License-Identifier: Apache-2.0
//
// The results of a batch, and the screen during its animation.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("animated batches in scenarios")
struct AnimatedBatchTests {
  /// "cell 0.1 = +1: [0, 15, 20, 20] α 0.5", with "leaving" after it.
  private func lines(_ elements: JSONValue?) -> [String] {
    elements?.array?.compactMap(\.object).map { element in
      let id = element["id"]?.string.map { " = \($0)" } ?? ""
      let frame = element["frame"]?.numbers.map { "\(Int($0))" }.joined(separator: " ") ?? "?"
      let leaving = element["leaving"] == true ? " leaving" : ""
      return "\(element.key)\(id): \(frame) α \(element["alpha"]?.double ?? -1)\(leaving)"
    } ?? []
  }

  /// Sizes differ, so the only line is at the leading edge with gaps of 10.
  private static let scenario: JSONValue = [
    "layout": "flow", "container": [100, 100],
    "sections": [["items": [[30, 30], [40, 40]], "header": 10]],
    "steps": [
      [
        "do": "batch", "ops": [["insert": [0, 0], "size": [20, 20]], ["delete": [0, 1]]],
        "seconds": 0.5,
      ],
      ["do": "advance", "seconds": 0.25, "frames": 2], ["do": "visible"],
      ["do": "advance", "seconds": 0.25, "frames": 1], ["do": "visible"],
      ["do": "batch", "ops": [["move": [[0, 0], [0, 1]]]], "animated": false], ["do": "visible"],
      ["do": "apply", "snapshot": [["0", ["+1"]]]], ["do": "visible"],
      ["do": "batch", "ops": []],
    ],
  ]

  @Test(
    "B6, B7, C91, C99: a batch reports starts of elements by new paths, and ends by old paths")
  func report() throws {
    let results = try Probe.results(Self.scenario)
    #expect(
      results[0]["calls"] == [
        "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect", "final",
        "initial", "finalizeUpdates",
      ])
    #expect(
      lines(results[0]["initial"]) == [
        "cell 0.0 = +1: 0 15 20 20 α 0.0", "cell 0.1 = 0.0: 0 15 30 30 α 1.0",
        "header 0.0: 0 0 100 10 α 1.0",
      ])
    #expect(
      lines(results[0]["final"]) == [
        "cell 0.0 = 0.0: 30 10 30 30 α 1.0", "cell 0.1 = 0.1: 40 10 40 40 α 0.0",
        "header 0.0: 0 0 100 10 α 1.0",
      ])
    #expect(results[9]["calls"] == [], "nothing changed")
    #expect(results[9]["initial"] == [])
  }

  @Test("B7: separators follow the items of their lines, and backgrounds their sections")
  func decorations() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100],
      "properties": ["separators": true, "sectionBackground": "section"],
      "sections": [["items": [[100, 20], [100, 20]]], ["items": [[100, 20]]]],
      "steps": [
        ["do": "batch", "ops": [["insert": [0, 0], "size": [100, 20]], ["insertSection": 1]]]
      ],
    ])
    // The line of the former second item is the third now; the second section is the third.
    #expect(
      lines(results[0]["initial"]).filter { !$0.hasPrefix("cell") } == [
        "sectionBackground 0.0: 0 0 100 50 α 1.0", "separator 0.1: 0 24 100 1 α 0.0",
        "separator 0.2: 0 24 100 1 α 1.0", "sectionBackground 2.0: 0 50 100 20 α 1.0",
      ])
  }

  @Test("B6, C95: the reported stages are the calls to a layout with update hooks, in order")
  func heard() throws {
    let results = try Probe.results([
      "layout": "pendulum", "container": [400, 700], "sections": [["count": 2]],
      "steps": [
        ["do": "batch", "ops": [["insert": [0, 0]], ["delete": [0, 1]]]], ["do": "trace"],
      ],
    ])
    let slots = [
      "prepare", "prepare_for_updates", "content_size", "attributes_in_rect", "final", "initial",
      "finalize_updates",
    ]
    let calls = results[1]["calls"]?.array?.compactMap(\.string) ?? []
    let words = calls.map { $0.split(separator: " ").map(String.init) }
    let begin = try #require(words.lastIndex(of: ["layout", "prepare"]))
    let heard = words[begin...].filter { $0[0] == "layout" && slots.contains($0[1]) }.map { $0[1] }
    #expect(heard == slots)
    let told = results[0]["calls"]?.array?.compactMap(\.string) ?? []
    #expect(told.first == "invalidate")
    #expect(told.dropFirst().map { $0.lowercased() } == slots.map { $0.filter { $0 != "_" } })
  }

  @Test(
    "B7, C102: halfway all elements are halfway, and leaving ones keep their view until the end")
  func midway() throws {
    let results = try Probe.results(Self.scenario)
    #expect(results[1]["moving"] == true)
    // easeInOut is symmetric: half the time is half the distance.
    #expect(
      lines(results[2]["elements"]) == [
        "cell 0.0 = +1: 0 15 20 20 α 0.5", "cell 0.1 = 0.0: 15 12 30 30 α 1.0",
        "cell 0.1 = 0.1: 40 10 40 40 α 0.5 leaving", "header 0.0: 0 0 100 10 α 1.0",
      ])
    #expect(results[3]["moving"] == false)
    #expect(
      lines(results[4]["elements"]) == [
        "cell 0.0 = +1: 0 15 20 20 α 1.0", "cell 0.1 = 0.0: 30 10 30 30 α 1.0",
        "header 0.0: 0 0 100 10 α 1.0",
      ])
  }

  @Test("without animation the result is there at once, and a snapshot is animated like a batch")
  func atOnce() throws {
    let results = try Probe.results(Self.scenario)
    #expect(
      lines(results[6]["elements"]) == [
        "cell 0.0 = 0.0: 0 10 30 30 α 1.0", "cell 0.1 = +1: 40 15 20 20 α 1.0",
        "header 0.0: 0 0 100 10 α 1.0",
      ])
    #expect(
      lines(results[8]["elements"]) == [
        "cell 0.0 = +1: 40 15 20 20 α 1.0", "cell 0.0 = 0.0: 0 10 30 30 α 1.0 leaving",
        "header 0.0: 0 0 100 10 α 1.0",
      ])
  }
}
