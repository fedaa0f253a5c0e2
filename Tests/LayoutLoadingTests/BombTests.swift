// SPDX-License-Identifier: Apache-2.0
//
// Small files whose tables say the same thing thousands of times: refused before that costs anything.

import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Files that are larger than they look")
struct BombTests {
  /// A sound plugin whose tables can be replaced by longer ones behind its end.
  private struct Library {
    var bytes: [UInt8]
    /// Where what is appended is mapped to.
    static let address = 0x4000_0000

    init() throws { bytes = try JudgingTests.sound() }

    func word(_ count: Int, at place: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    static func words(_ values: [Int], _ count: Int = 8) -> [UInt8] {
      values.flatMap { value in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }

    mutating func set(_ value: Int, _ count: Int = 8, at place: Int) {
      bytes.replaceSubrange(place..<place + count, with: Self.words([value], count))
    }

    /// The segments, 56 bytes each.
    var segments: [[UInt8]] {
      (0..<word(2, at: 56)).map { index in
        Array(bytes[(word(8, at: 32) + 56 * index)...].prefix(56))
      }
    }

    func segment(_ type: UInt8) -> [UInt8]? { segments.first { $0.starts(with: [type, 0, 0, 0]) } }

    /// Puts a table of segments behind the end.
    mutating func setSegments(_ segments: [[UInt8]]) {
      set(bytes.count, at: 32)
      set(segments.count, 2, at: 56)
      bytes += segments.joined()
    }

    /// Changes an entry of the dynamic table.
    mutating func setDynamic(_ tag: Int, to newTag: Int, _ value: Int) throws {
      let segment = try #require(self.segment(2))
      let start = segment[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
      let count = segment[32..<40].reversed().reduce(0) { $0 << 8 | Int($1) } / 16
      let index = try #require((0..<count).first { word(8, at: start + 16 * $0) == tag })
      set(newTag, at: start + 16 * index)
      set(value, at: start + 16 * index + 8)
    }
  }

  @Test("a note that thousands of segments hold is counted no further than a thousand")
  func notes() throws {
    var library = try Library()
    let note = try #require(library.segments.first { $0.starts(with: [4, 0, 0, 0]) })
    // Of another owner, so that none of them is a second layout note.
    let start = note[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    library.bytes[start + 12] = 0x58
    library.setSegments(library.segments + Array(repeating: note, count: 2_000))
    let refusal = try #require(try JudgingTests.judge(library.bytes).verdict.refusal)
    #expect(refusal.code == "bad-note")
    #expect(refusal.message.contains("more than 1024 notes"), "\(refusal)")
  }

  @Test("twenty thousand symbols of one long name are refused, a thousand are not")
  func names() throws {
    func judge(_ count: Int, nameLength: Int) throws -> LayoutError? {
      var library = try Library()
      let strings = try #require(Self.stringTable(library))
      let start = library.bytes.count
      let name = start - strings
      library.bytes += Array(repeating: UInt8(ascii: "a"), count: nameLength) + [0]
      let symbols = library.bytes.count
      // Name, global function, of section 1.
      for _ in 0..<count {
        library.bytes += Library.words([name], 4) + [0x12, 0] + Library.words([1], 2)
        library.bytes += Library.words([0, 0])
      }
      let hash = library.bytes.count
      library.bytes += Library.words([1, count], 4)
      let end = library.bytes.count
      try library.setDynamic(6, to: 6, Library.address + symbols - start)
      try library.setDynamic(0x6fff_fef5, to: 4, Library.address + hash - start)
      let mapped =
        Library.words([1, 4], 4)
        + Library.words([start, Library.address, Library.address, end - start, end - start, 4096])
      library.setSegments(library.segments + [mapped])
      return try JudgingTests.judge(library.bytes).verdict.refusal
    }
    let refusal = try #require(try judge(20_000, nameLength: 4_000))
    #expect(refusal.code == "bad-names", "\(refusal)")
    #expect(refusal.message.contains("longer together than the whole file"))
    // Short names are read to the last, and the entry is not among them.
    #expect(try judge(1_000, nameLength: 20)?.code == "entry-missing")
  }

  /// Where the file's names begin.
  private static func stringTable(_ library: Library) -> Int? {
    // The first segment maps the start of the file to itself, so an address is an offset there.
    guard let segment = library.segment(2) else { return nil }
    let start = segment[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    return (0..<64).map { start + 16 * $0 }.first { library.word(8, at: $0) == 5 }.map {
      library.word(8, at: $0 + 8)
    }
  }
}
