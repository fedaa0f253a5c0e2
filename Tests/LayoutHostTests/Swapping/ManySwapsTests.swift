// SPDX-License-Identifier: Apache-2.0
//
// Many swaps in one session that scrolls and changes its data: no frame is lost, and no memory is
// kept.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// One session, and a file that is replaced again and again.
private final class LongSession {
  let versions: Versions
  private let plugin: String
  private let id: String
  private let gallery: Gallery
  private let tier: LayoutTier
  private var time = 0.0
  /// The largest movement of an anchor on screen, points.
  private(set) var drift = 0.0
  /// The number of swaps that had an anchor.
  private(set) var anchoredCount = 0

  private var view: CollectionView { gallery.view }

  init(of name: String, in tier: LayoutTier) throws {
    self.tier = tier
    plugin = try bundledPlugin(name)
    versions = try Versions(of: plugin)
    id = try #require(versions.file.note?.layouts.first)
    gallery = try Gallery(
      [400, 300], layout: try versions.layout(id, tier: tier),
      viewportSize: Size(width: 500, height: 400))
    // Far from every edge, and inside the edge across.
    let (size, room) = (view.contentSize, view.viewportSize)
    try view.setContentOffset(
      Point(x: max(0, size.width - room.width) / 3, y: max(0, size.height - room.height) / 3))
  }

  /// A session in the tier, or in a plain worker if the kernel cannot confine one.
  static func start(_ name: String, in tier: LayoutTier) throws -> LongSession {
    do { return try LongSession(of: name, in: tier) } catch let error as LayoutError {
      guard error.code == "sandbox-unavailable" else { throw error }
      return try LongSession(of: name, in: .worker)
    }
  }

  /// Makes one swap, with a frame of scrolling between any two stages, and a batch after it, which ends the
  /// probation.
  func round(_ number: Int) throws {
    let old = versions.file
    let copy = try ImageStore().place(old)
    var request = SwapRequest(file: try versions.replace(by: plugin), layoutID: id)
    request.policy.tier = tier
    request.policy.options = WorkerOptions(deadlines: nil)
    let swapper = LayoutSwapper(request, on: view)
    while swapper.stage != .commit, swapper.answer == nil {
      try scroll(number)
      swapper.step()
    }
    let (before, offset) = (places(), view.contentOffset)
    let answer = swapper.run()
    let receipt = try #require(answer.receipt, "\(answer)")
    try #require(receipt.hash != old.hash && receipt.notCarriedOver.isEmpty)
    if let anchor = receipt.anchor {
      let (was, now) =
        anchor.isAtEdge
        ? (offset, view.contentOffset)
        : (try #require(before[anchor.path]), try #require(places()[anchor.path]))
      anchoredCount += 1
      drift = max(drift, abs(now.x - was.x), abs(now.y - was.y))
    }
    try #require(!view.visibleCells.isEmpty)
    for _ in 0..<3 { try scroll(number) }
    try change(number)
    try scroll(number)
    // The app's own records of each frame are not measured.
    (gallery.asked, gallery.askedKinds) = ([], [])
    let isMapped = try ProcessMaps.contain(copy)
    try #require(!isMapped, "\(copy) is still mapped")
  }

  /// Runs one frame, which must not throw and must not be lost.
  private func scroll(_ number: Int) throws {
    let before = view.counters.frames
    time += 1.0 / 120
    view.setNeedsFrame()
    try view.advance(to: time)
    // Inside the edges, if the layout fits into the viewport.
    let (size, room, offset) = (view.contentSize, view.viewportSize, view.contentOffset)
    let step = number.isMultiple(of: 2) ? 7.0 : -7.0
    try view.setContentOffset(
      Point(
        x: min(max(offset.x + step, 0), max(0, size.width - room.width)),
        y: min(max(offset.y + step, 0), max(0, size.height - room.height))))
    try #require(view.counters.frames > before)
  }

  private func change(_ number: Int) throws {
    try view.performBatchUpdates(animated: false) { batch in
      if number.isMultiple(of: 2) {
        gallery.counts[0] -= 1
        batch.deleteItem(at: ItemPath(0, number % 300))
      } else {
        gallery.counts[0] += 1
        batch.insertItem(at: ItemPath(0, number % 300))
      }
    }
    try #require(!view.isOnProbation)
  }

  /// Returns the positions of cells on screen.
  private func places() -> [ItemPath: Point] {
    let offset = view.contentOffset
    var places: [ItemPath: Point] = [:]
    for element in view.visibleElements where element.attributes.category == .cell {
      let frame = element.attributes.frame
      places[element.attributes.path] = Point(x: frame.x - offset.x, y: frame.y - offset.y)
    }
    return places
  }
}

/// The workers of this process.
private struct WorkerCensus: Equatable {
  let children: Int
  let descriptors: Int
  /// Two file descriptors for each worker.
  let areas: Int

