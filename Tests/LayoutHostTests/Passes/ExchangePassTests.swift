// SPDX-License-Identifier: Apache-2.0
//
// Changes of the layout and of the viewport, without a collection view.

import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("changes of layout and viewport without a view")
struct ExchangePassTests {
  /// An app that has just swapped in a new version of the grid; the old one is kept.
  private func onProbation(
    _ onEnd: @escaping (LayoutError?) -> Void
  ) throws -> (app: HeadlessApp, old: CollectionLayout, new: CollectionLayout) {
    let (old, new) = (try TestLayout.grid(), try TestLayout.grid())
    let app = try HeadlessApp.shown([500], old)
    let before = app.state.shownOffset
    _ = try ExchangePass(app.state, app).exchange(to: new.engine, nil)
    app.state.probation = Probation(
      old: old.engine, handle: old, offsets: (before, app.state.shownOffset),
      epoch: app.state.dataShape.epoch, onEnd: onEnd)
    return (app, old, new)
  }

  @Test("sixty good frames end a probation, and the old layout is released")
  func probationEnds() throws {
    var ends: [LayoutError?] = []
    let (app, _, new) = try onProbation { ends.append($0) }
    for frame in 1...Probation.frameCount {
      #expect(app.state.probation != nil && ends.isEmpty)
      try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: Double(frame))) }
    }
    #expect(app.state.probation == nil && ends == [nil] && app.state.layout === new.engine)
    #expect(app.state.frames.back.layout === new.engine)
  }

  @Test("a frame with other data ends a probation before it runs")
  func probationEndsWithData() throws {
    var ends: [LayoutError?] = []
    let (app, _, new) = try onProbation { ends.append($0) }
    app.counts = [400]
    app.state.setNeedsCounts()
    try app.layoutIfNeeded()
    #expect(ends == [nil] && app.state.probation == nil && app.state.layout === new.engine)
  }

  @Test("an error of the app's data leaves a layout on probation")
  func probationOutlivesTheApp() throws {
    var ends: [LayoutError?] = []
    let (app, _, new) = try onProbation { ends.append($0) }
    app.failsAt = ItemPath(0, 150)
    #expect(throws: LayoutError.self) {
      try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 800)) }
    }
    #expect(ends.isEmpty && app.state.probation != nil && app.state.layout === new.engine)
  }

  @Test("a layout that fails on probation is replaced by the old one in the same frame")
  func rollsBack() throws {
    let old = try TestLayout.grid()
    let app = try HeadlessApp.shown([500], old)
    let new = try TestLayout.fake()
    _ = try ExchangePass(app.state, app).exchange(to: new.engine, nil)
    let offset = app.state.shownOffset
    var ends: [LayoutError?] = []
    app.state.probation = Probation(
      old: old.engine, handle: old, offsets: (.zero, offset),
      epoch: app.state.dataShape.epoch, onEnd: { ends.append($0) })
    try new.set("call", to: FakeLayout.Call.attributesInRect.value)
    try new.set("behaviour", to: FakeLayout.Behaviour.error.value)
    try app.layoutIfNeeded()
    #expect(app.state.layout === old.engine && app.heard.last == "adopt grid")
    #expect(ends.count == 1 && ends[0]?.plugin != nil && app.state.probation == nil)
    #expect(app.state.visibleItems.first == ItemPath(0, 0))
  }

  /// Makes a layout that fails in each frame from now on.
  private func failing(_ layout: CollectionLayout) throws {
    try layout.set("call", to: FakeLayout.Call.attributesInRect.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
  }

  @Test("a layout on screen that fails misses the data until a layout shows them")
  func missesData() throws {
    let layout = try TestLayout.fake()
    let app = try HeadlessApp.shown([300], layout)
    try failing(layout)
    app.counts = [40]
    app.state.setNeedsCounts()
    #expect(throws: LayoutError.self) { try app.layoutIfNeeded() }
    #expect(app.state.missesData)
    // The app fails in the frame of another layout.
    let other = try TestLayout.grid()
    app.failsAt = ItemPath(0, 0)
    #expect(throws: LayoutError.self) {
      _ = try ExchangePass(app.state, app).exchange(to: other.engine, nil)
    }
    #expect(app.state.missesData && app.state.layout === layout.engine)
    app.failsAt = nil
    _ = try ExchangePass(app.state, app).exchange(to: other.engine, nil)
    #expect(!app.state.missesData && app.state.dataShape.itemCounts.total == 40)
  }

  @Test("another layout that fails is not the one on screen, which still may show changed data")
  func otherFails() throws {
    let (layout, other) = (try TestLayout.grid(), try TestLayout.fake())
    let app = try HeadlessApp.shown([300], layout)
    try failing(other)
    app.counts = [40]
    app.state.setNeedsCounts()
    #expect(throws: LayoutError.self) {
      _ = try ExchangePass(app.state, app).exchange(to: other.engine, nil)
    }
    #expect(!app.state.missesData && app.state.needsCounts)
    try app.layoutIfNeeded()
    #expect(app.state.dataShape.itemCounts.total == 40)
  }

  @Test("a transition follows its progress, and progress 0 restores the start, bit for bit")
  func transition() throws {
    let app = try HeadlessApp.shown([4], try Mover.layout())
    let (state, next) = (app.state, try Mover.layout("other"))
    let before = state.visibleElements.map(\.attributes)
    let pass = TransitionPass(state, app)
    try pass.prepare(for: next.engine)
    var told: [Bool] = []
    _ = try pass.start(to: next.engine) { told.append($0) }
    pass.show()
    #expect(state.transitionHandle === next && state.frames.back.layout !== next.engine)
    let cell = try #require(state.cell(at: ItemPath(0, 2)))
    let start = try #require(cell.attributes?.frame.origin)
    state.setTransitionProgress(0.25)
    try app.layoutIfNeeded()
    let quarter = try #require(cell.attributes?.frame.origin)
    state.setTransitionProgress(0.5)
    try app.layoutIfNeeded()
    let half = try #require(cell.attributes?.frame.origin)
    #expect(quarter != start && abs(half.x - start.x - 2 * (quarter.x - start.x)) < 1e-9)
    #expect(throws: LayoutError.self) { try pass.prepare(for: next.engine) }
    try pass.cancel(nil)
    try app.layoutIfNeeded()
    #expect(told == [false] && state.transitionHandle == nil)
    #expect(
      state.visibleElements.map(\.attributes) == before && cell.attributes?.frame.origin == start)
    #expect(throws: LayoutError.self) { try pass.cancel(nil) }
  }

  @Test("a finished transition leaves the new layout on screen")
  func transitionFinishes() throws {
    let app = try HeadlessApp.shown([4], try Mover.layout())
    let (state, next) = (app.state, try Mover.layout("other"))
    let pass = TransitionPass(state, app)
    try pass.prepare(for: next.engine)
    var told: [Bool] = []
    _ = try pass.start(to: next.engine) { told.append($0) }
    state.setTransitionProgress(0.5)
    try app.layoutIfNeeded()
    _ = try pass.finish(nil)
    try app.layoutIfNeeded()
    let fresh = try HeadlessApp.shown([4], try Mover.layout("other"))
    #expect(state.layout === next.engine && told == [true] && app.heard == ["adopt other"])
    #expect(
      state.visibleElements.map(\.attributes) == fresh.state.visibleElements.map(\.attributes))
  }

  @Test("a resize equals a fresh view of that size, and a refused one changes nothing")
  func resize() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let before = app.state.visibleItems
    app.failsAt = ItemPath(0, 120)
    #expect(throws: LayoutError.self) {
      try ResizePass(app.state, app).run(to: Size(width: 1000, height: 1200))
    }
    #expect(app.state.visibleItems == before && app.state.viewportSize.height == 800)
    app.failsAt = nil
    try ResizePass(app.state, app).run(to: Size(width: 1000, height: 1200))
    let fresh = HeadlessApp(
      [500], try TestLayout.grid(), viewportSize: Size(width: 1000, height: 1200))
    try fresh.layoutIfNeeded()
    #expect(app.state.visibleItems == fresh.state.visibleItems && app.state.visibleItems != before)
    try ResizePass(app.state, app).run(to: Size(width: .nan, height: -1))
    #expect(app.state.viewportSize == .zero)
  }

  @Test("an animated change moves by the clock, and its completion is called once")
  func animation() throws {
    let app = try HeadlessApp.shown([4], try Mover.layout())
    let state = app.state
    var told: [Bool] = []
    let course = AnimationTiming.curve(.linear, duration: 1)
    _ = try ExchangePass(state, app).exchange(to: try Mover.layout("other").engine, course) {
      told.append($0)
    }
    #expect(state.isAnimating && told.isEmpty)
    let clock = ClockPass(state, app)
    for time in [0.5, 1, 1.5] {
      try clock.run(to: time, after: try clock.set(to: time))
      if time < 1 { #expect(told.isEmpty) }
    }
    #expect(told == [true] && !state.isAnimating)
    AnimationPass(state, app).run()
    #expect(told == [true])
  }
}
