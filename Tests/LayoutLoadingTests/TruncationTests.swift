// SPDX-License-Identifier: Apache-2.0
//
// Incomplete files, and files with garbage: they are judged, never trusted.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Truncated and damaged files")
struct TruncationTests {
  /// A bundled plugin without its debug information, as installed: the smallest one, because it is
  /// read once for every 64 bytes of its size.
  static func stripped(in directory: TemporaryDirectory) throws -> String {
    let path = "\(directory.path)/libMosaicPlugin.so"
    let arguments = ["strip", "-R", ".swift_ast", "-o", path, try bundledPlugin("MosaicPlugin")]
    let strip = try Command.run(arguments)
    try #require(strip.status == 0, "\(strip.errors)")
    return path
  }

  @Test("a bundled plugin cut off at every 64th byte is refused, and the complete one is not")
  func refusesTruncated() throws {
    let directory = try TemporaryDirectory()
    let path = try Self.stripped(in: directory)
    let whole = PluginFile(judging: path)
    #expect(whole.verdict == .loads(unloads: true, remarks: []))
    // From the end to the start, so that one file is enough.
    for size in stride(from: (whole.size - 1) / 64 * 64, through: 0, by: -64) {
      try #require(truncate(path, size) == 0)
      let code = PluginFile(judging: path).verdict.refusal?.code
      #expect(code == (size == 0 ? "not-elf" : "truncated"), "at \(size) of \(whole.size)")
    }
  }

  @Test("a file cut off inside its first 64 bytes is refused", arguments: 0...64)
  func refusesStub(_ size: Int) throws {
    let bytes = try JudgingTests.sound().prefix(size)
    let code = try JudgingTests.judge(Array(bytes)).verdict.refusal?.code
    #expect(code == (size == 0 ? "not-elf" : "truncated"))
  }

  /// The first page of a plugin for this machine, changed, in a sparse file of any size.
  private static func sparse(
    _ size: Int, in directory: TemporaryDirectory, changing: (inout [UInt8]) -> Void = { _ in }
  ) throws -> String {
    var head = try Array(JudgingTests.sound().prefix(4096))
    changing(&head)
    let path = try directory.write(head, to: "large.so")
    try #require(truncate(path, size) == 0)
    return path
  }

  @Test(
    "a large file is judged by its first bytes, and no others are read",
    arguments: [(0, "not-elf"), (4, "wrong-machine"), (18, "wrong-machine"), (16, "not-a-library")])
  func judgesHeadFirst(_ index: Int, _ code: String) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.sparse(64 << 20, in: directory) { $0[index] = 1 }
    let file = PluginFile(judging: path)
    #expect(file.verdict.refusal?.code.rawValue == code)
    #expect(file.verdict.refusal?.message.hasPrefix(path + ": ") == true)
    #expect(file.hash.isEmpty && file.size == 0, "only the header was read")
  }

  @Test("of a large library without a layout note only the first page is read")
  func judgesNoteFirst() throws {
    let directory = try TemporaryDirectory()
    let bare = try Self.sparse(64 << 20, in: directory) { JudgingTests.retype(&$0, 4, to: 0) }
    let file = PluginFile(judging: bare)
    #expect(file.verdict.refusal?.code == "no-note" && file.hash.isEmpty && file.size == 0)
    // A note segment that is further back: its notes are looked for in the whole file.
    let far = try Self.sparse(64 << 20, in: directory) { bytes in
      for index in 0..<Int(bytes[56]) where bytes[64 + index * 56] == 4 {
        bytes[64 + index * 56 + 10] = 0xf0
      }
    }
    #expect(PluginFile(judging: far).size == 64 << 20)
  }

  @Test("a library of more than 64 MiB is refused with the limit, before it is read")
  func refusesLarge() throws {
    let directory = try TemporaryDirectory()
    let path = try Self.sparse((256 << 20) + 1, in: directory)
    let file = PluginFile(judging: path)
    #expect(file.verdict.refusal?.code == "too-large")
    #expect(file.verdict.refusal?.message.contains("at most 64 MiB") == true)
    #expect(file.hash.isEmpty)
  }

  @Test("a file without section headers that is cut off inside its code is refused")
  func refusesTruncatedSegments() throws {
    var bytes = try JudgingTests.sound()
    for index in [40, 41, 42, 43, 44, 45, 46, 47, 60, 61, 62, 63] { bytes[index] = 0 }
    let half = Array(bytes.prefix(4096))
    #expect(try JudgingTests.judge(half).verdict.refusal?.code == "truncated")
  }

  @Test("section names beyond every address are ignored")
  func survivesWildSectionNames() throws {
    var bytes = try JudgingTests.sound()
    let table = (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[40 + $1]) }
    let names = table + 64 * (Int(bytes[62]) | Int(bytes[63]) << 8)
    // A section without bytes in the file, at the end of the address space.
    bytes[names + 4] = 8
    for index in 24..<32 { bytes[names + index] = 0xff }
    #expect(try JudgingTests.judge(bytes).verdict == .loads(unloads: true, remarks: []))
  }

  @Test("no garbage in headers, notes or tables crashes the judge", arguments: 1...8)
  func survivesGarbage(_ seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let sound = try JudgingTests.sound()
    var state = seed &* 0x9e37_79b9_7f4a_7c15
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var refusals = 0
    for _ in 0..<250 {
      var bytes = sound
      // Headers and dynamic tables are in the first pages and at the end.
      for _ in 0...next(6) {
        let at = next(3) == 0 ? bytes.count - 1 - next(4096) : next(4096)
        bytes[at] = next(2) == 0 ? 0xff : UInt8(next(256))
      }
      let file = PluginFile(judging: try directory.write(bytes, to: "garbage.so"))
      if file.verdict.refusal != nil { refusals += 1 }
    }
    #expect(refusals > 0, "the garbage should hit a relevant byte")
  }
}
