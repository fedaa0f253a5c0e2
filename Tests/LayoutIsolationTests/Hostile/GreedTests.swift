// SPDX-License-Identifier: Apache-2.0
//
// The cost for the host of plugins that answer as much as they can: counts, processor time, memory.

import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Greedy plugins", .serialized, .alongside)
struct GreedTests {
  /// Each plugin in this process and in a worker, in the sandbox if the kernel has one.
  static let tiers: [LayoutTier] = [
    .inProcess, SandboxSupport.ofThisKernel.missingPart == nil ? .sandboxed : .worker,
  ]

  /// The pairs of deed and tier: only a tier with a worker has one to exploit. In `make test` each
  /// deed is in one tier, alternating; its errors and counts are the same in both.
  static let attempts: [(Greed, LayoutTier)] = {
    let all = Greed.all.enumerated().flatMap { number, greed in
      Soak.isOn ? tiers.map { (greed, $0) } : [(greed, tiers[(number + (Soak.onlySeed ?? 0)) % 2])]
    }
    return all + Greed.floods.prefix(Soak.isOn ? .max : 2).map { ($0, tiers[1]) }
  }()

  @Test(
    "a frame costs at most as much as the largest allowed number of views, and 64 MiB", .awaitsExit,
    arguments: attempts)
  func cost(_ greed: Greed, _ tier: LayoutTier) async {
    await #expect(processExitsWith: .success) { [greed, name = tier.rawValue as String] in
      let tier = LayoutTier(rawValue: name) ?? .worker
      let session = try GreedySession(greed, in: tier)
      let before = session.view.counters
      let cost = session.scroll()
      #expect(cost.growth <= 64 << 20, "\(cost.growth >> 20) MiB")
      let most = try GreedySession(.full, in: tier).scroll()
      #expect(most.error == nil && most.counters.binds > Greed.full.shownCount)
      // By then the pools, the texts and the heap have their final sizes.
      #expect(cost.seconds <= 4 * most.seconds, "\(cost.seconds) s against \(most.seconds) s")

      #expect(cost.error?.code.rawValue == greed.code, "\(String(describing: cost.error))")
      #expect(cost.error?.message.hasPrefix(greed.message) ?? greed.message.isEmpty)
      let spent = cost.counters - before
      #expect(spent.outside == greed.outsideCount)
      if greed.code == nil {
        #expect((0...17).contains(session.view.visibleElements.count - greed.shownCount))
      } else {
        #expect(spent.binds + spent.applies + spent.made + spent.recycles == 0, "\(spent)")
      }
    }
  }

  @Test("the error is the same in every tier, and a strike in a supervised worker")
  func strike() throws {
    let errors = try Self.tiers.map { tier in
      try GreedySession(Greed.all[0], in: tier).scroll().error
    }
    #expect(errors[0] == errors[1])
    let worker = SupervisedConnection(
      try WorkerConnection(
        file: PluginFile(judging: Greed.all[0].path()), layout: "greedy", options: .confined))
    let (shape, buffer) = (DataShape(epoch: 1, itemCounts: [500]), AnswerBuffer())
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    #expect(worker.supervision.strikes.isEmpty)
    let error = #expect(throws: LayoutError.self) {
      try worker.frame(.at(0), shape: shape, into: buffer)
    }
    #expect(error?.code == .answerTooLarge)
    #expect(worker.supervision.strikes.count == 1)
    #expect(worker.supervision.state != .running)
  }

  @Test("an app that shows more elements raises the limits", arguments: tiers)
  func raised(_ tier: LayoutTier) throws {
    let greed = Greed(does: "answers 20,000 decorations", flags: ["-DCOUNT=20000"])
    #expect(try GreedySession(greed, in: tier).scroll().error?.code == .answerTooLarge)
    var limits = AnswerLimits()
    limits.elements = 8_000
    let session = try GreedySession(greed, in: tier, limits: limits)
    #expect(session.scroll().error == nil)
    #expect(session.view.visibleElements.count == 20_017)
  }

  @Test("lines, events and texts beyond the limits are dropped with a note, the same in every tier")
  func talk() throws {
    let greed = Greed(
      does: "talks",
      flags: ["-DLINES=1000", "-DLINE_BYTES=5000", "-DEVENTS=5000", "-DERROR_BYTES=5000"])
    let said = try Self.tiers.map { tier in
      let session = try GreedySession(greed, in: tier)
      let error = try #require(session.scroll().error)
      let connection = session.layout.connection
      let log = connection.log.take().entries.map(\.message)
      return (error: error.message, log: log, eventCount: connection.takeEvents().count)
    }
    for said in said {
      #expect(said.eventCount == AnswerLimits().events)
      #expect(said.log.count == 17, "16 lines of 4 KiB are 64 KiB")
      #expect(said.log.dropLast().allSatisfy { $0.utf8.count <= 4096 })
      #expect(said.log.first?.hasSuffix(" bytes more)") == true)
      #expect(
        said.log.last?.hasPrefix("984 more lines were dropped") == true, "\(said.log.last ?? "")")
      #expect(said.error.utf8.count <= 4096 && said.error.hasSuffix(" bytes more)"))
    }
    #expect(said[0] == said[1])
  }

  @Test("docs/security.md has the current limits")
  func page() throws {
    let path = CPlugin.sourceRoot + "/docs/security.md"
    let page = String(decoding: try FileSystem.contents(of: path).bytes, as: UTF8.self)
    let start = try #require(page.firstRange(of: "<!-- limits -->")).upperBound
    let end = try #require(page.firstRange(of: "<!-- end of limits -->")).lowerBound
    let table = page[start..<end]
    let limits = AnswerLimits()
    let counts = [
      limits.elements, limits.mostElements, limits.wordsPerElement, limits.textBytes,
      limits.logLines, limits.logBytes, limits.nameBytes, limits.events, limits.markedElements,
      Int(limits.areaPerElement),
    ]
    for count in counts {
      #expect(table.contains(" \(Self.grouped(count)) "), "\(count) is not in the table")
    }
    #expect(table.contains(" \(limits.eventBytes >> 20) MiB "))
  }

  /// Formats a number as "16,384".
  private static func grouped(_ count: Int) -> String {
    count < 1000
      ? "\(count)"
      : grouped(count / 1000) + "," + "\(count % 1000 + 1000)".dropFirst()
  }
}
