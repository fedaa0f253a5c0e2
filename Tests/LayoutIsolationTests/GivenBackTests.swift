// SPDX-License-Identifier: Apache-2.0
//
// The memory of a long answer, after a short one has followed.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Memory of long answers")
struct GivenBackTests {
  @Test(
    "is freed with the next short answer, also in the sandbox",
    arguments: [WorkerOptions(deadlines: nil), .confined].map(\.isSandboxed))
  func givenBack(_ isSandboxed: Bool) throws {
    var options = WorkerOptions(deadlines: nil)
    options.isSandboxed = isSandboxed
    let file = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    let worker = try WorkerConnection(file: file, layout: "flow", options: options)
    let shape = DataShape(epoch: 1, itemCounts: [130_000])
    let buffer = AnswerBuffer()
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    let before = try residentReplies(of: worker.processID)
    let all = Rect(x: 0, y: 0, width: 1e9, height: 1e9)
    try worker.attributes(in: all, into: buffer)
    #expect(try residentReplies(of: worker.processID) > 7 << 20)
    try worker.attributes(in: Rect(x: 0, y: 0, width: 100, height: 100), into: buffer)
    let after = try residentReplies(of: worker.processID)
    #expect(after <= max(before, WireFormat.keptBytes + WireFormat.messageOffset), "\(after)")
  }

  /// The resident bytes of the area that the worker writes.
  private func residentReplies(of process: Int32) throws -> Int {
    let text = String(decoding: try read("/proc/\(process)/smaps"), as: UTF8.self)
    let lines = text.split(separator: "\n").drop { !$0.contains("memfd:layout-replies") }
    let line = try #require(lines.first { $0.hasPrefix("Rss:") })
    let count = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(count) << 10
  }
}
