// SPDX-License-Identifier: Apache-2.0
//
// Frames and starts that are polled: the same bits, in portions, for any way to end.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Synchronization
import Testing

@testable import LayoutIsolation

@Suite("Exchanges that are polled")
struct PollingTests {
  private static let everything = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)

  /// Polls until the frame is there; the worker has the processor between two polls.
  @discardableResult
  private func wait(
    for frame: any FrameInProgress, epoch: UInt64, _ between: () -> Void = {}
  ) throws(LayoutError) -> FrameOutcome {
    while true {
      if let outcome = try frame.poll(.step, epoch: epoch) { return outcome }
      between()
      usleep(100)
    }
  }

  @Test(
    "a polled frame has the same bits as one waited for, for any pages of answers",
    arguments: [1, 1024, 65_537] + (Soak.isOn ? [131_000] : []) as [UInt32])
  func sameBits(_ count: UInt32) throws {
    let answers: [(Int) -> Size?] = [
      { Size(width: Double($0), height: 2) }, { _ in nil }, { _ in Size(width: 9, height: 9) },
      { $0 < 65_000 ? nil : Size(width: Double($0), height: 1) },
      { $0 < 70_000 ? Size(width: 4, height: 4) : nil },
      { $0 % 5000 == 0 ? Size.zero : Size(width: 1, height: 1) },
    ]
    let (waited, looked) = (try QueryTests.tiers().there, try QueryTests.tiers().there)
    let buffers = (AnswerBuffer(), AnswerBuffer())
    var request = Self.everything
    request.rect = Rect(x: -10, y: -10, width: 1e9, height: 1e9)
    for (epoch, answer) in answers.enumerated() {
      for connection in [waited, looked] {
        try connection.setProperty(at: 0, to: .integer(Int64(epoch % 2)))
        try connection.queries.bind("sizeForItem") { answer($0.item) }
        // A type that has no value for "unanswered".
        try connection.queries.bind("weightForItem") { path -> Int64? in Int64(path.item) * 3 }
      }
      let shape = DataShape(epoch: UInt64(epoch), itemCounts: [count, 3])
      let outcome = try waited.frame(request, shape: shape, into: buffers.0)
      let frame = try looked.startFrame(request, shape: shape, into: buffers.1)
      #expect(try wait(for: frame, epoch: shape.epoch) == outcome)
      #expect(Elements(buffers.0) == Elements(buffers.1), "answer \(epoch)")
      #expect(waited.counters == looked.counters, "the plugin sees no difference")
    }
  }

  @Test("one poll queries the app for one budget of answers at most")
  func budget() throws {
    let worker = try QueryTests.tiers().there
    try worker.setProperty(at: 0, to: .integer(1))
    var asked = 0
    try worker.queries.bind(
      "sizeForItem",
      bulk: { _, range, out in
        asked += range.count
        for place in out.indices { out[place] = Size(width: Double(place), height: 1) }
        return .all
      } as (Int, Range<Int>, inout MutableSpan<Size>) throws -> QueryCoverage)
    let shape = DataShape(epoch: 1, itemCounts: [500_000])
    let frame = try worker.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    var (most, before) = (0, 0)
    try wait(for: frame, epoch: 1) {
      most = max(most, asked - before)
      before = asked
    }
    #expect(asked == 500_000)
    #expect(most <= StepBudget.answerLimit)
  }

  @Test("another call waits for the frame, whose answer is kept")
  func settles() throws {
    let worker = try SameAnswersTests.prepared().there
    let (first, second) = (AnswerBuffer(), AnswerBuffer())
    let shape = SameAnswersTests.shape
    let expected = try worker.frame(Self.everything, shape: shape, into: first)
    let frame = try worker.startFrame(Self.everything, shape: shape, into: second)
    #expect(try worker.property(at: FakeLayout.spacingProperty) == .number(0))
    #expect(try frame.poll(.step, epoch: shape.epoch) == expected)
    #expect(Elements(first) == Elements(second))
  }

  @Test("a frame about fewer data waits for one about more, and both are correct")
  func settlesOthers() throws {
    let worker = try SameAnswersTests.prepared().there
    let (more, fewer) = (AnswerBuffer(), AnswerBuffer())
    let shapes = (
      DataShape(epoch: 8, itemCounts: [10]), DataShape(epoch: 9, itemCounts: [5])
    )
    let frame = try worker.startFrame(Self.everything, shape: shapes.0, into: more)
    try worker.frame(Self.everything, shape: shapes.1, into: fewer).check()
    #expect(fewer.count < more.count)
    try #require(try frame.poll(.step, epoch: 9)).check()
  }

  @Test("queries about data that are gone are answered as stale, and the next frame is correct")
  func stale() throws {
    let worker = try SameAnswersTests.prepared().there
    let buffer = AnswerBuffer()
    let shape = SameAnswersTests.shape
    try worker.frame(Self.everything, shape: shape, into: buffer).check()
    let right = Elements(buffer)
    var asked = 0
    try worker.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
      asked += 1
      return path.item % 5 == 0 ? nil : Size(width: Double(path.item) / 3, height: 20)
    }
    let frame = try worker.startFrame(Self.everything, shape: shape, into: buffer)
    #expect(throws: LayoutError.self) { try wait(for: frame, epoch: shape.epoch + 1) }
    #expect(asked == 0, "the app was not asked about data that are gone")
    try worker.frame(Self.everything, shape: shape, into: buffer).check()
    #expect(Elements(buffer) == right && asked > 0)
  }

  @Test("a frame that is not polled any more ends its worker, and a restart continues")
  func abandoned() throws {
    let worker = try SameAnswersTests.prepared().there
    let process = worker.processID
    _ = try worker.startFrame(
      Self.everything, shape: SameAnswersTests.shape, into: AnswerBuffer())
    let error = #expect(throws: LayoutError.self) { try worker.property(at: 0) }
    #expect(error?.code == "worker-ended")
    try worker.restart()
    #expect(worker.processID != process)
    try worker.frame(Self.everything, shape: SameAnswersTests.shape, into: AnswerBuffer()).check()
  }

  @Test("what a restart overtakes says so, and the new worker is told the data and the settings")
  func overtaken() throws {
    let worker = try SameAnswersTests.prepared().there
    let (shape, buffer) = (SameAnswersTests.shape, AnswerBuffer())
    let frame = try worker.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    try worker.restart()
    let error = #expect(throws: LayoutError.self) { try frame.poll(.untilDone, epoch: shape.epoch) }
    #expect(error?.code == "worker-ended" && !worker.hasPrepared)
    try worker.frame(Self.everything, shape: shape, into: buffer).check()
    #expect(buffer.count > 40)
    let index = FakeLayout.spacingProperty
    let setting = try worker.startSetting(at: index, to: .number(9))
    try worker.restart()
    let late = #expect(throws: LayoutError.self) { try setting.poll(.untilDone) }
    #expect(late?.code == "worker-ended" && worker.settings[index] == nil)
    #expect(try worker.property(at: index) == .number(0))
  }

  @Test("a worker that dies between two polls gives one error, one record, one strike")
  func dies() throws {
    var options = WorkerOptions.confined
    options.deadlines = Deadlines()
    // On a busy machine a start takes long.
    options.deadlines?.prepare = .init(soft: 60, hard: 60)
    let records = Mutex(0)
    options.onCrash = { record in
      records.withLock { $0 += 1 }
      return record.instance?.calls.last?.call
    }
    let trap = "if (snapshot->item_counts[0] > 40) __builtin_trap()"
    let file = PluginFile(judging: try FakeLayout.path(flags: ["-DIN_PREPARE=\(trap)"]))
    let connection = SupervisedConnection(
      try WorkerConnection(file: file, layout: "fake", options: options))
    let shape = DataShape(epoch: 1, itemCounts: [41])
    let frame = try connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    let error = #expect(throws: LayoutError.self) { try wait(for: frame, epoch: 1) }
    #expect(error?.code == "worker-died" && error?.call == "prepare")
    #expect(error?.message.contains("crash record is frame") == true)
    #expect(throws: try #require(error)) { try frame.poll(.step, epoch: 1) }
    #expect(records.withLock { $0 } == 1)
    #expect(connection.supervision.strikes.count == 1)
    let fewer = DataShape(epoch: 2, itemCounts: [40])
    try connection.frame(Self.everything, shape: fewer, into: AnswerBuffer()).check()
  }

  @Test("a worker that dies during another request gives one strike, also after its restart")
  func diesElsewhere() throws {
    var options = WorkerOptions.confined
    options.deadlines = Deadlines()
    // On a busy machine a start takes long, and so does what waits for the frame.
    options.deadlines?.prepare = .init(soft: 60, hard: 60)
    options.deadlines?.other = .init(soft: 60, hard: 60)
    options.deadlines?.opening = 60
    let faults = [
      ("if (snapshot->item_counts[0] > 40) __builtin_trap()", "worker-died"),
      ("if (snapshot->item_counts[0] > 40) for (;;) {}", "worker-hung"),
    ]
    for (fault, code) in faults {
      let file = PluginFile(judging: try FakeLayout.path(flags: ["-DIN_PREPARE=\(fault)"]))
      if code == "worker-hung" { options.deadlines?.prepare = .init(soft: 0.3, hard: 0.3) }
      let connection = SupervisedConnection(
        try WorkerConnection(file: file, layout: "fake", options: options))
      let shape = DataShape(epoch: 1, itemCounts: [41])
      let frame = try connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
      let error = #expect(throws: LayoutError.self) { try connection.property(at: 0) }
      #expect(error?.code.rawValue == code, "\(String(describing: error))")
      let strikes = connection.supervision.strikes.count
      try connection.restart()
      let process = connection.processID
      let late = #expect(throws: LayoutError.self) { try frame.poll(.step, epoch: 1) }
      #expect(late?.code.rawValue == code)
      #expect(connection.supervision.strikes.count == strikes)
      #expect(connection.supervision.state == .running && connection.processID == process)
    }
  }

  @Test("a worker that computes on is killed at its deadline, without a poll and with queries")
  func hangs() throws {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = 1
    let asking = """
      const layout_query_functions *q = self->host->query(self->host->context, QUERY_SIZE); \
      layout_size size; uint32_t how; \
      for (;;) q->many(q->context, 0, 0, 1, &size, &how)
      """
    for statement in ["for (;;) {}", asking] {
      let file = PluginFile(judging: try FakeLayout.path(flags: ["-DIN_PREPARE=\(statement)"]))
      let worker = try WorkerConnection(file: file, layout: "fake", options: options)
      try worker.queries.bind("sizeForItem") { (_: ItemPath) -> Size? in .zero }
      let shape = DataShape(epoch: 1, itemCounts: [4])
      let frame = try worker.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
      let error = #expect(throws: LayoutError.self) { try wait(for: frame, epoch: 1) }
      #expect(error?.code == "worker-hung", "\(statement)")
    }
  }

  @Test("a start can be polled, and a released one leaves no process", .awaitsExit)
  func start() async throws {
    let file = PluginFile(judging: try FakeLayout.path())
    let start = try WorkerStart(file: file, layout: "fake")
    var worker: WorkerConnection?
    while worker == nil {
      worker = try start.poll(.step)
      usleep(100)
    }
    #expect(worker?.descriptor.id == "fake")
    #expect(try start.poll(.step) == nil, "it is returned once")
    // In a process of its own, where no other suite has workers.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      func areas() throws -> Int {
        String(decoding: try read("/proc/self/maps"), as: UTF8.self)
          .split(separator: "\n").count { $0.contains("memfd:layout-") }
      }
      let file = PluginFile(judging: try FakeLayout.path())
      for looks in 0..<40 {
        let start = try WorkerStart(file: file, layout: "fake")
        for _ in 0..<looks where try start.poll(.step) == nil { usleep(200) }
      }
      guard eventually({ (try? ChildProcesses.count()) == 0 }) else { exit(1) }
      exit(eventually { (try? areas()) == 0 } ? 0 : 2)
    }
    report.check(result)
  }
}

extension FrameOutcome {
  /// Expects that the layout prepared, as each of these frames marks it.
  fileprivate func check() { #expect(didPrepare) }
}
