// SPDX-License-Identifier: Apache-2.0
//
// Sessions in which a new version of a layout replaces it, recorded and replayed.

import Glibc
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("recorder: swaps")
struct RecordedSwapTests {
  @Test("a property that was set to its default is set in the replay and in a new version too")
  func setToDefault() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    // Both are the defaults. The first opens the layout inside, which otherwise the first frame does. The second is
    // passed on only once it is set.
    let next = try maker.make("sections", tier: .inProcess)
    try next.set("layouts", to: .text("waterfall"))
    try next.set("layouts", to: .text("flow"))
    try next.set("minimumLineSpacing", to: .number(10))
    app.view.collectionViewLayout = next
    try next.set("0.minimumInteritemSpacing", to: .number(16))
    try app.view.layoutIfNeeded()
    session.look()
    try session.expectReplay("set to the default")

    let request = SwapRequest(file: try maker.find("sections").file, layoutID: "sections")
    guard case .accepted(let receipt) = LayoutSwapper(request, on: app.view).run() else {
      Issue.record("the hot swap was refused")
      return
    }
    #expect(receipt.notCarriedOver == [])
    let new = app.view.collectionViewLayout.connection.settings.compactMap { $0 }
    #expect(new == next.connection.settings.compactMap { $0 } && new.count == 2)
  }

  @Test(
    "a hot swap is replayed: at once, animated, while the content moves, before a change of data",
    arguments: ["flow", "waterfall", "spring"], [false, true])
  func hotSwap(_ id: String, isAnimated: Bool) throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    var dice = SeededGenerator(seed: isAnimated ? 5 : 6)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<90)), (2, Array(100..<140))]),
      try maker.make(id, tier: .inProcess))
    let session = try RecordedSession(app, id)
    try app.view.drag(by: Vector(dx: 0, dy: -70), at: Point(x: 100, y: 100), taking: 0.016)
    try app.view.release(velocity: Vector(dx: 0, dy: 900))
    for round in 0..<4 {
      var request = SwapRequest(file: try maker.find(id).file, layoutID: id)
      (request.policy.tier, request.isAnimated) = ([.inProcess, .sandboxed][round % 2], isAnimated)
      request.policy.options = WorkerOptions(deadlines: nil)
      let old = app.view.collectionViewLayout
      guard case .accepted = LayoutSwapper(request, on: app.view).run() else {
        Issue.record("round \(round) was refused")
        return
      }
      #expect(app.view.collectionViewLayout !== old)
      session.look()
      for _ in 0..<5 {
        try app.view.advance(to: app.view.clock + 0.0173)
        session.look()
      }
      let (batch, result) = app.model.randomBatch(using: &dice)
      try app.view.performBatchUpdates(timing: .curve(duration: 0.2)) {
        app.model = result
        $0 = batch
      }
      session.look()
    }
    try session.expectReplay("hot swap of \(id)")
  }

  @Test("a new version that prepared after an answer changed has the new answer in the replay too")
  func preparedWithNewAnswers() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    app.sizes[15] = Size(width: 50, height: 140)
    var context = InvalidationContext()
    context.items = [ItemPath(0, 5)]
    try app.view.collectionViewLayout.invalidate(context)
    let swapper = LayoutSwapper(
      SwapRequest(file: try maker.find("flow").file, layoutID: "flow"), on: app.view)
    #expect(swapper.prepare() == nil)
    try app.view.layoutIfNeeded()
    try app.view.advance(to: app.view.clock + 0.02)
    guard case .accepted = swapper.run() else {
      Issue.record("the hot swap was refused")
      return
    }
    session.look()
    try session.expectReplay("new answers")
  }

  /// Steps a swap until its new version has asked for the four items of the first section.
  private func prepareFirstSection(of app: RecordedApp, _ swapper: LayoutSwapper) {
    while swapper.stage != .prepare, swapper.step() == nil {}
    // A step answers for half a millisecond, so the first one ends after that section.
    var askedCount = 0
    app.onSize = {
      askedCount += 1
      usleep(1000)
    }
    while askedCount == 0, swapper.step() == nil {}
    #expect(askedCount == 4)
    app.onSize = nil
  }

  @Test(
    "a new version that has asked for a part gets the new answer for the rest, the layout on screen when it asks",
    arguments: [false, true])
  func askedForPart(isFormerShown: Bool) throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<14)), (2, Array(20..<28))]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    let new = Size(width: 50, height: 140)
    if !isFormerShown { app.sizes[21] = new }
    // The layout on screen asks again with the next frame.
    var context = InvalidationContext()
    context.items = [ItemPath(1, 1)]
    try app.view.collectionViewLayout.invalidate(context)
    let swapper = LayoutSwapper(
      SwapRequest(file: try maker.find("flow").file, layoutID: "flow"), on: app.view)
    prepareFirstSection(of: app, swapper)
    try app.view.layoutIfNeeded()
    session.look()
    app.sizes[21] = new
    guard case .accepted = swapper.run() else {
      Issue.record("the hot swap was refused")
      return
    }
    session.look()
    try session.expectReplay("asked for a part")
  }

  @Test("answers that a new version got before the data were read again are of the former data")
  func askedBeforeReload() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<14)), (2, Array(20..<28))]),
      try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    app.sizes[11] = Size(width: 50, height: 140)
    let swapper = LayoutSwapper(
      SwapRequest(file: try maker.find("flow").file, layoutID: "flow"), on: app.view)
    prepareFirstSection(of: app, swapper)
    // Another item is at the place of the one with the new size.
    app.model = ArrayModel(sections: [(1, Array(30..<35)), (2, Array(20..<28))])
    try app.view.reloadData()
    session.look()
    _ = swapper.cancel()
    try app.view.reloadData()
    session.look()
    try session.expectReplay("asked before the reload")
  }

  @Test("a new version that prepared before a batch does not have the answers after it")
  func preparedBeforeBatch() throws {
    let (maker, app, session) = try Self.mosaic()
    let swapper = try Self.swapperAboutToPrepare(maker, app)
    // The preparation begins, and is not shown before the batch.
    swapper.step()
    try app.view.performBatchUpdates(animated: false) { batch in
      let items = app.model.sections[0].items
      app.model.sections[0].items = Array(items[1...7]) + [items[0]] + Array(items[8...])
      batch.moveItem(from: ItemPath(0, 0), to: ItemPath(0, 7))
    }
    let next = try maker.make("flow", tier: .inProcess)
    try app.bind(next)
    try app.view.startInteractiveTransition(to: next)
    app.view.transitionProgress = 0.5
    try app.view.layoutIfNeeded()
    guard case .accepted = swapper.run() else {
      Issue.record("the hot swap was refused")
      return
    }
    try app.view.setLayout(next)
    session.look()
    try session.expectReplay("prepared before the batch")
  }

  @Test("a new version that began before a frame had shown new data is prepared again after it")
  func preparedBeforeFrame() throws {
    let (maker, app, session) = try Self.mosaic()
    let swapper = try Self.swapperAboutToPrepare(maker, app)
    app.model = ArrayModel(sections: [(2, Array(50..<58)), (3, Array(60..<75))])
    app.view.dataSource = nil
    app.view.dataSource = app
    swapper.step()
    try app.view.layoutIfNeeded()
    session.look()
    let answer = swapper.run()
    guard case .accepted = answer else {
      Issue.record("the hot swap was refused: \(answer)")
      return
    }
    session.look()
    try session.expectReplay("prepared before the frame")
  }

  @Test("a version that is refused when it would be shown has ended a transition in the replay too")
  func refusedInTransition() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<310))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    try app.view.startInteractiveTransition(to: try maker.make("mosaic", tier: .inProcess))
    app.view.transitionProgress = 0.3
    try app.view.layoutIfNeeded()
    session.look()
    // The version asks again for the sizes, and has items on screen that have no cells yet.
    for id in 10..<310 { app.sizes[id] = Size(width: 9, height: 9) }
    app.broken = Set(10..<310)
    let request = SwapRequest(file: try maker.find("flow").file, layoutID: "flow")
    guard case .refused(let refusal) = LayoutSwapper(request, on: app.view).run() else {
      Issue.record("the version is on screen")
      return
    }
    #expect(refusal.stage == .commit && app.view.transitionLayout == nil)
    session.look()
    app.broken = []
    try app.view.advance(to: 1)
    session.look()
    try session.expectReplay("refused in a transition")
  }

  private static func mosaic() throws -> (LayoutMaker, RecordedApp, RecordedSession) {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("mosaic", tier: .inProcess))
    return (maker, app, try RecordedSession(app, "mosaic"))
  }

  /// A swap to another version of the mosaic, whose next step begins the preparation.
  private static func swapperAboutToPrepare(
    _ maker: LayoutMaker, _ app: RecordedApp
  ) throws -> LayoutSwapper {
    let swapper = LayoutSwapper(
      SwapRequest(file: try maker.find("mosaic").file, layoutID: "mosaic"), on: app.view)
    while swapper.stage != .prepare, swapper.step() == nil {}
    return swapper
  }
}
