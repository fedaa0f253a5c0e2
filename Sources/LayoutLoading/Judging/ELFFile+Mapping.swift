// SPDX-License-Identifier: Apache-2.0
//
// The rules that make the bytes that were judged the bytes that the loader maps: one way to read the
// headers, and no memory that two parts of the file claim.

import Glibc
import LayoutModel

extension ELFFile {
  /// Refuses a file that the system's loader could read in another way than this program.
  ///
  /// Of two headers of a kind glibc uses the last one. It maps whole pages, in the order of the table, so
  /// a page that two segments share holds the bytes of the later one. It finds the dynamic section by its
  /// address, not by its offset.
  ///
  /// - Throws: `ambiguous-headers`, or `writable-code` for memory that is both written and executed.
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

  /// The place in the file that an address is mapped from; nil when the bytes at it do not all come from
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

  /// The error for a file that can be read in two ways.
  static func ambiguous(_ what: String) -> LayoutError {
    LayoutError(
      .ambiguousHeaders,
      "\(what), which the system's loader may read in another way than this program; "
        + "link it again with an ordinary linker")
  }

  /// Kinds of header of which the loader uses one.
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
