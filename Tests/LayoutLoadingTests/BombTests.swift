// SPDX-License-Identifier: Apache-2.0
//
// Small files whose tables repeat the same entry thousands of times: refused before that costs time.

import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Files that expand")
struct BombTests {
  @Test("a note that thousands of segments contain is counted up to a thousand")
  func notes() throws {
    var library = try ElfEditor()
    let note = try #require(library.segments.first { $0.starts(with: [4, 0, 0, 0]) })
    // Of another owner, so that none of them counts as a second layout note.
    let start = note[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    library.bytes[start + 12] = 0x58
    library.setSegments(library.segments + Array(repeating: note, count: 2_000))
    let refusal = try #require(try JudgingTests.judge(library.bytes).verdict.refusal)
    #expect(refusal.code == "bad-note")
    #expect(refusal.message.contains("more than 1024 notes"), "\(refusal)")
  }

  @Test("twenty thousand symbols of one long name are refused, and a thousand are not")
  func names() throws {
    func judge(_ count: Int, nameLength: Int) throws -> LayoutError? {
      var library = try ElfEditor()
      // The names are part of it: a table lies in one segment.
      let names = try library.strings()
      var content = names + Array(repeating: UInt8(ascii: "a"), count: nameLength) + [0]
      let stringBytes = content.count
      content += Array(repeating: 0, count: -content.count & 7)
      let symbols = content.count
      // Name, global function, of section 1.
      for _ in 0..<count {
        content += ElfEditor.words([names.count], 4) + [0x12, 0] + ElfEditor.words([1], 2)
        content += ElfEditor.words([0, 0])
      }
      let hash = content.count
      content += ElfEditor.words([1, count], 4)
      library.append(content)
      try library.setDynamic(5, to: 5, ElfEditor.address)
      try library.setDynamic(10, to: 10, stringBytes)
      try library.setDynamic(6, to: 6, ElfEditor.address + symbols)
      try library.setDynamic(0x6fff_fef5, to: 4, ElfEditor.address + hash)
      return try JudgingTests.judge(library.bytes).verdict.refusal
    }
    let refusal = try #require(try judge(20_000, nameLength: 4_000))
    #expect(refusal.code == "bad-names", "\(refusal)")
    #expect(refusal.message.contains("longer together than the whole file"))
    // Short names are all read, and the entry is not one of them.
    #expect(try judge(1_000, nameLength: 20)?.code == "entry-missing")
  }
}
