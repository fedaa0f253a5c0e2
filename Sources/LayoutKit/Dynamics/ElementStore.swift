// SPDX-License-Identifier: Apache-2.0
//
// A layout's own copy of an answer, for layouts that change the elements of another layout.

import LayoutABI

/// Elements answered into memory of the layout itself, which is kept between uses, with their
/// transforms and custom fields.
///
/// Memory safety: it owns the memory, and every index from a caller is checked.
@safe
public struct ElementStore: ~Copyable {
  private let room: UnsafeMutablePointer<layout_answer>
  private var records: UnsafeMutablePointer<layout_attributes>
  private var capacity = 256
  private var looks = ElementLooks()
  /// The number of elements of the last answer.
  public private(set) var count = 0

  /// An empty store.
  public init() {
    unsafe room = .allocate(capacity: 1)
    unsafe records = .allocate(capacity: capacity)
  }

  deinit {
    unsafe records.deallocate()
    unsafe room.deallocate()
  }

  /// The element at `index` of the answer.
  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> layout_attributes {
    precondition(index >= 0 && index < count, "no such element in the store")
    return unsafe records[index]
  }

  /// Replaces the content with the elements that `body` answers, ascending by category, section,
  /// item and kind.
  /// - Parameter body: Called once, or twice when more room is needed.
  /// - Complexity: That of `body`, and a sort if it does not answer in order.
  public mutating func fill(
    _ body: (inout Answer) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    // The compiler makes a copy of this for each caller, so code that does not need `body` is
    // outside.
    count = 0
    for _ in 0..<2 {
      var answer = emptied()
      try body(&answer)
      if answer.finish() == LAYOUT_OK { return settle() }
      grow()
    }
    throw .failed("a layout answered differently when asked again")
  }

  /// Returns an answer into the room.
  @inline(never)
  private func emptied() -> Answer {
    unsafe room.initialize(to: .sized())
    unsafe room.pointee.records = unsafe records
    unsafe room.pointee.record_capacity = UInt32(truncatingIfNeeded: capacity)
    unsafe looks.lend(to: &room.pointee)
    return unsafe Answer(room)
  }

  /// Makes room for elements that did not fit.
  @inline(never)
  private mutating func grow() {
    let needed = unsafe Int(room.pointee.record_count)
    if needed > capacity {
      unsafe records.deallocate()
      capacity = max(needed, 2 * capacity)
      unsafe records = .allocate(capacity: capacity)
    }
    unsafe looks.reserve(for: room.pointee)
  }

  /// Completes the answer: stores its count, and sorts the elements.
  @inline(never)
  private mutating func settle() {
    count = unsafe Int(room.pointee.record_count)
    unsafe looks.findEnds(of: records, count: count, wordCount: Int(room.pointee.payload_count))
    sort()
  }

  /// The path of the first cell; nil without cells.
  public var firstCell: ItemPath? {
    for index in 0..<count where unsafe records[index].category == Category.cell.rawValue {
      return unsafe ItemPath(section: records[index].section, item: records[index].item)
    }
    return nil
  }

  /// Answers the element at `index` at another place, with its stored look.
  public func answer(_ index: Int, at frame: Rect, into answer: inout Answer) {
    self.answer(self[index], at: frame, into: &answer)
  }

  /// Answers an element that was read from the store already.
  @inline(__always)
  func answer(_ record: layout_attributes, at frame: Rect, into answer: inout Answer) {
    answer.element(record, frame)
    if record.transform | record.payload != 0 { looks.give(record, to: &answer) }
  }

  /// Returns true when a mark was set on the element at `index`; answers do not contain marks.
  func isMarked(_ index: Int) -> Bool { self[index].flags & Self.mark != 0 }

  /// Sets or removes the mark.
  mutating func setMark(_ isMarked: Bool, at index: Int) {
    precondition(index >= 0 && index < count, "no such element in the store")
    if isMarked {
      unsafe records[index].flags |= Self.mark
    } else {
      unsafe records[index].flags &= ~Self.mark
    }
  }

  /// A flag that no answer uses.
  private static var mark: UInt32 { 1 << 31 }

  /// Removes all elements and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Returns the index of the element of that name; nil if it does not exist.
  /// - Complexity: O(log *n*).
  public func index(of name: ElementID) -> Int? {
    let index = partition(0..<count) { unsafe records[$0].name.precedes(name) }
    return unsafe index < count && records[index].name == name ? index : nil
  }

  private mutating func sort() {
    for index in 1..<max(count, 1)
    where unsafe !records[index - 1].name.precedes(records[index].name) {
      return sortAll()
    }
  }

  private mutating func sortAll() {
    var ranks: [NameRank] = []
    ranks.reserveCapacity(count)
    for index in 0..<count { unsafe ranks.append(NameRank(records[index].name, at: index)) }
    ranks.sortByFirstWords()
    let sorted = UnsafeMutablePointer<layout_attributes>.allocate(capacity: capacity)
    for index in 0..<count { unsafe sorted[index] = unsafe records[ranks[index].index] }
    unsafe records.deallocate()
    unsafe records = unsafe sorted
  }
}

