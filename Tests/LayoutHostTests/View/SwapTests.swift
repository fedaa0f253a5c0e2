// SPDX-License-Identifier: Apache-2.0
//
// Swaps of one layout for another on a live view.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Swap of layouts")
struct SwapTests {
  private func error(_ body: () throws -> Void) -> LayoutError? {
    do {
      try body()
      return nil
    } catch { return error as? LayoutError }
  }

  /// Returns the position of a cell on screen.
  private func place(_ view: CollectionView, _ path: ItemPath) throws -> Vector {
    let frame = try #require(try view.layoutAttributesForItem(at: path)).frame
    return Vector(dx: frame.x - view.contentOffset.x, dy: frame.y - view.contentOffset.y)
  }

  @Test("C21, C22, M4: the anchor keeps its place, and data and registrations stay")
  func anchor() throws {
    let gallery = try Gallery([3000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 5000))
    // Row 62 is the first that is not completely above: 20 + 62·80 = 4980.
    let before = try place(view, ItemPath(0, 620))
    let next = try TestLayout.grid()
    try next.set("columns", to: .number(4))
    let made = view.counters.made
    let anchor = try view.setLayout(next)
    #expect(anchor?.path == ItemPath(0, 620))
    #expect(anchor?.offset == Vector(dx: 0, dy: -20))
    #expect(try place(view, ItemPath(0, 620)) == before)
    #expect(view.collectionViewLayout === next)
    #expect(gallery.countCalls == 1, "the counts were not read again")
    #expect(view.counters.made == made, "fewer cells are visible, and none had to be made")
    #expect(view.indexPathsForVisibleItems.first == ItemPath(0, 620))
  }

  @Test("M4: cells that are in both frames keep their views and content")
  func views() throws {
    let gallery = try Gallery([3000], layout: try TestLayout.grid())
    let view = gallery.view!
    let cell = try #require(view.cellForItem(at: ItemPath(0, 7)))
    gallery.asked = []
    let next = try TestLayout.grid()
    try next.set("itemHeight", to: .number(100))
    try view.setLayout(next)
    #expect(view.cellForItem(at: ItemPath(0, 7)) === cell)
    #expect(cell.attributes?.frame == Rect(x: 700, y: 20, width: 100, height: 100))
    #expect(gallery.asked.isEmpty)
  }

  @Test("M4: at the start edge the edge is kept")
  func edge() throws {
    let gallery = try Gallery([3000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.contentInset = Insets(top: 30, left: 0, bottom: 0, right: 0)
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == -30)
    let next = try TestLayout.grid()
    try next.set("headerLength", to: .number(300))
    #expect(try view.setLayout(next)?.isAtEdge == true)
    #expect(view.contentOffset.y == -30)
  }

  @Test("M4: from a vertical to a horizontal layout and back")
  func turn() throws {
    let gallery = try Gallery([3000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 5020))
    let next = try TestLayout.grid()
    try next.set("horizontal", to: .number(1))
    try next.set("itemHeight", to: .number(100))
    try view.setLayout(next)
    #expect(view.contentOffset == Point(x: 20 + 62 * 100, y: 40))
    #expect(view.indexPathsForVisibleItems.first == ItemPath(0, 620))
    let back = try TestLayout.grid()
    try view.setLayout(back)
    #expect(view.contentOffset == Point(x: 0, y: 5020))
  }

  @Test("the offset is limited to the edges")
  func clamps() throws {
    let gallery = try Gallery([200], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 800))
    let next = try TestLayout.grid()
    try next.set("itemHeight", to: .number(10))
    try view.setLayout(next)
    #expect(view.contentOffset == .zero)
  }

