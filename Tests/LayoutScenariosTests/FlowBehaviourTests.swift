// SPDX-License-Identifier: Apache-2.0
//
// The settings of a flow, one by one, with the bundled plugin.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("settings of a flow")
struct FlowBehaviourTests {
  /// Every element of a flow of these sections, by "kind section.item".
  private func frames(
    _ sections: JSONValue, _ properties: JSONValue = [:], viewportSize: JSONValue = [320, 480]
  ) throws -> [String: [Double]] {
    let results = try Probe.results([
      "layout": "flow", "container": viewportSize, "sections": sections, "properties": properties,
      "steps": [["do": "elements"]],
    ])
    return try #require(results.first).frames
  }

  @Test("C77: a line is filled until the next item does not fit, and lines are rows or columns")
  func lines() throws {
    let sections: JSONValue = [["count": 7, "size": [90, 50]]]
    let rows = try frames(sections)
    // Three of 90 and two gaps of 10 fit 320, and the rest widens the gaps to 25.
    #expect((0..<7).map { rows["cell 0.\($0)"]?[0] } == [0, 115, 230, 0, 115, 230, 0])
    #expect((0..<7).map { rows["cell 0.\($0)"]?[1] } == [0, 0, 0, 60, 60, 60, 120])
    let columns = try frames(
      sections, ["scrollDirection": "horizontal"], viewportSize: [320, 200])
    #expect((0..<7).map { columns["cell 0.\($0)"]?[1] } == [0, 75, 150, 0, 75, 150, 0])
    #expect((0..<7).map { columns["cell 0.\($0)"]?[0] } == [0, 0, 0, 100, 100, 100, 200])
  }

  @Test("C79: one size for all items, and the app's answer for a single one")
  func itemSize() throws {
    let found = try frames(
      [["items": [[60, 40], nil, [20, 20]]]],
      ["itemSize": [30, 35], "lineAlignment": "leading", "itemAlignment": "start"])
    #expect(found["cell 0.0"] == [0, 0, 60, 40])
    #expect(found["cell 0.1"] == [70, 0, 30, 35])
    #expect(found["cell 0.2"] == [110, 0, 20, 20])
    #expect(try frames([["count": 1]])["cell 0.0"]?.suffix(2) == [50, 50])
  }

  @Test("C80, C81, C82: spacing between lines and between cells of a line, optionally by section")
  func spacing() throws {
    let found = try frames(
      [
        ["count": 4, "size": [100, 50]],
        [
          "count": 4, "size": [100, 50],
          "queries": ["minimumLineSpacing": 3, "minimumInteritemSpacing": 7],
        ],
      ],
      ["minimumLineSpacing": 20, "minimumInteritemSpacing": 5, "lineAlignment": "leading"],
      viewportSize: [310, 480])
    // Three of 100 and two gaps of 5 fill the line exactly; with gaps of 7 only two fit.
    #expect((0..<4).map { found["cell 0.\($0)"]?[0] } == [0, 105, 210, 0])
    #expect((0..<4).map { found["cell 0.\($0)"]?[1] } == [0, 0, 0, 70])
    #expect((0..<4).map { found["cell 1.\($0)"]?[0] } == [0, 107, 0, 107])
    #expect((0..<4).map { found["cell 1.\($0)"]?[1] } == [120, 120, 173, 173])
  }

  @Test(
    "C83, C84: insets keep lines from header, footer and edges, and leave room for fewer items")
  func insets() throws {
    let found = try frames(
      [
        ["count": 3, "size": [100, 50], "header": 20, "footer": 30],
        [
          "count": 3, "size": [100, 50],
          "queries": ["insetForSection": [0, 15, 0, 0]],
        ],
      ],
      ["sectionInset": [7, 40, 9, 5], "lineAlignment": "leading"])
    // 320 minus 45 has room for two.
    #expect(found["header 0.0"] == [0, 0, 320, 20])
    #expect(found["cell 0.0"] == [40, 27, 100, 50])
    #expect(found["cell 0.1"] == [150, 27, 100, 50])
    #expect(found["cell 0.2"] == [40, 87, 100, 50])
    #expect(found["footer 0.0"] == [0, 146, 320, 30])
    #expect(found["cell 1.0"] == [15, 176, 100, 50])
    #expect(found["cell 1.1"]?[0] == 125 && found["cell 1.2"]?[1] == 236)
  }

  @Test("C85, C86: headers and footers are supplementary elements with the section's lengths")
  func headers() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [320, 480],
      "properties": ["headerReferenceSize": [50, 25], "footerReferenceSize": [0, 15]],
      "sections": [
        ["count": 1, "size": [50, 50]],
        ["count": 1, "size": [50, 50], "header": [10, 40], "footer": 0],
      ],
      "steps": [["do": "elements"]],
    ])
    let found = try #require(results.first)
    // They set only the length along the scroll axis; across they have the container's width.
    #expect(found.frames["header 0.0"] == [0, 0, 320, 25])
    #expect(found.frames["footer 0.0"] == [0, 75, 320, 15])
    #expect(found.frames["header 1.0"] == [0, 90, 320, 40])
    #expect(found.frames["footer 1.0"] == nil, "without a length there is none")
    let elements = found["elements"]?.array?.compactMap(\.object) ?? []
    let kinds = elements.filter { $0["category"] == "supplementary" }.map { $0["kind"]?.string }
    #expect(kinds == ["footer", "header", "header"])
  }
}
