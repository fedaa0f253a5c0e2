// SPDX-License-Identifier: Apache-2.0
//
// The forms of errors: as text, as JSON, in colour; the exit codes; the version.

import Foundation
import LayoutABI
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("errors, colours and the version")
struct ErrorFormTests {
  @Test(
    "with --json an error is one object on standard error, and nothing else is printed there",
    arguments: [
      (["render", "unicode", "-l", "nothing", "-o", "x.png", "--json"], 1, "unknown-layout"),
      (["render", "--json"], 2, "usage"), (["nonsense", "--json"], 2, "usage"),
      (["info", "/proc/none.so", "--json"], 1, "unreadable"),
      (["list", "-p", "/proc/none", "--json"], 1, "unreadable"),
      (["probe", "/proc/none.jsonl", "--json"], 1, "unreadable"),
      (["new", "Grid", "-L", "c", "--json"], 2, "usage"),
      (["session", "/proc/none.scenario", "--json"], 1, "unreadable"),
    ] as [([String], Int32, String)])
  func json(words: [String], status: Int32, code: String) throws {
    let run = try layouthost(words)
    #expect(run.status == status)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(run.errors)")
    let error = try JSONValue(parsing: run.errors).object?["error"]?.object
    #expect(error?["code"]?.string == code, "\(run.errors)")
    #expect(error?["message"]?.string?.isEmpty == false)
  }

  @Test(
    "the exit code is 0 for success, 1 for a failure, 2 for a wrong command line",
    arguments: [
      (["--version"], 0), (["help", "list"], 0), (["list"], 0), (["help", "nonsense"], 2),
      (["nonsense"], 2), (["list", "--nonsense"], 2), (["check", "flow", "--only", "x"], 2),
      (["probe", "--update"], 2), (["info", "nonsense"], 1), (["check", "/proc/none.so"], 1),
      (["compare", "/proc/none.so", "/proc/none.so", "--scenario", "/dev/null"], 1),
    ] as [([String], Int32)])
  func codes(words: [String], status: Int32) throws {
    #expect(try layouthost(words).status == status)
  }

  @Test("--version prints the version and the ABI, and says draft as long as the changelog does")
  func version() throws {
    let run = try layouthost("--version")
    let match = try #require(
      run.output.firstMatch(of: /^layouthost (\d+\.\d+\.\d+)(-dev)? \(plugin ABI (\d+)\)\n$/),
      "\(run.output)")
    #expect(UInt32(match.3) == LAYOUT_ABI)
    let changelog = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "CHANGELOG.md"), encoding: .utf8)
    let heading = try #require(changelog.firstMatch(of: /\n## \[(.+?)\]/)).1
    #expect(heading == (match.2 == nil ? match.1 : "Unreleased"))
  }

  /// Runs a command on a terminal of its own.
  private func onTerminal(_ words: String, _ environment: String) throws -> String {
    let home = try TemporaryDirectory()
    let program = try Executables.find("layouthost")
    return try Command.run([
      "-u", "LAYOUTHOST_PATH", "-u", "NO_COLOR", "XDG_DATA_HOME=\(home.path)",
      "XDG_CONFIG_HOME=\(home.path)", "TERM=xterm", "sh", "-c",
      "\(environment) script -qec '\"\(program)\" \(words)' /dev/null </dev/null",
    ]).output
  }

  @Test("colours are used on terminals only, and never when NO_COLOR is set")
  func colours() throws {
    #expect(try onTerminal("list", "").contains("\u{1b}[32mloads\u{1b}[0m"))
    #expect(try onTerminal("nonsense", "").contains("\u{1b}[31m"))
    for words in ["list", "nonsense"] {
      #expect(try !onTerminal(words, "NO_COLOR=1").contains("\u{1b}["))
      #expect(try !onTerminal(words, "TERM=dumb").contains("\u{1b}["))
    }
    let piped = try layouthost("list")
    #expect(!piped.output.contains("\u{1b}"))
  }
}
