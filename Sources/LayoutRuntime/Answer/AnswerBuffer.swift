// SPDX-License-Identifier: Apache-2.0
//
// The host's own memory for a layout's answer, kept from frame to frame so that nothing is
// allocated.

import LayoutABI
import LayoutModel

/// Records, transforms and payload of one answer. Keeps its capacity.
///
/// Only elements that passed the trust border are visible here; after a failed call the buffer is
/// empty.
public final class AnswerBuffer {
  let recordArray = GuardedArray<layout_attributes>()
  /// The target of a sort. It exchanges memory with `recordArray`, so it is guarded too.
  let spareArray = GuardedArray<layout_attributes>()
  let transformArray = GuardedArray<layout_transform>()
  let payloadArray = GuardedArray<UInt64>()
  let sorter = RecordSorter()
  let checkedBlocks = CheckedBlocks()
  /// Copies of the long payload blocks, for the code that reads the elements.
  package let longBlocks = LongBlocks()

  /// The number of elements.
  public internal(set) var count = 0
  /// Elements that were dropped from the last answer because they lay outside of its rectangle.
  public package(set) var outsideCount = 0
  var transformCount = 0
  var payloadCount = 0
  /// The room that the last non-empty content used.
  private var used = AnswerCounts()
  /// The payload words of the fields that were last copied from another buffer.
  var lastBlock = 0..<0

  /// Creates a buffer without memory; the first answer allocates some.
  public init() {}

  /// The elements, ascending by category, section, item, kind. Valid until the buffer is filled
  /// again.
  public var records: UnsafeBufferPointer<layout_attributes> {
    unsafe UnsafeBufferPointer(start: recordArray.base, count: count)
  }

  /// The transforms. The member `transform` of a record is 1 + an index into them.
  public var transforms: UnsafeBufferPointer<layout_transform> {
    unsafe UnsafeBufferPointer(start: transformArray.base, count: transformCount)
  }

  /// The payload words. The member `payload` of a record is 1 + the index of its first word here.
  public var payload: UnsafeBufferPointer<UInt64> {
    unsafe UnsafeBufferPointer(start: payloadArray.base, count: payloadCount)
  }
}

/// The part of each of the three arrays that an answer uses, or needs.
package struct AnswerCounts: Equatable, Sendable {
  package var records: Int
  package var transforms: Int
  /// The number of payload words.
  package var payload: Int

  package init(records: Int = 0, transforms: Int = 0, payload: Int = 0) {
    self.records = records
    self.transforms = transforms
    self.payload = payload
  }

  /// Reads the counts that a plugin wrote into its answer.
  package init(_ answer: layout_answer) {
    self.init(
      records: Int(answer.record_count), transforms: Int(answer.transform_count),
      payload: Int(answer.payload_count))
  }
}

extension AnswerBuffer {
  /// The counts that the content uses of each array.
  package var counts: AnswerCounts {
    AnswerCounts(records: count, transforms: transformCount, payload: payloadCount)
  }

  /// The counts that fit without growing.
  package var capacity: AnswerCounts {
    AnswerCounts(
      records: recordArray.capacity, transforms: transformArray.capacity,
      payload: payloadArray.capacity)
  }

  /// Makes room for at least `counts`. The content of the buffer is lost.
  package func reserve(_ counts: AnswerCounts) throws(LayoutError) {
    clear()
    try recordArray.reserve(counts.records)
    try transformArray.reserve(counts.transforms)
    try payloadArray.reserve(counts.payload)
  }

  /// Removes the content. Keeps the memory, unless the content used only a small part of much
  /// memory.
  public func clear() {
    // A buffer is cleared more than once on the way to its next answer.
    if count > 0 { used = counts }
    recordArray.giveBack(unlessUsed: used.records)
    spareArray.giveBack(unlessUsed: used.records)
    transformArray.giveBack(unlessUsed: used.transforms)
    payloadArray.giveBack(unlessUsed: used.payload)
    count = 0
    outsideCount = 0
    transformCount = 0
    payloadCount = 0
    lastBlock = 0..<0
    longBlocks.removeAll()
  }

  /// Returns the table that lends room to a plugin. The current content counts as used.
  ///
  /// - Parameter room: The room to lend, at most ``capacity``; nil for all of it.
  package func makeAnswer(lending room: AnswerCounts? = nil) -> layout_answer {
    let room = room ?? capacity
    recordArray.lend(room.records)
    transformArray.lend(room.transforms)
    payloadArray.lend(room.payload)
    var answer = layout_answer.sized()
    answer.record_capacity = UInt32(clamping: room.records)
    unsafe answer.records = unsafe recordArray.base
    answer.record_count = UInt32(clamping: count)
    answer.transform_capacity = UInt32(clamping: room.transforms)
    unsafe answer.transforms = unsafe transformArray.base
    answer.transform_count = UInt32(clamping: transformCount)
    answer.payload_capacity = UInt32(clamping: room.payload)
    unsafe answer.payload = unsafe payloadArray.base
    answer.payload_count = UInt32(clamping: payloadCount)
    return answer
  }

  /// The name of the array past whose end the plugin wrote, or nil if all guards are whole.
  package var damagedArray: String? {
    if !recordArray.isWhole { return "records" }
    if !transformArray.isWhole { return "transforms" }
    return payloadArray.isWhole ? nil : "payload"
  }
}

