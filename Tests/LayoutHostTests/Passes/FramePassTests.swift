// SPDX-License-Identifier: Apache-2.0
//
// A frame and the code that runs it, without a collection view.

import LayoutABI
import LayoutModel
import LayoutRuntime
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("frames without a view")
struct FramePassTests {
  /// The state of a frame that a failed frame must leave unchanged.
  private struct Remains: Equatable {
    let paths: [ItemPath]
    let views: [ObjectIdentifier]
    let offset: Point
    let counts: SectionCounts

    init(_ app: HeadlessApp) {
      let elements = app.state.visibleElements
      paths = elements.map(\.attributes.path)
      views = elements.map { ObjectIdentifier($0.view) }
      offset = app.state.shownOffset
      counts = app.state.dataShape.itemCounts
    }
  }

  @Test("a first frame requests the visible elements, once, and shows them")
  func firstFrame() throws {
    let app = HeadlessApp([100], try TestLayout.grid())
    try FramePass(app.state, app, layout: app.state.layout).run()
    // Rows of 80 below a header of 20, in 800 points: ten rows of ten.
    #expect(app.state.visibleItems == (0..<100).map { ItemPath(0, $0) })
    #expect(app.asked == app.state.visibleItems && app.state.counters.frames == 1)
    #expect(app.state.isShown && !app.state.collectMarks())
  }

  @Test("a frame whose data fail leaves views, offset, counts and marks unchanged")
  func rollsBack() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let before = Remains(app)
    app.state.scroll.jump(to: Point(x: 0, y: 800))
    app.state.frames.pending.marks |= LAYOUT_MARK_ITEMS
    app.failsAt = ItemPath(0, 150)
    #expect(throws: LayoutError.self) {
      try FramePass(app.state, app, layout: app.state.layout).run()
    }
    #expect(Remains(app) == before && !app.state.isRunning)
    #expect(app.state.frames.pending.marks & LAYOUT_MARK_ITEMS != 0, "the marks stay")
    app.failsAt = nil
    try FramePass(app.state, app, layout: app.state.layout).run()
    #expect(app.state.visibleItems.contains(ItemPath(0, 150)))
  }

  @Test("a rollback fills a view again that was taken for another element")
  func rollbackRefills() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let before = app.state.visibleItems
    // All cells leave, and their views fill the new cells, until the last of those fails.
    app.state.scroll.jump(to: Point(x: 0, y: 2000))
    app.failsAt = ItemPath(0, 340)
    app.asked = []
    #expect(throws: LayoutError.self) {
      try FramePass(app.state, app, layout: app.state.layout).run()
    }
    #expect(app.state.visibleItems == before)
    #expect(before.allSatisfy { app.state.cell(at: $0)?.attributes?.path == $0 })
    #expect(app.asked.contains(ItemPath(0, 0)), "its view had shown another item meanwhile")
  }

  @Test("a layout query keeps the position of the anchor")
  func queryKeepsAnchor() throws {
    let layout = try TestLayout.grid()
    let app = try HeadlessApp.shown([500], layout)
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 820)) }
    let cell = try #require(app.state.visibleItems.first)
    let old = try #require(app.state.cell(at: cell)?.attributes?.frame.y)
    let distance = old - app.state.shownOffset.y
    try layout.set("itemHeight", to: .number(40))
    try app.layoutIfNeeded()
    let new = try #require(app.state.cell(at: cell)?.attributes?.frame.y)
    #expect(new - app.state.shownOffset.y == distance && new != old)
  }

  @Test("a runner rolls back the content of a failed frame")
  func runnerTakesBack() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    app.failsAt = ItemPath(0, 150)
    #expect(throws: LayoutError.self) {
      try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 800)) }
    }
    #expect(app.state.scroll.offset == .zero && app.heard.isEmpty)
    app.failsAt = nil
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 800)) }
    #expect(app.heard == ["scroll"])
  }

  @Test("a frame from inside a frame is refused")
  func reentrant() throws {
    let app = HeadlessApp([10], try TestLayout.grid())
    app.state.frames.isRunning = true
    #expect(throws: LayoutError.self) {
      try FramePass(app.state, app, layout: app.state.layout).run()
    }
    #expect(app.asked.isEmpty)
  }

  @Test("a presenter reuses the views of leaving elements for appearing ones")
  func presenterReuses() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let made = app.state.counters.made
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 2000)) }
    let cost = app.state.counters
    #expect(cost.made - made <= 10, "no more than the partly visible row")
    #expect(cost.recycles > 90)
  }

  @Test("a layout prepares while the one on screen stays")
  func shadow() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    let (before, other) = (Remains(app), try TestLayout.grid())
    let pass = ShadowPass(app.state, app, layout: other.engine)
    let frame = BackgroundFrame(app.state, other.engine) { () throws(LayoutError) in
      try pass.question()
    }
    #expect(try frame.poll(.untilDone) == .done)
    let preparation = try pass.rehearse(preparedFor: frame.preparedBounds)
    #expect(preparation.isCurrent(in: app.state, other.engine) && Remains(app) == before)
    app.state.contentInset.top = 10
    #expect(!preparation.isCurrent(in: app.state, other.engine))
  }

  @Test("a layout that prepared for another offset gets the one on screen")
  func shadowElsewhere() throws {
    func table() throws -> CollectionLayout {
      let layout = try TestLayout.bundled("TablePlugin", "table")
      try layout.set("pinnedColumns", to: .integer(1))
      return layout
    }
    let app = try HeadlessApp.shown(Array(repeating: 40, count: 40), try table())
    let other = try table()
    let pass = ShadowPass(app.state, app, layout: other.engine)
    let frame = BackgroundFrame(app.state, other.engine) { () throws(LayoutError) in
      try pass.question()
    }
    #expect(try frame.poll(.untilDone) == .done)
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 300, y: 0)) }
    func pinned(_ frame: ShownFrame) -> Double? {
      let cells = frame.answer.records.filter { $0.category == LAYOUT_CELL }
      return cells.first { $0.path == ItemPath(0, 0) }?.frame.x
    }
    #expect(pinned(app.state.frames.front) == 300)
    _ = try pass.rehearse(preparedFor: frame.preparedBounds)
    #expect(pinned(app.state.frames.back) == 300)
  }

  @Test("another layout is shown, and the app is notified after the frame")
  func exchange() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    let other = try TestLayout.grid()
    _ = try ExchangePass(app.state, app).exchange(to: other.engine, nil)
    #expect(app.state.layout === other.engine && app.heard == ["adopt grid"])
    #expect(app.state.visibleItems.count == 100)
  }

  @Test("the clock never goes back, and moves running animations")
  func clock() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let pass = ClockPass(app.state, app)
    ScrollPass(app.state, app).glide(to: Point(x: 0, y: 400))
    for frame in 1...120 {
      let time = Double(frame) / 60
      try pass.run(to: time, after: try pass.set(to: time))
    }
    #expect(app.state.contentOffset == Point(x: 0, y: 400) && !pass.isMoving)
    #expect(throws: LayoutError.self) { try pass.set(to: 1) }
  }
}
