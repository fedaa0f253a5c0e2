// SPDX-License-Identifier: Apache-2.0
//
// Batches, sizes and prefetching, pass by pass, without a collection view.

import LayoutModel
import LayoutRuntime
import LayoutUpdates
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("batches, sizes and prefetching without a view")
struct DataPassTests {
  @Test("a batch fills new elements and moves the others")
  func batch() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    let kept = app.state.cell(at: ItemPath(0, 10))
    app.asked = []
    var wasApplied = false
    try BatchPass(app.state, app).perform(
      nil, onApplied: { wasApplied = true },
      {
        app.counts[0] += 1
        $0.insertItem(at: ItemPath(0, 4))
      }, completion: nil)
    #expect(wasApplied && app.asked == [ItemPath(0, 4)])
    #expect(app.state.cell(at: ItemPath(0, 11)) === kept)
  }

  @Test("a batch that contradicts the counts changes nothing")
  func wrongBatch() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    let epoch = app.state.dataShape.epoch
    #expect(throws: LayoutError.self) {
      try BatchPass(app.state, app).perform(
        nil, onApplied: { Issue.record("a refused batch was applied") },
        { $0.insertItem(at: ItemPath(0, 4)) }, completion: nil)
    }
    #expect(app.state.dataShape.epoch == epoch && app.state.visibleItems.count == 50)
  }

  @Test("an error of the block ends the batch with an error that says so")
  func throwingBlock() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    let error = #expect(throws: LayoutError.self) {
      try BatchPass(app.state, app).perform(
        nil, onApplied: {}, { _ in throw HeadlessApp.Mistake() }, completion: nil)
    }
    #expect(error?.code == .updateBlock && !app.state.isRunning)
  }

  @Test("reconfigured items are filled in their current views")
  func reconfigure() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    let cell = app.state.cell(at: ItemPath(0, 7))
    app.asked = []
    try ReconfigurePass(app.state, app).run([ItemPath(0, 7)])
    #expect(app.asked == [ItemPath(0, 7)] && app.state.cell(at: ItemPath(0, 7)) === cell)
    #expect(throws: LayoutError.self) { try ReconfigurePass(app.state, app).run([ItemPath(0, 50)]) }
  }

  @Test("cells get the sizes that they prefer, with a layout that accepts them")
  func sizing() throws {
    let layout = try TestLayout.rows()
    let app = HeadlessApp([30], layout, viewportSize: Size(width: 300, height: 240))
    app.wish = { _ in 33 }
    try app.layoutIfNeeded()
    let heights = app.state.visibleElements.map(\.attributes.size.height)
    #expect(!heights.isEmpty && heights.allSatisfy { $0 == 33 })
    #expect(!app.state.sizing.isBehind)
  }

  @Test("scrolling requests the data ahead, the nearest first")
  func prefetch() throws {
    let app = try HeadlessApp.shown([1000], try TestLayout.grid())
    app.prefetches = true
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 80)) }
    let last = try #require(app.state.visibleItems.last)
    #expect(app.prefetched.first == ItemPath(0, last.item + 1))
    #expect(app.prefetched == app.prefetched.sorted() && app.prefetched.count >= 10)
  }

  @Test("cells ahead are filled in frames that had few cells to fill")
  func preparedCells() throws {
    let app = try HeadlessApp.shown([1000], try TestLayout.grid())
    app.state.cellsPreparedPerFrame = 14
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 1)) }
    let before = app.state.counters
    #expect(app.state.store.preparedCount > 0)
    try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 90)) }
    let cost = app.state.counters - before
    #expect(cost.binds < 10, "the row that became visible was filled before, in part at least")
  }

  @Test("a route follows elements through a batch and back")
  func route() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    var batch = BatchUpdate()
    batch.deleteItem(at: ItemPath(0, 2))
    let plan = try batch.plan(from: [50], to: [49])
    let answer = app.state.frames.front.answer
    let route = ElementRoute.through(plan, old: answer, new: answer, kindCount: 2)
    let cells = answer.records.filter { $0.category == 0 }
    #expect(route.new(of: cells[2]) == nil)
    #expect(route.new(of: cells[3]).map { Int($0.item) } == 2)
    #expect(route.old(of: cells[2]).map { Int($0.item) } == 3)
  }

  @Test("an animation is planned from the current place of each element")
  func motion() throws {
    let app = try HeadlessApp.shown([50], try TestLayout.grid())
    app.state.animationSettings.isEnabled = true
    let timing = AnimationTiming.curve(.linear, duration: 1)
    try BatchPass(app.state, app).perform(
      timing, onApplied: {},
      {
        app.counts[0] += 1
        $0.insertItem(at: ItemPath(0, 0))
      }, completion: nil)
    #expect(app.state.isAnimating)
    let clock = ClockPass(app.state, app)
    try clock.run(to: 0.5, after: try clock.set(to: 0.5))
    // The old first item moves from x = 0 to x = 100 and is halfway.
    let moving = app.state.visibleElements.first { $0.attributes.path == ItemPath(0, 1) }
    #expect(moving?.attributes.frame.x == 50)
    try clock.run(to: 1, after: try clock.set(to: 1))
    #expect(!app.state.isAnimating)
  }
}
