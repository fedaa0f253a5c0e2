// SPDX-License-Identifier: Apache-2.0
//
// Between the steps of a hot swap: frames of the old layout, and changes during the preparation of
// the new one.

import Foundation
import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Hot swap during the work of a worker", .waits)
struct UnderWayTests {
  private static let itemCount = 200_000
  /// The most queries that a step may make to the app.
  private static let answerLimit = 65_536

  /// A flow of different sizes, which counts the queries.
  private final class Flow {
    let versions: Versions
    let gallery: Gallery
    private(set) var asked = 0
    /// The queried items that are not in the data.
    private(set) var askedBeyond = 0
    private let tier: LayoutTier
    var view: CollectionView { gallery.view }

    init(_ count: Int = UnderWayTests.itemCount, tier: LayoutTier) throws {
      self.tier = tier
      versions = try Versions(of: try bundledPlugin("FlowPlugin"))
      let layout = try versions.layout("flow", tier: tier)
      gallery = try Gallery([count], layout: layout, isShown: false)
      try layout.bind("sizeForItem") {
        [unowned self] (_, range: Range<Int>, out: inout MutableSpan<Size>) in
        asked += range.count
        askedBeyond += max(0, range.upperBound - gallery.counts[0])
        for (place, item) in range.enumerated() {
          out[place] = Size(width: 60 + Double(item * 37 % 80), height: 80)
        }
        return .all
      }
      try gallery.view.layoutIfNeeded()
      try gallery.view.setContentOffset(Point(x: 0, y: 5000))
    }

    func swapper(tier: LayoutTier? = nil) throws -> LayoutSwapper {
      var request = SwapRequest(
        file: try versions.replace(by: try bundledPlugin("FlowPlugin")), layoutID: "flow")
      request.policy.tier = tier ?? self.tier
      request.policy.options = WorkerOptions(deadlines: nil)
      return LayoutSwapper(request, on: view)
    }

    /// Runs a frame of scrolling, and returns its cost.
    func scroll() throws -> FrameCounters {
      let before = view.counters
      let y = view.contentOffset.y
      try view.setContentOffset(Point(x: 0, y: y < 6000 ? y + 7 : 5000))
      return view.counters - before
    }
  }

  @Test(
    "a layout that ended is replaced although the data were reloaded since",
    arguments: [LayoutTier.worker, .inProcess])
  func afterReload(_ tier: LayoutTier) throws {
    let flow = try Flow(300, tier: .worker)
    let worker = try #require(flow.view.collectionViewLayout.connection as? WorkerConnection)
    kill(worker.processID, SIGKILL)
    flow.gallery.counts = [40]
    for _ in 0..<2 {
      #expect(throws: LayoutError.self) { try flow.view.reloadData() }
    }
    let answer = try flow.swapper(tier: tier).run()
    #expect(answer.receipt != nil, "\(answer)")
    try flow.view.layoutIfNeeded()
    #expect(flow.view.numberOfItems(inSection: 0) == 40 && !flow.view.isFrameDue)
    #expect(flow.askedBeyond == 0)
  }

