// SPDX-License-Identifier: Apache-2.0
//
// Lookups around and after a frame, without a collection view.

import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("lookups around a frame without a view")
struct LookPassTests {
  @Test("the tree for assistive technology comes from the frame: order, counts, selection")
  func accessibility() throws {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    let app = HeadlessApp([5, 4], layout, viewportSize: Size(width: 300, height: 240))
    try app.layoutIfNeeded()
    app.state.interaction.selection.change { $0.mode = .single }
    SelectionPass(app.state, app).tap(ItemPath(0, 1))
    let root = AccessibilityTree(app.state).root(label: "Numbers", cells: .items)
    #expect(root.label == "Numbers" && root.count == 9 && root.role == .list)
    #expect(root.children.count { $0.role == .heading } == 2)
    #expect(root.children.filter(\.isSelected).map(\.index) == [1])
    let items = root.children.filter { $0.role == .listItem }
    #expect(items.prefix(5).map(\.count) == [5, 5, 5, 5, 5])
    let asked = app.asked
    _ = AccessibilityTree(app.state).root(label: nil, cells: .items)
    #expect(app.asked == asked, "reading fills no view")
  }

  @Test("neighbours are found by their places, beyond the edge of the screen")
  func neighbours() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let search = NeighbourSearch(state: app.state, app: app)
    // Ten columns.
    #expect(try search.item(abreastOf: ItemPath(0, 5), .right) == ItemPath(0, 6))
    #expect(try search.item(abreastOf: ItemPath(0, 9), .right) == nil)
    #expect(try search.item(abreastOf: ItemPath(0, 95), .down) == ItemPath(0, 105))
    #expect(try search.item(abreastOf: ItemPath(0, 5), .up) == nil)
    let far = try search.item(nearest: ItemPath(0, 0), movedBy: Vector(dx: 0, dy: 800))
    #expect(far == ItemPath(0, 100))
    #expect(TableNeighbours(app.state, app) == nil, "a grid is not a table")
  }

  @Test(
    "no anchor is needed while a cell is visible, and the first cell after a gap is one otherwise")
  func anchors() throws {
    let app = try HeadlessApp.shown([500, 500], try TestLayout.grid())
    #expect(AnchorSearch(state: app.state).cellsAheadOfNothing()?.isEmpty == true)
    try ResizePass(app.state, app).run(to: Size(width: 1000, height: 10))
    // Only the header is visible.
    let ahead = try #require(AnchorSearch(state: app.state).cellsAheadOfNothing())
    #expect(ahead.contains { $0.path == ItemPath(0, 0) })
    #expect(
      AnchorSearch(state: app.state).anchorBeyond(app.state.frames.front)?.path == ItemPath(0, 0))
  }

  @Test("views prefer a size, and the frame on screen has it")
  func sizes() throws {
    let app = HeadlessApp([50], try TestLayout.rows(), viewportSize: Size(width: 300, height: 400))
    app.wish = { $0.item == 1 ? 111 : nil }
    try app.layoutIfNeeded()
    #expect(app.state.cell(at: ItemPath(0, 1))?.attributes?.size.height == 111)
    let asked = app.asked.count
    #expect(FrameRunner(app.state, app).settleSizes(isLenient: false) == nil)
    #expect(app.asked.count == asked, "no view is asked twice for one size")
    app.wish = { _ in -1 }
    app.state.sizing.isBehind = true
    app.state.askSizesAgain(of: [try app.state.layout.element(.cell, kind: "cell", ItemPath(0, 2))])
    #expect(FrameRunner(app.state, app).settleSizes(isLenient: false)?.code == .preferredSize)
  }

  @Test(
    "data ahead of the scroll are prefetched, nearest first, and cells are filled within a budget")
  func prefetch() throws {
    let app = try HeadlessApp.shown([5000], try TestLayout.grid())
    app.prefetches = true
    app.state.cellsPreparedPerFrame = 4
    for frame in 1...12 {
      try FrameRunner(app.state, app).changeScroll {
        $0.jump(to: Point(x: 0, y: Double(frame) * 40))
      }
      app.state.clock += 1.0 / 60
    }
    let seen = Set(app.state.visibleItems)
    #expect(!app.prefetched.isEmpty)
    #expect(app.prefetched.allSatisfy { $0.item >= 100 }, "visible items need no prefetching")
    let prepared = app.state.counters.preparations
    #expect(prepared > 0 && prepared <= 4 * 12)
    PreparedCells(state: app.state, app: app).prepare(atMost: 2)
    #expect(app.state.counters.preparations <= prepared + 2)
    #expect(Set(app.asked).isSuperset(of: seen))
  }

  @Test("a layout without sections that scroll across leaves every movement to the view")
  func across() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let pass = CrossScrollPass(app.state, app)
    #expect(try pass.track(ofSection: 0) == nil)
    #expect(try !pass.hold(at: Point(x: 5, y: 5)))
    #expect(try !pass.drag(by: Vector(dx: 9, dy: 0), at: Point(x: 5, y: 5)))
    #expect(throws: LayoutError.self) { try pass.track(ofSection: 7) }
    #expect(app.state.contentOffset == .zero)
  }
}
