// SPDX-License-Identifier: Apache-2.0
//
// Changes of data, viewport and properties: the repeated queries, and the elements that stay in
// place.

import LayoutHost
import LayoutModel
import Testing

@Suite("Changes")
struct ChangeTests {
  @Test("C59, C74: counts are read once for each state of the data")
  func countsOnce() throws {
    let gallery = try Gallery([30, 40], layout: try TestLayout.grid())
    try gallery.view.setContentOffset(Point(x: 0, y: 50))
    gallery.view.collectionViewLayout.invalidate()
    try gallery.view.layoutIfNeeded()
    #expect(gallery.countCalls == 2)
    try gallery.view.reloadData()
    #expect(gallery.countCalls == 4)
  }

  @Test("a reload fills every view again, makes none, and keeps the offset inside the edges")
  func reload() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 3000))
    let (made, binds) = (view.counters.made, view.counters.binds)
    gallery.counts = [1000]
    try view.reloadData()
    #expect(view.contentOffset.y == 3000)
    #expect(view.counters.made == made)
    #expect(view.counters.binds - binds == view.visibleElements.count)
    gallery.counts = [20]
    try view.reloadData()
    #expect(view.contentOffset == .zero)
    #expect(view.numberOfItems(inSection: 0) == 20)
    #expect(view.numberOfItems(inSection: 7) == 0)
  }

  @Test("C30, C13: an invalidation prepares once, and without one no prepare happens")
  func invalidate() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    let before = view.counters
    view.collectionViewLayout.invalidate()
    try view.layoutIfNeeded()
    try view.layoutIfNeeded()
    let cost = view.counters - before
    #expect(cost.prepares == 1 && cost.pluginCalls == 3 && cost.frames == 1)
    #expect(cost.applies == 0, "equal attributes do not touch a view")
    #expect(cost.binds == 0)
  }

  @Test("C14: a resize prepares")
  func resizePrepares() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let before = gallery.view.counters
    try gallery.view.resize(to: Size(width: 600, height: 400))
    let cost = gallery.view.counters - before
    #expect(cost.prepares == 1)
    #expect(cost.pluginCalls == 4, "bounds change, prepare, content size, elements")
    #expect(gallery.view.bounds == Rect(x: 0, y: 0, width: 600, height: 400))
  }

  @Test("M4: a property that moves every element leaves the anchor in place")
  func property() throws {
    let gallery = try Gallery([4000], layout: try TestLayout.grid())
    let view = gallery.view!
    // 30 points into row 50.
    try view.setContentOffset(Point(x: 0, y: 4050))
    try view.collectionViewLayout.set("itemHeight", to: .number(33))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 1700, "20 + 50 · 33 + 30")
    try view.collectionViewLayout.set("headerLength", to: .number(200))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 1880, "200 + 50 · 33 + 30")
  }

  @Test("M4: content is kept at its end if the app chooses so")
  func end() throws {
    let gallery = try Gallery([4000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.scrollOptions.anchoring = .end
    try view.setContentOffset(Point(x: 0, y: view.contentOffsetEdges.vertical.upperBound))
    try view.collectionViewLayout.set("itemHeight", to: .number(120))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 47_220, "20 + 400 · 120 − 800")
    try view.setContentOffset(Point(x: 0, y: 11_270))
    // The last visible row is row 100, of which 50 points are visible.
    try view.collectionViewLayout.set("headerLength", to: .number(0))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 11_250, "100 · 120 − 800 + 50")
  }

  @Test("M4: an anchor far outside the new viewport is found by a query")
  func farAnchor() throws {
    let gallery = try Gallery([100_000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 720_020))
    try view.collectionViewLayout.set("columns", to: .number(5))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 1_440_020, "20 + 18 000 · 80")
  }

  @Test("M4: with a header that fills the screen, the first cell after it keeps its place")
  func anchorBeyond() throws {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(3000))
    let gallery = try Gallery([500, 500], layout: layout)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 1000))
    #expect(view.visibleCells.isEmpty)
    try layout.set("headerLength", to: .number(2500))
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 500)
  }

  @Test("C109: the layout gets the insets, and they widen the edges")
  func insets() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.contentInset = Insets(top: 10, left: 0, bottom: 40, right: 0)
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == -10, "the start edge was kept")
    #expect(view.contentOffsetEdges.vertical == -10...15_260)
  }

  @Test("M11: another scale snaps every view to other pixels, with the same frame")
  func scale() throws {
    let layout = try TestLayout.grid()
    try layout.set("itemWidth", to: .number(33.3))
    let gallery = try Gallery([2000], layout: layout)
    let view = gallery.view!
    let cell = try #require(view.cellForItem(at: ItemPath(0, 1)))
    #expect(cell.pixels == Rect(x: 33, y: 20, width: 34, height: 80))
    view.scale = 2
    try view.layoutIfNeeded()
    #expect(cell.pixels == Rect(x: 33.5, y: 20, width: 33, height: 80))
    #expect(cell.attributes?.frame.x == 33.3)
  }

  @Test("C110: the background fills the viewport and is not an element")
  func background() throws {
    let gallery = try Gallery([5], layout: try TestLayout.grid())
    gallery.view.backgroundView = ReusableView()
    try gallery.view.reloadData()
    #expect(gallery.view.visibleElements.count == 6)
  }

  @Test(
    "C35: a new placement of the layout is announced to assistive technology, and scrolling is not")
  func notices() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    #expect(gallery.view.takeAccessibilityNotices() == [.layoutChanged])
    try gallery.view.setContentOffset(Point(x: 0, y: 400))
    #expect(gallery.view.takeAccessibilityNotices().isEmpty)
    gallery.view.collectionViewLayout.invalidate()
    try gallery.view.layoutIfNeeded()
    #expect(gallery.view.takeAccessibilityNotices() == [.layoutChanged])
  }

  @Test("M1: an invalidation of counts reads the data source, and one of the offset moves it")
  func contexts() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    gallery.counts = [7]
    var context = InvalidationContext()
    context.counts = true
    try view.collectionViewLayout.invalidate(context)
    try view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 7)
    gallery.counts = [2000]
    try view.reloadData()
    context = InvalidationContext()
    context.items = [ItemPath(0, 3)]
    context.contentOffsetAdjustment = Vector(dx: 0, dy: 120)
    try view.collectionViewLayout.invalidate(context)
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 120)
    context.supplementaries = [.init(kind: "haeder", path: ItemPath(0, 0))]
    let error = #expect(throws: LayoutError.self) {
      try view.collectionViewLayout.invalidate(context)
    }
    #expect(error?.code == "unknown-kind")
    #expect(error?.message.contains("header") == true)
  }
}
