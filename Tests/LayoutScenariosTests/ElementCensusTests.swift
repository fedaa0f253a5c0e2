// SPDX-License-Identifier: Apache-2.0
//
// Counting elements strip by strip against asking for all of them.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("element census")
struct ElementCensusTests {
  @Test(
    "strip by strip gives the count and the first few that one question gives",
    arguments: ["vertical", "horizontal"], [0, 1, 50])
  func agreesWithOneQuestion(direction: String, limit: Int) throws {
    let scenario: JSONValue = [
      "id": "census", "layout": "flow", "container": [300, 400],
      "properties": ["scrollDirection": .string(direction), "minimumLineSpacing": 3],
      "queries": ["insetForSection": [5, 6, 7, 8]],
      "sections": [
        ["header": [30, 40], "items": .array(Self.sizes(9_000))], ["count": 0, "footer": [7, 9]],
        ["count": 5_000, "size": [31, 17], "footer": [20, 10]],
      ], "steps": [],
    ]
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()))
    let view = try ScenarioSession(Scenario(scenario), maker: maker).view
    for rect in [nil, Rect(x: 10, y: 90, width: 40_000, height: 30_000)] {
      let all = try view.elements(in: rect).sorted(by: isListedBefore)
      #expect(all.count > 500)
      let census = try ElementCensus(of: view, in: rect ?? view.searchArea, limit: limit)
      #expect(census.count == all.count)
      #expect(census.first == Array(all.prefix(limit)))
    }
  }

  private static func sizes(_ count: Int) -> [JSONValue] {
    var dice = SeededGenerator(seed: 7)
    return (0..<count).map { _ in
      [.number(.random(in: 5...290, using: &dice)), .number(.random(in: 5...120, using: &dice))]
    }
  }

  @Test("a scenario that asks for a few of very many gets them and the whole count")
  func countsManyItems() throws {
    let result = try #require(
      try Probe.results([
        "id": "many", "layout": "flow", "container": [320, 480],
        "sections": [["count": 2_000_000, "size": [50, 50]]],
        "steps": [["do": "elements", "limit": 2]],
      ]).first)
    #expect(result["count"] == .integer(2_000_000))
    #expect(result.frames.count == 2)
    #expect(result.frames["cell 0.1"] == [67.5, 0, 50, 50])
  }
}
