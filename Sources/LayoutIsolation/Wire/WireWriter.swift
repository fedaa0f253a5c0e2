// SPDX-License-Identifier: Apache-2.0
//
// Writes a message's head into memory of fixed length.

import LayoutModel

/// Appends values to borrowed memory and stays inside it.
///
/// Running out of room does not throw at each value: the writer remembers it, writes nothing more,
/// and whoever sends the message asks ``isComplete`` once.
struct WireWriter {
  private let memory: UnsafeMutableRawBufferPointer
  /// Bytes written so far.
  private(set) var count = 0
  /// False once a value did not fit.
  private(set) var isComplete = true

  /// A writer at the start of `memory`, which outlives it.
  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// Claims the next `length` bytes; nil when they do not fit.
  private mutating func claim(_ length: Int) -> UnsafeMutableRawBufferPointer? {
    guard isComplete, length <= memory.count - count else {
      isComplete = false
      return nil
    }
    defer { count += length }
    return UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + length)])
  }

  /// Appends one record.
  mutating func write<Record: WireRecord>(_ record: Record) {
    claim(MemoryLayout<Record>.size)?.storeBytes(of: record, as: Record.self)
  }

  /// Appends a truth value as one byte.
  mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }

  /// Appends a count or an index, as 32 bits.
  mutating func write(count value: Int) {
    guard let small = UInt32(exactly: value) else {
      isComplete = false
      return
    }
    write(small)
  }

  /// Appends the number of records and the records.
  mutating func write<Record: WireRecord>(_ records: [Record]) {
    write(count: records.count)
    records.withUnsafeBytes { bytes in claim(bytes.count)?.copyMemory(from: bytes) }
  }

  /// Appends the number of bytes and the UTF-8 bytes.
  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      write(count: bytes.count)
      claim(bytes.count)?.copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends a text that may be missing.
  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  /// Appends each element with `body` after their number.
  mutating func write<Element>(
    each elements: [Element], _ body: (inout WireWriter, Element) -> Void
  ) {
    write(count: elements.count)
    for element in elements { body(&self, element) }
  }
}
