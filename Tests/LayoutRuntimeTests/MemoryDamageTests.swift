// SPDX-License-Identifier: Apache-2.0
//
// A layout that writes past its room ends the process, after the record is written.

import Glibc
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Memory damage")
struct MemoryDamageTests {
  /// Runs a frame in which the layout writes past one of the arrays.
  private static func damage(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(behaviour)
    try fake.frame()
  }

  @Test("a write past the records writes a line and aborts", .awaitsExit)
  func records() async throws {
    let result = try await #require(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      try Self.damage(.writesPastRecords)
    }
    let line = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      line.contains("layouthost: test.fake, attributes_in_rect: wrote behind the room for records"))
  }

  @Test("a write past the transforms aborts", .awaitsExit)
  func transforms() async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      try Self.damage(.writesPastTransforms)
    }
  }

  @Test("a write past the payload aborts", .awaitsExit)
  func payload() async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      try Self.damage(.writesPastPayload)
    }
  }

  @Test("the app chooses the handler", .awaitsExit)
  func handler() async throws {
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .exitCode(42)) {
      [report = report.path as String] in
      ChildReport.begin(report)
      let connection = try InProcessConnection(
        image: FakeLayout.image(), layout: "fake",
        onDamage: { _exit($0.array == "records" ? 42 : 1) })
      try connection.setProperty(
        at: FakeLayout.behaviourProperty, to: FakeLayout.Behaviour.writesPastRecords.value)
      let bounds = Rect(x: 0, y: 0, width: 500, height: 200)
      _ = try connection.frame(
        FrameRequest(time: 0, oldBounds: bounds, bounds: bounds),
        shape: DataShape(itemCounts: [10]), into: AnswerBuffer())
    }
    report.check(result)
  }
}