extension Answer {
  /// Answers a stored element at another place, without its transform and fields.
  mutating func element(_ record: layout_attributes, _ frame: Rect) {
    element(
      Category(rawValue: record.category) ?? .cell, kind: Int(record.kind), Int(record.section),
      Int(record.item), frame, zIndex: record.z_index, alpha: record.alpha,
      isHidden: record.flags & LAYOUT_HIDDEN != 0, isPinned: record.flags & LAYOUT_PINNED != 0)
  }
}

extension layout_attributes {
  /// The name of the element, without its frame.
  var name: ElementID {
    ElementID(category: category, kind: kind, section: section, item: item)
  }
}

extension layout_element {
  /// Returns true if this element comes first in an answer: by category, section, item, kind.
  func precedes(_ other: Self) -> Bool {
    if category != other.category { return category < other.category }
    if section != other.section { return section < other.section }
    if item != other.item { return item < other.item }
    return kind < other.kind
  }

  static func == (a: Self, b: Self) -> Bool {
    a.category == b.category && a.section == b.section && a.item == b.item && a.kind == b.kind
  }
}

// MARK: - Transforms and fields
//
// The transforms and custom fields of stored elements.

/// The parts of elements beside their records, in memory of its own.
///
/// Memory safety: it owns the memory. Offsets of transforms and fields come from records that an ``Answer`` wrote
/// and counted, and ``reserve(for:)`` made room for them.
@safe
struct ElementLooks: ~Copyable {
  private var transforms: UnsafeMutablePointer<Transform>?
  private var transformCapacity = 0
  private var words: UnsafeMutablePointer<UInt64>?
  /// The end of an element's fields, stored at the index of its first field word.
  private var ends: UnsafeMutablePointer<UInt32>?
  private var wordCapacity = 0

  deinit {
    unsafe transforms?.deallocate()
    unsafe words?.deallocate()
    unsafe ends?.deallocate()
  }

  /// Makes room for the transforms and fields of an answer.
  mutating func reserve(for answer: layout_answer) {
    if Int(answer.transform_count) > transformCapacity {
      unsafe transforms?.deallocate()
      transformCapacity = max(Int(answer.transform_count), 2 * transformCapacity)
      unsafe transforms = .allocate(capacity: transformCapacity)
    }
    if Int(answer.payload_count) > wordCapacity {
      unsafe words?.deallocate()
      unsafe ends?.deallocate()
      wordCapacity = max(Int(answer.payload_count), 2 * wordCapacity)
      unsafe words = .allocate(capacity: wordCapacity)
      unsafe ends = .allocate(capacity: wordCapacity)
    }
  }

  /// Sets the room of an answer to this memory.
  func lend(to answer: inout layout_answer) {
    unsafe answer.transforms = unsafe transforms
    answer.transform_capacity = UInt32(truncatingIfNeeded: transformCapacity)
    unsafe answer.payload = unsafe words
    answer.payload_capacity = UInt32(truncatingIfNeeded: wordCapacity)
  }

  /// Stores the end of each element's fields: the start of the fields of the next element that has any,
  /// in the order of the answer.
  func findEnds(
    of records: UnsafeMutablePointer<layout_attributes>, count: Int, wordCount: Int
  ) {
    guard wordCount > 0, let ends = unsafe ends else { return }
    var end = UInt32(truncatingIfNeeded: wordCount)
    var index = count - 1
    while index >= 0 {
      let payload = unsafe records[index].payload
      if payload > 0 {
        unsafe ends[Int(payload) - 1] = end
        end = payload - 1
      }
      index -= 1
    }
  }

  /// Sets the transform and the fields of `record` for the last element of the answer.
  func give(_ record: layout_attributes, to answer: inout Answer) {
    if record.transform > 0, let transforms = unsafe transforms {
      unsafe answer.transform(transforms[Int(record.transform) - 1])
    }
    if record.payload > 0, let words = unsafe words, let ends = unsafe ends {
      let start = Int(record.payload) - 1
      for index in unsafe start..<Int(ends[start]) { unsafe answer.word(words[index]) }
    }
  }
}

// MARK: - Sorting
//
// Sorting elements by name with the C library: Swift's own sort would be a twentieth of a plugin's
// size.

/// The name of an element and its index, in two words that sort in the order of names.
struct NameRank: BitwiseCopyable {
  private let high: UInt64
  private let low: UInt64

  /// The rank of the element at `index`, which is below 2³².
  init(_ name: ElementID, at index: Int) {
    high = UInt64(name.category) << 48 | UInt64(name.section) << 16 | UInt64(name.item) >> 16
    low =
      UInt64(name.item) << 48 | UInt64(name.kind) << 32
      | UInt64(UInt32(truncatingIfNeeded: index))
  }

  /// The index of the element.
  var index: Int { Int(UInt32(truncatingIfNeeded: low)) }
}
