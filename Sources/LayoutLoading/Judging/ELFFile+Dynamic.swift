// SPDX-License-Identifier: Apache-2.0
//
// The information for the dynamic loader: needed libraries, flags and the exported symbols, read
// through the dynamic segment because section headers may have been stripped.

import LayoutABI
import LayoutModel

/// The dynamic segment and its symbols.
struct DynamicTable {
  /// A symbol that the file defines for others.
  struct Symbol {
    var name: String
    var binding: UInt8
    var type: UInt8
  }

  /// The relevant tags; values from the generic ABI and the GNU extensions.
  private enum Tag {
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let stringBytes: UInt64 = 10
    static let symbolBytes: UInt64 = 11
    static let name: UInt64 = 14
    static let oldRunPath: UInt64 = 15
    static let textRelocations: UInt64 = 22
    static let runPath: UInt64 = 29
    static let flags: UInt64 = 30
    static let gnuHash: UInt64 = 0x6fff_fef5
    static let flags1: UInt64 = 0x6fff_fffb
    /// Tags that make the loader open further files.
    static let openers: [(tag: UInt64, name: String)] = [
      (0x6fff_fefb, "DT_DEPAUDIT"), (0x6fff_fefc, "DT_AUDIT"), (0x7fff_fffd, "DT_AUXILIARY"),
      (0x7fff_ffff, "DT_FILTER"),
    ]
    /// The loader truncates larger tags to 31 bits and so confuses them with others.
    static let limit: UInt64 = 0x7fff_ffff
  }

  private let file: ELFFile
  private let entries: [(tag: UInt64, value: UInt64)]

  /// Reads the dynamic segment.
  ///
  /// - Throws: `truncated`, `not-a-library` when there is no dynamic segment, `ambiguous-headers`
  ///   when it has no end, or contains a unique entry twice.
  init(_ file: ELFFile) throws(LayoutError) {
    self.file = file
    guard let segment = file.segments.last(where: { $0.type == ELFFile.SegmentType.dynamic })
    else {
      throw LayoutError(.notALibrary, "has no dynamic segment; link it with -shared")
    }
    entries = try Self.entries(of: segment, in: file)
    var known: Set<UInt64> = []
    for entry in entries where entry.tag != Tag.needed {
      guard entry.tag <= Tag.limit, known.insert(entry.tag).inserted else {
        throw ELFFile.ambiguous("has the dynamic entry \(entry.tag) twice, or one of no known kind")
      }
    }
  }

  private static func entries(
    of segment: ELFFile.Segment, in file: ELFFile
  ) throws(LayoutError) -> [(tag: UInt64, value: UInt64)] {
    var entries: [(tag: UInt64, value: UInt64)] = []
    for index in 0..<(segment.fileSize / 16) {
      let at = segment.offset + index * 16
      let tag: UInt64 = try file.reader.load(at: at)
      if tag == 0 { return entries }
      entries.append((tag, try file.reader.load(at: at + 8)))
    }
    // The loader would continue to read after the segment.
    throw ELFFile.ambiguous("has a dynamic section without an end")
  }

  /// True when the loader must write into code.
  var hasTextRelocations: Bool {
    first(Tag.textRelocations) != nil || (first(Tag.flags) ?? 0) & 4 != 0
  }

  /// True when the file requests never to be unloaded.
  var asksToStay: Bool { (first(Tag.flags1) ?? 0) & 8 != 0 }

  /// Returns the file's requests to the loader.
  ///
  /// - Throws: `opens-libraries` for entries that make the loader open further files; `bad-names`,
  ///   `truncated`.
  func linking() throws(LayoutError) -> Linking {
    for opener in Tag.openers where first(opener.tag) != nil {
      throw LayoutError(
        .opensLibraries,
        "has \(opener.name), which makes the loader open libraries that have not been judged; "
          + "link it without -f, -F, --audit and --depaudit")
    }
    var names = try NameTable(strings(), in: file.reader)
    var linking = Linking()
    for entry in entries {
      switch entry.tag {
      case Tag.needed: linking.needed.append(try names.whole(at: entry.value))
      case Tag.name: linking.name = try names.whole(at: entry.value)
      case Tag.runPath, Tag.oldRunPath:
        let path = try names.whole(at: entry.value)
        linking.runPath += path.split(separator: ":", omittingEmptySubsequences: false).map(
          String.init)
      default: break
      }
    }
    return linking
  }

