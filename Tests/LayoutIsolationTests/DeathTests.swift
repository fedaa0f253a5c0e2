// SPDX-License-Identifier: Apache-2.0
//
// Workers that die, trap, hang or exit: a named error, no lost state, and a restart that continues.

import CLayoutSystem
import Foundation
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker that ends")
struct DeathTests {
  static let shape = SameAnswersTests.shape

  /// A worker that has shown a frame, and that frame.
  static func worker(
    _ options: WorkerOptions = WorkerOptions(deadlines: nil)
  ) throws -> (WorkerConnection, AnswerBuffer) {
    let file = PluginFile(judging: try FakeLayout.path())
    let worker = try WorkerConnection(file: file, layout: "fake", options: options)
    try SameAnswersTests.bind(worker)
    let buffer = AnswerBuffer()
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    return (worker, buffer)
  }

  /// Makes the layout do `behaviour` in `call`.
  static func spoil(
    _ worker: WorkerConnection, _ behaviour: FakeLayout.Behaviour, in call: FakeLayout.Call
  ) throws {
    try worker.setProperty(at: FakeLayout.callProperty, to: call.value)
    try worker.setProperty(at: FakeLayout.behaviourProperty, to: behaviour.value)
  }

  /// The error of the next frame, which marks everything.
  static func failure(of worker: WorkerConnection, _ buffer: AnswerBuffer) -> LayoutError? {
    #expect(throws: LayoutError.self) {
      _ = try worker.frame(
        .at(20, from: 0, time: 1, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    }
  }

  /// Expects that a restart gives the same answers as a layout that never died.
  static func goesOn(
    _ worker: WorkerConnection, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = worker.processID
    try worker.restart()
    #expect(worker.processID != before, sourceLocation: sourceLocation)
    let file = PluginFile(judging: try FakeLayout.path())
    let here = try InProcessConnection(image: PluginImage.open(file), layout: "fake")
    try SameAnswersTests.bind(here)
    for index in here.descriptor.properties.indices {
      try here.setProperty(at: index, to: worker.property(at: index))
    }
    let elements = try [here as any LayoutConnection, worker].map { connection in
      let buffer = AnswerBuffer()
      _ = try connection.frame(
        .at(20, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
      return Elements(buffer)
    }
    #expect(elements[0] == elements[1], sourceLocation: sourceLocation)
  }

  @Test("after kill -9 between two frames every call reports it, and a restart continues")
  func killedIdle() throws {
    let (worker, buffer) = try Self.worker()
    try worker.setProperty(at: FakeLayout.spacingProperty, to: .number(9))
    let shown = Elements(buffer)
    kill(worker.processID, SIGKILL)
    let other = AnswerBuffer()
    let error = try #require(Self.failure(of: worker, other))
    #expect(error.code == "worker-died")
    #expect(error.plugin == "test.fake")
    #expect(error.call == "attributes_in_rect")
    #expect(error.message.contains("SIGKILL"))
    #expect(error.message.contains("\(worker.processID)"))
    #expect(Self.failure(of: worker, other) == error)
    #expect(throws: error) { try worker.property(at: 0) }
    #expect(throws: error) { try worker.attributes(in: .zero, into: other) }
    #expect(Elements(buffer) == shown, "the view's buffer is unchanged")
    try Self.goesOn(worker)
    #expect(try worker.property(at: FakeLayout.spacingProperty) == .number(9))
  }

  @Test("kill -9 during an answer of the app")
  func killedInQuery() throws {
    let (worker, buffer) = try Self.worker()
    try worker.queries.bind("insetForSection") { [unowned worker] (path: ItemPath) -> Insets? in
      kill(worker.processID, SIGKILL)
      return .zero
    }
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "worker-died")
    #expect(error.call == "prepare")
    try SameAnswersTests.bind(worker)
    try Self.goesOn(worker)
  }

  @Test("an action that aborts is named, and the signal is the only reason given")
  func actionAborts() throws {
    let (worker, _) = try Self.worker(.confined)
    try Self.spoil(worker, .aborts, in: .action)
    let error = #expect(throws: LayoutError.self) {
      try worker.call(action: 0, arguments: [.number(1), .number(2)])
    }
    #expect(error?.code == "worker-died" && error?.call == "add")
    #expect(error?.message.contains("SIGABRT") == true)
    #expect(error?.message.contains("thread") == false)
  }

  @Test("kill -9 while the plugin computes")
  func killedBusy() throws {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = nil
    let (worker, buffer) = try Self.worker(options)
    try Self.spoil(worker, .loops, in: .contentSize)
    Killer.kill(worker, in: .contentSize)
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "worker-died")
    #expect(error.call == "content_size")
    #expect(error.message.contains("SIGKILL"))
    try worker.restart()
    try worker.setProperty(at: FakeLayout.behaviourProperty, to: FakeLayout.Behaviour.good.value)
  }

