// SPDX-License-Identifier: Apache-2.0
//
// Swaps in a session without a collection view.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

extension HeadlessApp: SwapSite {
  var shownLayout: CollectionLayout { handle }
  var wantedLayout: CollectionLayout { handle }

  func checkIsFree(_ layout: CollectionLayout) throws(LayoutError) {
    if isTaken { throw LayoutError(.layoutInUse, "another app shows it") }
  }

  func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap) {
    heard.append("prepare \(swap.layoutID)")
  }

  func cancelMovement() throws(LayoutError) { try MovementPass(state, self).cancel() }

  func cancelTransition(animated: Bool, _ timing: AnimationTiming?) throws(LayoutError) {
    try TransitionPass(state, self).cancel(
      state.animationSettings.timing(isAnimated: animated, timing))
  }

  func commit(
    _ swap: any ObservedSwap, _ body: () throws(LayoutError) -> Void
  ) throws(LayoutError) {
    heard.append("commit \(swap.layoutID)")
    try body()
  }
}

@Suite("Swaps without a view")
struct SwapSiteTests {
  /// An app that shows the first version of flow, and the file of the next version.
  private struct Session {
    let versions: Versions
    let app: HeadlessApp
    let old: CollectionLayout
    let swapper: LayoutSwapper

    init() throws {
      versions = try Versions(of: try bundledPlugin("FlowPlugin"))
      old = try versions.layout("flow")
      try old.set("itemSize", to: .size(Size(width: 90, height: 70)))
      app = try HeadlessApp.shown([300], old)
      try FrameRunner(app.state, app).changeScroll { $0.jump(to: Point(x: 0, y: 700)) }
      app.heard = []
      let request = SwapRequest(
        file: try versions.replace(by: try bundledPlugin("FlowPlugin")), layoutID: "flow")
      swapper = LayoutSwapper(request, at: app)
    }

    /// The frames on screen.
    var frames: [Rect] { app.state.visibleElements.map(\.attributes.frame) }
  }

  @Test("a new version goes through all stages to the screen, and the old one is kept")
  func accepted() throws {
    let session = try Session()
    let (app, before) = (session.app, session.frames)
    var stages: [SwapStage] = []
    session.swapper.onStage = { stages.append($0) }
    #expect(session.swapper.prepare() == nil)
    #expect(app.handle === session.old && session.frames == before)
    let receipt = try #require(session.swapper.run().receipt)
    #expect(receipt.notCarriedOver.isEmpty)
    #expect(stages == [.notice, .copy, .judge, .trial, .load, .shadow, .carry, .prepare, .commit])
    #expect(app.heard == ["prepare flow", "commit flow", "adopt flow"])
    #expect(app.handle !== session.old && app.state.layout === app.handle.engine)
    #expect(app.state.probation?.old === session.old.engine)
    #expect(!before.isEmpty && session.frames == before)
  }

  @Test("a swap that is cancelled after its commit returns that it was accepted")
  func cancelledTooLate() throws {
    let session = try Session()
    var answer: SwapAnswer?
    session.swapper.onStage = { [unowned swapper = session.swapper] stage in
      if stage == .commit { answer = swapper.cancel() }
    }
    let receipt = try #require(session.swapper.run().receipt)
    #expect(answer == .accepted(receipt) && session.app.handle !== session.old)
  }

  @Test("a swap that is cancelled in an answer to the new version ends once, at that stage")
  func cancelledInAnswer() throws {
    let session = try Session()
    var replies: [SwapAnswer] = []
    var stages: [SwapStage] = []
    session.swapper.onStage = { stages.append($0) }
    try session.old.bind("sizeForItem") {
      [unowned swapper = session.swapper] (_: ItemPath) -> Size? in
      if swapper.stage == .prepare { replies.append(swapper.cancel()) }
      return nil
    }
    try session.app.layoutIfNeeded()
    let answer = session.swapper.run()
    #expect(answer.refusal?.stage == .prepare && answer.refusal?.error.code == .cancelled)
    #expect(!replies.isEmpty && replies.allSatisfy { $0 == answer })
    #expect(stages.last == .carry && session.swapper.shadow == nil)
    #expect(session.app.handle === session.old)
  }

  @Test("data that change before the commit are prepared for again")
  func stale() throws {
    let session = try Session()
    let app = session.app
    _ = session.swapper.prepare()
    app.counts = [200]
    app.state.setNeedsCounts()
    try app.layoutIfNeeded()
    #expect(session.swapper.run().receipt != nil && session.swapper.preparationCount == 2)
    #expect(app.state.dataShape.itemCounts.total == 200)
  }

  @Test("data that changed since the last frame are shown before a swap at once")
  func changedBefore() throws {
    let session = try Session()
    let app = session.app
    app.counts = [200]
    app.state.setNeedsCounts()
    #expect(session.swapper.run().receipt != nil && session.swapper.preparationCount == 1)
    #expect(app.state.dataShape.itemCounts.total == 200 && !app.state.needsCounts)
  }

  @Test("parts that the app marks stale before the commit are queried again, each frame if needed")
  func invalidated() throws {
    let session = try Session()
    let app = session.app
    var height = 70.0
    try session.old.bind("sizeForItem") { (path: ItemPath) -> Size? in
      path.item == 100 ? Size(width: 90, height: height) : nil
    }
    for round in 1...LayoutSwapper.staleLimit + 1 {
      #expect(session.swapper.prepare() == nil && session.swapper.preparationCount == round)
      height += 10
      var context = InvalidationContext()
      context.items = [ItemPath(0, 100)]
      try app.handle.invalidate(context)
      try app.layoutIfNeeded()
      if round <= LayoutSwapper.staleLimit { #expect(session.swapper.step() == nil) }
    }
    #expect(session.swapper.run().receipt != nil)
    #expect(app.handle !== session.old)
    let shown = try LayoutQuestions(app.state, app).attributes(.cell, "cell", ItemPath(0, 100))
    #expect(shown?.frame.height == height)
  }

  @Test("a version that may not be shown here is refused, and the screen does not change")
  func refused() throws {
    let session = try Session()
    let (app, before) = (session.app, session.frames)
    app.isTaken = true
    let refusal = try #require(session.swapper.run().refusal)
    #expect(refusal.stage == .prepare && refusal.error.code == .layoutInUse)
    #expect(app.handle === session.old && app.state.probation == nil && session.frames == before)
  }
}