// MARK: - Custom fields
//
// Reads the custom fields of an element from the payload.

extension AnswerBuffer {
  /// Returns the custom fields of the element at `index`, in the order in which its kind declares
  /// them; empty if the element has none.
  ///
  /// - Complexity: O(fields). Allocates when there are any.
  public func fields(of index: Int, in descriptor: LayoutDescriptor) -> [LayoutValue] {
    let record = unsafe records[index]
    guard record.payload > 0 else { return [] }
    var place = Int(record.payload) - 1
    return descriptor.kinds[Int(record.kind)].fields.map { field in
      defer { place += field.wordCount }
      return field.value { unsafe payload[place + $0] }
    }
  }
}

extension FieldDescriptor {
  /// Returns the field's value from its words in a payload block. `word` returns the first of them
  /// for 0.
  package func value(of word: (Int) -> UInt64) -> LayoutValue {
    func number(_ index: Int) -> Double { Double(bitPattern: word(index)) }
    func integer() -> Int64 { Int64(bitPattern: word(0)) }
    return switch type {
    case .bool: .bool(integer() != 0)
    case .integer: .integer(integer())
    case .number: .number(number(0))
    case .enumeration: .enumeration(Int(integer()))
    case .point: .point(Point(x: number(0), y: number(1)))
    case .size: .size(Size(width: number(0), height: number(1)))
    case .insets:
      .insets(Insets(top: number(0), left: number(1), bottom: number(2), right: number(3)))
    case .index: .index(UInt32(clamping: integer()))
    case .none, .text, .array: .none
    }
  }
}

// MARK: - Filled by the host
//
// Adds elements that the host chose, in the form of a layout's answer.

extension AnswerBuffer {
  /// Adds an element after the others. The buffer is not sorted.
  ///
  /// - Parameters:
  ///   - record: The record. Its members `transform` and `payload` are set to the places in this
  ///     buffer.
  ///   - transform: The transform about the centre of the frame; nil for none.
  ///   - payload: The words of its kind's fields; empty for none.
  /// - Throws: `out-of-memory`; the buffer is then as it was.
  /// - Complexity: O(words) amortised. Allocates nothing once the buffer is warm.
  public func append(
    _ record: layout_attributes, transform: layout_transform? = nil,
    payload words: some Collection<UInt64> = EmptyCollection()
  ) throws(LayoutError) {
    try recordArray.grow(to: count + 1, keeping: count)
    if transform != nil { try transformArray.grow(to: transformCount + 1, keeping: transformCount) }
    try payloadArray.grow(to: payloadCount + words.count, keeping: payloadCount)
    let place = words.isEmpty ? 0 : UInt32(clamping: payloadCount + 1)
    for word in words {
      unsafe payloadArray.base?[payloadCount] = word
      payloadCount += 1
    }
    put(record, transform, payload: place)
  }

  /// Adds an element after the others. It shares the payload block of an element that is already
  /// here.
  ///
  /// - Parameter payload: The member `payload` of that element's record.
  /// - Throws: `out-of-memory`; the buffer is then as it was.
  package func append(
    _ record: layout_attributes, transform: layout_transform?, sharing payload: UInt32
  ) throws(LayoutError) {
    try recordArray.grow(to: count + 1, keeping: count)
    if transform != nil { try transformArray.grow(to: transformCount + 1, keeping: transformCount) }
    put(record, transform, payload: payload)
  }

  /// Writes an element. The buffer must have room for it.
  private func put(
    _ record: layout_attributes, _ transform: layout_transform?, payload: UInt32
  ) {
    var record = record
    (record.transform, record.payload) = (0, payload)
    if let transform {
      unsafe transformArray.base?[transformCount] = transform
      transformCount += 1
      record.transform = UInt32(clamping: transformCount)
    }
    unsafe recordArray.base?[count] = record
    count += 1
  }

  /// Adds a copy of the element at `index` of another buffer, with its transform and its fields. Fields
  /// that equal those of the element copied before are stored once.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the layout that answered `other`. It gives the number of
  ///     words that the fields of a kind take.
  ///   - path: The path of the copy; nil keeps the element's own.
  /// - Throws: `out-of-memory`; the buffer is then as it was.
  public func append(
    _ index: Int, of other: AnswerBuffer, in descriptor: LayoutDescriptor,
    at path: layout_path? = nil
  ) throws(LayoutError) {
    var record = unsafe other.records[index]
    if let path { (record.section, record.item) = (path.section, path.item) }
    let transform = unsafe record.transform > 0 ? other.transforms[Int(record.transform) - 1] : nil
    guard record.payload > 0 else { return try append(record, transform: transform) }
    let first = Int(record.payload) - 1
    let words = unsafe other.payload[first..<(first + descriptor.kinds[Int(record.kind)].wordCount)]
    if unsafe payload[lastBlock].elementsEqual(words), unsafe !words.isEmpty {
      let place = UInt32(clamping: lastBlock.lowerBound + 1)
      return try append(record, transform: transform, sharing: place)
    }
    let start = payloadCount
    unsafe try append(record, transform: transform, payload: words)
    lastBlock = start..<payloadCount
  }
}
