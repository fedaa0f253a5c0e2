// SPDX-License-Identifier: Apache-2.0
//
// A new version in this process prepares on a thread of its own, while frames of the old version
// run.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// A session over the fake layout, whose next version waits in `prepare` until the test releases
/// it.
private final class Beside {
  let versions: Versions
  let gallery: Gallery
  let old: CollectionLayout
  private let scratch: TemporaryDirectory
  private let thread = pthread_self()
  /// The number of queries on the thread of the app, and on other threads.
  private(set) var asked = (here: 0, elsewhere: 0)
  var view: CollectionView { gallery.view }

  init(_ count: Int = 900) throws {
    scratch = try TemporaryDirectory()
    versions = try Versions(of: try FakeLayout.path())
    old = try versions.layout("fake", tier: .inProcess)
    gallery = try Gallery([count], layout: old, viewportSize: Size(width: 500, height: 300))
    try bind(old)
    try gallery.view.layoutIfNeeded()
  }

  func bind(_ layout: CollectionLayout) throws {
    try layout.bind("sizeForItem") { [unowned self] (path: ItemPath) -> Size? in
      if pthread_equal(thread, pthread_self()) != 0 {
        asked.here += 1
      } else {
        asked.elsewhere += 1
      }
      return Size(width: 20 + Double(path.item % 29), height: 40)
    }
  }

  /// Starts to swap in a version that waits in `prepare` and then does `deed`. The trial, which has fewer items, does
  /// not wait.
  func swapper(_ deed: String = "") throws -> LayoutSwapper {
    let wait = "while (access(\"\(scratch.path)/gate\", F_OK)) usleep(1000)"
    let body = "if (snapshot->item_counts[0] > 200) { \(wait); \(deed); }"
    let plugin = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_PREPARE=\(body)"])
    var request = SwapRequest(file: try versions.replace(by: plugin), layoutID: "fake")
    request.policy = LayoutPolicy(.inProcess, options: WorkerOptions(deadlines: nil))
    return LayoutSwapper(request, on: view)
  }

  func openGate() throws { try scratch.write([], to: "gate") }

  func closeGate() { unlink(scratch.path + "/gate") }

  /// Runs the steps up to the prepare of the new version.
  func reachPrepare(_ swapper: LayoutSwapper) throws {
    while !(swapper.stage == .prepare && swapper.isUnderWay) {
      try #require(swapper.step() == nil, "\(String(describing: swapper.answer))")
    }
  }

  /// Runs the steps to the answer, with a frame between any two.
  func finish(_ swapper: LayoutSwapper) throws -> SwapAnswer {
    while true {
      if let answer = swapper.step() { return answer }
      try scroll()
    }
  }

  func scroll() throws {
    try view.setContentOffset(
      Point(x: 0, y: (view.contentOffset.y + 7).truncatingRemainder(dividingBy: 200)))
  }

  /// The path of the copy that is mapped.
  var copy: String { get throws { try ImageStore().place(versions.file) } }
}

@Suite("Hot swap in this process, during frames")
struct BesideSwapTests {
  @Test(
    "a version that waits in prepare delays no frame, and its failure keeps the old one on screen",
    arguments: [false, true])
  func blocked(_ fails: Bool) throws {
    let session = try Beside()
    let (view, before) = (session.view, session.asked.here)
    let swapper = try session.swapper(fails ? "return LAYOUT_ERROR_FAILED" : "")
    try session.reachPrepare(swapper)
    let start = view.counters
    for _ in 0..<50 {
      try session.scroll()
      #expect(swapper.step() == nil && swapper.stage == .prepare)
    }
    let cost = view.counters - start
    #expect(cost.frames == 50 && cost.prepares == 0)
    #expect(view.collectionViewLayout === session.old)
    try session.openGate()
    let answer = try session.finish(swapper)
    #expect((answer.receipt != nil) == !fails)
    #expect(answer.refusal?.stage == (fails ? .prepare : nil))
    #expect(answer.refusal?.error.code == (fails ? "layout-failed" : nil))
    #expect((view.collectionViewLayout === session.old) == fails)
    #expect(session.asked.here > before && session.asked.elsewhere == 0)
  }

  /// A change of the view's content.
  enum Change: CaseIterable { case batch, reload, resize, inset }

