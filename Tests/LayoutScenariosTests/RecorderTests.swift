// SPDX-License-Identifier: Apache-2.0
//
// An app's session, recorded and replayed: every frame of it, bit for bit.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("recorder")
struct RecorderTests {
  @Test("a layout that was refused, because no view was registered for a kind, is refused again")
  func unregisteredKind() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    let table = try maker.make("table", tier: .inProcess)
    try table.set("columnHeaderHeight", to: .number(18))
    #expect(throws: LayoutError.self) { try app.view.setLayout(table) }
    session.look()
    let next = try maker.make("table", tier: .inProcess)
    try next.set("columnHeaderHeight", to: .number(18))
    app.view.collectionViewLayout = next
    #expect(throws: LayoutError.self) { try app.view.layoutIfNeeded() }
    session.look()
    try app.view.setContentOffset(Point(x: 0, y: 20))
    session.look()
    for kind in next.supplementaryKinds {
      app.view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    try app.view.setLayout(next)
    session.look()
    try session.expectReplay("unregistered")
  }

  @Test("a kind without a view that only appears with the sizes of cells is missing again")
  func unregisteredKindBehindSizes() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess), cells: LowCell.self, kinds: [])
    for id in 10..<40 { app.sizes[id] = Size(width: 60, height: 60) }
    let session = try RecordedSession(app, "flow")
    let next = try maker.make("flow", tier: .inProcess)
    try app.bind(next)
    try next.set("estimatedItemSize", to: .size(Size(width: 60, height: 60)))
    try next.bind("headerSize") { (path: ItemPath) -> Size? in
      path.section == 1 ? Size(width: 50, height: 20) : nil
    }
    try app.view.setLayout(next)
    session.look()
    #expect(throws: LayoutError.self) { try app.view.layoutIfNeeded() }
    session.look()
    app.view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    try app.view.layoutIfNeeded()
    session.look()
    #expect(app.view.visibleElements.contains { $0.attributes.kind == "header" })
    try session.expectReplay("unregistered behind sizes")
  }

  /// A cell that is lower than its layout estimates.
  private final class LowCell: Cell {
    override func preferredLayoutAttributesFitting(
      _ attributes: LayoutAttributes
    ) -> LayoutAttributes {
      var wanted = attributes
      wanted.size.height = 10
      return wanted
    }
  }

  @Test("a resize to a size that the view corrects is replayed with the corrected one")
  func correctedSize() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    for width in [200, -40, .nan, 250] {
      try app.view.resize(to: Size(width: width, height: 300))
      session.look()
    }
    try session.expectReplay("resize")
  }

  @Test("a setting that is undone around a call without a step gives no step")
  func settingAroundNothing() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    let start = session.recorder.stepCount
    app.view.animation.isEnabled = false
    try app.view.setLayout(app.view.collectionViewLayout)
    app.view.animation.isEnabled = true
    try app.view.advance(to: 0.1)
    let steps = try #require(session.recorder.recording["steps"]?.array).dropFirst(start)
    #expect(steps.map { $0.object?["do"]?.string } == ["advance"])
  }

  @Test("the end of an earlier recorder leaves the one that has come since")
  func nextRecorder() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    var session = try RecordedSession(app, "flow")
    session = try RecordedSession(app, "flow")
    app.sizes[11] = Size(width: 50, height: 40)
    try app.view.reloadData()
    #expect(session.recorder.stepCount == 1)
    session.look()
    try session.expectReplay("the next recorder")
  }

  @Test("a limit beyond the largest count of a scenario is recorded as that count")
  func hugeLimits() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, [1])]), try maker.make("flow", tier: .inProcess))
    app.view.idleViewLimit = 5_000_000_000
    app.view.cellsPreparedPerFrame = 5_000_000_000
    let session = try RecordedSession(app, "flow")
    try app.view.advance(to: 0.1)
    let text = JSONValue.object(session.recorder.recording).serialised()
    #expect(text.contains("\"idleViewLimit\":4294967294"), "\(text)")
    _ = try Probe.results(.object(session.recorder.recording))
  }

  @Test("seconds lead from any time exactly to the next one")
  func clock() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try RecordedApp(
      ArrayModel(sections: [(1, [1])]), try maker.make("flow", tier: .inProcess))
    let session = try RecordedSession(app, "flow")
    var dice = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      try app.view.advance(to: app.view.clock + Double.random(in: 0...0.1, using: &dice))
    }
    var time = 0.0
    for step in session.recorder.recording["steps"]?.array ?? [] {
      if step.object?["do"] != "advance" { continue }
      time += try #require(step.object?["seconds"]?.double)
    }
    #expect(time == app.view.clock)
  }
}
