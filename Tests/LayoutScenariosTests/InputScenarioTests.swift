// SPDX-License-Identifier: Apache-2.0
//
// Keys, the wheel and scrolling to an item in scenarios.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("keys and wheel in scenarios")
struct InputScenarioTests {
  private func offsets(
    _ steps: [JSONValue], with keys: [String: JSONValue] = [:]
  ) throws -> [[Double]] {
    // Rows of five, 60 apart: 1000 items are 11 990 points.
    var scenario = JSONObject()
      .with("layout", "flow").with("sections", [["count": 1000, "size": [50, 50]]])
      .with("steps", .array(steps))
    for key in keys.keys.sorted() { scenario = scenario.with(key, keys[key]) }
    return try Probe.results(.object(scenario)).map { $0["contentOffset"]?.numbers ?? [] }
  }

  @Test(
    "M9: every position, inside the edges",
    arguments: [
      ("top", 6000.0), ("centeredVertically", 5785), ("bottom", 5570), ("nearest", 5570),
      ("left", 0), ("right", 0), ("centeredHorizontally", 0),
    ])
  func positions(position: String, offset: Double) throws {
    let step: JSONValue = [
      "do": "scrollToItem", "path": [0, 500], "position": .string(position),
    ]
    #expect(try offsets([step]) == [[0, offset]])
  }

  @Test("M9: animated, the offset reaches the position by the clock")
  func animated() throws {
    let found = try offsets([
      ["do": "scrollToItem", "path": [0, 500], "position": "top", "animated": true],
      ["do": "advance", "seconds": 0.2], ["do": "advance", "seconds": 5],
      ["do": "scrollToItem", "path": [0, 999]],
    ])
    #expect(found[0] == [0, 0] && found[1][1] > 0 && found[1][1] < 6000)
    #expect(found[2] == [0, 6000] && found[3] == [0, 11_510])
  }

  @Test("M12: the wheel and keys, with modifiers, inside the edges")
  func keys() throws {
    let found = try offsets([
      ["do": "wheel", "by": [0, 75]], ["do": "wheel", "by": [0, -100]],
      ["do": "key", "name": "down"], ["do": "key", "name": "pageDown", "modifiers": []],
      ["do": "key", "name": "end"], ["do": "key", "name": "up", "modifiers": ["command"]],
    ])
    #expect(found.map { $0[1] } == [75, 0, 40, 520, 11_510, 0])
  }

  @Test("M13: shift and arrows extend the selection, and the view scrolls to the selected item")
  func selection() throws {
    let results = try Probe.results([
      "layout": "flow", "selection": "multiple", "container": [320, 170],
      "sections": [["count": 1000, "size": [50, 50]]],
      "steps": [
        ["do": "select", "paths": [[0, 11]]],
        ["do": "key", "name": "down", "modifiers": ["shift"]], ["do": "select", "paths": []],
      ],
    ])
    #expect(results[1]["contentOffset"]?.numbers == [0, 60])
    #expect(
      results[2]["selected"] == [[0, 11], [0, 12], [0, 13], [0, 14], [0, 15], [0, 16]])
  }

  @Test(
    "a wrong step is refused by name",
    arguments: [
      (["do": "scrollToItem", "path": [0, 5]], "unknown-path", "0.5"),
      (["do": "scrollToItem", "position": "top"], "missing-key", "'path'"),
      (["do": "scrollToItem", "path": [0, 0], "position": "middle"], "bad-value", "nearest"),
      (["do": "wheel"], "missing-key", "'by'"),
      (["do": "wheel", "by": 3], "bad-value", "[dx, dy]"),
      (["do": "key", "name": "F1"], "bad-value", "pageDown"),
      (["do": "key", "name": "up", "modifiers": ["hyper"]], "bad-value", "command"),
      (["do": "key", "name": "up", "modifiers": "shift"], "bad-value", "an array"),
    ] as [(JSONValue, String, String)])
  func refused(step: JSONValue, code: String, names: String) throws {
    let error = try Probe.error(["layout": "flow", "sections": [["count": 5]], "steps": [step]])
    #expect(error["code"]?.string == code)
    #expect(error["message"]?.string?.contains(names) == true, "\(error)")
  }
}
