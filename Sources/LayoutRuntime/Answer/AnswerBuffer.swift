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
  let checkedBlocks = CheckedBlocks()
  /// Copies of the long payload blocks, for those who read the elements.
  package let longBlocks = LongBlocks()

  /// The number of elements.
  public internal(set) var count = 0
  /// Elements that were dropped from the last answer because they lay outside of its rectangle.
  public package(set) var outsideCount = 0
  var transformCount = 0
  var payloadCount = 0
  /// The room that the last content took that was not empty.
  private var used = AnswerCounts()
  /// The words of the fields that were copied from another buffer last.
  var lastBlock = 0..<0

  /// A buffer without room; the first answer gives it some.
  public init() {}

  /// The elements, ascending by category, section, item, kind. Valid until the buffer is filled
  /// again.
  public var records: UnsafeBufferPointer<layout_attributes> {
    UnsafeBufferPointer(start: recordArray.base, count: count)
  }

  /// The transforms into which `transform` of a record points: 1 + index.
  public var transforms: UnsafeBufferPointer<layout_transform> {
    UnsafeBufferPointer(start: transformArray.base, count: transformCount)
  }

  /// The words into which `payload` of a record points: 1 + index of its first word.
  public var payload: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: payloadArray.base, count: payloadCount)
  }
}

/// The part of each of the three arrays that an answer uses, or needs.
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
  /// The counts of each array that the content takes.
  package var counts: AnswerCounts {
    AnswerCounts(records: count, transforms: transformCount, payload: payloadCount)
  }

  /// The counts that fit without growing.
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

  /// Forgets the content and keeps the room, unless the content was short for very much room.
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

  /// The table that lends room to a plugin; what the buffer holds counts as used.
  ///
  /// - Parameter room: How much is lent, at most ``capacity``; nil for all of it.
  package func makeAnswer(lending room: AnswerCounts? = nil) -> layout_answer {
    let room = room ?? capacity
    recordArray.lend(room.records)
    transformArray.lend(room.transforms)
    payloadArray.lend(room.payload)
    var answer = layout_answer.sized()
    answer.record_capacity = UInt32(clamping: room.records)
    answer.records = recordArray.base
    answer.record_count = UInt32(clamping: count)
    answer.transform_capacity = UInt32(clamping: room.transforms)
    answer.transforms = transformArray.base
    answer.transform_count = UInt32(clamping: transformCount)
    answer.payload_capacity = UInt32(clamping: room.payload)
    answer.payload = payloadArray.base
    answer.payload_count = UInt32(clamping: payloadCount)
    return answer
  }

  /// The name of the array behind which somebody wrote, or nil when all guards are whole.
  package var damagedArray: String? {
    if !recordArray.isWhole { return "records" }
    if !transformArray.isWhole { return "transforms" }
    return payloadArray.isWhole ? nil : "payload"
  }
}
