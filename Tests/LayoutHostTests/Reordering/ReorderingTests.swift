// SPDX-License-Identifier: Apache-2.0
//
// Items moved by hand: the pointer, the others, the edges, the drop.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Interactive reordering")
struct ReorderingTests {
  /// Rows of three, 100 × 80, below headers of 20.
  private func shelf(_ sections: [[Int]] = [Array(0..<9), Array(20..<24)]) throws -> Shelf {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Shelf(sections, layout)
  }

  @Test(
    "M7, C121: the item follows the pointer above all, the others make way, the data moves once")
  func follows() throws {
    let app = try shelf()
    let view = app.view
    #expect(try view.beginInteractiveMovement(at: ItemPath(0, 0)))
    #expect(app.frame(of: 0) == Rect(x: 0, y: 20, width: 100, height: 80))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130))
    let cell = try #require(view.visibleElements.first { $0.view.content == .text("0") })
    #expect(
      view.visibleElements.allSatisfy {
        $0.view === cell.view || $0.attributes.zIndex < cell.attributes.zIndex
      })
    #expect(cell.view.attributes?.zIndex == cell.attributes.zIndex)
    #expect(view.interactiveMovement?.target == ItemPath(0, 5))
    #expect(app.shown[0] == [1, 2, 3, 4, 5, 0, 6, 7, 8])
    #expect(app.frame(of: 1) == Rect(x: 100, y: 20, width: 100, height: 80), "it sets out")
    try view.advance(to: 1)
    #expect(app.frame(of: 1) == Rect(x: 0, y: 20, width: 100, height: 80))
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130))
    #expect(app.moves.isEmpty && app.sections[0] == Array(0..<9) && app.faults.isEmpty)
    try view.endInteractiveMovement()
    #expect(app.moves == ["0.0 > 0.5"] && view.interactiveMovement == nil)
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130), "it sets out from the hand")
    try view.advance(to: 2)
    #expect(app.frame(of: 0) == Rect(x: 200, y: 100, width: 100, height: 80))
    #expect(app.sections[0] == [1, 2, 3, 4, 5, 0, 6, 7, 8] && app.faults.isEmpty)
    #expect(view.visibleElements.allSatisfy { $0.attributes.zIndex < 2 } && !view.isMoving)
  }

  @Test("M7: across sections, also into an empty one by its header, and behind the last item")
  func sections() throws {
    let app = try shelf([[0, 1, 2], [], [20, 21]])
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 1))
    // Headers at 0, 100 and 120; section 2's items at 140.
    try view.updateInteractiveMovement(to: Point(x: 30, y: 170))
    #expect(app.shown == [[0, 2], [], [1, 20, 21]])
    try view.updateInteractiveMovement(to: Point(x: 30, y: 110))
    #expect(app.shown == [[0, 2], [1], [20, 21]])
    try view.updateInteractiveMovement(to: Point(x: 280, y: 300))
    #expect(app.shown == [[0, 2], [], [20, 21, 1]])
    try view.endInteractiveMovement()
    #expect(app.moves == ["0.1 > 2.2"] && app.sections == [[0, 2], [], [20, 21, 1]])
    #expect(view.numberOfItems(inSection: 2) == 3)
    try view.advance(to: 1)
    #expect(app.faults.isEmpty)
  }

  @Test("M7: a cancelled movement and one that comes back leave the data alone")
  func cancelled() throws {
    let app = try shelf()
    let view = app.view
    let before = view.visibleElements.map(\.attributes)
    for isBack in [false, true] {
      _ = try view.beginInteractiveMovement(at: ItemPath(0, 4))
      try view.updateInteractiveMovement(to: Point(x: 30, y: 330))
      #expect(app.shown[0] != app.sections[0] || app.shown[1] != app.sections[1])
      if isBack {
        try view.updateInteractiveMovement(to: Point(x: 150, y: 140))
        try view.endInteractiveMovement()
      } else {
        try view.cancelInteractiveMovement()
      }
      try view.advance(to: view.clock + 1)
      #expect(app.moves.isEmpty && view.interactiveMovement == nil)
      #expect(view.visibleElements.map(\.attributes) == before && app.faults.isEmpty)
    }
    try view.cancelInteractiveMovement()
  }

  @Test("M7: who may be moved is the data source's to say, and where to is the delegate's")
  func refusals() throws {
    final class Judge: CollectionViewDelegate {
      var asked: [String] = []
      var answer: ItemPath?
      func collectionView(
        _ view: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
      ) -> ItemPath {
        asked.append("\(source) > \(proposed)")
        return answer ?? proposed
      }
    }
    let (judge, app) = (Judge(), try shelf())
    let view = app.view
    view.delegate = judge
    app.fixed = [3]
    #expect(try !view.beginInteractiveMovement(at: ItemPath(0, 3)))
    #expect(view.interactiveMovement == nil)
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 60))
    judge.answer = ItemPath(0, 8)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 140))
    #expect(judge.asked == ["0.0 > 0.0", "0.0 > 0.1", "0.0 > 0.4"])
    #expect(app.shown[0] == [1, 2, 3, 4, 5, 6, 7, 8, 0])
    judge.answer = ItemPath(0, 9)
    let error = #expect(throws: LayoutError.self) {
      try view.updateInteractiveMovement(to: Point(x: 10, y: 10))
    }
    #expect(error?.code == "invalid-target")
    #expect(view.interactiveMovement?.target == ItemPath(0, 8), "the view goes on")
    judge.answer = ItemPath(1, 4)
    try view.updateInteractiveMovement(to: Point(x: 10, y: 10))
    try view.endInteractiveMovement()
    #expect(app.sections == [Array(1..<9), [20, 21, 22, 23, 0]])
  }

  @Test(
    "M7: at an edge the content goes by with the clock, whatever the frames", arguments: [1, 7, 60])
  func autoScroll(frames: Int) throws {
    let app = try shelf([Array(0..<300)])
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 3))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 388))
    #expect(view.isMoving && view.contentOffset.y == 0)
    for frame in 1...frames { try view.advance(to: Double(frame) / Double(frames)) }
    // 12 points from the edge: three quarters of 900 points a second.
    #expect(abs(view.contentOffset.y - 675) < 1e-9)
    #expect(app.frame(of: 3)?.center == Point(x: 150, y: 388 + view.contentOffset.y))
    // Row 13 of rows 80 high: 388 + 675 = 1063 lies in items 39 to 41.
    #expect(view.interactiveMovement?.target == ItemPath(0, 40))
    #expect(app.faults.isEmpty)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 200))
    let offset = view.contentOffset
    try view.advance(to: 3)
    #expect(view.contentOffset == offset && !view.isMoving)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 500))
    try view.advance(to: 60)
    try view.advance(to: 61)
    #expect(view.contentOffset == view.contentOffsetEdges.end && !view.isMoving)
    try view.updateInteractiveMovement(to: Point(x: 150, y: -50))
    try view.advance(to: 120)
    #expect(view.contentOffset.y == 0)
    try view.endInteractiveMovement()
    #expect(app.moves.count == 1 && app.faults.isEmpty)
  }

  @Test("a held item whose place scrolled out of sight keeps its view")
  func outOfSight() throws {
    final class Keeper: CollectionViewDelegate {
      func collectionView(
        _ view: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
      ) -> ItemPath { source }
    }
    let (keeper, app) = (Keeper(), try shelf([Array(0..<300)]))
    let view = app.view
    view.delegate = keeper
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 1))
    let cell = view.cellForItem(at: ItemPath(0, 1))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 398))
    for frame in 1...60 { try view.advance(to: Double(frame) / 30) }
    #expect(view.contentOffset.y > 1000)
    let element = try #require(view.visibleElements.first { $0.view === cell })
    #expect(element.attributes.center == Point(x: 150, y: 398 + view.contentOffset.y))
    try view.cancelInteractiveMovement()
    try view.advance(to: 5)
    #expect(!view.visibleElements.contains { $0.view === cell } && app.faults.isEmpty)
    try view.setContentOffset(.zero)
    #expect(app.frame(of: 1) == Rect(x: 100, y: 20, width: 100, height: 80))
  }

  @Test("a drop that the data source refuses or gets wrong has a name, and the view goes on")
  func wrongDrop() throws {
    let app = try shelf()
    let view = app.view
    for (mistake, code) in [
      ({ throw LayoutError("disk-full", "cannot be stored") }, "disk-full"),
      ({ app.sections[0].removeLast() }, "invalid-update"),
    ] as [(() throws -> Void, LayoutError.Code)] {
      app.mistake = mistake
      _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
      try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
      let error = #expect(throws: LayoutError.self) { try view.endInteractiveMovement() }
      #expect(error?.code == code && view.interactiveMovement == nil)
      try view.advance(to: view.clock + 1)
      #expect(app.faults.isEmpty)
      #expect(app.frame(of: 0) == Rect(x: 0, y: 20, width: 100, height: 80))
    }
    #expect(view.numberOfItems(inSection: 0) == 8)
    for call in [
      { try view.endInteractiveMovement() },
      { try view.updateInteractiveMovement(to: Point(x: 1, y: 1)) },
    ] {
      #expect(#expect(throws: LayoutError.self) { try call() }?.code == "no-movement")
    }
    #expect(throws: LayoutError.self) { try view.beginInteractiveMovement(at: ItemPath(0, 99)) }
    #expect(throws: LayoutError.self) {
      try view.beginInteractiveMovement(at: ItemPath(0, 0), pointer: Point(x: .nan, y: 0))
    }
  }

  @Test("C121: without a data source that takes part nothing is moved")
  func noPart() throws {
    let app = try Gallery([10], layout: try TestLayout.grid())
    #expect(try !app.view.beginInteractiveMovement(at: ItemPath(0, 0)))
  }

  @Test("a batch, a single change, a reload and another layout end the movement")
  func interrupted() throws {
    let changes: [(Shelf) throws -> Void] = [
      { app in
        try app.view.performBatchUpdates { batch in
          app.sections[0].remove(at: 2)
          batch.deleteItem(at: ItemPath(0, 2))
        }
      },
      { app in
        app.sections[0].remove(at: 2)
        try app.view.deleteItems(at: [ItemPath(0, 2)])
      },
      { app in
        app.sections[0].remove(at: 2)
        try app.view.reloadData()
      },
      { app in try app.view.setLayout(try TestLayout.grid()) },
    ]
    for change in changes {
      let app = try shelf()
      _ = try app.view.beginInteractiveMovement(at: ItemPath(0, 0))
      try app.view.updateInteractiveMovement(to: Point(x: 250, y: 130))
      try change(app)
      #expect(app.view.interactiveMovement == nil && app.moves.isEmpty)
      try app.view.advance(to: 1)
      #expect(app.faults.isEmpty)
      #expect(app.view.visibleElements.allSatisfy { $0.attributes.zIndex < 2 })
    }
  }

  @Test("while an item is held the selection stays with its items, and paths translate both ways")
  func paths() throws {
    let app = try shelf()
    let view = app.view
    view.selectionMode = .multiple
    for item in [0, 3, 5] { try view.selectItem(at: ItemPath(0, item)) }
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 130))
    #expect(view.indexPathsForSelectedItems.map { app.shown[0][$0.item] } == [3, 0, 5])
    for item in 0..<9 {
      let path = ItemPath(0, item)
      let data = view.dataPath(forShownPath: path)
      #expect(app.sections[0][data.item] == app.shown[0][item])
      #expect(view.shownPath(forDataPath: data) == path)
    }
    try view.endInteractiveMovement()
    #expect(view.indexPathsForSelectedItems.map { app.sections[0][$0.item] } == [3, 0, 5])
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 210))
    try view.cancelInteractiveMovement()
    #expect(view.indexPathsForSelectedItems.map { app.sections[0][$0.item] } == [3, 0, 5])
  }

  @Test(
    "C122: a layout with reordering hooks says where the item lands and how it looks in the hand")
  func hooks() throws {
    let path = try FakeLayout.path(flags: [FakeLayout.allExtensions])
    let image = try PluginImage.open(PluginFile(judging: path))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "fake"))
    // Rows of ten squares of 50 below a header of 20.
    let app = try Shelf(
      [Array(0..<25)], layout, container: Size(width: 500, height: 400), bindsSizes: false)
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

  @Test("snapshots and arrays move what a person moves, where they are asked to")
  func sources() throws {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let view = CollectionView(container: Size(width: 1000, height: 400), layout: layout)
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

  @Test("M10: from right to left the item is under the pointer as people see it")
  func mirrored() throws {
    let app = try shelf()
    let view = app.view
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    #expect(app.frame(of: 0)?.x == 200)
    try view.updateInteractiveMovement(to: Point(x: 40, y: 60))
    #expect(app.frame(of: 0)?.center == Point(x: 40, y: 60))
    #expect(view.interactiveMovement?.target == ItemPath(0, 2))
  }

  @Test(
    "M7: at each of many random pointers the order shown is what a fresh view of it would be",
    arguments: [
      ("FlowPlugin", "flow"), ("WaterfallPlugin", "waterfall"), ("MosaicPlugin", "mosaic"),
    ])
  func random(plugin: String, id: String) throws {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin(plugin)))
    func layout() throws -> CollectionLayout {
      CollectionLayout(try InProcessConnection(image: image, layout: id))
    }
    for seed in 0..<6 {
      var dice = SeededGenerator(state: UInt64(seed))
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
