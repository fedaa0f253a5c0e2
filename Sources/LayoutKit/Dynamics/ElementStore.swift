// SPDX-License-Identifier: Apache-2.0
//
// A layout's own copy of an answer: for layouts that start from what another one places.

import LayoutABI

/// Elements answered into memory of the layout's own, kept from use to use, with their transforms and
/// custom fields.
///
/// Memory safety: it owns the memory, and every index from outside is checked.
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

  /// Replaces the content with what `body` answers, ascending by category, section, item and kind.
  /// - Parameter body: Called once, or twice when the room has to grow.
  /// - Complexity: That of `body`, and a sort when it does not answer in order.
  public mutating func fill(
    _ body: (inout Answer) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    // The compiler makes a copy of this for each caller: what needs no `body` stands apart.
    count = 0
    for _ in 0..<2 {
      var answer = emptied()
      try body(&answer)
      if answer.finish() == LAYOUT_OK { return settle() }
      grow()
    }
    throw .failed("a layout answered differently when asked again")
  }

  /// An answer into the room.
  @inline(never)
  private func emptied() -> Answer {
    unsafe room.initialize(to: .sized())
    unsafe room.pointee.records = unsafe records
    unsafe room.pointee.record_capacity = UInt32(truncatingIfNeeded: capacity)
    unsafe looks.lend(to: &room.pointee)
    return unsafe Answer(room)
  }

  /// Makes room for what did not fit.
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

  /// Takes over what was answered.
  @inline(never)
  private mutating func settle() {
    count = unsafe Int(room.pointee.record_count)
    unsafe looks.findEnds(of: records, count: count, wordCount: Int(room.pointee.payload_count))
    sort()
  }

  /// The path of the first cell; nil when there is none.
  public var firstCell: ItemPath? {
    for index in 0..<count where unsafe records[index].category == Category.cell.rawValue {
      return unsafe ItemPath(section: records[index].section, item: records[index].item)
    }
    return nil
  }

  /// Answers the element at `index` at another place, as it looked when it was collected.
  public func answer(_ index: Int, at frame: Rect, into answer: inout Answer) {
    self.answer(self[index], at: frame, into: &answer)
  }

  /// The same for an element of the store that was read already.
  @inline(__always)
  func answer(_ record: layout_attributes, at frame: Rect, into answer: inout Answer) {
    answer.element(record, frame)
    if record.transform | record.payload != 0 { looks.give(record, to: &answer) }
  }

  /// Returns true when a mark was set on the element at `index`; answers do not tell of it.
  func isMarked(_ index: Int) -> Bool { self[index].flags & Self.mark != 0 }

  /// Sets or takes away the mark.
  mutating func setMark(_ isMarked: Bool, at index: Int) {
    precondition(index >= 0 && index < count, "no such element in the store")
    if isMarked {
      unsafe records[index].flags |= Self.mark
    } else {
      unsafe records[index].flags &= ~Self.mark
    }
  }

  /// A flag that no answer has.
  private static var mark: UInt32 { 1 << 31 }

  /// Forgets all elements and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Returns the index of the element of that name; nil when it is not there.
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
  /// The name of the element, without its place.
  var name: ElementID {
    ElementID(category: category, kind: kind, section: section, item: item)
  }
}

extension layout_element {
  /// The order of answers: by category, section, item, kind.
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

/// The part of elements beside their records, in memory of its own.
///
/// Memory safety: it owns the memory. Places of transforms and fields come from records that an ``Answer`` wrote and
/// counted, and ``reserve(for:)`` made room for.
@safe
struct ElementLooks: ~Copyable {
  private var transforms: UnsafeMutablePointer<Transform>?
  private var transformCapacity = 0
  private var words: UnsafeMutablePointer<UInt64>?
  /// At the first word of an element's fields, where they end.
  private var ends: UnsafeMutablePointer<UInt32>?
  private var wordCapacity = 0

  deinit {
    unsafe transforms?.deallocate()
    unsafe words?.deallocate()
    unsafe ends?.deallocate()
  }

  /// Makes room for what an answer needs.
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

  /// Lets an answer be written here.
  func lend(to answer: inout layout_answer) {
    unsafe answer.transforms = unsafe transforms
    answer.transform_capacity = UInt32(truncatingIfNeeded: transformCapacity)
    unsafe answer.payload = unsafe words
    answer.payload_capacity = UInt32(truncatingIfNeeded: wordCapacity)
  }

  /// Notes where the fields of each element end: where those of the next one begin that has any, in the
  /// order in which they were answered.
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

  /// Gives the element answered last what belongs to `record`.
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
// Sorting elements by name with the C library: Swift's own sort would be a twentieth of a plugin.

/// The name of an element and where it stands, in two words that sort as names do.
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
