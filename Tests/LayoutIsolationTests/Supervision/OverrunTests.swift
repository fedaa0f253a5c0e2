// SPDX-License-Identifier: Apache-2.0
//
// Requests beyond their limits: whose fault that is.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Overruns")
struct OverrunTests {
  @Test("a layout that asks without end is gone on without, and its strike is its own")
  func asksOn() throws {
    let asks = """
      const layout_query_functions *q = self->host->query(self->host->context, QUERY_SIZE); \
      layout_size size; uint32_t how; \
      for (;;) q->many(q->context, 0, 0, 1, &size, &how);
      """
    var options = WorkerOptions(deadlines: nil)
    options.deadlines = Deadlines()
    options.deadlines?.prepare = .init(soft: 0.2, hard: 1)
    let path = try FakeLayout.path(flags: ["-DIN_PREPARE={ \(asks) }"])
    let worker = try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: options)
    try SameAnswersTests.bind(worker)
    // However busy the machine is.
    worker.link.readFigures = { _ in Self.figures(0, 0, ready: false) }
    let connection = SupervisedConnection(worker)
    func failure() -> LayoutError? {
      #expect(throws: LayoutError.self) {
        try connection.frame(
          .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape,
          into: AnswerBuffer())
      }
    }
    #expect(failure()?.code == "worker-late")
    #expect(connection.supervision.strikes.count == 1)
    // It goes on asking while the next frame waits for it, up to its hard limit.
    var last: LayoutError?
    while connection.supervision.state == .running { last = failure() }
    #expect(last?.code == "worker-hung")
    #expect(connection.supervision.strikes.count == 2)
  }

  /// Figures of a worker that used and waited for so many milliseconds.
  static func figures(
    _ used: Int64, _ waited: Int64?, ready: Bool = true, running: Bool = false
  ) -> Scheduling {
    Scheduling(
      used: used * 1_000_000, waited: waited.map { $0 * 1_000_000 }, isReady: ready,
      isRunning: running)
  }

  @Test(
    "who had no processor is known by what the kernel counts, not by one look",
    arguments: [
      // Asleep for the most part, and on a processor when somebody looks.
      (figures(40, 0, running: true), Overrun.Cause.layout), (figures(0, 0, ready: false), .layout),
      (figures(10, 60), .machine), (figures(10, 60, ready: false), .machine),
      (figures(10, 60, running: true), .machine), (figures(10, 40), .unknown),
      // It had half of the time.
      (figures(50, 50), .layout),
      // Where the kernel counts nothing, the look is all there is.
      (figures(10, nil), .machine), (figures(50, nil), .layout),
      (figures(10, nil, ready: false), .layout),
    ])
  func causes(_ now: Scheduling, _ cause: Overrun.Cause) {
    let before = Self.figures(0, now.waited.map { _ in 0 })
    for scale in [1, 20] as [Int64] {
      let overrun = Overrun(
        time: 100_000_000, limit: scale * 100_000_000, before: before, now: now)
      #expect(overrun.cause == cause)
    }
    let had = Overrun(time: 1_000_000_000, limit: now.used, before: before, now: now)
    #expect(had.cause == .layout, "all that the limit gives")
  }

  @Test("the kernel's figures of a worker that computes, and of one that stands still")
  func kernelsFigures() throws {
    let (worker, buffer) = try DeathTests.worker()
    try DeathTests.spoil(worker, .loops, in: .prepare)
    let frame = try worker.startFrame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: buffer)
    #expect(eventually { Scheduling(of: worker.processID).isRunning })
    let before = Scheduling(of: worker.processID)
    kill(worker.processID, SIGSTOP)
    #expect(eventually { !Scheduling(of: worker.processID).isReady })
    let after = Scheduling(of: worker.processID)
    #expect(before.isReady && !after.isRunning && after.used >= before.used)
    #expect(after.waited.map { $0 >= before.waited ?? 0 } ?? true)
    withExtendedLifetime(frame) {}
  }

  /// A worker that stands still, in a layout about whose elements nobody may ask longer than `hard`
  /// seconds, and what the kernel says of it as the test would have it.
  private static func stopped(
    hard: Double = 1.2, _ figures: @escaping (Int32) -> Scheduling
  ) throws -> SupervisedConnection {
    var options = WorkerOptions(deadlines: nil)
    options.deadlines = Deadlines()
    options.deadlines?.rectangle = .init(soft: 0.008, hard: hard)
    options.deadlines?.prepare = .init(soft: 60, hard: 60)
    let worker = try WorkerConnection(
      file: PluginFile(judging: try FakeLayout.path()), layout: "fake", options: options)
    let connection = SupervisedConnection(worker)
    _ = try connection.frame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: AnswerBuffer())
    worker.link.readFigures = figures
    kill(worker.processID, SIGSTOP)
    return connection
  }

  private static let cell = layout_element(
    category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 1)

  @Test("who asks about an element waits for an answer to the end, and gives none up half way")
  func starved() throws {
    var looks = 0
    var join = {}
    let connection = try Self.stopped { process in
      looks += 1
      guard looks == 2 else { return Self.figures(0, looks == 1 ? 0 : 1_100, ready: looks == 1) }
      // It had no processor up to its limit, gets a second one, and answers in the middle of it.
      join = ChannelTests.onThread {
        usleep(60_000)
        kill(process, SIGCONT)
      }
      return Self.figures(0, 1_100)
    }
    let buffer = AnswerBuffer()
    try connection.attributes(for: Self.cell, into: buffer)
    join()
    #expect(buffer.count == 1 && connection.supervision.strikes.isEmpty)
    try connection.attributes(for: Self.cell, into: buffer)
  }

  @Test("who slept, and computes whenever somebody looks, is ended at his limit, with a strike")
  func feigns() throws {
    var looks: Int64 = 0
    let connection = try Self.stopped { _ in
      looks += 1
      return Self.figures(looks * 10, 0, running: true)
    }
    let error = #expect(throws: LayoutError.self) {
      try connection.attributes(for: Self.cell, into: AnswerBuffer())
    }
    #expect(error?.code == "worker-hung" && connection.supervision.strikes.count == 1)
    #expect(looks == 2)
  }

  @Test("who never has a processor is waited for ten times as long, in pieces too, and not blamed")
  func neverRuns() throws {
    for (waited, pieces) in [(1000, 10), (0, 100)] as [(Int64, Int64)] {
      var looks: Int64 = 0
      let connection = try Self.stopped(hard: 0.1) { _ in
        looks += 1
        return Self.figures(0, looks * waited)
      }
      let error = #expect(throws: LayoutError.self) {
        try connection.attributes(for: Self.cell, into: AnswerBuffer())
      }
      #expect(error?.code == "worker-hung" && connection.supervision.strikes.isEmpty)
      // One look when it begins, one at its limit, and one at the end of each extension.
      #expect((pieces + 2...pieces + 3).contains(looks))
    }
  }

  @Test("who was done a moment after his limit is not found asleep and blamed")
  func doneLate() throws {
    var looks = 0
    var isDone = { false }
    let connection = try Self.stopped { process in
      looks += 1
      if looks == 2 {
        kill(process, SIGCONT)
        #expect(eventually(within: 60, isDone))
      }
      return Self.figures(0, 0, ready: false)
    }
    let channel = connection.base.link.channel
    isDone = { channel.hasMessage }
    let buffer = AnswerBuffer()
    try connection.attributes(for: Self.cell, into: buffer)
    #expect(buffer.count == 1 && connection.supervision.strikes.isEmpty)
  }
}
