// SPDX-License-Identifier: Apache-2.0
//
// Elements that the host chose, put into a buffer as a layout would have answered them.

import LayoutABI
import LayoutModel

extension AnswerBuffer {
  /// Adds an element behind the others. The buffer is not sorted.
  ///
  /// - Parameters:
  ///   - record: Its members `transform` and `payload` are set to what is stored here.
  ///   - transform: About the centre of the frame; nil for none.
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
      payloadArray.base?[payloadCount] = word
      payloadCount += 1
    }
    put(record, transform, payload: place)
  }

  /// Adds an element behind the others whose payload block another one here has already.
  ///
  /// - Parameter payload: What `payload` of that element's record is.
  /// - Throws: `out-of-memory`; the buffer is then as it was.
  package func append(
    _ record: layout_attributes, transform: layout_transform?, sharing payload: UInt32
  ) throws(LayoutError) {
    try recordArray.grow(to: count + 1, keeping: count)
    if transform != nil { try transformArray.grow(to: transformCount + 1, keeping: transformCount) }
    put(record, transform, payload: payload)
  }

  /// Writes an element for which there is room.
  private func put(
    _ record: layout_attributes, _ transform: layout_transform?, payload: UInt32
  ) {
    var record = record
    (record.transform, record.payload) = (0, payload)
    if let transform {
      transformArray.base?[transformCount] = transform
      transformCount += 1
      record.transform = UInt32(clamping: transformCount)
    }
    recordArray.base?[count] = record
    count += 1
  }

  /// Adds a copy of the element at `index` of another buffer, with its transform and its fields. Fields
  /// that equal those of the element copied before are stored once.
  ///
  /// - Parameters:
  ///   - descriptor: Of the layout that answered `other`: it tells how many words the fields of a kind
  ///     take.
  ///   - path: The path of the copy; nil keeps the element's own.
  /// - Throws: `out-of-memory`; the buffer is then as it was.
  public func append(
    _ index: Int, of other: AnswerBuffer, in descriptor: LayoutDescriptor,
    at path: layout_path? = nil
  ) throws(LayoutError) {
    var record = other.records[index]
    if let path { (record.section, record.item) = (path.section, path.item) }
    let transform = record.transform > 0 ? other.transforms[Int(record.transform) - 1] : nil
    guard record.payload > 0 else { return try append(record, transform: transform) }
    let first = Int(record.payload) - 1
    let words = other.payload[first..<(first + descriptor.kinds[Int(record.kind)].wordCount)]
    if payload[lastBlock].elementsEqual(words), !words.isEmpty {
      let place = UInt32(clamping: lastBlock.lowerBound + 1)
      return try append(record, transform: transform, sharing: place)
    }
    let start = payloadCount
    try append(record, transform: transform, payload: words)
    lastBlock = start..<payloadCount
  }
}
