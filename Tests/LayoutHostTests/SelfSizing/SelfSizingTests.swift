// SPDX-License-Identifier: Apache-2.0
//
// Cells with preferred sizes, and a screen on which no element jumps because of them.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Self-sizing")
struct SelfSizingTests {
  private func error(_ body: () throws -> Void) -> LayoutError? {
    do { try body() } catch { return error as? LayoutError }
    return nil
  }

  /// Runs frames until no frame is due.
  private func settle(_ app: RowsApp) throws -> Int {
    for frame in 0..<20 {
      let before = app.view.counters.frames
      try app.view.layoutIfNeeded()
      if app.view.counters.frames == before { return frame }
    }
    return 20
  }

  @Test("M5: rows get their preferred heights in one frame, with no full pass except the first")
  func first() throws {
    let app = try RowsApp((0..<100).map { Double(60 + $0 % 5 * 20) }, layout: TestLayout.rows())
    try app.view.layoutIfNeeded()
    // 60 + 80 + 100 fill the viewport.
    #expect(app.places == [0: 0, 1: 60, 2: 140])
    #expect(app.view.counters.prepares == 2)
    #expect(app.view.counters.frames == 2, "the frame, and one round")
    #expect(app.view.contentOffset == .zero)
    // Five estimates of 50 filled the viewport at first, so five rows were measured.
    let length: Double = 60 + 80 + 100 + 120 + 140 + 95 * 50
    #expect(app.view.contentSize.height == length)
    #expect(try settle(app) == 0, "no frame is due")
    #expect(try app.count("passes") == 1)
    for cell in app.view.visibleCells {
      let path = try #require(app.view.indexPath(for: cell))
      #expect(cell.attributes?.size.height == app.heights[path.item])
    }
  }

  @Test(
    "M5: views that always prefer another size are asked three times in each frame")
  func rounds() throws {
    let app = try RowsApp(Array(repeating: 60, count: 1000), layout: TestLayout.rows())
    let view = app.view
    app.whenAsked = { [weak app] in app?.heights[0] += 1 }
    try view.layoutIfNeeded()
    #expect(view.counters.frames == 4, "the frame, and three rounds")
    let before = view.counters
    try view.layoutIfNeeded()
    #expect((view.counters - before).frames == 4)
    #expect(try app.count("passes") == 1)
  }

  @Test("M5: views smaller than estimated make more rows visible until the viewport is full")
  func fills() throws {
    let app = try RowsApp(Array(repeating: 5, count: 1000), layout: TestLayout.rows())
    try app.view.layoutIfNeeded()
    #expect(app.places == Dictionary(uniqueKeysWithValues: (0..<48).map { ($0, Double($0) * 5) }))
    #expect(Set(app.asked) == Set(0..<48), "and no other row was asked")
    #expect(try settle(app) == 0, "no frame is due")
    #expect(try app.count("passes") == 1)
  }

  @Test("M5: views of very small extent need several frames of three rounds, and all are asked")
  func bounded() throws {
    let app = try RowsApp(Array(repeating: 1, count: 1000), layout: TestLayout.rows())
    let view = app.view
    try view.layoutIfNeeded()
    #expect(view.counters.frames == 26, "the frame, one round, and 24 that filled")
    var before = view.counters
    while app.places.count < 240 {
      try view.layoutIfNeeded()
      let cost = view.counters - before
      try #require(1...26 ~= cost.frames)
      before = view.counters
    }
    _ = try settle(app)
    #expect(app.places == Dictionary(uniqueKeysWithValues: (0..<240).map { ($0, Double($0)) }))
    #expect(app.asked.count == 480, "each once for the estimate, once for its new height")
    #expect(try app.count("passes") == 1)
  }

