// SPDX-License-Identifier: Apache-2.0
//
// The headers as the languages around see them: C11 and C++17, by two compilers, without a warning.

import Foundation
import LayoutTesting
import Testing

@Suite("The headers")
struct HeaderTests {
  static let headers = [
    "layout", "base", "records", "descriptor", "host", "instance", "plugin", "note",
    "ext/scroll-target", "ext/dynamics", "ext/updates", "ext/transition", "ext/reordering",
    "ext/self-sizing", "ext/state", "ext/cross-scroll",
  ]

  /// A compiler and the language it is asked for.
  struct Dialect: Sendable, CustomTestStringConvertible {
    let compiler: String
    let standard: String
    let ending: String
    var testDescription: String { "\(compiler) \(standard)" }
  }

  static let dialects = [
    Dialect(compiler: "gcc", standard: "c11", ending: "c"),
    Dialect(compiler: "clang", standard: "c11", ending: "c"),
    Dialect(compiler: "g++", standard: "c++17", ending: "cpp"),
    Dialect(compiler: "clang++", standard: "c++17", ending: "cpp"),
  ]

  @Test("every header compiles by itself, warnings and padding being errors", arguments: dialects)
  func everyHeaderStandsAlone(_ dialect: Dialect) throws {
    for header in Self.headers {
      let outcome = try compile("#include \"layout/\(header).h\"\nextern int something;\n", dialect)
      #expect(outcome.status == 0, "\(header): \(outcome.errors)")
    }
  }

  @Test("the list above is complete")
  func listIsComplete() throws {
    let outcome = try run("find", "Sources/LayoutABI/include/layout", "-name", "*.h")
    #expect(outcome.output.split(separator: "\n").count == Self.headers.count)
  }

  @Test("texts, slot tests and the note work in each language", arguments: dialects)
  func macrosWork(_ dialect: Dialect) throws {
    let source = """
      #include "layout/layout.h"
      LAYOUT_NOTE({"id": "org.example.note", "abi": 1, "quotes": "\\"", "layouts": []});
      static const layout_text name = LAYOUT_TEXT("grid");
      int has_log(const layout_host *host);
      int has_log(const layout_host *host) { return LAYOUT_HAS(host, log) && name.count == 4; }

      """
    let scratch = try TemporaryDirectory()
    let object = scratch.file("note.o")
    let outcome = try compile(source, dialect, to: object)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let notes = try run("readelf", "--wide", "-n", object.path())
    #expect(notes.errors.isEmpty, "\(notes.errors)")
    #expect(notes.output.contains("LAYOUT"))
    let section = try run(
      "objcopy", "-O", "binary", "--only-section=.note.layout", object.path(),
      scratch.file("note").path())
    #expect(section.status == 0)
    let note = String(decoding: try Data(contentsOf: scratch.file("note")), as: UTF8.self)
    #expect(note.contains(#"{"id": "org.example.note", "abi": 1, "quotes": "\"", "layouts": []}"#))
  }

  /// Compiles a text with all warnings as errors, to an object file if asked for one.
  func compile(_ text: String, _ dialect: Dialect, to object: URL? = nil) throws -> Command {
    let scratch = try TemporaryDirectory()
    let source = scratch.file("source.\(dialect.ending)")
    try text.write(to: source, atomically: true, encoding: .utf8)
    return try run(
      dialect.compiler, "-std=\(dialect.standard)", "-Wall", "-Wextra", "-Wpedantic", "-Wpadded",
      "-Werror", "-ISources/LayoutABI/include", "-c", source.path(), "-o",
      (object ?? scratch.file("object")).path())
  }
}
