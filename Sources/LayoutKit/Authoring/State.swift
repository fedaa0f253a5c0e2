// SPDX-License-Identifier: Apache-2.0
//
// A layout's state as bytes, the same on every machine, so that after a hot swap the new layout
// continues where the old layout stopped.

import LayoutABI

/// The meaning of the bytes of a layout's state. Layouts with the same schema can load each other's
/// state.
public struct StateSchema {
  let name: StaticString
  let version: UInt32

  /// A schema; the version is at least 1 and grows with each change of the bytes.
  public init(_ name: StaticString, version: UInt32) {
    self.name = name
    self.version = version
  }
}

/// A state that is being written to the host. Bytes for which there is no room are counted and not
/// written.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; bytes for
/// which there is no room are counted and not written.
@safe
public struct StateWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>?
  private let capacity: Int
  /// The number of bytes written so far.
  public private(set) var count = 0

  init(_ start: UnsafeMutablePointer<UInt8>?, capacity: Int) {
    unsafe self.start = unsafe start
    self.capacity = unsafe start == nil ? 0 : capacity
  }

  /// Writes an integer as eight bytes, lowest first.
  @inline(never)  // A state is written between two frames; inlined copies are a kilobyte each.
  public mutating func write(_ value: UInt64) {
    for shift in 0..<8 {
      if count < capacity, let start = unsafe start {
        unsafe start[count] = UInt8(truncatingIfNeeded: value >> (8 * shift))
      }
      count += 1
    }
  }

  /// Writes an integer.
  public mutating func write(_ value: Int) { write(UInt64(bitPattern: Int64(value))) }
  /// Writes a number, bit for bit.
  public mutating func write(_ value: Double) { write(value.bitPattern) }
  /// Writes bytes, after their number.
  mutating func write(bytes: [UInt8]) {
    write(bytes.count)
    for byte in bytes {
      if count < capacity, let start = unsafe start { unsafe start[count] = byte }
      count += 1
    }
  }

  /// Writes a flag.
  public mutating func write(_ value: Bool) { write(value ? 1 as UInt64 : 0) }
}

/// A state that the host returns. Every read beyond its end throws.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every read
/// is checked against the length.
@safe
public struct StateReader: ~Copyable {
  private let start: UnsafePointer<UInt8>?
  private let count: Int
  private var offset = 0

  init(_ start: UnsafePointer<UInt8>?, count: Int) {
    unsafe self.start = unsafe start
    self.count = unsafe start == nil ? 0 : count
  }

  /// True when everything was read.
  public var isAtEnd: Bool { offset == count }

  /// Reads an integer.
  @inline(never)  // For the reason at ``StateWriter/write(_:)``.
  public mutating func readBits() throws(LayoutError) -> UInt64 {
    guard let start = unsafe start, offset + 8 <= count else {
      throw .argument("the state ends too early")
    }
    var value: UInt64 = 0
    for shift in 0..<8 { unsafe value |= UInt64(start[offset + shift]) << (8 * shift) }
    offset += 8
    return value
  }

  /// Reads an integer.
  public mutating func readInt() throws(LayoutError) -> Int {
    guard let whole = Int(exactly: Int64(bitPattern: try readBits())) else {
      throw .argument("the state is of a machine with larger integers")
    }
    return whole
  }
  /// Reads a number, which may have any value: check it before use.
  public mutating func readDouble() throws(LayoutError) -> Double {
    try Double(bitPattern: readBits())
  }
  /// Reads bytes, after their number.
  mutating func readBytes() throws(LayoutError) -> [UInt8] {
    let length = try readInt()
    guard length >= 0, length <= count - offset, let start = unsafe start else {
      throw .argument("the state ends too early")
    }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start + offset, count: length))
    offset += length
    return bytes
  }

  /// Reads a flag.
  public mutating func readBool() throws(LayoutError) -> Bool { try readBits() != 0 }
}
