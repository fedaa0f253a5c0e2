// SPDX-License-Identifier: Apache-2.0
//
// Compiles the headers as C11 and C++17, by two compilers, without a warning.

import Foundation
import LayoutTesting
import Testing

@Suite("The headers")
struct HeaderTests {
  static let headers = [
    "layout", "base", "records", "descriptor", "host", "instance", "plugin", "names", "note",
    "since", "drafts",
    "ext/scroll-target", "ext/dynamics", "ext/updates", "ext/self-sizing", "ext/state",
    "ext/cross-scroll", "ext/draft/children", "ext/draft/transition", "ext/draft/reordering",
    "ext/draft/since",
  ]

  /// A compiler and the language that it compiles.
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

  @Test("every header compiles by itself, with warnings and padding as errors", arguments: dialects)
  func everyHeaderStandsAlone(_ dialect: Dialect) throws {
    for header in Self.headers {
      let defines = header.contains("draft/") ? "#define LAYOUT_DRAFTS\n" : ""
      let outcome = try compile(
        "\(defines)#include \"layout/\(header).h\"\nextern int something;\n", dialect)
      #expect(outcome.status == 0, "\(header): \(outcome.errors)")
    }
  }

  @Test(
    "clang gives no warning at all, except those about padding in programs and older standards",
    arguments: [
      "c99", "c11", "c17", "c23", "c++11", "c++14", "c++17", "c++20", "c++23",
    ])
  func everyWarning(_ standard: String) throws {
    let isPlus = standard.hasPrefix("c++")
    let scratch = try TemporaryDirectory()
    let text =
      "#define LAYOUT_DRAFTS\n#include \"layout/layout.h\"\nextern int something;\n"
      + "int something = LAYOUT_ERROR_CONTEXT;\n"
    let file = try scratch.write(Array(text.utf8), to: isPlus ? "all.cpp" : "all.c")
    let compatible =
      isPlus ? ["-Wno-c++98-compat", "-Wno-c++98-compat-pedantic"] : ["-Wno-pre-c11-compat"]
    let outcome = try run(
      [isPlus ? "clang++" : "clang", "-std=\(standard)", "-Weverything", "-Wno-padded"] + compatible
        + [
          "-Werror", "-ISources/LayoutABI/include", "-fsyntax-only", file,
        ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "the sizes also hold where pointers have 32 bits",
    arguments: ["i386-linux-gnu", "armv7-linux-gnueabihf", "wasm32-unknown-unknown"])
  func smallPointers(_ target: String) throws {
    let scratch = try TemporaryDirectory()
    let file = try scratch.write(Array("#include \"layout/drafts.h\"\n".utf8), to: "all.c")
    let outcome = try run([
      "clang", "-target", target, "-std=c11", "-ffreestanding", "-ISources/LayoutABI/include",
      "-fsyntax-only", file,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("drafts need a define, and the error names it where it is missing")
  func draftsAreAsked() throws {
    let dialect = Self.dialects[0]
    let use = "layout_status (*call)(void *) = 0;\nlayout_transition *drafts;\n"
    let defined = "#define LAYOUT_DRAFTS\n#include \"layout/layout.h\"\nextern \(use)"
    #expect(try compile(defined.replacing(" = 0", with: ""), dialect).status == 0)
    #expect(try compile("#include \"layout/layout.h\"\n\(use)", dialect).status != 0)
    let alone = try compile("#include \"layout/ext/draft/transition.h\"\n", dialect)
    #expect(alone.status != 0 && alone.errors.contains("define LAYOUT_DRAFTS"))
  }

  @Test("Swift's module map names every header")
  func mapIsComplete() throws {
    let map = try String(
      contentsOf: URL(filePath: "Sources/LayoutABI/include/module.modulemap"), encoding: .utf8)
    for header in Self.headers { #expect(map.contains("header \"layout/\(header).h\"")) }
  }

  @Test("the note is a custom section in WebAssembly", arguments: ["wasm32", "wasm64"])
  func noteInWebAssembly(_ target: String) throws {
    let scratch = try TemporaryDirectory()
    let note = #"{"id": "org.example.note", "abi": 1, "quotes": "\\\"", "layouts": []}"#
    let text = "#include \"layout/layout.h\"\nLAYOUT_NOTE(\(note));\n"
    let file = try scratch.write(Array(text.utf8), to: "note.c")
    let object = scratch.file("note.o")
    let outcome = try run(
      "clang", "-target", "\(target)-unknown-unknown", "-std=c11", "-ffreestanding",
      "-ISources/LayoutABI/include", "-c", file, "-o", object.path())
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = String(decoding: try Data(contentsOf: object), as: UTF8.self)
    #expect(bytes.contains("layout" + note))
  }

  @Test("the list of headers above is complete")
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

  @Test("a slot that is in the table but is null counts as absent")
  func nullSlots() throws {
    let scratch = try TemporaryDirectory()
    let later = scratch.file("include").path()
    let made = try run("Tools/abi-later", "1", later)
    #expect(made.status == 0, "\(made.errors)")
    let source = """
      #include "layout/layout.h"
      int main(void) {
        layout_host host = {.struct_size = LAYOUT_1_0_SIZE_host};
        if (LAYOUT_REACHES(&host, extension) != 1 || LAYOUT_HAS(&host, extension)) return 1;
        host.struct_size--;
        if (LAYOUT_REACHES(&host, extension)) return 2;
        host.struct_size = sizeof host;
        host.abi = 1;
        return LAYOUT_HAS(&host, abi) && !LAYOUT_HAS(&host, log) ? 0 : 3;
      }

      """
    let file = try scratch.write(Array(source.utf8), to: "has.c")
    let program = scratch.file("has").path()
    for include in ["Sources/LayoutABI/include", later] {
      let outcome = try run(
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I\(include)", file, "-o", program)
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(try run(program).status == 0)
    }
  }

  @Test("the sizes of 1.0 do not change in later headers")
  func sizesArePinned() throws {
    let check = try run("Tools/abi-since", "--check")
    #expect(check.status == 0, "\(check.errors)")
    let scratch = try TemporaryDirectory()
    let tables = try String(contentsOf: URL(filePath: "abi/sizes.tsv"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").map(String.init) }
    #expect(tables.count >= 24)
    let body = tables.map { row in
      let revision = row[1].uppercased().replacing(".", with: "_")
      return """
        LAYOUT_STATIC_ASSERT(LAYOUT_\(revision)_SIZE_\(row[0]) == \(row[3]), "pinned");
        LAYOUT_STATIC_ASSERT(sizeof(layout_\(row[0])) \(row[1] == "draft" ? "==" : ">") \(row[3]), "");
        """
    }
    let text =
      "#include \"layout/drafts.h\"\n#include \"layout/layout.h\"\n" + body.joined(separator: "\n")
      + "\n"
    let file = try scratch.write(Array(text.utf8), to: "sizes.c")
    for seed in 1...5 {
      let later = scratch.file("\(seed)").path()
      _ = try run("Tools/abi-later", "\(seed)", later)
      let outcome = try run(
        "cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wpadded", "-Werror", "-I\(later)",
        "-c", file, "-o", scratch.file("sizes.o").path())
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// Compiles a text with all warnings as errors, to an object file if `output` is given.
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
