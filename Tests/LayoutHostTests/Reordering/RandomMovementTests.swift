// SPDX-License-Identifier: Apache-2.0
//
// Compares random movements with fresh views.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Random movements")
struct RandomMovementTests {
  @Test(
    "M7: at each of many random pointers the order on screen equals that of a fresh view",
    arguments: [
      ("FlowPlugin", "flow"), ("WaterfallPlugin", "waterfall"), ("MosaicPlugin", "mosaic"),
    ])
  func random(plugin: String, id: String) throws {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin(plugin)))
    func layout() throws -> CollectionLayout {
      CollectionLayout(try InProcessConnection(image: image, layout: id, children: bundledChild))
    }
    for seed in 0..<6 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let sections = (0..<Int.random(in: 1...3, using: &dice)).map { section in
        Array(section * 100..<section * 100 + Int.random(in: 1...20, using: &dice))
      }
      let app = try Shelf(sections, try layout())
      let view = app.view
      for round in 0..<4 {
        let label: Comment = "\(id), seed \(seed), round \(round)"
        let paths = app.sections.enumerated().flatMap { section, items in
          items.indices.map { ItemPath(section, $0) }
        }
        let path = try #require(paths.randomElement(using: &dice))
        let held = app.sections[path.section][path.item]
        _ = try view.beginInteractiveMovement(at: path)
        for _ in 0..<6 {
          let place = Point(
            x: Double.random(in: -20...320, using: &dice),
            y: Double.random(in: -20...420, using: &dice))
          try view.updateInteractiveMovement(to: place)
          try view.advance(to: view.clock + Double.random(in: 0...0.2, using: &dice))
          let fresh = try Shelf(app.shown, try layout())
          #expect(try view.elements(in: nil) == fresh.view.elements(in: nil), label)
          #expect(app.faults.isEmpty, label)
          let point = Point(x: place.x + view.contentOffset.x, y: place.y + view.contentOffset.y)
          let center = app.frame(of: held)?.center
          #expect(abs((center?.x ?? .nan) - point.x) < 1e-9, label)
          #expect(abs((center?.y ?? .nan) - point.y) < 1e-9, label)
        }
        let (order, moved) = (app.shown, view.interactiveMovement.map { $0.source != $0.target })
        app.moves = []
        try view.endInteractiveMovement()
        #expect(app.sections == order && app.moves.count == (moved == true ? 1 : 0), label)
        try view.advance(to: view.clock + 1)
        #expect(app.faults.isEmpty && !view.isAnimating, label)
      }
    }
  }
}
