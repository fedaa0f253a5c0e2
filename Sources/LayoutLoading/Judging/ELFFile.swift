// SPDX-License-Identifier: Apache-2.0
//
// The structure of an ELF file, from its bytes: header, segments, sections. Layout after the System
// V ABI, generic part, chapters 4 and 5, for 64 bits and little-endian.

import Glibc
import LayoutModel

/// A shared object for this machine. Of a complete file it contains only ranges that are inside.
struct ELFFile {
  /// A segment, which the loader maps or reads.
  struct Segment {
    var type: UInt32
    var flags: UInt32
    var offset: UInt64
    var address: UInt64
    var fileSize: UInt64
    var memorySize: UInt64
    var alignment: UInt64
  }

  /// The relevant segment types.
  enum SegmentType {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let interpreter: UInt32 = 3
    static let note: UInt32 = 4
    static let headers: UInt32 = 6
    static let threadLocal: UInt32 = 7
    static let unwinding: UInt32 = 0x6474_e550
    static let stack: UInt32 = 0x6474_e551
    static let relocatedReadOnly: UInt32 = 0x6474_e552
    static let property: UInt32 = 0x6474_e553
  }

  /// The rights of a segment.
  enum SegmentFlag {
    static let executable: UInt32 = 1
    static let writable: UInt32 = 2
  }

  let reader: ByteReader
  let segments: [Segment]
  /// The names of the sections; empty if the file was stripped of them.
  let sectionNames: [String]

  /// Reads the headers and checks that all ranges in them are inside the file.
  ///
  /// - Throws: `not-elf`, `wrong-machine`, `not-a-library` or `truncated`.
  /// - Complexity: O(segments + sections).
  init(_ bytes: [UInt8]) throws(LayoutError) {
    reader = ByteReader(bytes: bytes)
    try Self.checkIdentity(reader)
    segments = try Self.readSegments(reader)
    sectionNames = try Self.readSections(reader)
  }

  /// The program headers of a file of which only the beginning was read, without checks of their
  /// ranges.
  ///
  /// - Throws: `truncated` if they are not in the beginning; `not-a-library` or `ambiguous-headers`.
  init(head: ByteReader) throws(LayoutError) {
    (reader, sectionNames) = (head, [])
    segments = try Self.readSegments(head, isWhole: false)
  }

  /// Magic, class, byte order, machine and type; needs only the first 64 bytes.
  ///
  /// - Throws: `not-elf`, `wrong-machine`, `not-a-library` or `truncated`.
  static func checkIdentity(_ reader: ByteReader) throws(LayoutError) {
    let magic: [UInt8] = [0x7f, 0x45, 0x4c, 0x46]
    guard !reader.bytes.isEmpty, magic.starts(with: reader.bytes.prefix(4)) else {
      throw LayoutError(.notElf, "is not an ELF file; build the plugin as a shared library (.so)")
    }
    let fileClass: UInt8 = try reader.load(at: 4)
    let order: UInt8 = try reader.load(at: 5)
    let type: UInt16 = try reader.load(at: 16)
    let machine: UInt16 = try reader.load(at: 18)
    // The whole header, so that the following reads are inside of it.
    _ = try reader.range(at: 0, count: 64)
    guard fileClass == 2, order == 1, machine == Machine.own else {
      throw LayoutError(
        .wrongMachine,
        "is for \(Machine.name(machine)), \(fileClass == 1 ? 32 : 64) bits"
          + "\(order == 2 ? ", big-endian" : ""); this host needs \(Machine.name(Machine.own)), "
          + "64 bits; build it for this machine")
    }
    guard type == 3 else {
      throw LayoutError(
        .notALibrary, "is an ELF file but no shared library; link it with -shared")
    }
  }

  /// The size of a program header. Bytes.
  private static let segmentBytes: UInt64 = 56

  private static func readSegments(
    _ reader: ByteReader, isWhole: Bool = true
  ) throws(LayoutError) -> [Segment] {
    let table: UInt64 = try reader.load(at: 32)
    let size = UInt64(try reader.load(UInt16.self, at: 54))
    let count = UInt64(try reader.load(UInt16.self, at: 56))
    guard count > 0, size >= segmentBytes else {
      throw LayoutError(.notALibrary, "has no segments to load; link it with -shared")
    }
    // Other readers use a larger size, or a number of 65,535, as a sign of another count.
    guard size == segmentBytes, count < 0xffff else {
      throw ambiguous("has \(count) program headers of \(size) bytes")
    }
    _ = try reader.range(at: table, count: count * size)
    var segments: [Segment] = []
    for index in 0..<count {
      let at = table + index * size
      let segment = Segment(
        type: try reader.load(at: at), flags: try reader.load(at: at + 4),
        offset: try reader.load(at: at + 8), address: try reader.load(at: at + 16),
        fileSize: try reader.load(at: at + 32), memorySize: try reader.load(at: at + 40),
        alignment: try reader.load(at: at + 48))
      if isWhole { _ = try reader.range(at: segment.offset, count: segment.fileSize) }
      segments.append(segment)
    }
    return segments
  }

