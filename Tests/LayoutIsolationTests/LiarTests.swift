// SPDX-License-Identifier: Apache-2.0
//
// Workers that send invalid messages: a named breach, a killed process, and a host that continues.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker that sends invalid messages")
struct LiarTests {
  /// The faults of `Fixtures/Liar.c`: the number and the error's text.
  static let lies: [(Int, String)] = [
    (0, "without its mark"), (1, "different builds"), (2, "an answer to request"),
    (3, "an answer to request"), (4, "an answer for epoch"), (5, "kind 4711"), (6, "of kind"),
    (7, "bytes where"), (8, "bytes where"), (9, "a message ends"), (10, "a message ends"),
    (11, "a question where none"), (12, "a message ends"), (15, "reserved bits"),
    (17, "64 bytes of bulk data where none belong"),
  ]

  static func failure(_ lie: Int) throws -> LayoutError? {
    var options = WorkerOptions(deadlines: nil)
    options.executable = try liar(lie)
    let file = PluginFile(judging: try FakeLayout.path())
    return #expect(throws: LayoutError.self) {
      try WorkerConnection(file: file, layout: "fake", options: options)
    }
  }

  private static let scratch = Result { try TemporaryDirectory() }

  /// The worker, compiled once, under a name that chooses the fault.
  private static let program = Result {
    let path = try scratch.get().path + "/liar"
    let source = FileSystem.parent(of: #filePath) + "/Fixtures/Liar.c"
    let command = try Command.run(
      ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, source])
    guard command.status == 0 else { throw LayoutError("test-compiler", command.errors) }
    return path
  }

  private static func liar(_ lie: Int) throws -> String {
    let path = try program.get()
    symlink(path, "\(path)-\(lie)")
    return "\(path)-\(lie)"
  }

  @Test("is named, with the message that it sent", arguments: lies)
  func lie(_ number: Int, _ words: String) throws {
    let error = try #require(try Self.failure(number))
    #expect(error.code == "breach")
    #expect(error.message.contains(words))
    #expect(error.message.contains("rule: wire"))
    #expect(error.plugin == "test.fake")
    #expect(error.call == "create")
  }

  @Test("is killed if it falsely reports its end, and an exit or another version is reported")
  func ends() throws {
    let alive = try Self.failure(13)
    #expect(alive?.code == "breach", "it was not killed by a signal")
    #expect(alive?.message.contains("that it has ended, and it had not") == true)
    let other = try Self.failure(16)
    #expect(other?.code == "worker-start" && other?.plugin == nil)
    let versions = "(wire \(WireFormat.version + 1), this host \(WireFormat.version))"
    #expect(other?.message.contains("liar-16 is a layout-worker of another version") == true)
    #expect(other?.message.contains(versions) == true)
    #expect(other?.message.contains("LAYOUTHOST_LIBEXEC") == true)
    let left = try Self.failure(14)
    #expect(left?.code == "worker-died")
    #expect(left?.message.contains("exited with code 7") == true)
  }
}
