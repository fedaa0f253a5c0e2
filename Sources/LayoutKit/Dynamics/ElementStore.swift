// SPDX-License-Identifier: Apache-2.0
//
// A layout's own copy of an answer: for layouts that start from what another one places.

import LayoutABI

/// Elements answered into memory of the layout's own, kept from use to use, with their transforms and
/// custom fields.
public struct ElementStore: ~Copyable {
  private let room: UnsafeMutablePointer<layout_answer>
  private var records: UnsafeMutablePointer<layout_attributes>
  private var capacity = 256
  private var looks = ElementLooks()
  /// The number of elements of the last answer.
  public private(set) var count = 0

  /// An empty store.
  public init() {
    room = .allocate(capacity: 1)
    records = .allocate(capacity: capacity)
  }

  deinit {
    records.deallocate()
    room.deallocate()
  }

  /// The element at `index` of the answer.
  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> layout_attributes {
    precondition(index >= 0 && index < count, "no such element in the store")
    return records[index]
  }

  /// Replaces the content with what `body` answers, ascending by category, section, item and kind.
  /// - Parameter body: Called once, or twice when the room has to grow.
  /// - Complexity: That of `body`, and a sort when it does not answer in order.
  public mutating func fill(
    _ body: (inout Answer) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    count = 0
    if try !ask(body) {
      let needed = Int(room.pointee.record_count)
      if needed > capacity {
        records.deallocate()
        capacity = max(needed, 2 * capacity)
        records = .allocate(capacity: capacity)
      }
      looks.reserve(for: room.pointee)
      guard try ask(body) else {
        throw .failed("a layout answered differently when asked again")
      }
    }
    count = Int(room.pointee.record_count)
    looks.findEnds(of: records, count: count, wordCount: Int(room.pointee.payload_count))
    sort()
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
    if isMarked { records[index].flags |= Self.mark } else { records[index].flags &= ~Self.mark }
  }

  /// A flag that no answer has.
  private static var mark: UInt32 { 1 << 31 }

  /// Forgets all elements and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Returns the index of the element of that name; nil when it is not there.
  /// - Complexity: O(log *n*).
  public func index(of name: ElementName) -> Int? {
    let index = partition(0..<count) { records[$0].name.precedes(name) }
    return index < count && records[index].name == name ? index : nil
  }

  /// Lets `body` answer into the room.
  /// - Returns: Whether all of it fitted; the counts are there in any case.
  private mutating func ask(
    _ body: (inout Answer) throws(LayoutError) -> Void
  ) throws(LayoutError) -> Bool {
    room.initialize(to: .sized())
    room.pointee.records = records
    room.pointee.record_capacity = UInt32(truncatingIfNeeded: capacity)
    looks.lend(to: &room.pointee)
    var answer = Answer(room)
    try body(&answer)
    return answer.finish() == LAYOUT_OK
  }

  private mutating func sort() {
    for index in 1..<max(count, 1) where !records[index - 1].name.precedes(records[index].name) {
      return sortAll()
    }
  }

  private mutating func sortAll() {
    var ranks: [NameRank] = []
    ranks.reserveCapacity(count)
    for index in 0..<count { ranks.append(NameRank(records[index].name, at: index)) }
    ranks.sortByFirstWord()
    let sorted = UnsafeMutablePointer<layout_attributes>.allocate(capacity: capacity)
    for index in 0..<count { sorted[index] = records[ranks[index].index] }
    records.deallocate()
    records = sorted
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
  var name: ElementName {
    ElementName(category: category, kind: kind, section: section, item: item)
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