  /// Section headers are usually at the end of the file, so they are the best test for
  /// completeness.
  private static func readSections(_ reader: ByteReader) throws(LayoutError) -> [String] {
    let table: UInt64 = try reader.load(at: 40)
    let size = UInt64(try reader.load(UInt16.self, at: 58))
    var count = UInt64(try reader.load(UInt16.self, at: 60))
    let namesIndex = UInt64(try reader.load(UInt16.self, at: 62))
    guard table != 0, size >= 64 else { return [] }
    _ = try reader.range(at: table, count: max(count, 1) * size)
    // A count that exceeds 16 bits is in the first header.
    if count == 0 { count = min(try reader.load(at: table + 32), UInt64(reader.bytes.count)) }
    _ = try reader.range(at: table, count: count * size)
    let noBits: UInt32 = 8
    var nameOffsets: [UInt64] = []
    var namesStart: UInt64?
    for index in 0..<count {
      let at = table + index * size
      let offset: UInt64 = try reader.load(at: at + 24)
      nameOffsets.append(UInt64(try reader.load(UInt32.self, at: at)))
      guard index > 0, try reader.load(UInt32.self, at: at + 4) != noBits else { continue }
      _ = try reader.range(at: offset, count: try reader.load(at: at + 32))
      if index == namesIndex { namesStart = offset }
    }
    guard let namesStart else { return [] }
    return nameOffsets.compactMap { reader.text(at: namesStart + $0, limit: 256) }
  }
}

/// The processors that ELF numbers.
enum Machine {
  /// The machine of this host.
  #if arch(x86_64)
    static let own: UInt16 = 62
  #elseif arch(arm64)
    static let own: UInt16 = 183
  #elseif arch(riscv64)
    static let own: UInt16 = 243
  #endif

  /// The common name, or the number.
  static func name(_ machine: UInt16) -> String {
    switch machine {
    case 3: "x86"
    case 20, 21: "PowerPC"
    case 22: "S/390"
    case 40: "ARM"
    case 62: "x86-64"
    case 183: "AArch64"
    case 243: "RISC-V"
    default: "machine \(machine)"
    }
  }
}

// MARK: - Mapping
//
// Rules which ensure that the loader maps exactly the judged bytes: headers with only one
// interpretation, and no memory from two parts of the file.

extension ELFFile {
  /// Refuses a file that the system's loader could read differently from this program.
  ///
  /// Of two headers of the same kind glibc uses the last one. It maps whole pages, in the order of
  /// the table, so a page that two segments share has the bytes of the later one. It finds the
  /// dynamic section by its address, not by its offset.
  ///
  /// - Throws: `ambiguous-headers`, or `writable-code` for memory that is both writable and
  ///   executable.
  /// - Complexity: O(segments).
  func checkMapping() throws(LayoutError) {
    try checkSingles()
    try checkLoads()
    for segment in segments where segment.type == SegmentType.dynamic {
      guard offset(ofAddress: segment.address, count: segment.fileSize) == segment.offset else {
        throw Self.ambiguous("has a dynamic section that is mapped from another place")
      }
    }
    let table: UInt64 = try reader.load(at: 32)
    for segment in segments where segment.type == SegmentType.headers {
      guard offset(ofAddress: segment.address, count: segment.fileSize) == table else {
        throw Self.ambiguous("has program headers that are mapped from another place")
      }
    }
  }

  /// The place in the file from which an address is mapped; nil when its bytes do not all come from
  /// one segment of the file.
  func offset(ofAddress address: UInt64, count: UInt64) -> UInt64? {
    for segment in segments where segment.type == SegmentType.load {
      guard address >= segment.address, address - segment.address <= segment.fileSize else {
        continue
      }
      let start = address - segment.address
      guard count <= segment.fileSize - start, start < segment.fileSize else { continue }
      return segment.offset + start
    }
    return nil
  }

  /// The error for a file with ambiguous headers.
  static func ambiguous(_ what: String) -> LayoutError {
    LayoutError(
      .ambiguousHeaders,
      "\(what), which the system's loader may read differently from this program; "
        + "link it again with an ordinary linker")
  }

  /// Kinds of header of which the loader uses only one.
  private static let singles: [(type: UInt32, name: String)] = [
    (SegmentType.dynamic, "dynamic sections"), (SegmentType.interpreter, "program interpreters"),
    (SegmentType.headers, "tables of program headers"),
    (SegmentType.threadLocal, "templates of thread-local memory"),
    (SegmentType.unwinding, "tables for unwinding"), (SegmentType.stack, "stack headers"),
    (SegmentType.relocatedReadOnly, "parts to be made read-only"),
    (SegmentType.property, "property notes"),
  ]

  private func checkSingles() throws(LayoutError) {
    for single in Self.singles {
      let count = segments.count { $0.type == single.type }
      guard count <= 1 else { throw Self.ambiguous("has \(count) \(single.name)") }
    }
  }

  private func checkLoads() throws(LayoutError) {
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    let addressLimit: UInt64 = 1 << 47
    var end: UInt64 = 0
    for segment in segments where segment.type == SegmentType.load {
      guard segment.fileSize <= segment.memorySize, segment.memorySize < addressLimit,
        segment.address < addressLimit
      else { throw Self.ambiguous("has a segment that is larger in the file than in memory") }
      guard segment.address % page == segment.offset % page else {
        throw Self.ambiguous("has a segment that does not lie in the file as it does in its page")
      }
      guard segment.address / page * page >= end else {
        throw Self.ambiguous("has segments that share pages of memory, or are out of order")
      }
      end = (segment.address + segment.memorySize + page - 1) / page * page
      let both = SegmentFlag.executable | SegmentFlag.writable
      guard segment.flags & both != both else {
        throw LayoutError(
          .writableCode,
          "has memory that is both written and executed; link code and data into segments of their "
            + "own (without -N and -z rwx)")
      }
    }
  }
}
