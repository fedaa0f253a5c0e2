// SPDX-License-Identifier: Apache-2.0
//
// Numbers out of a file's bytes; nothing outside them can be read.

import LayoutModel

/// Bounds-checked little-endian reads.
struct ByteReader {
  let bytes: [UInt8]

  /// The integer at `offset`.
  ///
  /// - Throws: `truncated` when it does not lie wholly inside.
  func load<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self, at offset: UInt64
  ) throws(LayoutError) -> Number {
    let place = try range(at: offset, count: UInt64(MemoryLayout<Number>.size))
    return bytes[place].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The bytes of a part of the file as indices.
  ///
  /// - Throws: `truncated` when the part does not lie wholly inside.
  func range(at offset: UInt64, count: UInt64) throws(LayoutError) -> Range<Int> {
    let (end, overflows) = offset.addingReportingOverflow(count)
    guard !overflows, end <= UInt64(bytes.count) else {
      throw LayoutError(
        .truncated,
        "is cut off: it says that it has \(count) bytes at offset \(offset), but it ends at "
          + "\(bytes.count); copy or build it again")
    }
    return Int(offset)..<Int(end)
  }

  /// The text at `offset` up to its NUL, at most `limit` bytes of it; nil when there is no NUL.
  func text(at offset: UInt64, limit: Int = 4096) -> String? {
    guard offset < UInt64(bytes.count) else { return nil }
    let rest = bytes[Int(offset)...].prefix(limit)
    guard let end = rest.firstIndex(of: 0) else { return nil }
    return String(validating: rest[..<end], as: UTF8.self)
  }
}
