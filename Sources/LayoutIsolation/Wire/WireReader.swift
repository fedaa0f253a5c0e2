// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes a message's head, with every access inside its bounds, and the long arrays that follow it.

import CLayoutSystem
import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - Reading

/// A reader that takes values from the front of borrowed memory.
///
/// Each byte is read once, and no value is trusted: lengths are checked against the remaining bytes before anything
/// is allocated, text is checked to be UTF-8, truth values to be 0 or 1.
///
/// Memory safety: every read is checked against the remaining bytes. The memory comes in as a pointer, which is
/// unsafe by its type: it outlives the reader.
@safe
struct WireReader {
  private let memory: UnsafeRawBufferPointer
  private var offset = 0
  /// The number of entries that lists in the rest of the message may have together.
  private var entriesLeft: Int

  /// Creates a reader at the start of `memory`, which outlives it.
  ///
  /// - Parameter entryLimit: The number of entries that all lists of the message may have together. An entry of one
  ///   byte may take a hundred bytes once it is decoded.
  init(_ memory: UnsafeRawBufferPointer, entryLimit: Int = .max) {
    unsafe (self.memory, entriesLeft) = unsafe (memory, entryLimit)
  }

  /// The number of bytes not read yet.
  var remaining: Int { unsafe memory.count - offset }

  private mutating func take(_ length: Int) throws(LayoutError) -> UnsafeRawBufferPointer {
    guard length <= remaining else {
      throw .wire("a message ends \(length - remaining) bytes too early")
    }
    defer { offset += length }
    return unsafe UnsafeRawBufferPointer(rebasing: memory[offset..<(offset + length)])
  }

  /// Reads the next record.
  mutating func read<Record: WireRecord>(
    _: Record.Type = Record.self
  ) throws(LayoutError) -> Record {
    unsafe try take(MemoryLayout<Record>.size).loadUnaligned(as: Record.self)
  }

  /// Reads the next truth value.
  mutating func readBool() throws(LayoutError) -> Bool {
    switch try read(UInt8.self) {
    case 0: false
    case 1: true
    default: throw .wire("a truth value that is neither 0 nor 1")
    }
  }

  /// Reads the next count or index.
  mutating func readCount() throws(LayoutError) -> Int { Int(try read(UInt32.self)) }

  /// Reads a count of entries that take at least `minimumSize` bytes each, so that an impossible count is refused
  /// before memory for it is allocated.
  mutating func readCount(minimumSize: Int) throws(LayoutError) -> Int {
    let count = try readCount()
    guard count <= remaining / minimumSize else {
      throw .wire("a list of \(count) in \(remaining) bytes")
    }
    return count
  }

  /// Reads the next list of records.
  mutating func readList<Record: WireRecord>(
    of _: Record.Type = Record.self
  ) throws(LayoutError) -> [Record] {
    let count = try readCount(minimumSize: MemoryLayout<Record>.stride)
    let bytes = unsafe try take(count * MemoryLayout<Record>.stride)
    return unsafe [Record](unsafeUninitializedCapacity: count) { room, initialized in
      unsafe UnsafeMutableRawBufferPointer(room).copyMemory(from: bytes)
      initialized = count
    }
  }

  /// Reads the next text.
  mutating func readText() throws(LayoutError) -> String { try readText(cutTo: .max) }

  /// Reads the next text, cut to `byteCount` bytes. The bytes beyond them are skipped.
  mutating func readText(cutTo byteCount: Int) throws(LayoutError) -> String {
    let bytes = unsafe try take(try readCount())
    guard bytes.count > byteCount else {
      guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
        throw .wire("text that is not UTF-8")
      }
      return text
    }
    var kept = byteCount
    // Back to the start of a scalar.
    while kept > 0, unsafe bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
    let start = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<kept])
    guard let text = unsafe String(validating: start, as: UTF8.self) else {
      throw .wire("text that is not UTF-8")
    }
    return text.cut(toBytes: byteCount, missing: bytes.count - kept)
  }

  /// Reads the next text, or nil.
  mutating func readOptionalText(
    cutTo byteCount: Int = .max
  ) throws(LayoutError) -> String? {
    try readBool() ? try readText(cutTo: byteCount) : nil
  }

  /// Reads the next list, each element by `body`. No element is shorter than one byte.
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

  /// Reads the next list of texts.
  mutating func readTexts() throws(LayoutError) -> [String] {
    try readList { (reader) throws(LayoutError) in try reader.readText() }
  }

  /// Ends the message.
  ///
  /// - Throws: ``LayoutError`` `wire` if bytes are left over.
  func finish() throws(LayoutError) {
    guard remaining == 0 else { throw .wire("a message with \(remaining) bytes too many") }
  }
}

