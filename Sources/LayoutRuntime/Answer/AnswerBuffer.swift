// SPDX-License-Identifier: Apache-2.0
//
// The host's own room for a layout's answer, kept from frame to frame so that nothing is allocated.

import LayoutABI
import LayoutModel

/// Records, transforms and payload of one answer. Keeps its capacity.
///
/// Only what passed the trust border is visible here; after a failed call the buffer is empty.
public final class AnswerBuffer {
  let recordArray = GuardedArray<layout_attributes>()
  /// The other side of a sort; trades memory with `recordArray`, so it is guarded too.
  let spareArray = GuardedArray<layout_attributes>()
  let transformArray = GuardedArray<layout_transform>()
  let payloadArray = GuardedArray<UInt64>()
  let sorter = RecordSorter()

  /// The number of elements.
  public internal(set) var count = 0
  var transformCount = 0
  var payloadCount = 0

  /// A buffer without room; the first answer gives it some.
  public init() {}

  /// The elements, ascending by category, section, item, kind. Valid until the buffer is filled
  /// again.
  public var records: UnsafeBufferPointer<layout_attributes> {
    UnsafeBufferPointer(start: recordArray.base, count: count)
  }

  /// What `transform` of a record points into: 1 + index.
  public var transforms: UnsafeBufferPointer<layout_transform> {
    UnsafeBufferPointer(start: transformArray.base, count: transformCount)
  }

  /// What `payload` of a record points into: 1 + index of its first word.
  public var payload: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: payloadArray.base, count: payloadCount)
  }
}

/// How much of each of the three arrays an answer uses, or needs.
package struct AnswerCounts: Equatable, Sendable {
  package var records: Int
  package var transforms: Int
  /// In words.
  package var payload: Int

  package init(records: Int = 0, transforms: Int = 0, payload: Int = 0) {
    self.records = records
    self.transforms = transforms
    self.payload = payload
  }

  /// The counts that a plugin wrote into its answer.
  package init(_ answer: layout_answer) {
    self.init(
      records: Int(answer.record_count), transforms: Int(answer.transform_count),
      payload: Int(answer.payload_count))
  }
}

extension AnswerBuffer {
  /// How much fits without growing.
  package var capacity: AnswerCounts {
    AnswerCounts(
      records: recordArray.capacity, transforms: transformArray.capacity,
      payload: payloadArray.capacity)
  }

  /// Makes room for at least `counts`; what the buffer held is lost.
  package func reserve(_ counts: AnswerCounts) throws(LayoutError) {
    clear()
    try recordArray.reserve(counts.records)
    try transformArray.reserve(counts.transforms)
    try payloadArray.reserve(counts.payload)
  }

  /// Forgets the content and keeps the room.
  public func clear() {
    count = 0
    transformCount = 0
    payloadCount = 0
  }

  /// The table that lends the room to a plugin; what the buffer holds counts as used.
  package func makeAnswer() -> layout_answer {
    layout_answer(
      struct_size: UInt32(MemoryLayout<layout_answer>.size),
      record_capacity: UInt32(clamping: recordArray.capacity), records: recordArray.base,
      record_count: UInt32(clamping: count),
      transform_capacity: UInt32(clamping: transformArray.capacity),
      transforms: transformArray.base, transform_count: UInt32(clamping: transformCount),
      payload_capacity: UInt32(clamping: payloadArray.capacity), payload: payloadArray.base,
      payload_count: UInt32(clamping: payloadCount), reserved: 0)
  }

  /// The name of the array behind which somebody wrote, or nil when all guards are whole.
  package var damagedArray: String? {
    if !recordArray.isWhole { return "records" }
    if !transformArray.isWhole { return "transforms" }
    return payloadArray.isWhole ? nil : "payload"
  }
}