  @Test("M5: in 400 random scrolls, up and down, no element on screen jumps", arguments: 0..<10)
  func nothingJumps(_ seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let heights = (0..<300).map { _ in Double(Int.random(in: 20...160, using: &dice)) }
    let app = try RowsApp(heights, layout: TestLayout.rows())
    let view = app.view
    try view.setContentOffset(Point(x: 0, y: 5000))
    for round in 0..<40 {
      let jump = round % 10 == 9 ? 3000.0 : 150
      let edges = view.contentOffsetEdges
      let step = Double(Int.random(in: Int(-jump)...Int(jump), using: &dice))
      let target = edges.clamp(Point(x: 0, y: view.contentOffset.y + step))
      let (before, moved) = (app.places, target.y - view.contentOffset.y)
      try view.setContentOffset(target)
      for frame in 0... {
        let label: Comment = "seed \(seed), round \(round), frame \(frame)"
        expectStill(app, before, moved, label)
        let count = view.counters.frames
        try view.layoutIfNeeded()
        if view.counters.frames == count { break }
      }
      for element in view.visibleElements {
        #expect(element.attributes.size.height == heights[element.attributes.path.item])
      }
    }
    #expect(try app.count("passes") == 1)
  }

  /// Expects that the screen moved by the scrolling alone, except where an edge is kept.
  private func expectStill(
    _ app: RowsApp, _ before: [Int: Double], _ moved: Double, _ label: Comment
  ) {
    let (edges, offset) = (app.view.contentOffsetEdges, app.view.contentOffset)
    guard offset.y != edges.start.y, offset.y != edges.vertical.upperBound else { return }
    for (row, place) in app.places {
      guard let old = before[row] else { continue }
      #expect(abs(place - (old - moved)) < 1e-6, label)
    }
  }

  @Test(
    "M5: rows that a batch inserts are measured, and the rows around them keep their places",
    arguments: [false, true])
  func batch(isAnimated: Bool) throws {
    let app = try RowsApp(Array(repeating: 90, count: 50), layout: TestLayout.rows())
    let view = app.view
    try view.layoutIfNeeded()
    try view.setContentOffset(Point(x: 0, y: 200))
    let before = app.places
    app.asked = []
    try view.performBatchUpdates(animated: isAnimated) { batch in
      app.heights.insert(contentsOf: [130, 140], at: 0)
      app.heights.insert(20, at: 5)
      batch.insertItem(at: ItemPath(0, 0))
      batch.insertItem(at: ItemPath(0, 1))
      batch.insertItem(at: ItemPath(0, 5))
    }
    if isAnimated {
      #expect(app.places[4] == before[2] && app.places[6] == before[3], "no movement yet")
      try view.advance(to: view.clock + 1)
    }
    #expect(!view.isAnimating)
    #expect(try settle(app) == 0)
    #expect(app.asked.contains(5) && !app.asked.contains(0))
    #expect(app.places[4] == before[2], "the anchor")
    #expect(app.places[5] == before[3])
    #expect(app.places[6] == before[3].map { $0 + 20 })
    #expect(app.places[7] == before[3].map { $0 + 110 })
  }

  /// A flow of rows of 50 points.
  private func flow(estimates: Bool) throws -> CollectionLayout {
    let layout = try TestLayout.bundled("FlowPlugin", "flow")
    let size = LayoutValue.size(Size(width: 300, height: 50))
    try layout.set("itemSize", to: size)
    try layout.set("minimumLineSpacing", to: .number(0))
    if estimates { try layout.set("estimatedItemSize", to: size) }
    return layout
  }

  @Test(
    "a layout that ignored the preferred sizes gets them again after a change, as does its successor",
    arguments: ["a property", "another layout", "another layout, animated"])
  func asksForAnotherLayout(change: String) throws {
    let app = try RowsApp(Array(repeating: 20, count: 100), layout: flow(estimates: false))
    try app.view.layoutIfNeeded()
    #expect(app.places[2] == 100)
    if change == "a property" {
      let size = LayoutValue.size(Size(width: 300, height: 50))
      try app.view.collectionViewLayout.set("estimatedItemSize", to: size)
    } else {
      try app.view.setLayout(flow(estimates: true), animated: change != "another layout")
    }
    _ = try settle(app)
    try app.view.advance(to: 1)
    #expect(app.places[2] == 40)
  }

