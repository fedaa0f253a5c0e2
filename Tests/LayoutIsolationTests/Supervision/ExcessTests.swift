// SPDX-License-Identifier: Apache-2.0
//
// Layouts that use processor time or memory between calls.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Excesses between calls")
struct ExcessTests {
  /// A plugin's deed, and the message about it.
  static let deeds = [
    (
      "for (int n = 0; n < 8; n++) { pthread_t on; pthread_create(&on, NULL, burn, NULL); }",
      "in which nothing was asked of it"
    ),
    ("memset(malloc(48 << 20), 1, 48 << 20)", "MiB of memory, and may have 64 MiB"),
  ]

  /// The fake layout, which does a deed whenever decorations are marked.
  private func plugin(_ deed: String) throws -> PluginFile {
    let scratch = try TemporaryDirectory()
    let burn = "static void *burn(void *none) { for (volatile int on = 1; on;) ; return none; }"
    let headers = ["pthread.h", "stdlib.h", "string.h"].map { "#include <\($0)>\n" }.joined()
    let header = try scratch.write(Array("\(headers)\(burn)\n".utf8), to: "burn.h")
    return PluginFile(
      judging: try FakeLayout.path(flags: [
        "-include", header, "-Wno-unused-function", "-Wno-unused-result",
        "-DIN_PREPARE={ if (why->marks == LAYOUT_MARK_DECORATIONS) \(deed); }",
      ]))
  }

  private func show(
    _ connection: any LayoutConnection, _ buffer: AnswerBuffer, marks: UInt32 = 0
  ) throws(LayoutError) {
    _ = try connection.frame(.at(0, marks: marks), shape: SameAnswersTests.shape, into: buffer)
  }

  @Test("are killed without a call, are strikes, and the layout is restarted", arguments: deeds)
  func excess(_ deed: String, _ words: String) throws {
    var options = WorkerOptions(deadlines: nil)
    options.memoryLimit = 64 << 20
    let connection = SupervisedConnection(
      try WorkerConnection(file: try plugin(deed), layout: "fake", options: options))
    let buffer = AnswerBuffer()
    try show(connection, buffer)
    let process = connection.processID
    let error = #expect(throws: LayoutError.self) {
      // On a slow machine it may be killed between the two calls.
      for _ in 0..<2 { try show(connection, buffer, marks: LAYOUT_MARK_DECORATIONS) }
      // No call is made, and it is killed.
      #expect(eventually(within: 60) { kill(process, 0) != 0 })
      try show(connection, buffer)
    }
    #expect(error?.code == "worker-died" && error?.plugin == "test.fake" && error?.call == nil)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(connection.supervision.strikes.count == 1)
    try show(connection, buffer)
    #expect(connection.processID != process)
  }

  @Test(
    "if all workers together use too much memory the largest is killed, and the others continue",
    .awaitsExit)
  func together() async throws {
    // In a process of its own: the limit is for all workers of one process.
    await #expect(processExitsWith: .success) {
      WorkerMemory.limit = 96 << 20
      let suite = ExcessTests()
      let takes = [40, 64].map { "memset(malloc(\($0) << 20), 1, \($0) << 20)" }
      let workers = try takes.map {
        try WorkerConnection(file: try suite.plugin($0), layout: "fake", options: .confined)
      }
      let buffer = AnswerBuffer()
      for worker in workers { try suite.show(worker, buffer) }
      try suite.show(workers[1], buffer, marks: LAYOUT_MARK_DECORATIONS)
      // 64 MiB are below the limit, 40 more are above it. Called once, since each call takes 40 MiB more, and then
      // the other worker would be the largest.
      try suite.show(workers[0], buffer, marks: LAYOUT_MARK_DECORATIONS)
      _ = eventually(within: 60) { kill(workers[1].processID, 0) != 0 }
      do throws(LayoutError) { try suite.show(workers[1], buffer) } catch {
        let isTold = error.message.contains("the most of all workers")
        try suite.show(workers[0], buffer)
        exit(error.code == "worker-died" && isTold ? 0 : 3)
      }
      exit(2)
    }
  }

  @Test("are strikes of a layout that is released before its next call")
  func putAway() throws {
    var options = WorkerOptions(deadlines: nil)
    options.memoryLimit = 64 << 20
    var strikes: [LayoutError] = []
    var last: LayoutError?
    do {
      let connection = SupervisedConnection(
        try WorkerConnection(file: try plugin(Self.deeds[1].0), layout: "fake", options: options),
        onStrike: {
          strikes.append($0)
          return Watchdog.strikeLimit
        }, onQuarantine: { last = $0 })
      let buffer = AnswerBuffer()
      try show(connection, buffer)
      let process = connection.processID
      for _ in 0..<2 { try? show(connection, buffer, marks: LAYOUT_MARK_DECORATIONS) }
      #expect(eventually(within: 60) { kill(process, 0) != 0 })
    }
    #expect(strikes.count == 1 && strikes.first?.message.contains(Self.deeds[1].1) == true)
    #expect(last?.code == "worker-died")
  }

  @Test("are strikes of a layout that the app restarts before its next call")
  func restarted() throws {
    let connection = SupervisedConnection(
      try WorkerConnection(
        file: PluginFile(judging: try FakeLayout.path()), layout: "fake", options: .confined))
    for count in 1..<Watchdog.strikeLimit {
      let process = connection.base.link.process
      process.kill(for: .memory(bytes: 96 << 20, limit: 64 << 20))
      try connection.restart()
      #expect(connection.supervision.strikes.count == count)
      #expect(connection.supervision.state == .running && connection.processID != process.id)
    }
    connection.base.link.process.kill(for: .memory(bytes: 96 << 20, limit: 64 << 20))
    let last = #expect(throws: LayoutError.self) { try connection.restart() }
    #expect(last?.code == "quarantined" && last?.plugin == "test.fake")
  }

  @Test("a plugin that answers for its worker and then computes for ever is killed without a call")
  func answersAndBurns() throws {
    let file = PluginFile(judging: try Deed("answersAndBurns", "", .harmless).path())
    let connection = SupervisedConnection(
      try WorkerConnection(file: file, layout: "hostile", options: .confined))
    let buffer = AnswerBuffer()
    try show(connection, buffer)
    let (process, shown) = (connection.processID, Elements(buffer))
    try show(connection, buffer)
    #expect(Elements(buffer) == shown, "its message passed as an answer")
    #expect(eventually(within: 60) { kill(process, 0) != 0 })
    let error = #expect(throws: LayoutError.self) { try show(connection, buffer) }
    #expect(error?.message.contains("in which nothing was asked of it") == true)
    #expect(error?.plugin == "test.hostile" && connection.supervision.strikes.count == 1)
  }
}
