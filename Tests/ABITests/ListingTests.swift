// SPDX-License-Identifier: Apache-2.0
//
// The check of the contract: an addition passes, and each kind of break is refused by name.

import Foundation
import LayoutTesting
import Testing

@Suite("The ABI listing")
struct ListingTests {
  /// A change of a header, and the expected result of the check.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let header: String
    let old: String
    let new: String
    /// The name in the message; nil if the change is an addition.
    let refused: String?

    init(_ description: String, _ header: String, _ old: String, _ new: String, refused: String?) {
      (testDescription, self.header) = (description, header)
      (self.old, self.new, self.refused) = (old, new, refused)
    }
  }

  static let breaks = [
    Change(
      "a record gains a member", "records.h", "uint32_t payload;  ",
      "uint32_t payload, more, pad;  ",
      refused: "sizeof(layout_attributes) == 64"),
    Change(
      "a member takes another type", "records.h", "  double m[16];\n", "  float m[32];\n",
      refused: "member layout_transform.m: at 0, 128 bytes, double[16]"),
    Change(
      "a record gains a member", "base.h", "  double dy;\n", "  double dy;\n  double dz;\n",
      refused: "sizeof(layout_vector) == 16"),
    Change(
      "two slots change places", "host.h",
      "uint32_t (*section_count)(void *context);",
      "void (*first)(void); uint32_t (*section_count)(void *context);",
      refused: "slot layout_host.section_count: at 24"),
    Change(
      "a slot takes another argument", "host.h",
      "void (*set_error)(void *context, layout_text message);",
      "void (*set_error)(void *context, layout_text message, int code);",
      refused: "slot layout_host.set_error"),
    Change(
      "a slot is removed", "host.h", "const void *(*extension)(void *context, layout_text id);", "",
      refused: "slot layout_host.extension"),
    Change(
      "a constant changes its value", "base.h", "LAYOUT_CAPACITY 2",
      "LAYOUT_CAPACITY 3", refused: "constant LAYOUT_CAPACITY = 2"),
    Change(
      "a stable extension becomes a draft", "ext/dynamics.h", "Revision 1. Stable.",
      "Revision 1. Draft.", refused: "table layout_dynamics"),
    Change(
      "a draft changes under its id", "ext/draft/reordering.h", "uint32_t reserved;",
      "uint32_t kept;", refused: "the draft \"layout.reordering/1\" has another shape under its id"),
    Change(
      "a draft gains a slot under its id", "ext/draft/reordering.h", "} layout_reordering;",
      "  void (*more)(void *context);\n} layout_reordering;",
      refused: "the draft \"layout.reordering/1\" has another shape under its id"),
    Change(
      "a draft becomes stable in another shape", "ext/draft/reordering.h",
      "/// Revision 1. Draft.\ntypedef struct layout_reordering {\n  uint32_t struct_size;\n",
      "/// Revision 1. Stable.\ntypedef struct layout_reordering {\n  uint32_t size;\n",
      refused: "the draft \"layout.reordering/1\" has another shape under its id"),
    Change(
      "a standard name takes another type", "names.h", "/// i64, 1 to 1000, 1: columns",
      "/// f64, 1 to 1000, 1: columns", refused: "name LAYOUT_NAME_COLUMN_COUNT: i64, 1 to 1000, 1"),
    Change(
      "a query takes another scope", "names.h", "/// section, size, 0 and more,",
      "/// item, size, 0 and more,",
      refused: "name LAYOUT_QUERY_HEADER_SIZE: section, size, 0 and more, pt"),
    Change(
      "a standard name says no type", "names.h", "/// text: the id of", "/// The id of",
      refused: "the comment of LAYOUT_NAME_BASE does not open with"),
    Change(
      "the entry changes its type", "plugin.h", "layout_plugin_entry(uint32_t host_abi)",
      "layout_plugin_entry(void)", refused: "type layout_plugin_entry"),
  ]

  static let growth = [
    Change(
      "a table gains a slot at its end", "host.h",
      "const void *(*extension)(void *context, layout_text id);",
      "const void *(*extension)(void *context, layout_text id); void (*later)(void *context);",
      refused: nil),
    Change(
      "a new constant", "records.h", "#define LAYOUT_HIDDEN",
      "#define LAYOUT_DIMMED 4u\n#define LAYOUT_HIDDEN", refused: nil),
    Change(
      "a new standard name", "names.h", "/// item, size, 0 and more, pt: the size of an item.",
      "/// bool: shown from the end on.\n#define LAYOUT_NAME_IS_REVERSED \"isReversed\"\n"
        + "/// item, size, 0 and more, pt: the size of an item.", refused: nil),
    Change(
      "a new record", "base.h", "/// A place in the data.",
      "typedef struct layout_line { double a, b; } layout_line;\n/// A place in the data.",
      refused: nil),
    Change(
      "a draft takes the next revision", "ext/draft/reordering.h",
      "\"layout.reordering/1\"\n\n/// Revision 1. Draft.\ntypedef struct layout_reordering {\n"
        + "  uint32_t struct_size;\n  uint32_t reserved;",
      "\"layout.reordering/2\"\n\n/// Revision 2. Draft.\ntypedef struct layout_reordering {\n"
        + "  uint32_t struct_size;\n  uint32_t kept;", refused: nil),
    Change(
      "a draft becomes stable", "ext/draft/reordering.h", "Revision 1. Draft.",
      "Revision 1. Stable.", refused: nil),
    Change(
      "the revision rises", "base.h", "LAYOUT_ABI 1u", "LAYOUT_ABI 2u",
      refused: nil),
  ]

  @Test("the committed listing is that of the headers")
  func committedListingIsCurrent() throws {
    let outcome = try run("Tools/abi-listing", "--check")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("growth passes as out of date, and --update accepts it", arguments: growth)
  func growthPasses(_ change: Change) throws {
    let copy = try HeaderCopy()
    try copy.apply(change)
    let check = try copy.listing("--check")
    #expect(check.status == 1)
    #expect(check.errors.contains("is out of date"), "\(check.errors)")
    #expect(try copy.listing("--update").status == 0)
    #expect(try copy.listing("--check").status == 0)
  }

  @Test("a break is refused by name, and --update leaves the listing unchanged", arguments: breaks)
  func breakIsRefused(_ change: Change) throws {
    let copy = try HeaderCopy()
    try copy.apply(change)
    let before = try Data(contentsOf: copy.list)
    for mode in ["--check", "--update"] {
      let outcome = try copy.listing(mode)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(try #require(change.refused)), "\(outcome.errors)")
    }
    #expect(try Data(contentsOf: copy.list) == before)
  }

  @Test("implicit padding in a record does not compile")
  func paddingIsRefused() throws {
    let copy = try HeaderCopy()
    try copy.apply(
      Change(
        "", "base.h", "/// A place in the data.",
        "typedef struct layout_hole { uint32_t a; double b; } layout_hole;\n/// A place in the data.",
        refused: nil))
    let outcome = try copy.listing("--check")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("padding struct"), "\(outcome.errors)")
  }

  @Test("a listing that was edited by hand is still compared with the last release")
  func releaseIsRemembered() throws {
    let copy = try HeaderCopy()
    let git = { (arguments: [String]) in
      let outcome = try run(
        "git", "-c", "user.name=t", "-c", "user.email=t@example.org", arguments[0],
        arguments[1], arguments[2], in: URL(filePath: copy.scratch.path))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try git(["init", "-q", "."])
    try git(["add", "-A", "."])
    try git(["commit", "-qm", "A release"])
    try git(["tag", "-mA release", "v1.0.0"])
    try copy.apply(Self.breaks[5])
    let now = try copy.listing("--print")
    try Data(now.output.utf8).write(to: copy.list)
    let outcome = try copy.listing("--check")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("what v1.0.0 promised"), "\(outcome.errors)")
  }

  @Test("an unknown option is a usage error")
  func unknownOption() throws {
    #expect(try run("Tools/abi-listing", "--chekc").status == 2)
  }
}

/// A copy of the headers and the listing, which a test changes.
struct HeaderCopy {
  let scratch: TemporaryDirectory
  var include: URL { scratch.file("include") }
  var list: URL { scratch.file("abi-listing.txt") }

  init() throws {
    scratch = try TemporaryDirectory()
    try copyTree("Sources/LayoutABI/include", to: scratch.file("include"))
    try copyTree("docs/abi-listing.txt", to: list)
  }

  /// Replaces the text that the change names. It is a fault of the test if the text is missing.
  func apply(_ change: ListingTests.Change) throws {
    let file = include.appending(path: "layout/\(change.header)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(change.old), "\(change.header) has no \(change.old)")
    try text.replacing(change.old, with: change.new).write(
      to: file, atomically: true, encoding: .utf8)
  }

  func listing(_ mode: String) throws -> Command {
    try run(
      "Tools/abi-listing", mode, "--include", include.path(), "--listing", list.path())
  }
}