  @Test("a layout without the extension gets no preferred size, and no view is asked")
  func plain() throws {
    let app = try RowsApp(Array(repeating: 90, count: 50), layout: TestLayout.rows("plain"))
    try app.view.layoutIfNeeded()
    #expect(app.asked.isEmpty && app.view.counters.frames == 1)
    #expect(app.places[1] == 50)
    try app.view.setLayout(TestLayout.rows())
    #expect(app.places[1] == 90)
    #expect(try app.count("told") == 5)
  }

  @Test("M5: a layout may give less than the preferred size")
  func most() throws {
    let layout = try TestLayout.rows()
    try layout.set("most", to: .number(70))
    let app = try RowsApp(Array(repeating: 90, count: 50), layout: layout)
    try app.view.layoutIfNeeded()
    #expect(app.places[1] == 70)
    #expect(try settle(app) == 0)
    #expect(app.asked.filter { $0 == 0 }.count == 2, "for 50, and for the 70 that it got")
  }

  @Test("M5: changed content is measured again when its item is named")
  func invalidated() throws {
    let app = try RowsApp(Array(repeating: 60, count: 50), layout: TestLayout.rows())
    let view = app.view
    try view.layoutIfNeeded()
    app.heights[1] = 100
    app.asked = []
    var context = InvalidationContext()
    context.items = [ItemPath(0, 1), ItemPath(0, 40)]
    try view.collectionViewLayout.invalidate(context)
    try view.layoutIfNeeded()
    #expect(app.places[2] == 160)
    #expect(app.asked == [1, 1], "for the old size, and for the new one")
    #expect(try app.count("passes") == 1)
    view.collectionViewLayout.invalidate()
    try view.layoutIfNeeded()
    #expect(app.places[2] == 160, "the layout dropped the size and got it again")
  }

  @Test(
    "an invalid preferred size is named, and the other sizes are applied",
    arguments: [Double.nan, .infinity, -1])
  func badWish(_ height: Double) throws {
    var heights = Array(repeating: 80.0, count: 50)
    heights[1] = height
    let app = try RowsApp(heights, layout: TestLayout.rows())
    let failure = error { try app.view.layoutIfNeeded() }
    #expect(failure?.code == "preferred-size")
    #expect(failure?.message.contains("cell 0.1") == true)
    #expect(app.places[1] == 80 && app.places[2] == 130)
    #expect(error { try app.view.setContentOffset(Point(x: 0, y: 10)) } == nil)
  }

  @Test("a view that changes the collection view while it is measured is refused")
  func reentrant() throws {
    let app = try RowsApp(Array(repeating: 80, count: 50), layout: TestLayout.rows())
    var codes: Set<String> = []
    app.whenAsked = { [unowned app] in
      let failure = self.error { try app.view.reloadData() }
      codes.insert(failure?.code.rawValue ?? "none")
    }
    try app.view.layoutIfNeeded()
    #expect(codes == ["reentrant"])
    #expect(app.places[2] == 160)
  }

  @Test("scrolling over rows that have their preferred heights allocates nothing")
  func budget() throws {
    let app = try RowsApp(Array(repeating: 50, count: 2000), layout: TestLayout.rows())
    let view = app.view
    for step in 0..<200 { try view.setContentOffset(Point(x: 0, y: Double(step) * 7)) }
    app.asked.removeAll()
    app.asked.reserveCapacity(1000)
    let before = view.counters
    let count = try countAllocations {
      for step in 200..<260 { try view.setContentOffset(Point(x: 0, y: Double(step) * 7)) }
    }
    #expect(count == 0)
    #expect(app.asked.count > 5)
    #expect((view.counters - before).frames == 60)
  }
}
