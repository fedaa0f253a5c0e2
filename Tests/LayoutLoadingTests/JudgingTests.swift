// SPDX-License-Identifier: Apache-2.0
//
// The refusals and the remarks that follow from the bytes of a file alone.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Judging a file's bytes")
struct JudgingTests {
  /// The bytes of a valid plugin in C.
  static func sound() throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
  }

  /// Returns the verdict on bytes, as a file in a directory of its own.
  static func judge(_ bytes: [UInt8]) throws -> PluginFile {
    let directory = try TemporaryDirectory()
    return PluginFile(judging: try directory.write(bytes, to: "plugin.so"))
  }

  /// A change of a valid file's bytes, and the reason for its refusal.
  struct Spoiled: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: LayoutError.Code
    let word: String
    let spoil: @Sendable (inout [UInt8]) -> Void

    init(
      _ name: String, _ code: LayoutError.Code, _ word: String,
      _ spoil: @escaping @Sendable (inout [UInt8]) -> Void
    ) {
      testDescription = name
      self.code = code
      self.word = word
      self.spoil = spoil
    }
  }

  static let spoiled = [
    Spoiled("empty", "not-elf", "shared library") { $0 = [] },
    Spoiled("text", "not-elf", "shared library") { $0 = Array("#!/bin/sh\n".utf8) },
    Spoiled("wrong magic", "not-elf", "shared library") { $0[1] = 0x66 },
    Spoiled("32 bits", "wrong-machine", "32 bits") { $0[4] = 1 },
    Spoiled("big-endian", "wrong-machine", "big-endian") { $0[5] = 2 },
    Spoiled("another processor", "wrong-machine", "S/390") { $0[18] = 22 },
    Spoiled("a processor without a name", "wrong-machine", "machine 4660") {
      ($0[18], $0[19]) = (0x34, 0x12)
    },
    Spoiled("a program", "not-a-library", "-shared") { $0[16] = 2 },
    Spoiled("an object file", "not-a-library", "-shared") { $0[16] = 1 },
    Spoiled("no segments", "not-a-library", "-shared") { $0[56] = 0 },
    Spoiled("segments beyond the end", "truncated", "cut off") { $0[39] = 0xff },
    Spoiled("sections beyond the end", "truncated", "cut off") { $0[46] = 0x7f },
    Spoiled("no dynamic segment", "not-a-library", "dynamic") { retype(&$0, 2, to: 0) },
    Spoiled("no stack header", "executable-stack", "noexecstack") {
      retype(&$0, 0x6474_e551, to: 0)
    },
    Spoiled("no note segment", "no-note", "LAYOUT_NOTE") { retype(&$0, 4, to: 0) },
  ]

  /// Turns each segment of a type into one of another type.
  static func retype(_ bytes: inout [UInt8], _ old: UInt32, to new: UInt32) {
    for index in 0..<Int(bytes[56]) {
      let at = 64 + index * 56
      let type = bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      guard type == old else { continue }
      for byte in 0..<4 { bytes[at + byte] = UInt8(truncatingIfNeeded: new >> (8 * byte)) }
    }
  }

  @Test("a valid plugin is accepted, and its hash is that of its bytes")
  func acceptsSound() throws {
    let file = try Self.judge(try Self.sound())
    #expect(file.verdict == .loads(unloads: true, remarks: []))
    let sum = try Command.run(["sha256sum", FakeLayout.path()])
    #expect(sum.output.hasPrefix(file.hash + " "))
    #expect(file.size == (try Self.sound().count))
  }

  @Test("bytes that are not a plugin are refused with a remedy", arguments: spoiled)
  func refusesSpoiled(_ spoiled: Spoiled) throws {
    var bytes = try Self.sound()
    spoiled.spoil(&bytes)
    let refusal = try #require(try Self.judge(bytes).verdict.refusal)
    #expect(refusal.code == spoiled.code, "\(refusal)")
    #expect(refusal.message.contains(spoiled.word), "\(refusal)")
    #expect(refusal.message.contains("/plugin.so: "), "\(refusal)")
  }

  /// A build of the plugin, and the reason for its refusal.
  struct Build: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: [String]
    let code: LayoutError.Code
    let word: String

    init(_ name: String, _ flags: [String], _ code: LayoutError.Code, _ word: String) {
      testDescription = name
      self.flags = flags
      self.code = code
      self.word = word
    }
  }

  static let builds = [
    Build("an executable stack", ["-Wl,-z,execstack"], "executable-stack", "noexecstack"),
    Build(
      "text relocations", ["-DTEXT_RELOCATION", "-Wl,-z,notext"], "text-relocations", "-fPIC"),
    Build("no entry", ["-Dlayout_plugin_entry=other"], "entry-missing", "layout_plugin_entry"),
    Build(
      "a hidden entry", ["-DHIDDEN_ENTRY"], "entry-missing", "visible"),
    Build(
      "data under the entry's name", ["-Dlayout_plugin_entry=other", "-DDATA_ENTRY"],
      "entry-missing",
      "not as a function"),
    Build(
      "a library of Swift's without saying so", ["-DNEEDS_SWIFT"], "wrong-runtime",
      "libswiftFixture.so"),
  ]

  @Test("a build that must not be loaded is refused with a remedy", arguments: builds)
  func refusesBuild(_ build: Build) throws {
    var flags = build.flags
    if flags == ["-DNEEDS_SWIFT"] {
      let library = try CPlugin.build(source: "int fixture;", name: "swiftFixture")
      let name = String(library.split(separator: "/").last ?? "")
      flags = ["-Wl,--no-as-needed", "-L" + library.dropLast(name.count), "-lswiftFixture"]
    }
    let file = PluginFile(judging: try FakeLayout.path(flags: flags))
    let refusal = try #require(file.verdict.refusal)
    #expect(refusal.code == build.code, "\(refusal)")
    #expect(refusal.message.contains(build.word), "\(refusal)")
    #expect(refusal.plugin == "test.fake")
  }

  @Test("a library without a note is not a plugin")
  func refusesWithoutNote() throws {
    let file = PluginFile(judging: try CPlugin.build(source: "int x;", name: "NoNote"))
    #expect(file.verdict.refusal?.code == "no-note")
    #expect(file.note == nil)
  }

  @Test(
    "a plugin that cannot be unloaded loads, and the verdict gives the reason",
    arguments: [
      (["-Wl,-z,nodelete"], "nodelete"), (["-DUNIQUE_SYMBOL"], "lonely"),
      (["-DSWIFT_METADATA"], "Swift's runtime"),
    ] as [([String], String)])
  func remarks(_ flags: [String], _ word: String) throws {
    let file = PluginFile(judging: try FakeLayout.path(flags: flags))
    guard case .loads(unloads: false, let remarks) = file.verdict else {
      Issue.record("\(file.verdict)")
      return
    }
    #expect(remarks.count == 1 && remarks[0].contains(word), "\(remarks)")
  }

  @Test("sections and their headers may be stripped, since the segments are enough")
  func acceptsWithoutSections() throws {
    var bytes = try Self.sound()
    for index in [40, 41, 42, 43, 44, 45, 46, 47, 60, 61, 62, 63] { bytes[index] = 0 }
    #expect(try Self.judge(bytes).verdict == .loads(unloads: true, remarks: []))
  }

  @Test("the old hash table is enough to find the entry", arguments: ["sysv", "gnu", "both"])
  func readsBothHashTables(_ style: String) throws {
    let path = try FakeLayout.path(flags: ["-Wl,--hash-style=\(style)"])
    #expect(PluginFile(judging: path).verdict == .loads(unloads: true, remarks: []))
  }
}