  /// The defined symbols, in the order of the symbol table.
  ///
  /// - Throws: `truncated` when a table is not inside the file; `bad-names`.
  /// - Complexity: O(size of the file).
  func exportedSymbols() throws(LayoutError) -> [Symbol] {
    guard let address = first(Tag.symbols) else { return [] }
    let count = try symbolCount()
    guard first(Tag.symbolBytes) ?? 24 == 24,
      let table = file.offset(ofAddress: address, count: max(count, 1) * 24)
    else { throw ELFFile.ambiguous("has a table of symbols outside of the mapped part") }
    var symbols: [Symbol] = []
    var names = try NameTable(strings(), in: file.reader)
    for index in 0..<count {
      let at = table + index * 24
      let info: UInt8 = try file.reader.load(at: at + 4)
      let section: UInt16 = try file.reader.load(at: at + 6)
      let name = UInt64(try file.reader.load(UInt32.self, at: at))
      // Local symbols (binding 0) and undefined ones (section 0) are not exported.
      guard info >> 4 != 0, section != 0, let text = try names.text(at: name) else { continue }
      symbols.append(Symbol(name: text, binding: info >> 4, type: info & 15))
    }
    return symbols
  }

  /// Returns the number of symbols: only the hash tables give it, not the dynamic segment. The
  /// loader searches the newer table if there are both.
  private func symbolCount() throws(LayoutError) -> UInt64 {
    var count: UInt64 = 0
    if let address = first(Tag.hash) {
      let hash = try mapped(address, count: 8)
      count = UInt64(try file.reader.load(UInt32.self, at: hash + 4))
    }
    if let address = first(Tag.gnuHash) { count = max(count, try hashedCount(address)) }
    return count
  }

  /// Returns one more than the last symbol of the GNU hash table.
  private func hashedCount(_ address: UInt64) throws(LayoutError) -> UInt64 {
    let hash = try mapped(address, count: 16)
    let bucketCount = UInt64(try file.reader.load(UInt32.self, at: hash))
    let firstHashed = UInt64(try file.reader.load(UInt32.self, at: hash + 4))
    let bloomCount = UInt64(try file.reader.load(UInt32.self, at: hash + 8))
    let buckets = 16 + bloomCount * 8
    let chains = buckets + bucketCount * 4
    _ = try mapped(address, count: chains)
    var last: UInt64 = 0
    for index in 0..<bucketCount {
      last = max(last, UInt64(try file.reader.load(UInt32.self, at: hash + buckets + index * 4)))
    }
    guard last >= firstHashed, last > 0 else { return firstHashed }
    // A chain ends with the hash whose lowest bit is set.
    while try file.reader.load(UInt32.self, at: hash + chains + (last - firstHashed) * 4) & 1 == 0 {
      last += 1
    }
    _ = try mapped(address, count: chains + (last - firstHashed + 1) * 4)
    return last + 1
  }

  /// Returns the offset in the file from which a hash table is mapped.
  ///
  /// - Throws: `ambiguous-headers` when its bytes do not all come from one segment.
  private func mapped(_ address: UInt64, count: UInt64) throws(LayoutError) -> UInt64 {
    guard let place = file.offset(ofAddress: address, count: count) else {
      throw ELFFile.ambiguous("has a hash table outside of the mapped part")
    }
    return place
  }

  private func first(_ tag: UInt64) -> UInt64? { entries.first { $0.tag == tag }?.value }

