// SPDX-License-Identifier: Apache-2.0
//
// The accessibility tree as scenarios print it.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("accessibility in scenarios")
struct AccessibilityTests {
  @Test("C35, C123: the tree in reading order, and the notices since the last time")
  func tree() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [110, 200],
      "sections": [
        ["items": [[60, 50], [60, 50]], "header": 20],
        ["count": 40, "size": [50, 50], "header": 20, "footer": 10],
      ],
      "steps": [
        ["do": "accessibility"], ["do": "scroll", "to": [0, 60]], ["do": "accessibility"],
        ["do": "reload"], ["do": "accessibility"],
      ],
    ])
    let told = results.filter { $0["tree"] != nil }
    #expect(
      told.map { $0["notices"] } == [
        ["layoutChanged"], [], ["layoutChanged", "screenChanged"],
      ])
    let tree = try #require(told.first?["tree"]?.object)
    #expect(tree["role"] == "list" && tree["index"] == .null && tree["count"] == 42)
    #expect(tree["frame"] == [0, 0, 110, 200] && tree["actions"] == ["scrollDown"])
    let children = tree["children"]?.array?.compactMap(\.object) ?? []
    #expect(children.map { $0["role"] } == ["heading"] + two + ["heading"] + two)
    #expect(children.map { $0["path"] } == [[0, 0], [0, 0], [0, 1], [1, 0], [1, 0], [1, 1]])
    #expect(children.map { $0["index"] } == [0, 0, 1, 1, 0, 1])
    #expect(children.map { $0["count"] } == [2, 2, 2, 2, 40, 40])
    #expect(children[2]["frame"] == [25, 80, 60, 50])
    #expect(children[2]["label"] == "0.1" && children[2]["actions"] == ["activate"])
    #expect(children[2]["children"] == [])
    let later = try #require(told.last?["tree"]?.object)
    #expect(later["frame"] == [0, 60, 110, 200])
    #expect(later["actions"] == ["scrollUp", "scrollDown"])
  }

  private let two: [JSONValue] = ["listItem", "listItem"]
}