// MARK: - Writing
//
// Writes a message's head into memory of fixed length.

/// A writer that appends values to borrowed memory and stays inside it.
///
/// A lack of room does not throw at each value: the writer records it and writes nothing more, and the sender of the
/// message checks ``isComplete`` once.
///
/// Memory safety: every write is checked against the remaining room. The memory comes in as a pointer, which is
/// unsafe by its type: it outlives the writer.
@safe
struct WireWriter {
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes written so far.
  private(set) var count = 0
  /// False once a value did not fit.
  private(set) var isComplete = true

  /// Creates a writer at the start of `memory`, which outlives it.
  init(_ memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = unsafe memory }

  /// Claims the next `length` bytes; nil if they do not fit.
  private mutating func claim(_ length: Int) -> UnsafeMutableRawBufferPointer? {
    guard isComplete, unsafe length <= memory.count - count else {
      isComplete = false
      return nil
    }
    defer { count += length }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + length)])
  }

  /// Appends one record.
  mutating func write<Record: WireRecord>(_ record: Record) {
    unsafe claim(MemoryLayout<Record>.size)?.storeBytes(of: record, as: Record.self)
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
    unsafe records.withUnsafeBytes { bytes in unsafe claim(bytes.count)?.copyMemory(from: bytes) }
  }

  /// Appends the number of bytes and the UTF-8 bytes.
  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      write(count: bytes.count)
      unsafe claim(bytes.count)?.copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends a text that may be nil.
  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  /// Appends the number of elements, then each element with `body`.
  mutating func write<Element>(
    each elements: [Element], _ body: (inout WireWriter, Element) -> Void
  ) {
    write(count: elements.count)
    for element in elements { body(&self, element) }
  }
}

// MARK: - Long arrays

/// The bulk data of a request.
enum BulkLoad {
  case none
  /// The number of items of each section, if they are listed.
  case counts([UInt32])
  /// Elements: records, transforms and payload, end to end.
  case elements(AnswerBuffer)
  /// The state of a layout.
  case bytes([UInt8])

  var byteCount: Int {
    switch self {
    case .none: 0
    case .counts(let counts): counts.count * MemoryLayout<UInt32>.stride
    case .elements(let buffer): buffer.counts.byteCount
    case .bytes(let bytes): bytes.count
    }
  }

  /// Writes the data to the start of `room`, which must be long enough.
  func copy(to room: UnsafeMutableRawBufferPointer) {
    switch self {
    case .none: break
    case .counts(let counts): unsafe counts.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    case .elements(let buffer): unsafe buffer.copyElements(to: room)
    case .bytes(let bytes): unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    }
  }
}

extension AnswerBuffer {
  /// Copies the three arrays end to end.
  func copyElements(to room: UnsafeMutableRawBufferPointer) {
    var rest = unsafe room
    unsafe rest.append(UnsafeRawBufferPointer(records))
    unsafe rest.append(UnsafeRawBufferPointer(transforms))
    unsafe rest.append(UnsafeRawBufferPointer(payload))
  }

  /// Copies elements that lie end to end in `bulk`, after the counts were checked against it. The elements are not
  /// checked.
  func take(_ counts: AnswerCounts, from bulk: UnsafeRawBufferPointer) throws(LayoutError) {
    try reserve(counts)
    unsafe bulk.copy(counts, into: makeAnswer())
    commit(counts)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Copies `bytes` to the front and moves the start behind them.
  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) {
    unsafe copyMemory(from: bytes)
    unsafe self = unsafe UnsafeMutableRawBufferPointer(rebasing: self[bytes.count...])
  }
}

extension UnsafeRawBufferPointer {
  /// Copies the three arrays, which lie end to end here, into the room of an answer. A fence follows, so that later
  /// checks read the copy.
  fileprivate func copy(_ counts: AnswerCounts, into answer: layout_answer) {
    var rest = unsafe self
    unsafe rest.move(counts.records, to: answer.records)
    unsafe rest.move(counts.transforms, to: answer.transforms)
    unsafe rest.move(counts.payload, to: answer.payload)
    layout_sys_fence()
  }

  /// Copies the first `count` elements and moves the start behind them.
  private mutating func move<Element>(_ count: Int, to target: UnsafeMutablePointer<Element>?) {
    let length = count * MemoryLayout<Element>.stride
    unsafe UnsafeMutableRawBufferPointer(start: target, count: length)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: self[..<length]))
    unsafe self = unsafe UnsafeRawBufferPointer(rebasing: self[length...])
  }
}
