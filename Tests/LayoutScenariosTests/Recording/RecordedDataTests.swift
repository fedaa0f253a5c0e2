// SPDX-License-Identifier: Apache-2.0
//
// Sessions in which the data change, or fail to, recorded and replayed.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("recorder: data")
struct RecordedDataTests {
  @Test("a reload after a change of the data, and a refused batch, are replayed too")
  func reload() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    #expect(throws: LayoutError.self) {
      try app.view.performBatchUpdates { $0.deleteItem(at: ItemPath(0, 99)) }
    }
    session.look()
    app.model.sections[0].items.removeFirst(7)
    app.model.sections.append((3, [77, 78]))
    try app.view.reloadData()
    session.look()
    try app.view.advance(to: 0.1)
    session.look()
    try session.expectReplay("reload")
  }

  @Test("a batch that a cell makes fail, and that the app takes back, fails in the replay too")
  func failingCell() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<14)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    app.broken = [90]
    let model = app.model
    #expect(throws: LayoutError.self) {
      try app.view.performBatchUpdates { batch in
        app.model.sections[0].items += Array(80..<99)
        batch.insertItems(at: (4..<23).map { ItemPath(0, $0) })
      }
    }
    session.look()
    app.model = model
    try app.view.layoutIfNeeded()
    session.look()
    app.model.sections[1].items.removeAll()
    try app.view.deleteItems(at: [ItemPath(1, 0)])
    session.look()
    app.broken = [12]
    #expect(throws: LayoutError.self) { try app.view.reloadData() }
    session.look()
    app.broken = []
    try app.view.layoutIfNeeded()
    session.look()
    try session.expectReplay("failing cell")
  }

  @Test(
    "a change inside a batch, which is refused, is no step of the recording, but a batch that fails with it is"
  )
  func changeInsideBatch() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<14))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    try app.view.performBatchUpdates { batch in
      #expect(throws: LayoutError.self) { try app.view.insertItems(at: [ItemPath(0, 4)]) }
      app.model.sections[0].items.append(80)
      batch.insertItems(at: [ItemPath(0, 4)])
    }
    #expect(throws: LayoutError.self) {
      try app.view.performBatchUpdates { batch in
        app.model.sections[0].items.append(81)
        batch.insertItems(at: [ItemPath(0, 5)])
        try app.view.insertItems(at: [ItemPath(0, 5)])
      }
    }
    try app.view.reloadData()
    let steps = try #require(session.recorder.recording["steps"]?.array)
    #expect(steps.map { $0.object?["do"]?.string } == ["batch", "batch", "data", "reload"])
    session.look()
    try session.expectReplay("refused")
  }

  @Test("an item marked stale while the data are stale is marked in the replay too")
  func staleItem() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    let next = try maker.make("waterfall", tier: .inProcess)
    app.view.collectionViewLayout = next
    var context = InvalidationContext()
    context.items = [ItemPath(1, 7)]
    try next.invalidate(context)
    try app.view.advance(to: 0.1)
    let words = session.recorder.recording["steps"]?.array?.compactMap { $0.object?["do"]?.string }
    #expect(words?.suffix(3) == ["swap", "invalidate", "advance"])
    _ = try Probe.results(.object(session.recorder.recording))
  }

  @Test("counts that are stale with everything else are read again in the replay too")
  func everythingAndCounts() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    app.model.sections[0].items.removeFirst(7)
    var context = InvalidationContext.all
    context.counts = true
    try app.view.collectionViewLayout.invalidate(context)
    try app.view.layoutIfNeeded()
    session.look()
    try session.expectReplay("everything and counts")
  }

  @Test("a change that is told while counts are stale is a reload, also while the layout moves")
  func toldWhileStale() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<300)), (2, [350])]),
      try maker.make("spring", tier: .inProcess))
    let session = try RecordedSession(app, "spring")
    try app.view.drag(by: Vector(dx: 0, dy: -70), at: Point(x: 100, y: 100), taking: 0.016)
    #expect(app.view.isMoving)
    var context = InvalidationContext()
    context.items = [ItemPath(0, 8)]
    context.counts = true
    try app.view.collectionViewLayout.invalidate(context)
    app.model.sections[0].items.remove(at: 3)
    try app.view.deleteItems(at: [ItemPath(0, 3)])
    try app.view.advance(to: app.view.clock + 0.02)
    session.look()
    try session.expectReplay("told while stale")
  }

  @Test("another data source is read by the next frame of the replay too")
  func otherSource() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    session.look()
    app.view.dataSource = nil
    // As many items, and others.
    app.model.sections[0].items = Array(60..<90)
    app.view.dataSource = app
    session.look()
    try app.view.advance(to: 0.1)
    session.look()
    try session.expectReplay("another source")
  }

  @Test(
    "a frame that fails because the app changes the view in a count takes its time in the replay too"
  )
  func reentrantCount() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    (app.view.dataSource, app.onCount) = (nil, { try app.view.reloadData() })
    app.view.dataSource = app
    let failure = #expect(throws: LayoutError.self) { try app.view.advance(to: 0.1) }
    #expect(failure?.code == .reentrant)
    app.onCount = nil
    try app.view.advance(to: 0.15)
    session.look()
    let times = session.recorder.recording["steps"]?.array?.compactMap {
      $0.object?["seconds"]?.double
    }
    #expect(times?.reduce(0, +) == 0.15)
    try session.expectReplay("reentrant count")
  }

  @Test(
    "a recording of data that the view does not show is refused, and the app asked nothing about them"
  )
  func untoldData() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    try app.view.layoutIfNeeded()
    app.model.sections[0].items.removeLast(7)
    app.onSize = { Issue.record("the app was asked for a size") }
    let failure = #expect(throws: LayoutError.self) { try RecordedSession(app, "flow") }
    #expect(failure?.code == .dataSource)
    #expect(failure?.message.contains("23 items in 1 section") == true)
    app.onSize = nil
    try app.view.reloadData()
    _ = try RecordedSession(app, "flow")
  }
}
