// SPDX-License-Identifier: Apache-2.0
//
// Transitions between layouts in scenarios: animated, and interactive.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("transitions in scenarios")
struct TransitionScenarioTests {
  private func results(_ steps: [JSONValue]) throws -> [JSONObject] {
    try Probe.results([
      "layout": "flow", "container": [320, 300],
      "sections": [["items": [[50, 40], [60, 50], [70, 60], [80, 70], [90, 80], [100, 90]]]],
      "steps": .array(steps),
    ])
  }

  /// Returns a frame between two others, element by element.
  private func between(
    _ a: JSONObject, _ b: JSONObject, _ share: Double
  ) -> [String: [Double]] {
    a.frames.merging(b.frames) { zip($0, $1).map { $0 + ($1 - $0) * share } }
  }

  private func expectNear(
    _ found: [String: [Double]], _ wanted: [String: [Double]], _ name: Comment
  ) {
    #expect(found.keys.sorted() == wanted.keys.sorted(), name)
    for (key, frame) in found {
      for (a, b) in zip(frame, wanted[key] ?? []) { #expect(abs(a - b) < 1e-9, "\(name): \(key)") }
    }
  }

  @Test("M3: a transition shows each share of the movement, and its end equals that of a swap")
  func progress() throws {
    let results = try results([
      ["do": "visible"], ["do": "transition", "to": "waterfall", "progress": 0.25],
      ["do": "visible"], ["do": "transition", "to": "waterfall", "progress": 0.75],
      ["do": "visible"], ["do": "transition", "to": "waterfall", "finish": true],
      ["do": "advance", "seconds": 1], ["do": "visible"],
    ])
    let swapped = try self.results([["do": "swap", "layout": "waterfall"], ["do": "visible"]])
    #expect(results[1]["contentOffset"] == [0, 0])
    expectNear(results[2].frames, between(results[0], swapped[1], 0.25), "a quarter")
    expectNear(results[4].frames, between(results[0], swapped[1], 0.75), "three quarters")
    #expect(results[7]["elements"] == swapped[1]["elements"])
    #expect(results[5]["anchor"] == swapped[0]["anchor"])
  }

  @Test("M3: a cancelled transition restores the frame, bit for bit")
  func cancel() throws {
    let results = try results([
      ["do": "visible"], ["do": "transition", "to": "mosaic", "progress": 0.6],
      ["do": "transition", "to": "mosaic", "finish": false], ["do": "advance", "seconds": 1],
      ["do": "visible"], ["do": "set", "property": "minimumLineSpacing", "value": 3],
      ["do": "transition", "to": "waterfall", "progress": 0.5],
      ["do": "transition", "to": "mosaic", "progress": 0.5, "catch": true],
    ])
    #expect(results[4] == results[0])
    #expect(results[7]["error"]?.object?["code"] == "transition-under-way")
  }

  @Test("M3: an animated swap takes its duration")
  func animated() throws {
    let results = try results([
      ["do": "visible"],
      ["do": "swap", "layout": "waterfall", "animated": true, "seconds": 0.5],
      ["do": "advance", "seconds": 0.25, "frames": 1], ["do": "visible"],
      ["do": "advance", "seconds": 0.25, "frames": 1], ["do": "visible"],
    ])
    let swapped = try self.results([["do": "swap", "layout": "waterfall"], ["do": "visible"]])
    #expect(results[2]["moving"] == true)
    expectNear(results[3].frames, between(results[0], swapped[1], 0.5), "half the time")
    #expect(results[5]["elements"] == swapped[1]["elements"])
  }

  @Test("the properties of a swap are used from its first frame on")
  func properties() throws {
    let results = try results([
      ["do": "swap", "layout": "waterfall", "properties": ["columnCount": 1]], ["do": "visible"],
    ])
    #expect(results[1].frames["cell 0.1"]?.prefix(3) == [0, 50, 320])
  }

  @Test("cells are filled again during a transition to a layout that shows more of them")
  func reconfigures() throws {
    let results = try results([
      ["do": "set", "property": "estimatedItemSize", "value": [50, 50]], ["do": "visible"],
      ["do": "transition", "to": "mosaic", "progress": 0.5],
      ["do": "reconfigure", "paths": [[0, 0]]],
      ["do": "transition", "to": "mosaic", "finish": false],
      ["do": "advance", "seconds": 1], ["do": "visible"],
    ])
    #expect(results[6] == results[1])
  }
}