  @Test("kill -9 at any moment gives one error, and a restart continues without a difference")
  func killedAnytime() throws {
    let (worker, buffer) = try Self.worker()
    _ = try worker.frame(.at(20, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer)
    let right = Elements(buffer)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<40 {
      Killer.kill(worker.processID, afterMicroseconds: .random(in: 0...3_000, using: &random))
      var error: LayoutError?
      while error == nil {
        do throws(LayoutError) {
          _ = try worker.frame(
            .at(20, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer)
          #expect(Elements(buffer) == right)
        } catch let death {
          error = death
        }
      }
      #expect(error?.code == "worker-died")
      #expect(error?.message.contains("SIGKILL") == true)
      try worker.restart()
      _ = try worker.frame(.at(20, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer)
      #expect(Elements(buffer) == right)
    }
  }

  /// The calls of a frame.
  static let frameCalls: [FakeLayout.Call] = [
    .shouldInvalidate, .prepare, .contentSize, .advance, .attributesInRect,
  ]

  @Test(
    "a trap, a wild pointer and an abort are reported with signal and call", arguments: frameCalls,
    [
      (FakeLayout.Behaviour.trap, "SIGILL"), (.crash, "SIGSEGV"), (.aborts, "SIGABRT"),
    ])
  func traps(_ call: FakeLayout.Call, _ how: (FakeLayout.Behaviour, String)) throws {
    let (worker, buffer) = try Self.worker()
    try Self.spoil(worker, how.0, in: call)
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "worker-died")
    #expect(error.message.contains(how.1))
    let names: [FakeLayout.Call: String] = [
      .shouldInvalidate: "should_invalidate", .prepare: "prepare", .contentSize: "content_size",
      .advance: "advance", .attributesInRect: "attributes_in_rect",
    ]
    #expect(error.call == names[call])
    #expect(buffer.count == 0)
  }

  @Test("a plugin that calls exit")
  func exits() throws {
    let (worker, buffer) = try Self.worker()
    try Self.spoil(worker, .exits, in: .prepare)
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "worker-died")
    #expect(error.message.contains("exited with code 0"))
  }

  @Test(
    "a plugin that writes past its room ends its worker, not the host",
    arguments: [
      FakeLayout.Behaviour.writesPastRecords, .writesPastTransforms, .writesPastPayload,
    ])
  func damage(_ behaviour: FakeLayout.Behaviour) throws {
    let (worker, buffer) = try Self.worker()
    try Self.spoil(worker, behaviour, in: .attributesInRect)
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "breach")
    #expect(error.message.contains("rule: memory"))
    #expect(error.call == "attributes_in_rect")
    try worker.restart()
  }