  /// The whole table of names; empty if there is none.
  ///
  /// - Throws: `bad-names` when it is not in one segment of the file.
  private func strings() throws(LayoutError) -> Range<Int> {
    guard let address = first(Tag.strings) else { return 0..<0 }
    let count = first(Tag.stringBytes) ?? 0
    guard let start = file.offset(ofAddress: address, count: count) else {
      throw LayoutError(
        .badNames, "has a table of names outside of the mapped part; link it again")
    }
    return try file.reader.range(at: start, count: count)
  }
}

// MARK: - The note
//
// Finding the plugin's note among the notes of a file.

extension ELFFile {
  /// The description of the one note with the owner and type of a layout plugin.
  ///
  /// - Throws: `no-note`; `bad-note` when there are two, when it is too long, or when there are too
  ///   many notes; `truncated`.
  func layoutNote() throws(LayoutError) -> [UInt8] {
    var found: [Range<Int>] = []
    var count = 0
    for segment in segments where segment.type == SegmentType.note {
      // Notes of the GNU property kind are padded to eight bytes, all others to four.
      let alignment: UInt64 = segment.alignment == 8 ? 8 : 4
      let place = try reader.range(at: segment.offset, count: segment.fileSize)
      var at = UInt64(place.lowerBound)
      let end = UInt64(place.upperBound)
      while at + 12 <= end {
        let (description, next) = try note(at: at, in: at..<end, alignment)
        if let description { found.append(description) }
        at = next
        count += 1
        // Thousands of segments can all be the same bytes, each full of notes.
        guard count <= Self.noteLimit else {
          throw LayoutError(
            .badNote, "has more than \(Self.noteLimit) notes; build it again without them")
        }
      }
    }
    guard let description = found.first else {
      throw LayoutError(
        .noNote,
        "has no layout note, so it is not a layout plugin; add LAYOUT_NOTE({…}) from layout/note.h")
    }
    guard found.count == 1 else {
      throw LayoutError(.badNote, "has \(found.count) layout notes; keep one LAYOUT_NOTE")
    }
    guard description.count <= LAYOUT_NOTE_LIMIT else {
      throw LayoutError(
        .badNote,
        "has a layout note of \(description.count) bytes; at most \(LAYOUT_NOTE_LIMIT) are allowed")
    }
    return Array(reader.bytes[description])
  }

  /// The limit of notes of all owners; a library has a handful.
  private static let noteLimit = 1024

  /// Returns the description of the note at `at` if it is a layout plugin's, and the place of the
  /// next one.
  private func note(
    at: UInt64, in segment: Range<UInt64>, _ alignment: UInt64
  ) throws(LayoutError) -> (description: Range<Int>?, next: UInt64) {
    func padded(_ count: UInt64) -> UInt64 { (count + alignment - 1) / alignment * alignment }
    let nameCount = UInt64(try reader.load(UInt32.self, at: at))
    let count = UInt64(try reader.load(UInt32.self, at: at + 4))
    let type: UInt32 = try reader.load(at: at + 8)
    let start = at + padded(12 + nameCount)
    guard start + count <= segment.upperBound else {
      throw LayoutError(.badNote, "has a note that is longer than its segment; build it again")
    }
    let name = reader.bytes[try reader.range(at: at + 12, count: nameCount)]
    let isOurs = type == LAYOUT_NOTE_TYPE && name.elementsEqual(LAYOUT_NOTE_OWNER.utf8 + [0])
    let description = isOurs ? try reader.range(at: start, count: count) : nil
    return (description, start + padded(count))
  }
}

// MARK: - Exported symbols
//
// The exports of a shared library, read without loading it.

/// The names that a file exports.
package enum ExportedSymbols {
  /// Every name, in the order of the file's table.
  /// - Throws: `unreadable`, `truncated` and other errors of the file.
  package static func names(of path: String) throws(LayoutError) -> [String] {
    let (bytes, _) = try FileSystem.contents(of: path)
    return try DynamicTable(ELFFile(bytes)).exportedSymbols().map(\.name)
  }
}
