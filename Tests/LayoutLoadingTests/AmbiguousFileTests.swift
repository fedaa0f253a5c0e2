// SPDX-License-Identifier: Apache-2.0
//
// Files that the system's loader reads differently from the judge.

import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Files that can be read in two ways")
struct AmbiguousFileTests {
  /// A change of a valid file, and the code with which it is refused.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: LayoutError.Code
    let make: @Sendable (inout ElfEditor) throws -> Void

    init(
      _ name: String, _ code: LayoutError.Code = "ambiguous-headers",
      _ make: @escaping @Sendable (inout ElfEditor) throws -> Void
    ) {
      (testDescription, self.code, self.make) = (name, code, make)
    }
  }

  private static let stack = 0x6474_e551
  private static let (executable, writable) = (1, 2)

  static let headers = [
    Change("an executable stack header behind the right one", "executable-stack") {
      $0.setSegments($0.segments + [ElfEditor.segment(stack, 7, at: 0, address: 0, 0)])
    },
    Change("an executable stack header in front of the right one") {
      $0.setSegments([ElfEditor.segment(stack, 7, at: 0, address: 0, 0)] + $0.segments)
    },
    Change("code that is written", "writable-code") {
      for place in $0.headers(1) where $0.word(4, at: place + 4) & executable != 0 {
        $0.set($0.word(4, at: place + 4) | writable, 4, at: place + 4)
      }
    },
    Change("data that are executed", "writable-code") {
      for place in $0.headers(1) where $0.word(4, at: place + 4) & writable != 0 {
        $0.set($0.word(4, at: place + 4) | executable, 4, at: place + 4)
      }
    },
    Change("two dynamic sections") { editor in
      let dynamic = try #require(editor.segment(2))
      editor.setSegments(editor.segments + [dynamic])
    },
    Change("two templates of thread-local memory") {
      let local = ElfEditor.segment(7, 4, at: 0, address: 0, 0)
      $0.setSegments($0.segments + [local, local])
    },
    Change("two parts that become read-only") { editor in
      let part = try #require(editor.headers(0x6474_e552).first)
      editor.setSegments(editor.segments + [Array(editor.bytes[part..<part + 56])])
    },
    Change("a segment over pages of the one before") { editor in
      // The page of the code, with other bytes of the file.
      let code = try #require(editor.headers(1).first { editor.word(4, at: $0 + 4) & 1 != 0 })
      let address = editor.word(8, at: code + 16)
      editor.bytes += Array(repeating: 0x90, count: 4096 - editor.bytes.count % 4096 + 4096)
      let copy = ElfEditor.segment(1, 5, at: editor.bytes.count - 4096, address: address, 4096)
      var segments = editor.segments
      let place = try #require(segments.lastIndex { $0.starts(with: [1, 0, 0, 0]) })
      segments.insert(copy, at: place + 1)
      editor.setSegments(segments)
    },
    Change("segments out of order") { editor in
      editor.setSegments(editor.segments.reversed())
    },
    Change("a segment that does not lie in the file as in its page") { editor in
      let last = try #require(editor.headers(1).last)
      editor.set(editor.word(8, at: last + 8) + 16, at: last + 8)
      editor.set(editor.word(8, at: last + 32) - 16, at: last + 32)
    },
    Change("a segment that is longer in the file than in memory") { editor in
      let first = try #require(editor.headers(1).first)
      editor.set(editor.word(8, at: first + 32) - 8, at: first + 40)
    },
    Change("program headers of another size") { editor in
      let count = editor.word(2, at: 56)
      let wide = editor.segments.flatMap { $0 + [UInt8](repeating: 0, count: 8) }
      editor.set(editor.bytes.count, at: 32)
      editor.set(64, 2, at: 54)
      editor.set(count, 2, at: 56)
      editor.bytes += wide
    },
    Change("so many program headers that their number stands elsewhere") {
      $0.set(0xffff, 2, at: 56)
    },
    Change("a dynamic section whose address leads elsewhere than its offset") { editor in
      let dynamic = try #require(editor.headers(2).first)
      editor.set(editor.word(8, at: dynamic + 16) + 16, at: dynamic + 16)
    },
  ]

  static let entries = [
    Change("a dynamic section without an end") { editor in
      let dynamic = try #require(editor.headers(2).first)
      let count = try #require(editor.dynamic.firstIndex { $0.tag == 0 })
      editor.set(count * 16, at: dynamic + 32)
    },
    Change("a second table of names") { try $0.addDynamic(5, try #require($0.value(5)) + 8) },
    Change("a second table of symbols") { try $0.addDynamic(6, try #require($0.value(6))) },
    Change("two sets of flags") {
      try $0.addDynamic(0x6fff_fffb, 1)
      try $0.addDynamic(0x6fff_fffb, 8)
    },
    Change("an entry whose upper half the loader leaves out") {
      try $0.addDynamic(0x1_7fff_fffd, 1)
    },
    Change("an entry with the bit that the loader leaves out") {
      try $0.addDynamic(0xffff_fffd, 1)
    },
    Change("an auxiliary filter", "opens-libraries") { try $0.addDynamic(0x7fff_fffd, 1) },
    Change("a filter", "opens-libraries") { try $0.addDynamic(0x7fff_ffff, 1) },
    Change("an auditor", "opens-libraries") { try $0.addDynamic(0x6fff_fefc, 1) },
    Change("an auditor of what it needs", "opens-libraries") { try $0.addDynamic(0x6fff_fefb, 1) },
    Change("a needed library without a name in the table", "bad-names") {
      try $0.addDynamic(1, 1 << 20)
    },
    Change("a needed library whose name is no UTF-8", "bad-names") { editor in
      let name = try editor.addName("x.so")
      editor.bytes[editor.bytes.count - 56 * editor.word(2, at: 56) - 5] = 0xff
      try editor.addDynamic(1, name)
    },
    Change("a table of names that ends without a NUL", "bad-names") { editor in
      let name = try editor.addName("libm.so.6")
      try editor.setDynamic(10, to: 10, try #require(editor.value(10)) - 1)
      try editor.addDynamic(1, name)
    },
    Change("a table of names outside of what is mapped", "bad-names") {
      try $0.setDynamic(5, to: 5, 0x7000_0000)
    },
    Change("symbols outside of what is mapped") { try $0.setDynamic(6, to: 6, 0x7000_0000) },
    Change("symbols of another size") { try $0.setDynamic(11, to: 11, 32) },
    Change("a hash table outside of what is mapped") {
      try $0.setDynamic(0x6fff_fef5, to: 0x6fff_fef5, 0x7000_0000)
    },
  ]

  @Test("are refused, in their program headers", arguments: headers)
  func refusesHeaders(_ change: Change) throws { try refuses(change) }

  @Test("are refused, in their dynamic section", arguments: entries)
  func refusesEntries(_ change: Change) throws { try refuses(change) }

  private func refuses(_ change: Change) throws {
    var editor = try ElfEditor()
    try change.make(&editor)
    let refusal = try #require(try JudgingTests.judge(editor.bytes).verdict.refusal)
    #expect(refusal.code == change.code, "\(refusal)")
  }

  @Test("an editor without changes leaves a valid file, and one more needed library is found")
  func editorIsRight() throws {
    var editor = try ElfEditor()
    editor.setSegments(editor.segments)
    #expect(try JudgingTests.judge(editor.bytes).verdict.refusal == nil)
    let name = try editor.addName("libm.so.6")
    try editor.addDynamic(1, name)
    let file = try JudgingTests.judge(editor.bytes)
    #expect(file.verdict.refusal == nil)
    #expect(file.libraries.contains { $0.name == "libm.so.6" })
  }

  @Test("a symbol that only the newer hash table contains counts as well")
  func readsBothTables() throws {
    let path = try FakeLayout.path(flags: ["-Wl,--hash-style=both", "-DUNIQUE_SYMBOL"])
    var editor = ElfEditor(try FileSystem.contents(of: path).bytes)
    // The older table has no symbols at all.
    let hash = try #require(editor.value(4))
    editor.set(0, 4, at: hash + 4)
    guard case .loads(unloads: false, _) = try JudgingTests.judge(editor.bytes).verdict else {
      Issue.record("the unique symbol was not found")
      return
    }
  }
}
