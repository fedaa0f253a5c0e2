// SPDX-License-Identifier: Apache-2.0
//
// Reads a message's head, every read inside its bounds.

import LayoutModel

/// Takes values off the front of borrowed memory.
///
/// Each byte is read once. Nothing is believed: lengths are held against what is left before
/// anything is allocated, text is checked to be UTF-8, truth values to be 0 or 1.
struct WireReader {
  private let memory: UnsafeRawBufferPointer
  private var offset = 0
  /// Entries that lists in the rest of the message may have together.
  private var entriesLeft: Int

  /// A reader at the start of `memory`, which outlives it.
  ///
  /// - Parameter entryLimit: Entries that all lists of the message may have together. An entry of a byte
  ///   may take a hundred where it is kept.
  init(_ memory: UnsafeRawBufferPointer, entryLimit: Int = .max) {
    (self.memory, entriesLeft) = (memory, entryLimit)
  }

  /// Bytes not read yet.
  var remaining: Int { memory.count - offset }

  private mutating func take(_ length: Int) throws(LayoutError) -> UnsafeRawBufferPointer {
    guard length <= remaining else {
      throw .wire("a message ends \(length - remaining) bytes too early")
    }
    defer { offset += length }
    return UnsafeRawBufferPointer(rebasing: memory[offset..<(offset + length)])
  }

  /// The next record.
  mutating func read<Record: WireRecord>(
    _: Record.Type = Record.self
  ) throws(LayoutError) -> Record {
    try take(MemoryLayout<Record>.size).loadUnaligned(as: Record.self)
  }

  /// The next truth value.
  mutating func readBool() throws(LayoutError) -> Bool {
    switch try read(UInt8.self) {
    case 0: false
    case 1: true
    default: throw .wire("a truth value that is neither 0 nor 1")
    }
  }

  /// The next count or index.
  mutating func readCount() throws(LayoutError) -> Int { Int(try read(UInt32.self)) }

  /// A count of things that take at least `minimumSize` bytes each, so that an absurd one is refused
  /// before room for it is made.
  mutating func readCount(minimumSize: Int) throws(LayoutError) -> Int {
    let count = try readCount()
    guard count <= remaining / minimumSize else {
      throw .wire("a list of \(count) in \(remaining) bytes")
    }
    return count
  }

  /// The next list of records.
  mutating func readList<Record: WireRecord>(
    of _: Record.Type = Record.self
  ) throws(LayoutError) -> [Record] {
    let count = try readCount(minimumSize: MemoryLayout<Record>.stride)
    let bytes = try take(count * MemoryLayout<Record>.stride)
    return [Record](unsafeUninitializedCapacity: count) { room, initialized in
      UnsafeMutableRawBufferPointer(room).copyMemory(from: bytes)
      initialized = count
    }
  }

  /// The next text.
  mutating func readText() throws(LayoutError) -> String { try readText(cutTo: .max) }

  /// The next text, cut to `byteCount` bytes. What is beyond them is passed over and not read.
  mutating func readText(cutTo byteCount: Int) throws(LayoutError) -> String {
    let bytes = try take(try readCount())
    guard bytes.count > byteCount else {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .wire("text that is not UTF-8")
      }
      return text
    }
    var kept = byteCount
    // Back to the beginning of a scalar.
    while kept > 0, bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
    let start = UnsafeRawBufferPointer(rebasing: bytes[..<kept])
    guard let text = String(validating: start, as: UTF8.self) else {
      throw .wire("text that is not UTF-8")
    }
    return text.cut(toBytes: byteCount, missing: bytes.count - kept)
  }

  /// The next text, or nil.
  mutating func readOptionalText(
    cutTo byteCount: Int = .max
  ) throws(LayoutError) -> String? {
    try readBool() ? try readText(cutTo: byteCount) : nil
  }

  /// The next list, each element by `body`. No element is shorter than one byte.
  mutating func readList<Element>(
    _ body: (inout WireReader) throws(LayoutError) -> Element
  ) throws(LayoutError) -> [Element] {
    let count = try readCount(minimumSize: 1)
    guard count <= entriesLeft else { throw .wire("a message of too many entries") }
    entriesLeft -= count
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  /// The next list of texts.
  mutating func readTexts() throws(LayoutError) -> [String] {
    try readList { (reader) throws(LayoutError) in try reader.readText() }
  }

  /// Ends the message.
  ///
  /// - Throws: ``LayoutError`` `wire` when bytes are left over.
  func finish() throws(LayoutError) {
    guard remaining == 0 else { throw .wire("a message with \(remaining) bytes too many") }
  }
}
