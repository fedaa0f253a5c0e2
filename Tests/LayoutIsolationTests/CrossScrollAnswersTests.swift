// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across: the worker gives the same answers as this process, and gets the
// offsets again after a crash.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker and this process agree about sections that scroll across")
struct CrossScrollAnswersTests {
  private static let shape = SameAnswersTests.shape

  private static func prepared() throws -> Tiers {
    let tiers = try Tiers.fake(flags: [FakeLayout.allExtensions])
    tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape)
    return tiers
  }

  /// Returns a frame with sections at these offsets.
  private static func request(
    _ offsets: [Int: Double], time: Double = 1, marks: UInt32 = 0
  ) -> FrameRequest {
    var request = FrameRequest.at(0, time: time, marks: marks)
    for (section, offset) in offsets { request.crossOffsets[section] = offset }
    return request
  }

  @Test("frames, tracks and targets, correct and incorrect")
  func agrees() throws {
    let tiers = try Self.prepared()
    let requests = tiers.there.counters.requests
    let scrolled = tiers.frame(Self.request([0: 40.5, 2: -3]), Self.shape)
    #expect(scrolled.error == nil)
    #expect(tiers.there.counters.requests == requests + 1, "offsets are sent with the frame")
    tiers.frame(Self.request([2: 1e300]), Self.shape)
    tiers.frame(Self.request([0: .nan]), Self.shape)
    tiers.frame(Self.request([3: 1]), Self.shape)
    for point in [
      Point(x: 100, y: 100), Point(x: 0, y: 0), Point(x: 320, y: 20), Point(x: 5, y: 1e9),
      Point(x: .nan, y: 0),
    ] {
      tiers.agree { connection, _ in try connection.crossTrack(at: point) }
    }
    for (proposed, velocity, section) in [
      (149.0, 10.0, 0), (150, -10, 2), (0, 2000, 0), (0, .infinity, 0), (1, 1, 3),
    ] {
      tiers.agree { connection, _ in
        try connection.crossTarget(proposed, velocity: velocity, ofSection: section)
      }
    }
    let fresh = try Tiers.fake(flags: [FakeLayout.allExtensions])
    let early = fresh.agree { connection, _ in try connection.crossTrack(at: .zero) }
    #expect(early.error?.code == "not-prepared")
  }

  @Test(
    "a layout that fails for its sections gives the same error, and the same answers afterwards",
    arguments: ExtensionAnswersTests.mistakes)
  func goesWrong(_ mistake: FakeLayout.Behaviour) throws {
    for call in [FakeLayout.Call.trackAt, .setOffset, .crossTarget] {
      let tiers = try Self.prepared()
      for (index, value) in [
        (FakeLayout.callProperty, call.value), (FakeLayout.behaviourProperty, mistake.value),
      ] {
        for connection in tiers.both { try connection.setProperty(at: index, to: value) }
      }
      tiers.agree { connection, _ in try connection.crossTrack(at: Point(x: 100, y: 100)) }
      tiers.frame(Self.request([0: 8]), Self.shape)
      tiers.agree { connection, _ in try connection.crossTarget(70, velocity: 0, ofSection: 0) }
      tiers.frame(Self.request([0: 8], time: 2, marks: LAYOUT_MARK_EVERYTHING), Self.shape)
      tiers.agree { connection, _ in connection.log.take().entries }
    }
  }

  @Test("a crash in scrolling names the call, and the next worker gets the offsets")
  func dies() throws {
    let file = PluginFile(judging: try FakeLayout.path(flags: [FakeLayout.allExtensions]))
    let worker = try WorkerConnection(file: file, layout: "fake")
    var now = 0.0
    let supervised = SupervisedConnection(worker, now: { now })
    let buffer = AnswerBuffer()
    let first = Self.request([0: 30], time: 0, marks: LAYOUT_MARK_EVERYTHING)
    _ = try supervised.frame(first, shape: Self.shape, into: buffer)
    let shown = Elements(buffer)
    try DeathTests.spoil(worker, .trap, in: .setOffset)
    let error = #expect(throws: LayoutError.self) {
      try supervised.frame(Self.request([0: 31]), shape: Self.shape, into: buffer)
    }
    #expect(error?.code == "worker-died")
    #expect(error?.call == "set_offset")
    // The host's properties are set again; this one would end the worker again.
    try worker.restart()
    try worker.setProperty(at: FakeLayout.behaviourProperty, to: FakeLayout.Behaviour.good.value)
    now += 60
    let outcome = try supervised.frame(
      Self.request([0: 30], time: 2), shape: Self.shape, into: buffer)
    #expect(outcome.calls.names.contains("set_offset"))
    #expect(Elements(buffer) == shown)
  }
}