  @Test("a plugin that loops is killed at the deadline, and the app's own time does not count")
  func hangs() throws {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = 2
    let (worker, buffer) = try Self.worker(options)
    try worker.queries.bind("insetForSection") { (path: ItemPath) -> Insets? in
      if path.section == 0 { usleep(2_500_000) }
      return nil
    }
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_ITEMS), shape: Self.shape, into: buffer)
    try Self.spoil(worker, .loops, in: .prepare)
    let process = worker.processID
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "worker-hung")
    #expect(error.call == "prepare")
    #expect(error.plugin == "test.fake")
    #expect(eventually { kill(process, 0) != 0 })
    try worker.restart()
  }

  @Test(
    "a plugin that queries in a loop is killed, since more answers than needed count as its time")
  func asksForever() throws {
    let forever = """
      { const layout_query_functions *query = self->host->query(self->host->context, QUERY_SIZE); \
        layout_size out[64]; uint32_t how; \
        for (;;) query->many(query->context, 0, 0, 40, out, &how); }
      """
    let file = PluginFile(judging: try FakeLayout.path(flags: ["-DIN_PREPARE=\(forever)"]))
    var options = WorkerOptions(deadlines: nil)
    options.deadline = 2
    let worker = try WorkerConnection(file: file, layout: "fake", options: options)
    // 65 items by two queries and 3 sections by one, four times over, in queries for 40.
    let fairCount = 4 * (65 + 65 + 3) / 40
    var questionCount = 0
    try worker.queries.bind("sizeForItem") {
      (_: Int, _: Range<Int>, _: inout MutableSpan<Size>) -> QueryCoverage in
      questionCount += 1
      if questionCount > fairCount { usleep(200_000) }
      return .none
    }
    let error = try #require(Self.failure(of: worker, AnswerBuffer()))
    #expect(error.code == "worker-hung")
    #expect(error.call == "prepare")
    #expect(questionCount > fairCount, "the allowed queries are not counted")
    #expect(questionCount <= fairCount + 1 + 10, "ten more use up the deadline")
    #expect(error.message.contains("s of them for \(questionCount * 40) answers of the app"))
  }

  /// The ways to end a worker that has started a process.
  enum End: CaseIterable {
    case killed, exits, breach, letGo
  }

  @Test("a process that a plugin started ends with its worker", arguments: End.allCases)
  func forks(_ end: End) throws {
    let fork = """
      { pid_t child = fork(); if (child == 0) for (;;) pause(); \
        layout_value words[2] = {{.type = LAYOUT_TYPE_U32, .as.integer = child}, \
                                 {.type = LAYOUT_TYPE_U32}}; \
        self->host->post_event(self->host->context, 0, words, 2); }
      """
    let path = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_PREPARE=\(fork)"])
    let buffer = AnswerBuffer()
    let children: [Int32]
    do {
      let worker = try WorkerConnection(file: PluginFile(judging: path), layout: "fake")
      _ = try worker.frame(
        .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer)
      children = worker.takeEvents().compactMap { event in
        guard case .index(let child) = event.arguments.first else { return nil }
        return Int32(child)
      }
      #expect(children.count == 1 && children.allSatisfy(Self.isRunning))
      switch end {
      case .killed: kill(worker.processID, SIGKILL)
      case .exits: try Self.spoil(worker, .exits, in: .contentSize)
      case .breach: try Self.spoil(worker, .nanFrame, in: .attributesInRect)
      case .letGo: break
      }
      if end != .letGo { #expect(Self.failure(of: worker, buffer) != nil) }
    }
    #expect(eventually { !children.contains(where: Self.isRunning) })
    for child in children { kill(child, SIGKILL) }
  }

  /// Returns true if a process exists and is not a zombie.
  static func isRunning(_ process: Int32) -> Bool {
    guard let stat = try? FileSystem.contents(of: "/proc/\(process)/stat").bytes,
      let name = stat.lastIndex(of: UInt8(ascii: ")")), name + 2 < stat.count
    else { return false }
    return stat[name + 2] != UInt8(ascii: "Z") && stat[name + 2] != UInt8(ascii: "X")
  }

  @Test("a breach ends the worker for good, until a restart")
  func breach() throws {
    let (worker, buffer) = try Self.worker()
    try Self.spoil(worker, .nanFrame, in: .attributesInRect)
    let process = worker.processID
    let error = try #require(Self.failure(of: worker, buffer))
    #expect(error.code == "breach")
    #expect(eventually { kill(process, 0) != 0 })
    #expect(throws: error) { try worker.property(at: 0) }
    try worker.restart()
    try worker.setProperty(at: FakeLayout.behaviourProperty, to: FakeLayout.Behaviour.good.value)
    try Self.goesOn(worker)
  }
}

/// A thread that sends SIGKILL after a delay.
enum Killer {
  static func kill(_ process: Int32, afterMicroseconds delay: UInt32) {
    Thread.detachNewThread {
      usleep(delay)
      Glibc.kill(process, SIGKILL)
    }
  }

  /// Kills a worker as soon as it reports a running call.
  static func kill(_ worker: WorkerConnection, in call: Slot) {
    // Kept, so that the memory stays mapped.
    nonisolated(unsafe) let link = worker.link
    Thread.detachNewThread {
      while layout_sys_load_relaxed_u32(link.replies.slot) != CallMarker.number(call) {
        usleep(1000)
      }
      link.process.kill()
    }
  }
}

/// Returns true as soon as a condition holds, or false if it does not within `seconds`.
func eventually(within seconds: Int = 10, _ condition: () -> Bool) -> Bool {
  for _ in 0..<(seconds * 1_000) {
    if condition() { return true }
    usleep(1_000)
  }
  return false
}
