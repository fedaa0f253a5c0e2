// SPDX-License-Identifier: Apache-2.0
//
// What the dynamic loader would be told: needed libraries, flags and the exported symbols, read
// through the dynamic segment because section headers may have been stripped.

import LayoutModel

/// The dynamic segment and the symbols that it leads to.
struct DynamicTable {
  /// A symbol that the file defines for others.
  struct Symbol {
    var name: String
    var binding: UInt8
    var type: UInt8
  }

  /// The tags that matter here; values from the generic ABI and the GNU extensions.
  private enum Tag {
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let textRelocations: UInt64 = 22
    static let flags: UInt64 = 30
    static let gnuHash: UInt64 = 0x6fff_fef5
    static let flags1: UInt64 = 0x6fff_fffb
  }

  private let file: ELFFile
  private let entries: [(tag: UInt64, value: UInt64)]

  /// - Throws: `truncated`, or `not-a-library` when there is no dynamic segment.
  init(_ file: ELFFile) throws(LayoutError) {
    self.file = file
    guard let segment = file.segments.first(where: { $0.type == ELFFile.SegmentType.dynamic })
    else {
      throw LayoutError("not-a-library", "has no dynamic segment; link it with -shared")
    }
    var entries: [(tag: UInt64, value: UInt64)] = []
    for index in 0..<(segment.fileSize / 16) {
      let at = segment.offset + index * 16
      let tag: UInt64 = try file.reader.load(at: at)
      if tag == 0 { break }
      entries.append((tag, try file.reader.load(at: at + 8)))
    }
    self.entries = entries
  }

  /// Whether loading would have to write into code.
  var hasTextRelocations: Bool {
    first(Tag.textRelocations) != nil || (first(Tag.flags) ?? 0) & 4 != 0
  }

  /// Whether the file asks never to be unloaded.
  var asksToStay: Bool { (first(Tag.flags1) ?? 0) & 8 != 0 }

  /// The libraries that the file needs.
  ///
  /// - Throws: `bad-names`.
  func needed() throws(LayoutError) -> [String] {
    guard let strings = offset(Tag.strings) else { return [] }
    var budget = NameBudget(file)
    var names: [String] = []
    for entry in entries where entry.tag == Tag.needed {
      let (place, overflows) = strings.addingReportingOverflow(entry.value)
      if !overflows, let name = try budget.text(at: place) { names.append(name) }
    }
    return names
  }

  /// The defined symbols, in the order of the symbol table.
  ///
  /// - Throws: `truncated` when a table does not lie inside the file; `bad-names`.
  /// - Complexity: O(size of the file).
  func exportedSymbols() throws(LayoutError) -> [Symbol] {
    guard let table = offset(Tag.symbols), let strings = offset(Tag.strings) else { return [] }
    var symbols: [Symbol] = []
    var budget = NameBudget(file)
    for index in 0..<(try symbolCount()) {
      let at = table + index * 24
      let info: UInt8 = try file.reader.load(at: at + 4)
      let section: UInt16 = try file.reader.load(at: at + 6)
      let name = strings + UInt64(try file.reader.load(UInt32.self, at: at))
      // Local symbols (binding 0) and undefined ones (section 0) are of no use to others.
      guard info >> 4 != 0, section != 0, let text = try budget.text(at: name) else { continue }
      symbols.append(Symbol(name: text, binding: info >> 4, type: info & 15))
    }
    return symbols
  }

  /// How many symbols there are: the dynamic segment does not say, only the hash tables do.
  private func symbolCount() throws(LayoutError) -> UInt64 {
    let limit = UInt64(file.reader.bytes.count) / 24
    if let hash = offset(Tag.hash) {
      return min(UInt64(try file.reader.load(UInt32.self, at: hash + 4)), limit)
    }
    guard let hash = offset(Tag.gnuHash) else { return 0 }
    let bucketCount = UInt64(try file.reader.load(UInt32.self, at: hash))
    let firstHashed = UInt64(try file.reader.load(UInt32.self, at: hash + 4))
    let bloomCount = UInt64(try file.reader.load(UInt32.self, at: hash + 8))
    let buckets = hash + 16 + bloomCount * 8
    _ = try file.reader.range(at: buckets, count: bucketCount * 4)
    var last: UInt64 = 0
    for index in 0..<bucketCount {
      last = max(last, UInt64(try file.reader.load(UInt32.self, at: buckets + index * 4)))
    }
    guard last >= firstHashed, last > 0 else { return min(firstHashed, limit) }
    // A chain ends with the hash whose lowest bit is set.
    while try file.reader.load(
      UInt32.self, at: buckets + bucketCount * 4 + (last - firstHashed) * 4) & 1 == 0
    {
      last += 1
    }
    return min(last + 1, limit)
  }

  private func first(_ tag: UInt64) -> UInt64? { entries.first { $0.tag == tag }?.value }

  /// Where in the file the address that `tag` holds was mapped from.
  private func offset(_ tag: UInt64) -> UInt64? {
    guard let address = first(tag) else { return nil }
    for segment in file.segments where segment.type == ELFFile.SegmentType.load {
      if address >= segment.address, address - segment.address < segment.fileSize {
        return segment.offset + (address - segment.address)
      }
    }
    return nil
  }
}

/// What reading names may cost: entries of a few bytes each can all point to one long name, and then
/// a small file would take hundreds of times its size.
private struct NameBudget {
  private let reader: ByteReader
  private var left: Int

  init(_ file: ELFFile) {
    reader = file.reader
    left = max(file.reader.bytes.count, 1 << 16)
  }

  /// The text at `offset` up to its NUL; nil when there is none.
  ///
  /// - Throws: `bad-names` when the names so far are longer than the whole file.
  mutating func text(at offset: UInt64) throws(LayoutError) -> String? {
    let limit = 4096
    let text = reader.text(at: offset, limit: limit)
    left -= text?.utf8.count ?? limit
    guard left >= 0 else {
      throw LayoutError(
        "bad-names", "has names that are longer together than the whole file; link it again")
    }
    return text
  }
}
