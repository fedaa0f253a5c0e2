// SPDX-License-Identifier: Apache-2.0
//
// Reading numbers and names from a file's bytes, with bounded cost and bounds checks.

import LayoutModel

// MARK: - Numbers

/// Bounds-checked little-endian reads.
struct ByteReader {
  let bytes: [UInt8]

  /// The integer at `offset`.
  ///
  /// - Throws: `truncated` when it is not completely inside.
  func load<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self, at offset: UInt64
  ) throws(LayoutError) -> Number {
    let place = try range(at: offset, count: UInt64(MemoryLayout<Number>.size))
    return bytes[place].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The bytes of a part of the file as indices.
  ///
  /// - Throws: `truncated` when the part is not completely inside.
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

// MARK: - Names

/// The names of a dynamic segment.
///
/// Many short entries can point to one long name, so a small file could need hundreds of times its
/// size. All names together may be as long as the file.
struct NameTable {
  private let bytes: ArraySlice<UInt8>
  private var left: Int
  /// No relevant symbol has a longer name. Bytes.
  private static let limit = 4096

  /// The table in a range of the file.
  init(_ range: Range<Int>, in reader: ByteReader) {
    bytes = reader.bytes[range]
    left = max(reader.bytes.count, 1 << 16)
  }

  /// The name at an offset; nil for one that is too long or not UTF-8.
  ///
  /// - Throws: `bad-names` when it is not in the table, or when all names so far are longer than
  ///   the whole file.
  mutating func text(at offset: UInt64) throws(LayoutError) -> String? {
    guard offset < UInt64(bytes.count) else { throw Self.outside }
    let rest = bytes[(bytes.startIndex + Int(offset))...].prefix(Self.limit)
    let end = rest.firstIndex(of: 0)
    left -= end.map { $0 - rest.startIndex } ?? Self.limit
    guard left >= 0 else {
      throw LayoutError(
        .badNames, "has names that are longer together than the whole file; link it again")
    }
    guard let end else {
      if rest.count < Self.limit { throw Self.outside }
      return nil
    }
    return String(validating: rest[..<end], as: UTF8.self)
  }

  /// The name at an offset.
  ///
  /// - Throws: `bad-names`, also for a name for which ``text(at:)`` returns nil.
  mutating func whole(at offset: UInt64) throws(LayoutError) -> String {
    guard let text = try text(at: offset) else {
      throw LayoutError(
        .badNames, "has the name of a library that is too long or no UTF-8; link it again")
    }
    return text
  }

  private static var outside: LayoutError {
    LayoutError(.badNames, "has a name that is not in its table of names; link it again")
  }
}
