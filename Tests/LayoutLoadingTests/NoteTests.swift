// SPDX-License-Identifier: Apache-2.0
//
// The ELF note: the values that are read from it, and every way in which it can be wrong.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("The note")
struct NoteTests {
  /// The members of a valid note, as JSON.
  static let members: [(String, JSONValue)] = [
    ("id", "test.fake"), ("name", "Fake"), ("version", "1.0.0"), ("abi", 1), ("runtime", "none"),
    ("requires", []), ("uses", []), ("layouts", ["fake"]),
  ]

  /// A valid note except for one member, which has another value or, with nil, is missing.
  static func note(_ key: String, _ value: JSONValue?) -> String {
    var object = JSONObject(members.map { JSONObject.Member($0.0, $0.1) })
    object[key] = value
    return JSONValue.object(object).serialised()
  }

  static func judge(_ note: String) throws -> PluginFile {
    PluginFile(judging: try FakeLayout.path(note: note))
  }

  @Test("every member is read")
  func reads() throws {
    // A note is written over several lines; an argument of a compiler is one line.
    let text = #"""
      {"id": "org.example.Grid_2", "name": "Grid, „the“ first", "version": "10.0.12", "abi": 3,
       "runtime": "none", "requires": ["layout.state/1"], "uses": ["org.example.more/7"],
       "layouts": ["grid", "grid.dense-2"], "later": {"x": 1}}
      """#
    let file = try Self.judge(text.split(separator: "\n").joined(separator: " "))
    #expect(
      file.note
        == PluginNote(
          id: "org.example.Grid_2", name: "Grid, „the“ first", version: "10.0.12", abi: 3,
          runtime: .none, requires: ["layout.state/1"], uses: ["org.example.more/7"],
          layouts: ["grid", "grid.dense-2"]))
    #expect(file.verdict.refusal == nil)
  }

  static let bad: [(String, JSONValue?, String)] = [
    ("id", nil, #"lacks "id""#), ("id", 1, "an integer"), ("id", "", "letters"),
    ("id", "a b", "letters"), ("id", ".a", "letters"),
    ("id", .string(String(repeating: "a", count: 129)), "128"),
    ("name", nil, #"lacks "name""#), ("name", "", "1 to 256"), ("name", [], "an array"),
    ("version", nil, #"lacks "version""#), ("version", "1.0", "major.minor.patch"),
    ("version", "1.0.0-beta", "major.minor.patch"), ("version", "01.0.0", "major.minor.patch"),
    ("version", 1.5, "a number"), ("abi", nil, #"lacks "abi""#),
    ("abi", 0, "1 to 4294967295"),
    ("abi", "1", "1 to 4294967295"), ("abi", 4_294_967_296, "1 to 4294967295"),
    ("runtime", nil, #"lacks "runtime""#),
    ("runtime", "swift", "swift-static"), ("runtime", "swift-shared", "swift-static"),
    ("runtime", "swift-shared six", "swift-static"), ("requires", nil, #"lacks "requires""#),
    ("requires", "layout.state/1", "an array"), ("requires", ["state"], "layout.dynamics/1"),
    ("requires", [1], "each has to be a string"), ("requires", ["a/1", "a/1"], "twice"),
    ("uses", nil, #"lacks "uses""#), ("uses", ["layout.state/x"], "layout.dynamics/1"),
    ("layouts", nil, #"lacks "layouts""#), ("layouts", [], "names no layouts"),
    ("layouts", ["Fake"], "[a-z]"), ("layouts", ["fake", "fake"], "twice"),
    ("layouts", [.string(String(repeating: "a", count: 65))], "64 bytes"),
  ]

  @Test("a member that is missing, of another type or against its grammar is named", arguments: bad)
  func refusesMember(_ key: String, _ value: JSONValue?, _ word: String) throws {
    let refusal = try #require(try Self.judge(Self.note(key, value)).verdict.refusal)
    #expect(refusal.code == "bad-note")
    #expect(refusal.message.contains(word), "\(refusal)")
  }

  @Test(
    "text that is not a JSON object is refused",
    arguments: [#"[1]"#, #""fake""#, #"{"id": "a""#, #"{"id": "a", "id": "a"}"#])
  func refusesText(_ text: String) throws {
    let refusal = try #require(try Self.judge(text).verdict.refusal)
    #expect(refusal.code == "bad-note")
  }

  @Test("a note longer than 64 KiB is refused, one of 60 KiB is read")
  func limitsLength() throws {
    let long = { (count: Int) in
      Self.note("more", .string(String(repeating: "x", count: count)))
    }
    #expect(try Self.judge(long(60_000)).verdict.refusal == nil)
    let refusal = try #require(try Self.judge(long(66_000)).verdict.refusal)
    #expect(refusal.code == "bad-note" && refusal.message.contains("65536"))
  }

  @Test("two notes are refused")
  func refusesTwo() throws {
    let path = try FakeLayout.path(flags: ["-DSECOND_NOTE"])
    let refusal = try #require(PluginFile(judging: path).verdict.refusal)
    #expect(refusal.code == "bad-note" && refusal.message.contains("2 layout notes"))
  }

  @Test("an extension in `requires` that the host does not know is refused by its name")
  func refusesUnknownExtension() throws {
    let refusal = try #require(
      try Self.judge(Self.note("requires", ["layout.state/1", "layout.magic/1"])).verdict.refusal)
    #expect(refusal.code == "unknown-extension")
    #expect(refusal.message.contains("layout.magic/1"))
    #expect(refusal.plugin == "test.fake")
  }

  @Test(
    "the extensions of the headers are known, and the core",
    arguments: [
      "scroll-target", "updates", "transition", "dynamics", "reordering", "self-sizing", "state",
      "cross-scroll", "core",
    ])
  func knowsExtensions(_ name: String) throws {
    let file = try Self.judge(Self.note("requires", [.string("layout.\(name)/1")]))
    #expect(file.verdict.refusal == nil)
  }

  @Test("an extension of another revision is another extension")
  func knowsRevisions() throws {
    let file = try Self.judge(Self.note("requires", ["layout.state/2"]))
    #expect(file.verdict.refusal?.code == "unknown-extension")
  }

  @Test("the shared runtime of another Swift is refused, and of this one the plugin stays loaded")
  func judgesRuntime() throws {
    let old = try Self.judge(Self.note("runtime", "swift-shared 5.9"))
    #expect(old.verdict.refusal?.code == "wrong-runtime")
    #expect(old.verdict.refusal?.message.contains("Swift 5.9") == true)
    let own = try Command.run(["swift", "--version"]).output.split(separator: " ").drop {
      $0 != "version"
    }.dropFirst().first
    let same = try Self.judge(Self.note("runtime", .string("swift-shared \(try #require(own))")))
    guard case .loads(unloads: false, _) = same.verdict else {
      Issue.record("\(same.verdict)")
      return
    }
    guard
      case .loads(unloads: false, _) = try Self.judge(Self.note("runtime", "swift-static")).verdict
    else {
      Issue.record("swift-static should load and stay")
      return
    }
  }
}
