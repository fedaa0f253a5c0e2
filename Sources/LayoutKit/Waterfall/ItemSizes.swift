// SPDX-License-Identifier: Apache-2.0
//
// The sizes of a section's items side by side: one value if they are equal, otherwise 16 bytes per
// item.

import LayoutABI

/// The sizes of a section.
struct ItemSizes: ~Copyable {
  /// The size of every item, when they are all equal.
  private(set) var common: Size?
  /// The sizes, when they differ.
  private(set) var values: Room<layout_size>
  /// The number of items.
  private(set) var count: Int

  /// Asks for the sizes of a section.
  ///
  /// Asks for one page first: if the app answers with one value or not at all, the rest is asked
  /// for in large pages, so any number of equal items costs almost nothing.
  init(_ answers: SizeAnswers, section: Int, count: Int) throws(LayoutError) {
    var values = try Room<layout_size>(capacity: count + count / 8, usable: 0)
    var common: Size? = answers.standard
    var known = 0
    var page = min(SizeAnswers.pageSize, count)
    while known < count {
      try values.reserve(page)
      let (coverage, answer) = unsafe try answers.ask(
        section: section, first: known, count: page, into: values.start + values.count)
      if let answer, known == 0 || answer == common {
        common = answer
      } else {
        if let common {
          try values.willFill(count)
          Self.spread(common, known, &values, page)
        }
        if let answer {
          unsafe (values.start + values.count).update(repeating: answer, count: page)
        }
        values.count += page
        common = nil
      }
      known += page
      let widest = coverage == .all ? SizeAnswers.pageSize : SizeAnswers.widePageSize
      page = min(widest, count - known)
    }
    self.common = common
    self.values = values
    self.count = count
  }

  /// Inserts `count` equal sizes before the page that was just answered.
  private static func spread(
    _ size: Size, _ count: Int, _ values: inout Room<layout_size>, _ page: Int
  ) {
    unsafe (values.start + count).take(from: values.start, count: page)
    unsafe values.start.update(repeating: size, count: count)
    values.count = count
  }

  /// The size of an item.
  subscript(item: Int) -> Size {
    @inline(__always) get { common ?? values[item] }
  }

  /// Makes room for a change, so that ``apply(_:)`` cannot fail.
  mutating func reserve(for changes: ItemChanges) throws(LayoutError) {
    guard let common else { return try values.reserve(changes.placed.count) }
    if changes.keep(common) { return }
    try values.reserve(count + changes.placed.count)
  }

  /// Removes items, inserts others, and changes sizes.
  /// - Complexity: O(items from the first change on), and O(items) if equal items get a different
  ///   one.
  mutating func apply(_ changes: ItemChanges) {
    if let common {
      if changes.keep(common) {
        count += changes.placed.count - changes.removed.count
        return
      }
      unsafe values.start.update(repeating: common, count: count)
      values.count = count
      self.common = nil
    }
    values.remove(changes.removed)
    values.insert(changes.placed) { $0.size }
    for change in changes.replaced { values[change.item] = change.size }
    count = values.count
    for item in 1..<max(1, count) where values[item] != values[0] { return }
    if count > 0 { common = values[0] }
    values.count = 0
  }

  /// Returns the extents of the items along the scroll axis; only valid if they are not all equal.
  func lengths(_ direction: ScrollDirection) -> ItemLengths {
    unsafe ItemLengths(values.start, direction)
  }
}

/// One of the two numbers of each size in a list: the heights or the widths.
/// Unsafe: a view of sizes that another object owns, valid until they change; indexes are not checked.
@unsafe
struct ItemLengths {
  /// The first length; the others follow at every second number.
  let start: UnsafePointer<Double>

  init(_ sizes: UnsafeMutablePointer<layout_size>, _ direction: ScrollDirection) {
    let numbers = unsafe UnsafeRawPointer(sizes).assumingMemoryBound(to: Double.self)
    unsafe start = unsafe numbers + (direction == .vertical ? 1 : 0)
  }

  subscript(item: Int) -> Double {
    @inline(__always) get { unsafe start[2 &* item] }
  }
}
