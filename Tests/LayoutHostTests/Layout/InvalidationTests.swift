// SPDX-License-Identifier: Apache-2.0
//
// Checks that only the named stale parts are read again: from the data source, the queries, the
// layout.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Invalidation contexts")
struct InvalidationTests {
  /// An app over a flow that counts the queries.
  final class App {
    let gallery: Gallery
    let layout: CollectionLayout
    /// The items whose size was queried, in order.
    var sizes: [ItemPath] = []
    /// The sections whose header was queried.
    var headers: [Int] = []
    var height = 40.0
    var view: CollectionView { gallery.view }

    init(_ counts: [Int]) throws {
      layout = try TestLayout.bundled("FlowPlugin", "flow")
      gallery = try Gallery(
        counts, layout: layout, viewportSize: Size(width: 300, height: 400), isShown: false)
      try layout.bind("sizeForItem") { [unowned self] path -> Size? in
        sizes.append(path)
        return Size(width: 90, height: height)
      }
      try layout.bind("headerSize") { [unowned self] path -> Size? in
        headers.append(path.section)
        return Size(width: 300, height: 20)
      }
      try view.layoutIfNeeded()
      forget()
    }

    func forget() {
      (sizes, headers) = ([], [])
      gallery.countCalls = 0
      gallery.asked = []
      gallery.askedKinds = []
    }

    /// Returns the cost of a context, in frames and prepares.
    func invalidate(_ name: (inout InvalidationContext) -> Void) throws -> FrameCounters {
      forget()
      var context = InvalidationContext()
      name(&context)
      let before = view.counters
      try layout.invalidate(context)
      try view.layoutIfNeeded()
      return view.counters - before
    }
  }

  @Test("M1: a named item is queried for its size, and no other item, count or view is")
  func items() throws {
    let app = try App([200, 200])
    app.height = 60
    let cost = try app.invalidate { $0.items = [ItemPath(0, 4), ItemPath(1, 7)] }
    #expect(app.sizes == [ItemPath(0, 4), ItemPath(1, 7)])
    #expect(app.headers.isEmpty)
    #expect(app.gallery.countCalls == 0 && app.gallery.asked.isEmpty)
    #expect(cost.prepares == 1 && cost.frames == 1 && cost.binds == 0)
    #expect(try app.view.layoutAttributesForItem(at: ItemPath(0, 4))?.size.height == 60)
    #expect(try app.view.layoutAttributesForItem(at: ItemPath(0, 3))?.size.height == 40)
  }

  @Test("M1: a named header is queried for its size, and no item is")
  func supplementaries() throws {
    let app = try App([200, 200])
    let cost = try app.invalidate {
      $0.supplementaries = [.init(kind: "header", path: ItemPath(1, 0))]
    }
    #expect(app.headers == [1])
    #expect(app.sizes.isEmpty)
    #expect(app.gallery.countCalls == 0 && app.gallery.askedKinds.isEmpty)
    #expect(cost.prepares == 1 && cost.binds == 0)
  }

  @Test("M1: counts are read again only when they are named")
  func counts() throws {
    let app = try App([200, 200])
    app.gallery.counts = [200, 150]
    _ = try app.invalidate { $0.counts = true }
    #expect(app.gallery.countCalls == 2)
    #expect(app.view.numberOfItems(inSection: 1) == 150)
    app.gallery.counts = [1, 1]
    _ = try app.invalidate { $0.everything = true }
    #expect(app.gallery.countCalls == 0)
    #expect(app.view.numberOfItems(inSection: 1) == 150)
    #expect(Set(app.sizes).count == 350, "every size is queried, for the data on screen")
  }

  @Test("M1: the offset is adjusted without a query, inside the edges")
  func offset() throws {
    let app = try App([200, 200])
    let cost = try app.invalidate { $0.contentOffsetAdjustment = Vector(dx: 0, dy: 120) }
    #expect(app.view.contentOffset.y == 120)
    #expect(cost.prepares == 0)
    #expect(app.sizes.isEmpty && app.headers.isEmpty && app.gallery.countCalls == 0)
  }

  @Test("from right to left the offset is adjusted as the app sees it")
  func mirroredOffset() throws {
    let flow = try TestLayout.bundled("FlowPlugin", "flow")
    try flow.set("scrollDirection", to: .enumeration(1))
    let gallery = try Gallery([400], layout: flow)
    gallery.view.isRightToLeft = true
    try gallery.view.layoutIfNeeded()
    try gallery.view.setContentOffset(Point(x: 900, y: 0))
    var context = InvalidationContext()
    context.contentOffsetAdjustment = Vector(dx: 50, dy: 0)
    try flow.invalidate(context)
    try gallery.view.layoutIfNeeded()
    #expect(gallery.view.contentOffset.x == 950)
  }

  @Test("M1: several contexts before a frame are merged, and an empty context has no effect")
  func merged() throws {
    let app = try App([200, 200])
    let before = app.view.counters
    for path in [ItemPath(0, 4), ItemPath(0, 9)] {
      var context = InvalidationContext()
      context.items = [path]
      context.contentOffsetAdjustment = Vector(dx: 0, dy: 30)
      try app.layout.invalidate(context)
    }
    try app.view.layoutIfNeeded()
    let cost = app.view.counters - before
    #expect(cost.prepares == 1 && app.sizes == [ItemPath(0, 4), ItemPath(0, 9)])
    #expect(app.view.contentOffset.y == 60)
    #expect(try app.invalidate { _ in } == FrameCounters())
  }

  @Test("M1: a named decoration causes no query about data")
  func decorations() throws {
    let gallery = try Gallery(
      [25], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 400))
    let before = gallery.view.counters
    gallery.countCalls = 0
    var context = InvalidationContext()
    context.decorations = [.init(kind: "backdrop", path: ItemPath(0, 0))]
    try gallery.view.collectionViewLayout.invalidate(context)
    try gallery.view.layoutIfNeeded()
    let cost = gallery.view.counters - before
    #expect(cost.prepares == 1 && cost.binds == 0 && gallery.countCalls == 0)
  }
}
