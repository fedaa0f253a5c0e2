// SPDX-License-Identifier: Apache-2.0
//
// `list --watch`, as a program that runs while files come and go.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("list --watch")
struct ListWatchTests {
  /// The command, running; ended with the value.
  private final class Running {
    private let process = Process()
    private let pipe = Pipe()
    private var pending = Data()

    init(_ arguments: [String], home: String) throws {
      process.executableURL = URL(fileURLWithPath: try Executables.find("layouthost"))
      process.arguments = arguments
      process.environment = ["XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      try process.run()
    }

    deinit {
      // Not a signal that can be blocked: a child inherits what the thread that starts it blocks.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The next line; nil when the command has ended.
    func nextLine() -> String? {
      while true {
        if let end = pending.firstIndex(of: 10) {
          defer { pending = Data(pending[(end + 1)...]) }
          return String(decoding: pending[..<end], as: UTF8.self)
        }
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        pending += more
      }
    }

    /// Reads on to the next line about a file of a directory; the bundled ones are skipped.
    func line(about directory: String) throws -> String {
      while true {
        let line = try #require(nextLine())
        if line.contains(directory) { return line }
      }
    }
  }

  @Test("what comes, changes, moves and goes is told line by line", .timeLimit(.minutes(2)))
  func lines() throws {
    let root = try TemporaryDirectory()
    let (home, plugins) = (try root.makeDirectory("home"), try root.makeDirectory("plugins"))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "plugins/first.so")
    let running = try Running(["list", "--watch", "-p", plugins], home: home)
    #expect(try running.line(about: plugins).hasPrefix("found  loads  fake  "))
    try root.write(Array(repeating: 65, count: 100), to: "plugins/second.so")
    let second = try running.line(about: plugins)
    #expect(second.hasPrefix("added  refused") && second.contains("[not-elf]"))
    try root.write(bytes + [0], to: "plugins/second.so")
    #expect(try running.line(about: plugins).hasPrefix("changed  loads"))
    try #require(rename(plugins + "/second.so", plugins + "/third.so") == 0)
    let third = try running.line(about: plugins)
    #expect(third.hasPrefix("renamed  loads") && third.contains("(was \(plugins)/second.so)"))
    try #require(unlink(plugins + "/third.so") == 0)
    #expect(try running.line(about: plugins).hasPrefix("removed  loads"))
  }

  @Test("with --json each line is an object", .timeLimit(.minutes(2)))
  func json() throws {
    let root = try TemporaryDirectory()
    let (home, plugins) = (try root.makeDirectory("home"), try root.makeDirectory("plugins"))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "plugins/first.so")
    let running = try Running(["list", "-w", "--json", "-p", plugins], home: home)
    let found = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(found?["event"] == "found" && found?["verdict"] == "loads")
    let hash = try #require(found?["sha256"]?.string)
    try root.write(bytes + [0], to: "plugins/first.so")
    let changed = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(changed?["event"] == "changed" && changed?["was"] == .string(hash))
    #expect(changed?["path"] == .string(plugins + "/first.so"))
  }
}
