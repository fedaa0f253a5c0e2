// SPDX-License-Identifier: Apache-2.0
//
// Layouts that stay within the limit of each call, and use most of each second.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Load", .waits)
struct LoadTests {
  /// Returns the number of calls, each of `spent` seconds and started `pace` seconds after the one before, up to the
  /// first fault; nil if there is none in a minute.
  private static func faultless(_ spent: Double, every pace: Double) -> Int? {
    var meter = LoadMeter()
    return (0..<Int(60 / pace)).first { meter.count(spent, from: 100 + Double($0) * pace) }
  }

  @Test("most of two seconds in a row is a fault, in few calls or in many")
  func shares() {
    #expect(Self.faultless(0.24, every: 0.25) == 8)
    #expect(Self.faultless(0.012, every: 1.0 / 60).map { (120...121).contains($0) } == true)
    #expect(Self.faultless(0.009, every: 1.0 / 60) == nil)
    #expect(Self.faultless(0.5, every: 1) == nil)
    #expect(Self.faultless(0, every: 1) == nil)
    #expect(Self.faultless(0.7, every: 3.5) == nil, "not in a row")
    #expect(Self.faultless(0.001, every: 0.001).map { $0 <= 2_001 } == true)
  }

  @Test("a call of several seconds is one fault, and the counting starts again after it")
  func longCalls() {
    var meter = LoadMeter()
    let calls: [(spent: Double, begin: Double)] = [
      (2.5, 0), (0.4, 2.5),
      // In the window from 2 to 3 it used 0.9, in the next one nothing yet.
      (0.9, 3), (0.1, 4), (1, 50), (.greatestFiniteMagnitude, 51), (.nan, 52),
    ]
    let faults = calls.map { meter.count($0.spent, from: $0.begin) }
    #expect(faults == [true, false, false, true, false, true, false])
  }

  /// A supervised layout whose `prepare` sleeps for `nap` seconds, and a clock that the test sets.
  private static func napping(
    _ milliseconds: Int, _ clock: SupervisedTests.Clock
  ) throws -> SupervisedConnection {
    let path = try FakeLayout.path(
      flags: ["-include", "unistd.h", "-DIN_PREPARE=usleep(\(milliseconds)000)"])
    var deadlines = Deadlines()
    deadlines.prepare = .init(soft: 60, hard: 60)
    let worker = try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: WorkerOptions(deadlines: deadlines))
    try SameAnswersTests.bind(worker)
    return SupervisedConnection(worker, now: { clock.time })
  }

  /// Shows frames that prepare until there is a strike; returns their number, at most `limit`.
  private static func frames(
    _ connection: SupervisedConnection, _ clock: SupervisedTests.Clock, atMost limit: Int,
    pace: Double, appPace: Double = 0
  ) throws -> Int {
    let buffer = AnswerBuffer()
    for count in 0..<limit {
      let request = FrameRequest.at(
        0, time: appPace * Double(count), marks: LAYOUT_MARK_EVERYTHING)
      _ = try connection.frame(request, shape: SameAnswersTests.shape, into: buffer)
      clock.time += pace
      if !connection.supervision.strikes.isEmpty { return count }
    }
    return limit
  }

  @Test(
    "a layout that sleeps in each prepare gets a strike in its third second, and its frames go on")
  func naps() throws {
    let clock = SupervisedTests.Clock()
    let connection = try Self.napping(100, clock)
    let count = try Self.frames(connection, clock, atMost: 40, pace: 0.12)
    #expect((16...18).contains(count))
    let said = connection.log.take().entries.map(\.message)
    #expect(said.contains { $0.contains("60 % of each of 2 seconds") }, "\(said)")
    // Two more strikes make three.
    let last = #expect(throws: LayoutError.self) {
      for _ in 0..<3 { _ = try Self.frames(connection, clock, atMost: 60, pace: 0.12) }
      for _ in 0..<60 {
        _ = try connection.frame(
          .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: AnswerBuffer()
        )
        clock.time += 0.12
      }
    }
    #expect(last?.code == "quarantined" && last?.plugin == "test.fake")
  }

  @Test("pauses between frames, the app's own time and a faster clock of the app are no fault")
  func innocent() throws {
    let clock = SupervisedTests.Clock()
    let connection = try Self.napping(50, clock)
    #expect(try Self.frames(connection, clock, atMost: 20, pace: 0.15) == 20)
    #expect(try Self.frames(connection, clock, atMost: 20, pace: 0.05, appPace: 0.2) == 20)
    let own = try Self.napping(0, clock)
    try own.queries.bind("insetForSection") { (_: ItemPath) -> Insets? in
      usleep(50_000)
      return .zero
    }
    #expect(try Self.frames(own, clock, atMost: 20, pace: 0.15) == 20)
  }
}