  @Test(
    "a change during prepare is prepared for, and the view equals a fresh one",
    arguments: Change.allCases, [false, true])
  func change(_ change: Change, atOnce: Bool) throws {
    let session = try Beside()
    let (view, gallery) = (session.view, session.gallery)
    let swapper = try session.swapper()
    try session.reachPrepare(swapper)
    switch change {
    case .batch:
      try view.performBatchUpdates(animated: false) { batch in
        gallery.counts[0] -= 3
        for item in [5, 6, 7] { batch.deleteItem(at: ItemPath(0, item)) }
      }
    case .reload:
      gallery.counts[0] = 700
      try view.reloadData()
    case .resize: try view.resize(to: Size(width: 420, height: 310))
    case .inset: view.contentInset = Insets(top: 12, left: 3, bottom: 0, right: 0)
    }
    try view.layoutIfNeeded()
    try session.openGate()
    let answer = atOnce ? swapper.run() : try session.finish(swapper)
    #expect(answer.receipt != nil, "\(answer)")
    #expect(swapper.preparationCount == 2 && session.asked.elsewhere == 0)
    let layout = try session.versions.layout("fake", tier: .inProcess)
    try session.bind(layout)
    let fresh = try Gallery(
      gallery.counts, layout: layout, viewportSize: view.viewportSize, isShown: false)
    fresh.view.contentInset = view.contentInset
    try fresh.view.layoutIfNeeded()
    try fresh.view.setContentOffset(view.contentOffset)
    #expect(!view.visibleElements.isEmpty && view.contentSize == fresh.view.contentSize)
    #expect(view.visibleElements.map(\.attributes) == fresh.view.visibleElements.map(\.attributes))
  }

  @Test("a swap cancelled during prepare does not wait, and the instance is freed after its call")
  func givenUp() throws {
    let session = try Beside()
    let swapper = try session.swapper()
    try session.reachPrepare(swapper)
    let copy = try session.copy
    #expect(swapper.cancel().refusal?.error.code == "cancelled")
    // Its call is running, so neither the instance nor its code may be freed.
    #expect(try ProcessMaps.contain(copy))
    try session.scroll()
    #expect(session.view.collectionViewLayout === session.old)
    try session.openGate()
    #expect(try eventually { try !ProcessMaps.contain(copy) }, "no mapping of it is left")
    #expect(session.asked.elsewhere == 0)
  }

  @Test("a swap at once prepares on the calling thread, and its earlier steps count")
  func atOnce() throws {
    let session = try Beside()
    let swapper = try session.swapper()
    try session.reachPrepare(swapper)
    try session.openGate()
    #expect(swapper.run().receipt != nil)
    #expect(try session.swapper().run().receipt != nil)
    #expect(session.asked.elsewhere == 0)
  }

  @Test(
    "many swaps, every second one cancelled during prepare, leave no memory and no thread",
    .awaitsExit)
  func many() async throws {
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      let session = try Beside(300)
      var census = (heap: 0, threads: 0)
      let rounds = Soak.count(short: 60, long: 220)
      for round in 0..<rounds {
        session.closeGate()
        let swapper = try session.swapper()
        try session.reachPrepare(swapper)
        if round % 2 == 0 { swapper.cancel() }
        try session.openGate()
        try #require((try session.finish(swapper).receipt == nil) == (round % 2 == 0))
        for _ in 0..<61 { try session.scroll() }
        (session.gallery.asked, session.gallery.askedKinds) = ([], [])
        if round == 20 { census = try settled() }
      }
      let after = try settled()
      try #require(after.threads <= census.threads, "\(after.threads), not \(census.threads)")
      try #require(
        after.heap - census.heap < 100_000 + 1_000 * rounds,
        "the heap grew by \(after.heap - census.heap)")
    }
    report.check(result)
  }
}

/// Returns the live bytes and threads, after the preparing threads have ended.
private func settled() throws -> (heap: Int, threads: Int) {
  func preparing() throws -> Int {
    try FileSystem.names(in: "/proc/self/task").count { task in
      let name = try? FileSystem.contents(of: "/proc/self/task/\(task)/comm").bytes
      return name.map { String(decoding: $0, as: UTF8.self).hasPrefix("layout-prepare") } ?? false
    }
  }
  _ = try eventually { try preparing() == 0 }
  return (liveHeapBytes(), try preparing())
}

/// Returns true as soon as a condition holds, or false after ten seconds.
private func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<10_000 {
    if try condition() { return true }
    usleep(1_000)
  }
  return false
}
