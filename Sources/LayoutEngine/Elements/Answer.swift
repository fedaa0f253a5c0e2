// SPDX-License-Identifier: Apache-2.0
//
// One frame's elements, borrowed from their buffer: compared, and turned into values.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The answer of a layout, checked and sorted. Borrowed: valid until the buffer is filled again.
struct Answer {
  let records: UnsafeBufferPointer<layout_attributes>
  let transforms: UnsafeBufferPointer<layout_transform>
  let payload: UnsafeBufferPointer<UInt64>
  /// The copies of long blocks that several elements name; without it each has its own. Not
  /// counted as a reference, because answers are made and passed on the frame path: the
  /// buffer outlives them.
  private unowned(unsafe) let longBlocks: LongBlocks?

  /// An answer of one's own memory.
  init(
    records: UnsafeBufferPointer<layout_attributes>,
    transforms: UnsafeBufferPointer<layout_transform>, payload: UnsafeBufferPointer<UInt64>,
    longBlocks: LongBlocks? = nil
  ) {
    self.records = records
    self.transforms = transforms
    self.payload = payload
    self.longBlocks = longBlocks
  }

  init(_ buffer: AnswerBuffer) {
    self.init(
      records: buffer.records, transforms: buffer.transforms, payload: buffer.payload,
      longBlocks: buffer.longBlocks)
  }

  /// The payload block of a record; empty when it has none.
  func words(of record: layout_attributes, count: Int) -> UnsafeBufferPointer<UInt64> {
    guard record.payload != 0, count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    let first = Int(record.payload) - 1
    return UnsafeBufferPointer(rebasing: payload[first..<first + count])
  }

  /// The transform of a record, when it has one.
  func transform(of record: layout_attributes) -> Transform3D? {
    record.transform == 0 ? nil : Transform3D(transforms[Int(record.transform) - 1])
  }

  /// Returns true when a view would look the same with either of two records of the same key.
  @inline(__always)
  static func looksEqual(
    _ a: Answer, _ i: Int, _ b: Answer, _ j: Int, _ wordCounts: [Int]
  ) -> Bool {
    let (x, y) = (a.records[i], b.records[j])
    guard x.frame == y.frame, x.alpha == y.alpha, x.z_index == y.z_index, x.flags == y.flags else {
      return false
    }
    if x.transform | y.transform | x.payload | y.payload == 0 { return true }
    return extrasEqual(a, x, b, y, wordCounts[Int(y.kind)])
  }

  private static func extrasEqual(
    _ a: Answer, _ x: layout_attributes, _ b: Answer, _ y: layout_attributes, _ wordCount: Int
  ) -> Bool {
    a.transform(of: x) == b.transform(of: y)
      && a.words(of: x, count: wordCount).elementsEqual(b.words(of: y, count: wordCount))
  }

  /// The attributes at `index` as people see them, on the mirror's side.
  func attributes(at index: Int, kinds: KindTable, mirror: ContentMirror) -> LayoutAttributes {
    var record = records[index]
    record.frame = mirror.turn(record.frame)
    if record.transform | record.payload == 0 {
      return LayoutAttributes(record, kinds: kinds, words: PayloadWords())
    }
    let transform = transform(of: record)
    let words = words(of: record, count: kinds.wordCounts[Int(record.kind)])
    return LayoutAttributes(
      record, kinds: kinds,
      words: PayloadWords(
        copying: words, tail: tail(of: record, words),
        transform: mirror.isActive ? transform?.mirrored : transform))
  }

  /// The one copy of the long words of a record's block; nil when they are few.
  private func tail(
    of record: layout_attributes, _ words: UnsafeBufferPointer<UInt64>
  ) -> [UInt64]? {
    guard words.count > PayloadWords.inlineCount else { return nil }
    return longBlocks?.copy(at: record.payload, kind: record.kind) { PayloadWords.tail(of: words) }
  }

  /// The index of the element with this key. O(log n).
  func index(of key: ElementKey) -> Int? {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].key == key ? low : nil
  }
}
