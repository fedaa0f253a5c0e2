// SPDX-License-Identifier: Apache-2.0
//
// The order of records: the key by which elements compare, and sorting by it, for layouts that
// answer in another order.

import LayoutABI
import LayoutModel

// MARK: - Keys
//
// The identity of an element among the elements of one frame, packed so that comparing is cheap.

/// Category, section, item and kind, ordered in this sequence.
///
/// Two integers instead of four members: a frame compares hundreds of keys and hashes none.
@frozen
public struct ElementKey: Comparable, Hashable, Sendable {
  /// Category and section.
  public let high: UInt64
  /// Item and kind.
  public let low: UInt64

  /// Creates the key of the element with this category, section, item and kind.
  @inlinable
  public init(category: UInt16, section: UInt32, item: UInt32, kind: UInt16) {
    high = UInt64(category) << 32 | UInt64(section)
    low = UInt64(item) << 16 | UInt64(kind)
  }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

extension layout_attributes {
  /// The element's identity in its frame.
  @inlinable
  public var key: ElementKey {
    ElementKey(category: category, section: section, item: item, kind: kind)
  }
}

extension layout_element {
  /// The element's identity in its frame.
  @inlinable
  public var key: ElementKey {
    ElementKey(category: category, section: section, item: item, kind: kind)
  }
}

// MARK: - Sorting

/// A natural merge sort over keys. It keeps its memory: a warm sort allocates nothing.
///
/// Most answers are partly sorted: a waterfall answers column by column, a flow layout with headers
/// section by section. Such an answer has a few ascending runs. The sort finds them and merges them
/// pairwise, so the cost is O(*n* · log of the runs), and O(*n*) without a move if there is only
/// one run.
final class RecordSorter {
  private struct Entry {
    var key: ElementKey
    var place: UInt32
  }

  private let entries = GuardedArray<Entry>()
  private let merged = GuardedArray<Entry>()

  /// Writes the records of `source` in ascending order to `target`. Stable.
  func sort(
    _ source: UnsafeBufferPointer<layout_attributes>,
    into target: UnsafeMutablePointer<layout_attributes>
  ) throws(LayoutError) {
    try entries.reserve(source.count)
    try merged.reserve(source.count)
    guard let first = unsafe entries.base, let second = unsafe merged.base else { return }
    for place in 0..<source.count {
      unsafe first[place] = unsafe Entry(
        key: source[place].key, place: UInt32(truncatingIfNeeded: place))
    }
    var (from, to) = unsafe (first, second)
    while unsafe Self.mergeRuns(from, source.count, into: to) > 1 { unsafe swap(&from, &to) }
    for place in 0..<source.count { unsafe target[place] = unsafe source[Int(to[place].place)] }
  }

  /// Merges neighbouring runs pairwise and returns the number of runs that remain.
  private static func mergeRuns(
    _ from: UnsafeMutablePointer<Entry>, _ count: Int, into to: UnsafeMutablePointer<Entry>
  ) -> Int {
    var runCount = 0
    var start = 0
    while start < count {
      let middle = unsafe endOfRun(from, start, count)
      let end = unsafe middle < count ? endOfRun(from, middle, count) : middle
      unsafe merge(from, start, middle, end, into: to)
      runCount += 1
      start = end
    }
    return runCount
  }

  private static func endOfRun(_ entries: UnsafeMutablePointer<Entry>, _ start: Int, _ count: Int)
    -> Int
  {
    var end = start + 1
    while end < count, unsafe !(entries[end].key < entries[end - 1].key) { end += 1 }
    return end
  }

  private static func merge(
    _ from: UnsafeMutablePointer<Entry>, _ start: Int, _ middle: Int, _ end: Int,
    into to: UnsafeMutablePointer<Entry>
  ) {
    var (left, right) = (start, middle)
    for place in start..<end {
      if unsafe right == end || (left < middle && !(from[right].key < from[left].key)) {
        unsafe to[place] = unsafe from[left]
        left += 1
      } else {
        unsafe to[place] = unsafe from[right]
        right += 1
      }
    }
  }
}

extension AnswerBuffer {
  /// True when the keys already ascend. Equal neighbours count as ascending.
  package var isAscending: Bool {
    let records = unsafe self.records
    guard records.count > 1 else { return true }
    var last = unsafe records[0].key
    for index in 1..<records.count {
      let key = unsafe records[index].key
      if key < last { return false }
      last = key
    }
    return true
  }

  /// Sorts the records by category, section, item and kind.
  package func sort() throws(LayoutError) {
    try spareArray.reserve(recordArray.capacity)
    guard let target = unsafe spareArray.base else { return }
    unsafe try sorter.sort(records, into: target)
    recordArray.exchange(with: spareArray)
  }
}
