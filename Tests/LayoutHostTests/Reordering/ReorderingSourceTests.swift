// SPDX-License-Identifier: Apache-2.0
//
// Participants of reordering: layouts with hooks, and the bundled data sources.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Participants of reordering")
struct ReorderingSourceTests {
  @Test("C122: a layout with reordering hooks sets the target of the item and its look while held")
  func hooks() throws {
    let path = try FakeLayout.path(flags: [FakeLayout.allExtensions])
    let image = try PluginImage.open(PluginFile(judging: path))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "fake"))
    // Rows of ten squares of 50 below a header of 20.
    let app = try Shelf(
      [Array(0..<25)], layout, viewportSize: Size(width: 500, height: 400), bindsSizes: false)
    let view = app.view
    #expect(try view.beginInteractiveMovement(at: ItemPath(0, 3)))
    try view.updateInteractiveMovement(to: Point(x: 470, y: 390))
    #expect(view.interactiveMovement?.target == ItemPath(0, 24), "its last place, over nothing")
    let held = try #require(
      view.visibleElements.first { $0.view.content == .text("3") }
    ).attributes
    #expect(held.alpha == 0.5 && held.frame == Rect(x: 445, y: 365, width: 50, height: 50))
    try view.updateInteractiveMovement(to: Point(x: -10, y: 30))
    #expect(view.interactiveMovement?.target == ItemPath(0, 0))
    #expect(
      app.frame(of: 3)?.center == Point(x: -10, y: 30), "where the layout has no idea of its own")
    try view.endInteractiveMovement()
    try view.advance(to: 1)
    #expect(app.sections[0].prefix(4) == [3, 0, 1, 2] && app.faults.isEmpty)
  }

  @Test("snapshots and arrays move the item that the user moves, if the app allows it")
  func sources() throws {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let view = CollectionView(viewportSize: Size(width: 1000, height: 400), layout: layout)
    let array = ArrayDataSource(view, items: ["a", "b", "c", "d"]) { cell, _, letter in
      cell.content = .text(letter)
    }
    try view.layoutIfNeeded()
    #expect(try !view.beginInteractiveMovement(at: ItemPath(0, 0)))
    array.canMoveItem = { $0 != ItemPath(0, 1) }
    #expect(try !view.beginInteractiveMovement(at: ItemPath(0, 1)))
    #expect(try view.beginInteractiveMovement(at: ItemPath(0, 0)))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 40))
    try view.endInteractiveMovement()
    #expect(array.sections == [["b", "c", "a", "d"]])

    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    let source = DiffableDataSource<Int, String>(view) { view, path, _ in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    try view.reloadData()
    var told: [[String]] = []
    source.didMoveItem = { told.append($0.itemIDs(inSectionAt: 0)) }
    var snapshot = DiffableSnapshot<Int, String>()
    try snapshot.appendSections([0])
    try snapshot.appendItems(["p", "q", "r"], to: 0)
    try source.apply(snapshot)
    #expect(try !view.beginInteractiveMovement(at: ItemPath(0, 2)))
    source.canMoveItem = { $0 == "r" }
    #expect(try view.beginInteractiveMovement(at: ItemPath(0, 2)))
    try view.updateInteractiveMovement(to: Point(x: 20, y: 40))
    try view.endInteractiveMovement()
    #expect(told == [["r", "p", "q"]] && source.path(of: "r") == ItemPath(0, 0))
  }
}
