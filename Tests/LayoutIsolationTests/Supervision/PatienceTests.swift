// SPDX-License-Identifier: Apache-2.0
//
// Frames beyond their limits, judged without a worker: queries, prepares, and the party that is blamed.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Synchronization
import Testing

@testable import LayoutIsolation

@Suite("WaitMode with a frame")
struct PatienceTests {
  /// A frame with no figures yet, its clock, and the kernel's figures of its worker.
  private final class Frame {
    let ends: ChannelTests.Ends
    let link: WorkerLink
    let request = WorkerLink.Request(kind: .frame, call: "attributes_in_rect")
    let answers: QueryService
    var time: CallTime
    var figures = OverrunTests.figures(0, 0, ready: false)

    init(_ deadlines: Deadlines = Deadlines()) throws {
      ends = try ChannelTests.Ends()
      var options = WorkerOptions(deadlines: nil)
      options.deadlines = deadlines
      link = WorkerLink(areas: ends.areas, options: options, plugin: "test", log: LayoutLog())
      let plugin = try PluginImage.open(PluginFile(judging: try FakeLayout.path())).descriptor
      answers = QueryService(
        queries: QueryTable(plugin.layouts[0].queries, plugin: "test"),
        shape: SameAnswersTests.shape)
      time = link.start(request)
      link.readFigures = { [unowned self] _ in figures }
    }

    /// Lets so many milliseconds pass in `slot`, in which its worker computed for `used` and waited for a processor
    /// for `waited`.
    func pass(_ milliseconds: Int64, in slot: Slot? = nil, used: Int64 = 0, waited: Int64 = 0) {
      link.noteFigures()
      figures.used += used * 1_000_000
      figures.waited = figures.waited.map { $0 + waited * 1_000_000 }
      layout_sys_store_release_u32(ends.areas.replies.slot, CallMarker.number(slot))
      time.waited(since: time.now - milliseconds * 1_000_000)
    }

    func judge(asks: Bool = false) throws(LayoutError) {
      try link.judge(request, &time, answers, asks: asks)
    }

    /// Returns the code of the error of the judgement.
    func verdict(asks: Bool = false) -> LayoutError.Code? {
      #expect(throws: LayoutError.self) { try judge(asks: asks) }?.code
    }
  }

  @Test("the worker is not blamed for a query that waited while the host had no processor")
  func asks() throws {
    let frame = try Frame()
    // The worker was not looked at before its query.
    frame.time.waited(since: frame.time.now - 9_000_000)
    try frame.judge(asks: true)
    #expect(!frame.link.isPluginFault && !frame.time.isLate, "it gets its time again")
    // Any number of times: up to the end, which is put off in small pieces.
    for _ in 0..<12 {
      frame.pass(8)
      try frame.judge(asks: true)
    }
    #expect(frame.time.isUp == false && frame.time.extended < 0.1)
    // A worker without any query sleeps.
    frame.pass(9)
    #expect(frame.verdict() == "worker-late" && frame.link.isPluginFault)
  }

  @Test("a worker that queries and computes up to its limit is late")
  func computes() throws {
    let frame = try Frame()
    frame.pass(9, used: 7)
    try frame.judge(asks: true)
    frame.pass(8, used: 1)
    #expect(frame.verdict(asks: true) == "worker-late" && frame.link.isPluginFault)
  }

  @Test("a worker that queries more than it can use gets no extension")
  func asksOn() throws {
    let frame = try Frame()
    frame.time.answered(frame.answers.fairCount + 1, since: frame.time.now, by: frame.answers)
    frame.pass(9)
    #expect(frame.verdict(asks: true) == "worker-late" && frame.link.isPluginFault)
  }