  init() throws {
    children = try ChildProcesses.count()
    descriptors = try FileSystem.names(in: "/proc/self/fd").count
    areas = try ProcessMaps.count("memfd:layout-")
  }

  /// Waits until released instances are gone, ten seconds at most. Counts several times and returns the smallest
  /// number of descriptors, since threads of the runtime open files for moments.
  static func settled(workers: Int) throws -> WorkerCensus {
    var tries = 1_000
    var census = try WorkerCensus()
    while census.children != workers || census.areas != 2 * workers, tries > 0 {
      usleep(10_000)
      tries -= 1
      census = try WorkerCensus()
    }
    for _ in 0..<20 {
      usleep(10_000)
      let other = try WorkerCensus()
      if other.descriptors < census.descriptors { census = other }
    }
    return census
  }
}

@Suite("Hot swap: many in one session", .serialized, .waits)
struct ManySwapsTests {
  /// The number of swaps for each plugin and tier. A thousand take minutes.
  private static var roundCount: Int {
    Soak.count(short: 18, long: 1_000, variable: "LAYOUTHOST_SWAP_ROUNDS")
  }

  /// The rounds after which every buffer has its final size.
  private static let warmCount = 10

  /// Each plugin in both tiers; in `make test` in one tier, alternating.
  private static let attempts = Soak.names(
    bundledPluginNames, variable: "LAYOUTHOST_SWAP_PLUGINS"
  ).enumerated().flatMap { number, name in
    let tiers = [LayoutTier.inProcess, .sandboxed]
    return Soak.isOn ? tiers.map { (name, $0) } : [(name, tiers[number % 2])]
  }

  @Test(
    "no frame is lost, the anchor moves at most half a point, and no old version stays in memory",
    arguments: attempts)
  func rounds(_ name: String, _ tier: LayoutTier) async throws {
    let tier = tier.rawValue
    // In a process of its own, since other tests allocate at the same time.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [name, tier = tier as String, report = report.path as String] in
      ChildReport.begin(report)
      let tier = try #require(LayoutTier(rawValue: tier))
      let session = try LongSession.start(name, in: tier)
      for number in 0..<Self.warmCount { try session.round(number) }
      let workers = tier == .sandboxed ? 1 : 0
      let census = try WorkerCensus.settled(workers: workers)
      let heap = liveHeapBytes()
      let count = Self.roundCount - Self.warmCount
      for number in 0..<count { try session.round(Self.warmCount + number) }
      let growth = liveHeapBytes() - heap
      // The test itself keeps a few hundred bytes for each version's file.
      try #require(growth < 100_000 + count * 1_000, "the heap grew by \(growth) bytes")
      let after = try WorkerCensus.settled(workers: workers)
      try #require(after == census && after.children == workers, "\(after), not \(census)")
      try #require(session.drift <= 0.5, "an anchor moved by \(session.drift) points")
      try #require(session.anchoredCount == Self.roundCount, "\(session.anchoredCount)")
    }
    report.check(result)
  }
}
