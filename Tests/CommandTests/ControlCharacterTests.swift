// SPDX-License-Identifier: Apache-2.0
//
// Checks that text from outside never reaches a terminal as control characters.

import LayoutLoading
import LayoutTesting
import Testing

@Suite("Control characters")
struct ControlCharacterTests {
  /// A name that clears the screen, forges a line, and ends in bytes that some terminals read as
  /// ESC [.
  private static let name = "a\u{1b}[2J\nloads  flow\t\u{7f}\u{9b}31m.so"
  private static let escaped = "a\\u{1b}[2J\\nloads  flow\\t\\u{7f}\\u{9b}31m.so"

  private func controls(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
  }

  @Test("control characters of a file's name are escaped in tables, lines and errors")
  func fileNames() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([1], to: Self.name)
    let runs = [
      try layouthost("list", "--plugins", folder.path), try layouthost("info", path),
      try layouthost("render", path), try layouthost("list", "--plugins", path),
      try layouthost("list", path), try layouthost(Self.name),
    ]
    for (index, run) in runs.enumerated() {
      #expect(controls(run.output + run.errors).isEmpty, "\(index)")
      #expect(!(run.output + run.errors).contains("\nloads  flow"), "\(index)")
    }
    #expect(runs[0].output.contains("/" + Self.escaped))
    #expect(runs[1].output.contains("/" + Self.escaped))
    for run in [runs[1], runs[3], runs[4], runs[5]] { #expect(run.errors.contains(Self.escaped)) }
  }

  @Test("characters that change the direction of text are escaped, in JSON by its escapes")
  func directions() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([1], to: "a\u{202e}os.trap\u{2066}\u{200f}\u{2028}.so")
    let run = try layouthost("list", "--plugins", folder.path)
    #expect(run.output.contains("a\\u{202e}os.trap\\u{2066}\\u{200f}\\u{2028}.so"))
    let json = try layouthost("list", "--json", "--plugins", folder.path)
    #expect(json.output.contains("a\\u202eos.trap\\u2066\\u200f\\u2028.so"))
    let plugins = try #require(try json.json().object?["plugins"]?.array)
    #expect(plugins.contains { $0.object?["path"]?.string == path })
  }

  @Test("JSON keeps the name unchanged, with JSON's own escapes")
  func json() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([1], to: Self.name)
    let plugins = try layouthost("list", "--json", "--plugins", folder.path).json()
    let paths = try #require(plugins.object?["plugins"]?.array).map { $0.object?["path"]?.string }
    #expect(paths.contains(path))
  }

  @Test("control characters in a plugin's texts are escaped: help, units, cases")
  func tables() throws {
    let path = try FakeLayout.path(
      mutation: "query_size.help.bytes = \"\\x1b[31mred\\nline\"; query_size.help.count = 13")
    let run = try layouthost("info", path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(controls(run.output).isEmpty)
    #expect(run.output.contains("\\u{1b}[31mred\\nline"))
  }
}
