// SPDX-License-Identifier: Apache-2.0
//
// The time of layouts in this process: it is measured and reported, and no call is ended.

import Glibc
import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Time in this process")
struct InProcessLoadTests {
  /// A fake layout whose `prepare` sleeps, its supervision and the reported errors.
  private final class Session {
    let connection: InProcessConnection
    let supervision: InProcessSupervision
    let clock = SupervisedTests.Clock()
    let buffer = AnswerBuffer()
    var quarantined: [LayoutError] = []

    init(napping milliseconds: Int, soft: Double, onRecord: Int? = 0) throws {
      let path = try FakeLayout.path(
        flags: ["-include", "unistd.h", "-DIN_PREPARE=usleep(\(milliseconds)000)"])
      connection = try InProcessConnection(
        image: PluginImage.open(PluginFile(judging: path)), layout: "fake")
      try SameAnswersTests.bind(connection)
      var deadlines = Deadlines()
      deadlines.prepare = .init(soft: soft, hard: 60)
      var told: (LayoutError) -> Void = { _ in }
      let clock = clock
      supervision = InProcessSupervision(
        connection, deadlines: deadlines, now: { clock.time }, onStrike: { _ in onRecord },
        onQuarantine: { told($0) })
      told = { [unowned self] in quarantined.append($0) }
    }

    func show() throws(LayoutError) {
      _ = try connection.frame(
        .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: buffer)
      clock.time += 0.12
    }

    var strikeCount: Int { supervision.supervision.strikes.count }

    /// Shows frames, each with its elements, until there are so many strikes. If a busy machine leaves two seconds
    /// between two frames, the next one is measured from the start.
    func show(until count: Int) throws(LayoutError) -> Int {
      var frames = 0
      while strikeCount < count, frames < 200 {
        try show()
        frames += 1
        #expect(buffer.count > 0)
      }
      return frames
    }
  }

  @Test(
    "a prepare beyond its limit is a strike, its answer is shown, and the third strike is the last")
  func overruns() throws {
    let session = try Session(napping: 20, soft: 0.001)
    try session.show()
    #expect(session.strikeCount == 0, "the first one starts the measurement")
    #expect(try session.show(until: 3) > 0)
    let said = session.connection.log.take().entries.map(\.message)
    #expect(said.count == 3 && said.allSatisfy { $0.hasPrefix("it took ") }, "\(said)")
    for _ in 0..<2 {
      let error = #expect(throws: LayoutError.self) { try session.show() }
      #expect(error?.code == "quarantined" && error?.plugin == "test.fake")
    }
    #expect(throws: LayoutError.self) { try session.connection.restart() }
    #expect(session.quarantined.map(\.code) == ["layout-slow"])
    #expect(session.quarantined.first?.call == "prepare")
  }

  @Test("strikes of a trusted layout are reported, and it continues")
  func trusted() throws {
    let session = try Session(napping: 20, soft: 0.001, onRecord: nil)
    _ = try session.show(until: 5)
    #expect(session.strikeCount == 5 && session.quarantined.isEmpty)
  }

  @Test("most of each second is a strike, and the app's own answers do not count")
  func load() throws {
    let session = try Session(napping: 100, soft: 60)
    #expect(try session.show(until: 1) >= 16)
    #expect(session.strikeCount == 1)
    let app = try Session(napping: 0, soft: 0.01)
    try app.connection.queries.bind("insetForSection") { (_: ItemPath) -> Insets? in
      usleep(20_000)
      return .zero
    }
    for _ in 0..<5 { try app.show() }
    #expect(app.strikeCount == 0)
  }

  @Test("a layout that an app makes has deadlines by default, in each tier")
  func byDefault() throws {
    #expect(WorkerOptions().deadlines == Deadlines())
    #expect(WorkerOptions.untimed.deadlines == nil && WorkerOptions.untimed.deadline == nil)
    let file = PluginFile(judging: try FakeLayout.path(), trust: .user)
    for tier in [LayoutTier.worker, .sandboxed] {
      let layout = try CollectionLayout.make(id: "fake", file: file, running: LayoutPolicy(tier))
      #expect(layout.connection is SupervisedConnection)
      let untimed = try CollectionLayout.make(
        id: "fake", file: file, running: LayoutPolicy(tier, options: .untimed))
      #expect(untimed.connection is WorkerConnection)
    }
  }
}
