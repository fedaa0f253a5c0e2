// SPDX-License-Identifier: Apache-2.0
//
// One frame's elements, borrowed from their buffer: comparison and conversion to values.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The answer of a layout, checked and sorted. Borrowed: valid until the buffer is filled again.
struct Answer {
  let records: UnsafeBufferPointer<layout_attributes>
  let transforms: UnsafeBufferPointer<layout_transform>
  let payload: UnsafeBufferPointer<UInt64>
  /// The copies of long blocks that several elements share; without it each has its own. An unowned
  /// reference, because answers are made and passed on the frame path, and the buffer outlives
  /// them.
  private unowned(unsafe) let longBlocks: LongBlocks?

  /// An answer in its own memory.
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
  @inline(__always)
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
    if x.transform | y.transform != 0, a.transform(of: x) != b.transform(of: y) { return false }
    let (one, other) = (a.words(of: x, count: wordCount), b.words(of: y, count: wordCount))
    guard one.count == other.count else { return false }
    for index in 0..<one.count where one[index] != other[index] { return false }
    return true
  }

  /// Returns the attributes at `index` in visible coordinates, mirrored if needed.
  @inline(__always)
  func attributes(at index: Int, kinds: KindTable, mirror: ContentMirror) -> LayoutAttributes {
    var record = records[index]
    record.frame = mirror.turn(record.frame)
    if record.transform | record.payload == 0 {
      return LayoutAttributes(record, kinds: kinds, words: PayloadWords())
    }
    return attributes(of: record, kinds: kinds, mirror: mirror)
  }

  /// Returns the attributes of a record, turned already, with its transform and its custom fields.
  @inline(never)
  private func attributes(
    of record: layout_attributes, kinds: KindTable, mirror: ContentMirror
  ) -> LayoutAttributes {
    let transform = transform(of: record)
    let words = words(of: record, count: kinds.wordCounts[Int(record.kind)])
    return LayoutAttributes(
      record, kinds: kinds,
      words: PayloadWords(
        copying: words, tail: tail(of: record, words),
        transform: mirror.isActive ? transform?.mirrored : transform))
  }

  /// The one copy of the long words of a record's block; nil for a short block.
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

// MARK: - Payload words
//
// The parts of an attributes record that are outside of it: the custom fields and the transform,
// copied.

/// The words of a payload block and a transform. Four words, enough for the standard decoration,
/// are stored inline; longer blocks share one copy for all elements of an answer with that block.
package struct PayloadWords: Equatable, Sendable {
  /// A transform. Immutable, hence shared freely.
  private final class Box: Sendable {
    let transform: Transform3D

    init(_ transform: Transform3D) { self.transform = transform }
  }

  /// The words that are held in the value itself.
  package static let inlineCount = 4
  private var head: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  package private(set) var count = 0
  /// The words behind ``head``. Copies of the value share them.
  package private(set) var tail: [UInt64] = []
  private var box: Box?

  /// No fields and no transform.
  package init() {}

  /// Copies a block and a transform out of an answer.
  ///
  /// - Parameter tail: An existing copy of the words after the first four, if any.
  package init(
    copying words: UnsafeBufferPointer<UInt64>, tail: [UInt64]? = nil,
    transform: Transform3D? = nil
  ) {
    count = words.count
    if count > 0 { head.0 = words[0] }
    if count > 1 { head.1 = words[1] }
    if count > 2 { head.2 = words[2] }
    if count > 3 { head.3 = words[3] }
    if count > Self.inlineCount { self.tail = tail ?? Self.tail(of: words) }
    if let transform { box = Box(transform) }
  }

  /// A copy of the words behind the first four.
  package static func tail(of words: UnsafeBufferPointer<UInt64>) -> [UInt64] {
    Array(words.dropFirst(inlineCount))
  }

  /// True when it is not empty.
  package var isSet: Bool { count > 0 || box != nil }

  /// The transform, when the record has one.
  package var transform: Transform3D? {
    get { box?.transform }
    set { box = newValue.map(Box.init) }
  }

  /// The word at `index`, which is below `count`.
  package subscript(index: Int) -> UInt64 {
    switch index {
    case 0: head.0
    case 1: head.1
    case 2: head.2
    case 3: head.3
    default: index < count ? tail[index - Self.inlineCount] : 0
    }
  }

  /// - Complexity: O(1) when both share their long words, else O(words).
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.head == b.head && a.tail == b.tail
      && (a.box === b.box || a.box?.transform == b.box?.transform)
  }
}

// MARK: - Kinds
//
// The kinds of elements of one layout, by the small numbers that its records carry.

/// Names, categories and fields of a layout's kinds. All attributes values of the layout share it,
/// so that they need no text.
package final class KindTable: Sendable {
  package let kinds: [KindDescriptor]
  /// Words of one payload block, by kind.
  package let wordCounts: [Int]

  package init(_ kinds: [KindDescriptor]) {
    self.kinds = kinds
    wordCounts = kinds.map(\.wordCount)
  }

  /// The cell only: the kinds of attributes that an app makes for a cell.
  package static let cell = KindTable([KindDescriptor(name: "cell", category: .cell, fields: [])])

  /// The number of the kind with this name in this category.
  package func index(of name: String, in category: ElementCategory) -> UInt16? {
    kinds.firstIndex { $0.category == category && $0.name == name }.map(UInt16.init)
  }
}