  @Test("queries about missing data do not put a limit off")
  func asksAboutNothing() throws {
    var deadlines = Deadlines()
    deadlines.rectangle = .init(soft: 0.1, hard: 0.3)
    let frame = try Frame(deadlines)
    // It used hardly any processor time, like a worker that tries to deceive the host.
    let (ends, request) = (frame.ends, frame.request)
    try frame.link.send(request, .none) { _ in }
    let sequence = frame.link.sequence
    let isOver = Atomic(false)
    let join = ChannelTests.onThread {
      guard ends.worker.wait() == .message, (try? ends.worker.receive()) == .frame else { return }
      while !isOver.load(ordering: .acquiring) {
        try? ends.worker.send(.askOne, sequence: sequence, epoch: 7)
        while ends.worker.wait(nanoseconds: 50_000_000) == .timedOut {
          if isOver.load(ordering: .acquiring) { return }
        }
        _ = try? ends.worker.receive()
        usleep(500)
      }
    }
    let error = #expect(throws: LayoutError.self) {
      try frame.link.converse(request, frame.answers, &frame.time, now: 8)
    }
    isOver.store(true, ordering: .releasing)
    join()
    #expect(error?.code == "worker-late" && frame.link.isPluginFault)
    #expect(frame.time.counted < 300_000_000)
  }

  @Test("a worker with many short queries is looked at after it had a millisecond")
  func figures() throws {
    var deadlines = Deadlines()
    deadlines.rectangle = .init(soft: 60, hard: 60)
    let frame = try Frame(deadlines)
    frame.time.waited(since: frame.time.now - 2_000_000)
    let ends = frame.ends
    try frame.link.send(frame.request, .none) { _ in }
    let sequence = frame.link.sequence
    // Both are there before the host waits for the first time.
    let join = ChannelTests.onThread {
      guard ends.worker.wait() == .message, (try? ends.worker.receive()) == .frame else { return }
      try? ends.worker.send(.askOne, sequence: sequence, epoch: 7)
      guard ends.worker.wait() == .message, (try? ends.worker.receive()) == .answer else { return }
      try? ends.worker.send(.done, sequence: sequence, epoch: 0)
    }
    #expect(eventually { frame.link.channel.hasMessage })
    #expect(frame.link.figures == nil)
    // About other data, so that the query need not be read.
    try frame.link.converse(frame.request, frame.answers, &frame.time, now: 8)
    join()
    #expect(frame.link.figures != nil)
  }

  @Test("a worker that had no processor before its prepare still has the time of a prepare")
  func starvedBefore() throws {
    let frame = try Frame()
    frame.pass(100, used: 1, waited: 99)
    try frame.judge()
    #expect(frame.time.extended == 0.1)
    frame.pass(100, in: .prepare, used: 100)
    try frame.judge()
    #expect(frame.time.mayPrepare && !frame.time.isUp)
  }

  @Test("a worker that prepared and then has no processor has the time of both")
  func starvedAfter() throws {
    let frame = try Frame()
    frame.pass(8, in: .prepare, used: 8)
    try frame.judge()
    #expect(frame.time.mayPrepare)
    frame.pass(250, in: .attributesInRect, used: 92, waited: 150)
    try frame.judge()
    #expect(!frame.time.isLate && !frame.link.isPluginFault)
  }

  @Test("the time of a prepare is given once")
  func once() throws {
    let frame = try Frame()
    frame.pass(8, in: .prepare, used: 8)
    try frame.judge()
    frame.pass(260, in: .prepare, used: 260)
    #expect(frame.verdict() == "worker-late" && frame.link.isPluginFault)
    frame.pass(2_000, in: .prepare, used: 2_000)
    #expect(frame.verdict() == "worker-hung" && frame.link.isPluginFault)
  }

  @Test("time past a limit counts when the limit is put off, up to a bound")
  func overrun() {
    var time = CallTime(deadline: 1)
    time.handled(6_000_000_000)
    #expect(time.isUp)
    time.extend(by: 0.5, countingUpTo: 10)
    #expect(time.extended == 5 && !time.isUp)
    time.handled(60_000_000_000)
    time.extend(by: 0.5, countingUpTo: 10)
    #expect(time.extended == 15)
    time.extend(by: 0.5, countingUpTo: 10)
    #expect(time.extended == 15.5, "counted once")
  }
}