  @Test("a layout that ended is replaced although the app kept another one from the screen")
  func afterFailedLayout() throws {
    let flow = try Flow(300, tier: .worker)
    let worker = try #require(flow.view.collectionViewLayout.connection as? WorkerConnection)
    kill(worker.processID, SIGKILL)
    flow.gallery.counts = [40]
    #expect(throws: LayoutError.self) { try flow.view.reloadData() }
    flow.gallery.mistake = { _ in throw FailureTests.Oops() }
    #expect(throws: LayoutError.self) {
      try flow.view.setLayout(try TestLayout.bundled("FlowPlugin", "flow"), animated: false)
    }
    flow.gallery.mistake = nil
    let answer = try flow.swapper().run()
    #expect(answer.receipt != nil, "\(answer)")
    try flow.view.layoutIfNeeded()
    #expect(flow.view.numberOfItems(inSection: 0) == 40)
  }

  @Test("a layout that ended is replaced although the app declared the counts stale")
  func afterInvalidation() throws {
    let flow = try Flow(300, tier: .worker)
    let layout = flow.view.collectionViewLayout
    let worker = try #require(layout.connection as? WorkerConnection)
    kill(worker.processID, SIGKILL)
    flow.gallery.counts = [40]
    var context = InvalidationContext()
    context.counts = true
    try layout.invalidate(context)
    let answer = try flow.swapper().run()
    #expect(answer.receipt != nil, "\(answer)")
    #expect(flow.view.numberOfItems(inSection: 0) == 40)
  }

  @Test(
    "frames of the old layout make their usual calls, and no step makes more queries than allowed",
    arguments: [LayoutTier.worker, .inProcess])
  func framesGoOn(_ tier: LayoutTier) throws {
    let flow = try Flow(tier: tier)
    let usual = try flow.scroll()
    #expect(usual.frames == 1 && usual.prepares == 0)
    let swapper = try flow.swapper()
    var (most, waits) = (0, 0)
    while swapper.answer == nil {
      let (stage, asked) = (swapper.stage, flow.asked)
      swapper.step()
      most = max(most, flow.asked - asked)
      guard swapper.isUnderWay else { continue }
      waits += stage == .prepare || stage == .trial ? 1 : 0
      let cost = try flow.scroll()
      #expect(cost.pluginCalls == usual.pluginCalls && cost.frames == 1 && cost.prepares == 0)
    }
    #expect(swapper.answer?.receipt != nil)
    // 200,000 answers need four steps if each step queries 65,536 at most.
    #expect(waits >= 3)
    #expect(most <= Self.answerLimit)
  }

  @Test("a layout that is slow to give its properties delays no frame", arguments: [false, true])
  func slowSettings(_ traps: Bool) throws {
    let versions = try Versions(of: try FakeLayout.path())
    let old = try versions.layout("fake", tier: .worker)
    let gallery = try Gallery([300], layout: old, viewportSize: Size(width: 500, height: 300))
    try old.set("spacing", to: .number(120))
    try old.set("title", to: .text("kept"))
    let scratch = try TemporaryDirectory()
    let gate = scratch.path + "/gate"
    let deed = """
      { while (access(\"\(gate)\", F_OK)) usleep(1000); if (\(traps ? 1 : 0)) __builtin_trap(); }
      """
    let slow = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_SET=\(deed)"])
    var request = SwapRequest(file: try versions.replace(by: slow), layoutID: "fake")
    request.policy.tier = .worker
    request.policy.options = WorkerOptions(deadlines: nil)
    let swapper = LayoutSwapper(request, on: gallery.view)
    var waits = 0
    while swapper.answer == nil {
      let stage = swapper.stage
      swapper.step()
      guard swapper.isUnderWay else { continue }
      waits += stage == .carry ? 1 : 0
      if waits == 5 { try scratch.write([], to: "gate") }
      try gallery.view.setContentOffset(Point(x: 0, y: Double(waits % 50)))
    }
    #expect(waits >= 5, "it waited until it was released")
    #expect(swapper.answer?.receipt?.notCarriedOver == (traps ? nil : []))
    #expect(swapper.answer?.refusal?.error.code == (traps ? "worker-died" : nil))
    let shown = gallery.view.collectionViewLayout
    #expect((shown === old) == traps)
    #expect(try shown.value(of: "spacing") == .number(120))
    #expect(try shown.value(of: "title") == .text("kept"))
  }

  @Test(
    "changed data are prepared for again during the swap, and old paths are not queried",
    arguments: [LayoutTier.worker, .inProcess])
  func dataChange(_ tier: LayoutTier) throws {
    let flow = try Flow(tier: tier)
    let swapper = try flow.swapper()
    while !(swapper.stage == .prepare && swapper.isUnderWay) { swapper.step() }
    try flow.view.performBatchUpdates(animated: false) { batch in
      flow.gallery.counts[0] = 10
      for item in 10..<UnderWayTests.itemCount { batch.deleteItem(at: ItemPath(0, item)) }
    }
    #expect(swapper.run().receipt != nil)
    #expect(flow.askedBeyond == 0)
    #expect(flow.view.visibleCells.count == 10)
    #expect(swapper.preparationCount == 2)
  }

  @Test(
    "a swap is refused if the data change at every prepare, and the layout stays",
    arguments: [LayoutTier.worker, .inProcess])
  func busy(_ tier: LayoutTier) throws {
    let flow = try Flow(tier: tier)
    let (swapper, old) = (try flow.swapper(), flow.view.collectionViewLayout)
    var seen = 0
    while swapper.answer == nil {
      swapper.step()
      guard swapper.preparationCount > seen else { continue }
      seen = swapper.preparationCount
      try flow.view.performBatchUpdates(animated: false) { batch in
        flow.gallery.counts[0] -= 1
        batch.deleteItem(at: ItemPath(0, 0))
      }
    }
    #expect(swapper.answer?.refusal?.error.code == "busy")
    #expect(seen == 4)
    #expect(flow.view.collectionViewLayout === old && flow.askedBeyond == 0)
  }

  @Test(
    "settings and queries of the old layout during the swap are carried over",
    arguments: [LayoutTier.worker, .inProcess])
  func settings(_ tier: LayoutTier) throws {
    let flow = try Flow(300, tier: tier)
    for stage in [SwapStage.prepare, .commit] {
      let (swapper, old) = (try flow.swapper(), flow.view.collectionViewLayout)
      while swapper.stage != stage { swapper.step() }
      let spacing = stage == .prepare ? 17.0 : 21.0
      try old.set("minimumLineSpacing", to: .number(spacing))
      try old.bind("sizeForItem") { (_: ItemPath) -> Size? in
        Size(width: 100, height: 80 + spacing)
      }
      #expect(swapper.run().receipt != nil)
      let new = flow.view.collectionViewLayout
      #expect(new !== old)
      #expect(try new.value(of: "minimumLineSpacing") == .number(spacing))
      #expect(flow.view.visibleCells.first?.attributes?.frame.height == 80 + spacing)
    }
  }

  @Test(
    "a cancelled swap leaves the layout unchanged", arguments: [0, 5, 6, 7, 9, 12],
    [LayoutTier.worker, .inProcess])
  func cancel(after steps: Int, _ tier: LayoutTier) throws {
    let flow = try Flow(tier: tier)
    let (swapper, old) = (try flow.swapper(), flow.view.collectionViewLayout)
    let sight = FailureTests.Sight.of(flow.view)
    for _ in 0..<steps { swapper.step() }
    let stage = swapper.stage
    #expect(swapper.cancel().refusal?.error.code == "cancelled")
    #expect(swapper.answer?.refusal?.stage == stage)
    #expect(swapper.step() == swapper.answer && swapper.run() == swapper.answer)
    #expect(flow.view.collectionViewLayout === old)
    #expect(FailureTests.Sight.of(flow.view) == sight)
    #expect(try flow.scroll().prepares == 0)
    #expect(try flow.swapper().run().receipt != nil, "the next swap is not blocked")
  }

  @Test("a new version that never ends its computation is killed, while frames run")
  func endless() throws {
    let versions = try Versions(of: try FakeLayout.path())
    let gallery = try Gallery([900], layout: try versions.layout("fake", tier: .worker))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let endless = try FakeLayout.path(flags: ["-DIN_PREPARE=for (;;) {}"])
    var request = SwapRequest(file: try versions.replace(by: endless), layoutID: "fake")
    request.policy.tier = .worker
    request.policy.options.deadline = 3
    let swapper = LayoutSwapper(request, on: view)
    var frames = 0
    while swapper.step() == nil {
      try view.setContentOffset(Point(x: 0, y: Double(frames % 50)))
      frames += 1
    }
    #expect(swapper.answer?.refusal?.stage == .prepare)
    #expect(swapper.answer?.refusal?.error.code == "worker-hung")
    #expect(frames > 10 && view.collectionViewLayout === old)
  }

  @Test(
    "an unchanged state needs no further prepare at the commit, and a changed one is carried over",
    arguments: [false, true])
  func state(changes: Bool) throws {
    let flags = [FakeLayout.allExtensions]
    let schema = """
      descriptor.state_schema = (layout_text)LAYOUT_TEXT("fake"); descriptor.state_version = 1
      """
    let plugin = try FakeLayout.path(mutation: schema, flags: flags)
    let versions = try Versions(of: plugin)
    let gallery = try Gallery([300], layout: try versions.layout("fake", tier: .worker))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    try old.set("spacing", to: .number(64))
    try view.layoutIfNeeded()
    var request = SwapRequest(file: try versions.replace(by: plugin), layoutID: "fake")
    request.policy.tier = .worker
    request.policy.options = WorkerOptions(deadlines: nil)
    let swapper = LayoutSwapper(request, on: view)
    while swapper.stage != .commit { swapper.step() }
    // Changed without the view, so that only the state has it.
    if changes { try old.changeStateAlone(spacing: 32) }
    let before = view.counters
    #expect(swapper.run().receipt != nil)
    #expect((view.counters - before).prepares == (changes ? 1 : 0))
    let spacing = try view.collectionViewLayout.value(of: "spacing")
    #expect(spacing == .number(changes ? 32 : 64))
  }

  @Test(
    "while an item is held in another section, the new version queries by the paths of the data",
    arguments: [LayoutTier.worker, .inProcess])
  func held(_ tier: LayoutTier) throws {
    let versions = try Versions(of: try bundledPlugin("FlowPlugin"))
    // The shelf's closures trap for a path that its data do not have.
    let shelf = try Shelf(
      [Array(0..<3), Array(100..<130)], try versions.layout("flow", tier: tier))
    #expect(try shelf.view.beginInteractiveMovement(at: ItemPath(0, 2)))
    try shelf.view.updateInteractiveMovement(to: Point(x: 60, y: 200))
    #expect(shelf.shown.map(\.count) == [2, 31])
    var request = SwapRequest(
      file: try versions.replace(by: try bundledPlugin("FlowPlugin")), layoutID: "flow")
    request.policy = LayoutPolicy(tier, options: WorkerOptions(deadlines: nil))
    let swapper = LayoutSwapper(request, on: shelf.view)
    while swapper.answer == nil { swapper.step() }
    #expect(swapper.answer?.receipt != nil)
    // The item is released where it came from, and every size belongs to its item.
    let fresh = try Shelf(shelf.sections, try versions.layout("flow", tier: tier))
    #expect(shelf.view.interactiveMovement == nil && shelf.shown.map(\.count) == [3, 30])
    try shelf.view.advance(to: 9)
    #expect(
      shelf.view.visibleElements.map(\.attributes) == fresh.view.visibleElements.map(\.attributes))
  }
}

extension CollectionLayout {
  /// Changes the fake layout as it would change itself.
  fileprivate func changeStateAlone(spacing: Double) throws(LayoutError) {
    try connection.setProperty(at: FakeLayout.spacingProperty, to: .number(spacing))
  }
}