  @Test("a failing layout is refused, and the present one stays unchanged")
  func refusal() throws {
    let gallery = try Gallery([400], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 500))
    let (present, sight) = (view.collectionViewLayout, FailureTests.Sight.of(view))
    let bad = try TestLayout.fake()
    try bad.set("behaviour", to: FakeLayout.Behaviour.nanFrame.value)
    let failure = error { try view.setLayout(bad) }
    #expect(failure?.code == "breach")
    #expect(failure?.plugin == "test.fake")
    #expect(view.collectionViewLayout === present)
    #expect(FailureTests.Sight.of(view) == sight)
    let before = view.counters
    try view.setContentOffset(Point(x: 0, y: 520))
    #expect((view.counters - before).pluginCalls == 2, "it was not even prepared again")
  }

  @Test(
    "a change of the data told to a layout that is not shown, or is refused, is read",
    arguments: [false, true])
  func changeToldToAnother(isRefused: Bool) throws {
    let gallery = try Gallery([400], layout: try TestLayout.grid())
    let view = gallery.view!
    let next = isRefused ? try TestLayout.fake() : try TestLayout.grid()
    if isRefused { try next.set("behaviour", to: FakeLayout.Behaviour.nanFrame.value) }
    view.collectionViewLayout = next
    gallery.counts = [7, 3]
    var context = InvalidationContext()
    context.counts = true
    try next.invalidate(context)
    if isRefused {
      #expect(error { try view.layoutIfNeeded() }?.code == "breach")
      try view.layoutIfNeeded()
    } else {
      try view.setLayout(try TestLayout.grid())
    }
    #expect(view.numberOfSections == 2 && view.numberOfItems(inSection: 0) == 7)
  }

  @Test("a kind without a registered view refuses the swap by name, before a view changes")
  func unregisteredKind() throws {
    let gallery = try Gallery([400], layout: try TestLayout.grid())
    let view = gallery.view!
    let sight = FailureTests.Sight.of(view)
    let failure = error { try view.setLayout(try TestLayout.grid("badges")) }
    #expect(failure?.code == "unregistered-kind")
    #expect(failure?.message.contains("badge") == true)
    #expect(FailureTests.Sight.of(view) == sight)
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "badge", withReuseIdentifier: "badge")
    try view.setLayout(try TestLayout.grid("badges"))
    #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "badge") == [ItemPath(0, 0)])
    #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "header").isEmpty)
  }

  @Test("a data source that fails in a swap leaves the present layout with all its views")
  func failingData() throws {
    struct Oops: Error {}
    let gallery = try Gallery([400], layout: try TestLayout.grid())
    let view = gallery.view!
    let (present, sight) = (view.collectionViewLayout, FailureTests.Sight.of(view))
    gallery.mistake = { if $0.item > 150 { throw Oops() } else { nil } }
    let next = try TestLayout.grid()
    try next.set("itemHeight", to: .number(20))
    #expect(error { try view.setLayout(next) }?.code == "data-source")
    #expect(view.collectionViewLayout === present)
    #expect(FailureTests.Sight.of(view) == sight)
  }

  @Test(
    "C19, C22: an assigned layout is shown in the next frame, whose caller gets its error")
  func assignment() throws {
    let gallery = try Gallery([400], layout: try TestLayout.grid())
    let view = gallery.view!
    let present = view.collectionViewLayout
    let bad = try TestLayout.fake()
    try bad.set("behaviour", to: FakeLayout.Behaviour.nanFrame.value)
    view.collectionViewLayout = bad
    #expect(view.collectionViewLayout === bad)
    #expect(error { try view.layoutIfNeeded() }?.code == "breach")
    #expect(view.collectionViewLayout === present)
    let next = try TestLayout.grid()
    view.collectionViewLayout = next
    try view.advance(to: 1)
    #expect(view.collectionViewLayout === next && next.collectionView === view)
    #expect(present.collectionView == nil, "the back reference follows")
  }

  @Test(
    "layouts with other custom fields alternate, and every cell has the fields of its own layout")
  func fields() throws {
    let gallery = try Gallery([600], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 700))
    for _ in 0..<2 {
      for next in [
        try TestLayout.bundled("MosaicPlugin", "mosaic"), try TestLayout.fake(),
        try TestLayout.bundled("MosaicPlugin", "mosaic"),
        try TestLayout.bundled("FlowPlugin", "flow"), try TestLayout.fake(),
        try TestLayout.bundled("WaterfallPlugin", "waterfall"),
      ] {
        try view.setLayout(next)
        let names = next.descriptor.kinds[0].fields.map(\.name)
        #expect(!view.visibleCells.isEmpty)
        for cell in view.visibleCells { #expect(cell.attributes?.fields.map(\.name) == names) }
      }
    }
  }

  @Test("one layout is shown by one view")
  func inUse() throws {
    let (first, second) = (
      try Gallery([400], layout: try TestLayout.grid()),
      try Gallery([400], layout: try TestLayout.grid())
    )
    let failure = error { try first.view.setLayout(second.view.collectionViewLayout) }
    #expect(failure?.code == "layout-in-use")
  }
}
