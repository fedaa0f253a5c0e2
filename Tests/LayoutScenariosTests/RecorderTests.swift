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
  /// An app with sizes of its own, by identity, without any knowledge of scenarios.
  private final class App: CollectionViewDataSource {
    var model: ArrayModel
    /// Sizes that differ from those of the identities.
    var sizes: [Int: Size] = [:]
    /// The items whose cells fail.
    var broken: Set<Int> = []
    let view: CollectionView

    struct Broken: Error {}

    init(
      _ model: ArrayModel, _ layout: CollectionLayout, cells: Cell.Type = Cell.self,
      kinds: [String] = ["header", "footer"]
    ) throws {
      self.model = model
      view = CollectionView(viewportSize: Size(width: 333, height: 300), layout: layout)
      view.dataSource = self
      view.register(cells, forCellWithReuseIdentifier: "cell")
      for kind in kinds {
        view.register(
          ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
      }
      try bind(layout)
    }

    func bind(_ layout: CollectionLayout) throws {
      try layout.bind("sizeForItem") { [unowned self] (path: ItemPath) -> Size? in
        let id = model.sections[path.section].items[path.item]
        if let size = sizes[id] { return size }
        return id % 5 == 0
          ? nil : Size(width: Double(40 + id * 37 % 80) / 3, height: Double(30 + id * 53 % 60) / 7)
      }
      guard layout.hasQuery("insetForSection") else { return }
      try layout.bind("insetForSection") { [unowned self] (path: ItemPath) -> Insets? in
        model.sections[path.section].id % 3 == 0
          ? nil : Insets(top: 5, left: 7, bottom: 1.5, right: 0)
      }
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { model.sections[section].items.count }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws -> Cell {
      if broken.contains(model.sections[path.section].items[path.item]) { throw Broken() }
      return try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }

    func collectionView(
      _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
      at path: ItemPath
    ) throws -> ReusableView {
      try collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: kind, for: path)
    }
  }

  /// Returns the screen's content: offset, then each element by kind, path, frame, alpha and whether it leaves.
  private static func sight(_ view: CollectionView) -> [String] {
    let elements = view.visibleElements.map { element in
      let a = element.attributes
      let f = a.frame
      return "\(a.kind) \(a.path) \(f.x) \(f.y) \(f.width) \(f.height) \(a.alpha) "
        + "\(element.isLeaving)"
    }
    return ["\(view.contentOffset.x) \(view.contentOffset.y)"] + elements.sorted()
  }

  private static func sight(_ result: JSONObject) -> [String] {
    let elements = result["elements"]?.array?.compactMap(\.object) ?? []
    let lines = elements.map { element in
      let path = element["path"]?.numbers.map { "\(Int($0))" }.joined(separator: ".") ?? ""
      let frame = element["frame"]?.numbers.map { "\($0)" }.joined(separator: " ") ?? ""
      return "\(element["kind"]?.string ?? "") \(path) \(frame) "
        + "\(element["alpha"]?.double ?? -1) \(element["leaving"] == true)"
    }
    let offset = result["contentOffset"]?.numbers.map { "\($0)" }.joined(separator: " ") ?? ""
    return [offset] + lines.sorted()
  }

  /// Runs the scenario with a look after each step, and compares the looks.
  private func expectReplay(
    _ recording: JSONObject, _ frames: [(stepCount: Int, sight: [String])], _ label: Comment
  ) throws {
    let steps = try #require(recording["steps"]?.array)
    let looked = steps.flatMap { (step) -> [JSONValue] in [step, ["do": "visible"]] }
    let results = try Probe.results(.object(recording.with("steps", .array(looked))))
    for (number, frame) in frames.enumerated() where frame.stepCount > 0 {
      let shown = Self.sight(results[2 * frame.stepCount - 1])
      let step = steps[frame.stepCount - 1].serialised()
      let differing = zip(shown, frame.sight).filter { $0 != $1 }
      #expect(
        shown.count == frame.sight.count && differing.isEmpty,
        "\(label), action \(number): \(differing.first ?? ("", "")) after \(step)")
      if !differing.isEmpty { return }
    }
  }

  @Test("a reload after a change of the data, and a refused batch, are replayed too")
  func reload() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var frames: [(stepCount: Int, sight: [String])] = []
    func look() {
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
    #expect(throws: LayoutError.self) {
      try app.view.performBatchUpdates { $0.deleteItem(at: ItemPath(0, 99)) }
    }
    look()
    app.model.sections[0].items.removeFirst(7)
    app.model.sections.append((3, [77, 78]))
    try app.view.reloadData()
    look()
    try app.view.advance(to: 0.1)
    look()
    try expectReplay(recorder.recording, frames, "reload")
  }

  @Test("a layout that was refused, because no view was registered for a kind, is refused again")
  func unregisteredKind() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var frames: [(stepCount: Int, sight: [String])] = []
    func look() {
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
    let table = try maker.make("table", tier: .inProcess)
    try table.set("columnHeaderHeight", to: .number(18))
    #expect(throws: LayoutError.self) { try app.view.setLayout(table) }
    look()
    let next = try maker.make("table", tier: .inProcess)
    try next.set("columnHeaderHeight", to: .number(18))
    app.view.collectionViewLayout = next
    #expect(throws: LayoutError.self) { try app.view.layoutIfNeeded() }
    look()
    try app.view.setContentOffset(Point(x: 0, y: 20))
    look()
    for kind in next.supplementaryKinds {
      app.view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    try app.view.setLayout(next)
    look()
    try expectReplay(recorder.recording, frames, "unregistered")
  }

  @Test("a batch that a cell makes fail, and that the app takes back, fails in the replay too")
  func failingCell() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<14)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var frames: [(stepCount: Int, sight: [String])] = []
    func look() {
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
    app.broken = [90]
    let model = app.model
    #expect(throws: LayoutError.self) {
      try app.view.performBatchUpdates { batch in
        app.model.sections[0].items += Array(80..<99)
        batch.insertItems(at: (4..<23).map { ItemPath(0, $0) })
      }
    }
    look()
    app.model = model
    try app.view.layoutIfNeeded()
    look()
    app.model.sections[1].items.removeAll()
    try app.view.deleteItems(at: [ItemPath(1, 0)])
    look()
    app.broken = [12]
    #expect(throws: LayoutError.self) { try app.view.reloadData() }
    look()
    app.broken = []
    try app.view.layoutIfNeeded()
    look()
    try expectReplay(recorder.recording, frames, "failing cell")
  }

  @Test("a change inside a batch, which is refused, is no step of the recording")
  func changeInsideBatch() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<14))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
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
    let steps = try #require(recorder.recording["steps"]?.array)
    #expect(steps.map { $0.object?["do"]?.string } == ["batch", "data", "reload"])
    try expectReplay(recorder.recording, [(steps.count, Self.sight(app.view))], "refused")
  }

  @Test("a kind without a view that only appears with the sizes of cells is missing again")
  func unregisteredKindBehindSizes() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess), cells: LowCell.self, kinds: [])
    for id in 10..<40 { app.sizes[id] = Size(width: 60, height: 60) }
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var frames: [(stepCount: Int, sight: [String])] = []
    func look() {
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
    let next = try maker.make("flow", tier: .inProcess)
    try app.bind(next)
    try next.set("estimatedItemSize", to: .size(Size(width: 60, height: 60)))
    try next.bind("headerSize") { (path: ItemPath) -> Size? in
      path.section == 1 ? Size(width: 50, height: 20) : nil
    }
    try app.view.setLayout(next)
    look()
    #expect(throws: LayoutError.self) { try app.view.layoutIfNeeded() }
    look()
    app.view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    try app.view.layoutIfNeeded()
    look()
    #expect(app.view.visibleElements.contains { $0.attributes.kind == "header" })
    try expectReplay(recorder.recording, frames, "unregistered behind sizes")
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
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var frames: [(stepCount: Int, sight: [String])] = []
    for width in [200, -40, .nan, 250] {
      try app.view.resize(to: Size(width: width, height: 300))
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
    try expectReplay(recorder.recording, frames, "resize")
  }

  @Test("a setting that is undone around a call without a step gives no step")
  func settingAroundNothing() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    let start = recorder.stepCount
    app.view.animation.isEnabled = false
    try app.view.setLayout(app.view.collectionViewLayout)
    app.view.animation.isEnabled = true
    try app.view.advance(to: 0.1)
    let steps = try #require(recorder.recording["steps"]?.array).dropFirst(start)
    #expect(steps.map { $0.object?["do"]?.string } == ["advance"])
  }

  @Test("an item marked stale while the data are stale is marked in the replay too")
  func staleItem() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    let next = try maker.make("waterfall", tier: .inProcess)
    app.view.collectionViewLayout = next
    var context = InvalidationContext()
    context.items = [ItemPath(1, 7)]
    try next.invalidate(context)
    try app.view.advance(to: 0.1)
    let words = recorder.recording["steps"]?.array?.compactMap { $0.object?["do"]?.string }
    #expect(words?.suffix(3) == ["swap", "invalidate", "advance"])
    _ = try Probe.results(.object(recorder.recording))
  }

  @Test("counts that are stale with everything else are read again in the replay too")
  func everythingAndCounts() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40)), (2, [50])]),
      try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    app.model.sections[0].items.removeFirst(7)
    var context = InvalidationContext.all
    context.counts = true
    try app.view.collectionViewLayout.invalidate(context)
    try app.view.layoutIfNeeded()
    let count = recorder.recording["steps"]?.array?.count ?? 0
    try expectReplay(recorder.recording, [(count, Self.sight(app.view))], "everything and counts")
  }

  @Test("a change that is told while counts are stale is a reload, also while the layout moves")
  func toldWhileStale() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<300)), (2, [350])]),
      try maker.make("spring", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "spring")
    try app.view.drag(by: Vector(dx: 0, dy: -70), at: Point(x: 100, y: 100), taking: 0.016)
    #expect(app.view.isMoving)
    var context = InvalidationContext()
    context.items = [ItemPath(0, 8)]
    context.counts = true
    try app.view.collectionViewLayout.invalidate(context)
    app.model.sections[0].items.remove(at: 3)
    try app.view.deleteItems(at: [ItemPath(0, 3)])
    try app.view.advance(to: app.view.clock + 0.02)
    let count = recorder.recording["steps"]?.array?.count ?? 0
    try expectReplay(recorder.recording, [(count, Self.sight(app.view))], "told while stale")
  }

  @Test("a property that was set to its default is set in the replay and in a new version too")
  func setToDefault() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    // Both are the defaults. The first opens the layout inside, which otherwise the first frame does. The second is
    // passed on only once it is set.
    let next = try maker.make("sections", tier: .inProcess)
    try next.set("layouts", to: .text("waterfall"))
    try next.set("layouts", to: .text("flow"))
    try next.set("minimumLineSpacing", to: .number(10))
    app.view.collectionViewLayout = next
    try next.set("0.minimumInteritemSpacing", to: .number(16))
    try app.view.layoutIfNeeded()
    let count = recorder.recording["steps"]?.array?.count ?? 0
    try expectReplay(recorder.recording, [(count, Self.sight(app.view))], "set to the default")

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
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<90)), (2, Array(100..<140))]),
      try maker.make(id, tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: id)
    var frames: [(stepCount: Int, sight: [String])] = []
    func look() {
      frames.append((recorder.recording["steps"]?.array?.count ?? 0, Self.sight(app.view)))
    }
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
      look()
      for _ in 0..<5 {
        try app.view.advance(to: app.view.clock + 0.0173)
        look()
      }
      let (batch, result) = app.model.randomBatch(using: &dice)
      try app.view.performBatchUpdates(timing: .curve(duration: 0.2)) {
        app.model = result
        $0 = batch
      }
      look()
    }
    try expectReplay(recorder.recording, frames, "hot swap of \(id)")
  }

  @Test("a new version that prepared after an answer changed has the new answer in the replay too")
  func preparedWithNewAnswers() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
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
    let count = recorder.recording["steps"]?.array?.count ?? 0
    try expectReplay(recorder.recording, [(count, Self.sight(app.view))], "new answers")
  }

  @Test("the end of an earlier recorder leaves the one that has come since")
  func nextRecorder() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(
      ArrayModel(sections: [(1, Array(10..<40))]), try maker.make("flow", tier: .inProcess))
    var recorder = try ScenarioRecorder(app.view, layout: "flow")
    recorder = try ScenarioRecorder(app.view, layout: "flow")
    app.sizes[11] = Size(width: 50, height: 40)
    try app.view.reloadData()
    let count = recorder.recording["steps"]?.array?.count ?? 0
    #expect(count == 1)
    try expectReplay(recorder.recording, [(count, Self.sight(app.view))], "the next recorder")
  }

  @Test("a limit beyond the largest count of a scenario is recorded as that count")
  func hugeLimits() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(ArrayModel(sections: [(1, [1])]), try maker.make("flow", tier: .inProcess))
    app.view.idleViewLimit = 5_000_000_000
    app.view.cellsPreparedPerFrame = 5_000_000_000
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    try app.view.advance(to: 0.1)
    let text = JSONValue.object(recorder.recording).serialised()
    #expect(text.contains("\"idleViewLimit\":4294967294"), "\(text)")
    _ = try Probe.results(.object(recorder.recording))
  }

  @Test("seconds lead from any time exactly to the next one")
  func clock() throws {
    let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
    let app = try App(ArrayModel(sections: [(1, [1])]), try maker.make("flow", tier: .inProcess))
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    var dice = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      try app.view.advance(to: app.view.clock + Double.random(in: 0...0.1, using: &dice))
    }
    var time = 0.0
    for step in recorder.recording["steps"]?.array ?? [] {
      if step.object?["do"] != "advance" { continue }
      time += try #require(step.object?["seconds"]?.double)
    }
    #expect(time == app.view.clock)
  }
}
