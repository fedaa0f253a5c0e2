// SPDX-License-Identifier: Apache-2.0
//
// Memory that is lent for one answer: exactly the announced capacity, with guard bytes on both
// sides.

import Glibc
import LayoutABI
import LayoutRuntime

/// One array of a room. Owned memory, freed in `deinit`.
private struct MarkedArray<Element>: ~Copyable {
  private static var markCount: Int { 512 }
  private static var mark: UInt8 { 0xC9 }
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  /// Nil for a capacity of 0, so that a layout gets a null pointer.
  let base: UnsafeMutablePointer<Element>?

  init(_ capacity: Int) {
    byteCount = capacity * MemoryLayout<Element>.stride
    memory = .allocate(byteCount: byteCount + 2 * Self.markCount, alignment: 16)
    // All of it is filled with guard bytes, so that an entry that is counted but not written shows
    // too.
    memset(memory, Int32(Self.mark), byteCount + 2 * Self.markCount)
    let start = memory + Self.markCount
    base = capacity == 0 ? nil : start.bindMemory(to: Element.self, capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// True when the guard bytes on both sides are unchanged.
  var isWhole: Bool {
    let bytes = UnsafeRawBufferPointer(start: memory, count: byteCount + 2 * Self.markCount)
    return bytes.prefix(Self.markCount).allSatisfy { $0 == Self.mark }
      && bytes.suffix(Self.markCount).allSatisfy { $0 == Self.mark }
  }
}

/// Room for an answer of known counts.
final class Room {
  let capacity: AnswerCounts
  /// The table that was lent, as the layout left it.
  private(set) var answer: layout_answer
  private let records: MarkedArray<layout_attributes>
  private let transforms: MarkedArray<layout_transform>
  private let payload: MarkedArray<UInt64>

  init(_ capacity: AnswerCounts) {
    self.capacity = capacity
    records = MarkedArray(capacity.records)
    transforms = MarkedArray(capacity.transforms)
    payload = MarkedArray(capacity.payload)
    answer = .sized()
    answer.record_capacity = UInt32(capacity.records)
    answer.records = records.base
    answer.transform_capacity = UInt32(capacity.transforms)
    answer.transforms = transforms.base
    answer.payload_capacity = UInt32(capacity.payload)
    answer.payload = payload.base
  }

  /// Lends the room for one call.
  func lend(_ call: (UnsafeMutablePointer<layout_answer>) -> layout_status) -> layout_status {
    call(&answer)
  }

  /// The counts that were written, or that are needed.
  var counts: AnswerCounts { AnswerCounts(answer) }

  /// True when nothing was written before or behind the room.
  var isWhole: Bool { records.isWhole && transforms.isWhole && payload.isWhole }

  /// True when the pointers and capacities of the table are unchanged.
  var isUnchanged: Bool {
    answer.records == records.base && answer.transforms == transforms.base
      && answer.payload == payload.base && Int(answer.record_capacity) == capacity.records
      && Int(answer.transform_capacity) == capacity.transforms
      && Int(answer.payload_capacity) == capacity.payload
  }

  /// The content of the room, never more than its capacity.
  var content: RawAnswer {
    func read<Element>(_ base: UnsafeMutablePointer<Element>?, _ count: Int, _ room: Int)
      -> [Element]
    { Array(UnsafeBufferPointer(start: base, count: base == nil ? 0 : min(count, room))) }
    return RawAnswer(
      records: read(records.base, counts.records, capacity.records),
      transforms: read(transforms.base, counts.transforms, capacity.transforms),
      payload: read(payload.base, counts.payload, capacity.payload))
  }
}
