// SPDX-License-Identifier: Apache-2.0
//
// Requests beyond their limits, and the party that is blamed.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Overruns", .waits)
struct OverrunTests {
  @Test("the host abandons a frame with endless queries, and the layout gets the strike")
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
    // For any load of the machine.
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
    // It continues to query while the next frame waits for it, up to its hard limit.
    var last: LayoutError?
    while connection.supervision.state == .running { last = failure() }
    #expect(last?.code == "worker-hung")
    #expect(connection.supervision.strikes.count == 2)
  }

  /// The figures of a worker that used the processor and waited for it for so many milliseconds.
  static func figures(
    _ used: Int64, _ waited: Int64?, ready: Bool = true, running: Bool = false
  ) -> Scheduling {
    Scheduling(
      used: used * 1_000_000, waited: waited.map { $0 * 1_000_000 }, isReady: ready,
      isRunning: running)
  }

  @Test(
    "a worker without a processor is recognized by the kernel's counts, not by one look",
    arguments: [
      // Asleep most of the time, and on a processor at the moment of a look.
      (figures(40, 0, running: true), Overrun.Cause.layout), (figures(0, 0, ready: false), .layout),
      (figures(10, 60), .machine), (figures(10, 60, ready: false), .machine),
      (figures(10, 60, running: true), .machine), (figures(10, 40), .unknown),
      // It had half of the time.
      (figures(50, 50), .layout),
      // If the kernel counts nothing, only the look is known.
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
    #expect(had.cause == .layout, "all the time of the limit")
  }

  @Test("the kernel's figures of a worker that computes, and of one that is stopped")
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

  /// Makes a stopped worker of a layout with a hard limit of `hard` seconds for queries about an
  /// element, with kernel figures that the test gives.
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

  @Test("a caller that asks about an element waits for the answer to the end")
  func starved() throws {
    var looks = 0
    var join = {}
    let connection = try Self.stopped { process in
      looks += 1
      guard looks == 2 else { return Self.figures(0, looks == 1 ? 0 : 1_100, ready: looks == 1) }
      // It had no processor up to its limit, gets an extension, and answers in the middle of it.
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

  @Test("a worker that slept, and computes at each look, is killed at its limit with a strike")
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

  @Test(
    "a worker that never has a processor gets ten times the limit, in pieces too, and no strike")
  func neverRuns() throws {
    let hard: Int64 = 100_000_000
    // A machine that is busy gives the whole limit again; if the cause is unknown, a tenth of it.
    for (waited, piece) in [(1000, hard), (0, hard / 10)] as [(Int64, Int64)] {
      var looks: [Int64] = []
      let connection = try Self.stopped(hard: Double(hard) / 1e9) { _ in
        looks.append(layout_sys_monotonic_ns())
        return Self.figures(0, Int64(looks.count) * waited)
      }
      let start = layout_sys_monotonic_ns()
      let error = #expect(throws: LayoutError.self) {
        try connection.attributes(for: Self.cell, into: AnswerBuffer())
      }
      #expect(error?.code == "worker-hung" && connection.supervision.strikes.isEmpty)
      // One look at the start, one at the limit, and one at the end of each extension.
      let extensions = looks.dropFirst().dropLast()
      #expect(extensions.count <= 10 * hard / piece + 1)
      // A wake-up that is later than an extension is long counts instead of it, up to the limit.
      var (due, given) = (start + hard, Int64(0))
      for look in extensions {
        given += max(piece, min(look - due, hard))
        due = look + piece
      }
      #expect(given >= 10 * hard)
      // That hides longer extensions, but not from a wake-up that is almost on time.
      let shortest = zip(extensions, extensions.dropFirst()).map { $1 - $0 }.min()
      #expect(shortest.map { $0 < 2 * piece } == true)
    }
  }

  @Test("a worker that finished just after its limit is not blamed as asleep")
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
