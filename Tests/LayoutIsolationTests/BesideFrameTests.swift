// SPDX-License-Identifier: Apache-2.0
//
// Frames of a layout in this process on a thread of their own: the same bits, and the thread of each call.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation
@testable import LayoutRuntime

@Suite("Frames on a thread of their own")
struct BesideFrameTests {
  private static let everything = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)

  private static func asker(flags: [String] = []) throws -> InProcessConnection {
    let file = PluginFile(judging: try fixture("Asker", flags: flags))
    return try InProcessConnection(image: PluginImage.open(file), layout: "asker")
  }

  /// Polls until the frame is there.
  @discardableResult
  private func wait(
    for frame: any FrameInProgress, epoch: UInt64
  ) throws(LayoutError) -> FrameOutcome {
    while true {
      if let outcome = try frame.poll(.step, epoch: epoch) { return outcome }
      sched_yield()
    }
  }

  @Test(
    "a frame on its own thread has the same bits as one at once, for any kind of answers",
    arguments: [1, 1024, 65_537, 131_000] as [UInt32], [false, true])
  func sameBits(_ count: UInt32, inLockstep: Bool) throws {
    let answers: [(Int) -> Size?] = [
      { Size(width: Double($0), height: 2) }, { _ in nil }, { _ in Size(width: 9, height: 9) },
      { $0 < 65_000 ? nil : Size(width: Double($0), height: 1) },
      { $0 < 70_000 ? Size(width: 4, height: 4) : nil },
    ]
    let (atOnce, beside) = (try Self.asker(), try Self.asker())
    beside.isInLockstep = inLockstep
    let buffers = (AnswerBuffer(), AnswerBuffer())
    var request = Self.everything
    request.rect = Rect(x: -10, y: -10, width: 1e9, height: 1e9)
    let thread = pthread_self()
    for (epoch, answer) in answers.enumerated() {
      for connection in [atOnce, beside] {
        // For many items it queries by ranges only, since each single query is a message between threads.
        try connection.setProperty(at: 0, to: .integer(count > 2000 ? 1 : Int64(epoch % 2)))
        try connection.queries.bind("sizeForItem") {
          #expect(pthread_equal(thread, pthread_self()) != 0)
          return answer($0.item)
        }
        // A type that has no value for "unanswered".
        try connection.queries.bind("weightForItem") { path -> Int64? in Int64(path.item) * 3 }
        try connection.queries.bind("insetForSection") { path -> Insets? in
          path.section == 1 ? nil : Insets(top: 1, left: 2, bottom: 3, right: 4)
        }
      }
      let shape = DataShape(epoch: UInt64(epoch), itemCounts: [count, 3])
      let outcome = try atOnce.frame(request, shape: shape, into: buffers.0)
      let frame = try beside.startFrame(request, shape: shape, into: buffers.1)
      #expect(try wait(for: frame, epoch: shape.epoch) == outcome)
      #expect(Elements(buffers.0) == Elements(buffers.1), "answer \(epoch)")
    }
    #expect(beside.hasPrepared)
  }

  @Test("in lockstep each poll answers one query, with the same number of polls each time")
  func lockstep() throws {
    var counts: Set<Int> = []
    for _ in 0..<5 {
      let connection = try Self.asker()
      connection.isInLockstep = true
      try connection.queries.bind("heightForItem") { (path, width: Double, n: UInt32, odd: Bool) in
        Double?(width)
      }
      let shape = DataShape(epoch: 1, itemCounts: [7, 3])
      let frame = try connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
      var looks = 1
      while try frame.poll(.step, epoch: 1) == nil { looks += 1 }
      counts.insert(looks)
    }
    #expect(counts.count == 1 && counts.first.map { $0 > 10 } == true, "\(counts)")
  }

  @Test("the app's error fails the frame with the same message, and the layout stays usable")
  func appError() throws {
    let (atOnce, beside) = (try Self.asker(), try Self.asker())
    let shape = DataShape(epoch: 1, itemCounts: [9000])
    let errors = try [atOnce, beside].map { connection in
      try connection.queries.bind("sizeForItem") { path -> Size? in
        if path.item == 8000 { throw QueryTests.Refusal() }
        return .zero
      }
      return #expect(throws: LayoutError.self) {
        if connection === atOnce {
          _ = try connection.frame(Self.everything, shape: shape, into: AnswerBuffer())
        } else {
          try wait(
            for: connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer()),
            epoch: 1)
        }
      }
    }
    #expect(errors[0] == errors[1] && errors[1]?.code == "query-failed")
    #expect(errors[1]?.message.contains("no idea") == true)
    #expect(!beside.hasPrepared && beside.quarantine == nil)
    try beside.queries.unbind("sizeForItem")
    let frame = try beside.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    #expect(try wait(for: frame, epoch: 1).didPrepare)
  }

  @Test(
    "an answer that calls the layout is refused, and a call between two polls waits for the frame")
  func serial() throws {
    let connection = try Self.asker()
    var codes: Set<LayoutError.Code> = []
    try connection.queries.bind("sizeForItem") { path -> Size? in
      do { _ = try connection.property(at: 0) } catch let error as LayoutError {
        codes.insert(error.code)
      }
      #expect(connection.takeEvents().isEmpty && connection.takeMarks().marks == 0)
      #expect(throws: LayoutError.self) { try connection.restart() }
      return nil
    }
    let shape = DataShape(epoch: 1, itemCounts: [70_000])
    let buffer = AnswerBuffer()
    let frame = try connection.startFrame(Self.everything, shape: shape, into: buffer)
    #expect(try frame.poll(.step, epoch: 1) == nil)
    #expect(!connection.hasPrepared)
    #expect(try connection.property(at: 0) == .integer(0))
    #expect(connection.hasPrepared && codes == ["reentrant"])
    #expect(try frame.poll(.step, epoch: 1)?.didPrepare == true)
  }

  @Test(
    "inner layouts query through their parent on that thread, and directly here afterwards",
    arguments: ["flow,waterfall,orbit", "spring,mat"])
  func children(_ layouts: String) throws {
    let library = try ChildrenInWorkerTests.library()
    let pair = try (0..<2).map { _ in
      try ChildrenInWorkerTests.tiers("sections", library, set: [("layouts", .text(layouts))]).here
    }
    let thread = pthread_self()
    let buffers = [AnswerBuffer(), AnswerBuffer()]
    for round in 1...3 {
      let shape = DataShape(epoch: UInt64(round), itemCounts: [5000, 0, 40])
      var asked = 0
      for (connection, buffer) in zip(pair, buffers) {
        try connection.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
          #expect(pthread_equal(thread, pthread_self()) != 0)
          asked += 1
          return Size(width: 20 * Double(round) + Double(path.item % 7), height: 20)
        }
        // The second connection makes the first frames on a thread and the last one at once.
        if connection === pair[1], round < 3 {
          let frame = try connection.startFrame(Self.everything, shape: shape, into: buffer)
          #expect(try wait(for: frame, epoch: shape.epoch).didPrepare)
        } else {
          _ = try connection.frame(Self.everything, shape: shape, into: buffer)
        }
      }
      #expect(asked > 0 && buffers[0].count > 10)
      #expect(Elements(buffers[0]) == Elements(buffers[1]), "round \(round)")
    }
  }

  @Test("items that are gone are not queried, and the layout gets a stale answer")
  func stale() throws {
    let connection = try Self.asker()
    var asked = 0
    try connection.queries.bind("sizeForItem") { path -> Size? in
      asked += 1
      return nil
    }
    let shape = DataShape(epoch: 1, itemCounts: [200_000])
    let frame = try connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    #expect(try frame.poll(.step, epoch: 1) == nil)
    let before = asked
    let error = #expect(throws: LayoutError.self) { try wait(for: frame, epoch: 2) }
    #expect(error?.call == "prepare" && asked == before)
    let fresh = DataShape(epoch: 2, itemCounts: [3])
    let next = try connection.startFrame(Self.everything, shape: fresh, into: AnswerBuffer())
    #expect(try wait(for: next, epoch: 2).didPrepare)
  }

  @Test(
    "a frame that is not polled any more ends on its thread, and then its instance is destroyed")
  func abandoned() throws {
    let scratch = try TemporaryDirectory()
    let mark = scratch.path + "/destroyed"
    let connection = try Self.asker(flags: ["-DMARK=\"\(mark)\""])
    try connection.queries.bind("sizeForItem") { _ -> Size? in nil }
    let shape = DataShape(epoch: 1, itemCounts: [200_000])
    var frame: (any FrameInProgress)? = try connection.startFrame(
      Self.everything, shape: shape, into: AnswerBuffer())
    #expect(try frame?.poll(.step, epoch: 1) == nil)
    frame = nil
    #expect(eventually { access(mark, F_OK) == 0 }, "its answers are stale, so it ends")
    let error = #expect(throws: LayoutError.self) { try connection.property(at: 0) }
    #expect(error?.code == "cancelled")
    try connection.restart()
    #expect(try connection.frame(Self.everything, shape: shape, into: AnswerBuffer()).didPrepare)
  }

  @Test("a restart cancels the running frame, which reports it")
  func restarted() throws {
    let connection = try Self.asker()
    try connection.queries.bind("sizeForItem") { _ -> Size? in nil }
    let shape = DataShape(epoch: 1, itemCounts: [200_000])
    let frame = try connection.startFrame(Self.everything, shape: shape, into: AnswerBuffer())
    #expect(try frame.poll(.step, epoch: 1) == nil)
    try connection.restart()
    let error = #expect(throws: LayoutError.self) { try frame.poll(.step, epoch: 1) }
    #expect(error?.code == "cancelled")
    #expect(try connection.frame(Self.everything, shape: shape, into: AnswerBuffer()).didPrepare)
  }

  @Test(
    "on its own thread the hard limit counts, and it is reported on the app's thread",
    arguments: [0.001, 60.0])
  func deadline(_ hard: Double) throws {
    let path = try FakeLayout.path(
      flags: ["-include", "unistd.h", "-DIN_PREPARE=usleep(20000)"])
    let connection = try InProcessConnection(
      image: PluginImage.open(PluginFile(judging: path)), layout: "fake")
    var deadlines = Deadlines()
    deadlines.prepare = .init(soft: 0.001, hard: hard)
    deadlines.rectangle = .init(soft: 0.001, hard: 0.001)
    let thread = pthread_self()
    var strikes = 0
    let supervision = InProcessSupervision(
      connection, deadlines: deadlines,
      onStrike: { _ in
        #expect(pthread_equal(thread, pthread_self()) != 0)
        strikes += 1
        return 0
      })
    for round in 1...3 {
      let frame = try connection.startFrame(
        Self.everything, shape: SameAnswersTests.shape, into: AnswerBuffer())
      #expect(try wait(for: frame, epoch: SameAnswersTests.shape.epoch).didPrepare)
      #expect(strikes == (hard < 1 ? round : 0))
    }
    #expect((connection.quarantine != nil) == (hard < 1))
    #expect(supervision.supervision.strikes.count == strikes)
  }
}
