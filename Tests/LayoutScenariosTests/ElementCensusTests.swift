// SPDX-License-Identifier: Apache-2.0
//
// Compares the count of elements strip by strip with a query for all of them.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("element census")
struct ElementCensusTests {
  @Test(
    "strip by strip gives the same count and first elements as one query",
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
      let census = try ElementCensus(of: view, in: rect, limit: limit)
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

  @Test("a scenario that asks for a few of very many gets them and the total count")
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

  /// 100,000 items of two sizes, in a flow with a limit of elements for each answer.
  private final class Wall: CollectionViewDataSource {
    let view: CollectionView

    init(mostElements: Int) throws {
      let image = try PluginImage.open(
        PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled))
      var limits = AnswerLimits()
      limits.mostElements = mostElements
      let layout = CollectionLayout(
        try InProcessConnection(image: image, layout: "flow", limits: limits))
      try layout.bind("sizeForItem") { (path: ItemPath) -> Size? in
        path.item % 7 == 0 ? Size(width: 200, height: 90) : Size(width: 20, height: 10)
      }
      view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
      view.dataSource = self
      view.register(Cell.self, forCellWithReuseIdentifier: "cell")
      try view.layoutIfNeeded()
    }

    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
      100_000
    }

    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
  }

  @Test(
    "visiting gives each element once, for any limit of an answer",
    arguments: [131_072, 5_000, 100])
  func visits(mostElements: Int) throws {
    let wall = try Wall(mostElements: mostElements)
    for rect in [nil, Rect(x: 30, y: 900, width: 150, height: 60_000)] {
      let area = rect ?? Rect(origin: .zero, size: wall.view.contentSize)
      // The elements of one answer without such a limit.
      let whole = try Wall(mostElements: .max)
      let answer = AnswerBuffer()
      try whole.view.collectionViewLayout.connection.attributes(in: area, into: answer)
      var (found, most) = ([] as [ItemPath], 0)
      try wall.view.visitElements(in: rect) { part in
        found += part.map(\.path)
        most = max(most, part.count)
      }
      #expect(found.sorted() == answer.records.map { ItemPath(Int($0.section), Int($0.item)) })
      #expect(most <= min(mostElements, 100_000))
    }
  }

  @Test("counting ends at a limit, also for a billion items")
  func countsNotTooMany() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()))
    let scenario: JSONValue = [
      "id": "billion", "layout": "flow", "tier": "in-process", "container": [320, 480],
      "sections": [["count": 1_000_000_000, "size": [50, 50]]], "steps": [],
    ]
    let view = try ScenarioSession(Scenario(scenario), maker: maker).view
    let error = #expect(throws: LayoutError.self) {
      _ = try ElementCensus(of: view, in: nil, limit: 2, countLimit: 300_000)
    }
    #expect(error?.code == .tooLarge && error?.message.contains("give a rect") == true)
    let rect = Rect(x: 0, y: 1e9, width: 320, height: 100)
    #expect(try ElementCensus(of: view, in: rect, limit: 2, countLimit: 300_000).count > 0)
  }

  @Test("a step without a limit that would list millions names the remedy")
  func listsNotTooMany() throws {
    let error = try Probe.error([
      "id": "millions", "layout": "flow", "tier": "in-process", "container": [320, 480],
      "sections": [["count": 1_100_000, "size": [50, 50]]], "steps": [["do": "elements"]],
    ])
    #expect(error["code"] == "too-large")
    #expect(error["message"]?.string?.contains("give it a rect, or a limit") == true)
  }
}
