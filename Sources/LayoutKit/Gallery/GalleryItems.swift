// SPDX-License-Identifier: Apache-2.0
//
// The items of one section of a gallery, and their rows.

import LayoutABI

/// The items of a section and their rows.
final class GalleryItems {
  /// Each item's share of a row, stored as a width with a height of 1.
  private(set) var sizes: ItemSizes
  private(set) var rows: RowTable
  private var breaks: RowBreaks
  /// The share of all items, if it is the same.
  private var common: Double = 1
  /// The rules of the present rows; nil if all rows must be made again.
  private var rules: RowRules?

  /// Asks about the items of a section.
  init(_ answers: SizeAnswers, section: Int, count: Int) throws(LayoutError) {
    let sizes = try ItemSizes(answers, section: section, count: count)
    let capacity = sizes.common == nil ? count : min(count, Self.mixedLimit)
    let breaks = try RowBreaks(capacity: capacity)
    let rows = try RowTable(capacity: capacity)
    self.sizes = sizes
    self.breaks = breaks
    self.rows = rows
  }

  /// The maximal number of equal items in rows that have different lengths.
  private static var mixedLimit: Int { (RowRules.itemLimit + 2) * RowRules.itemLimit }

  /// The shares of the items; valid until they change.
  private var shares: ItemShares {
    unsafe ItemShares(
      start: UnsafeRawPointer(sizes.values.start).assumingMemoryBound(to: Double.self), step: 2)
  }

  /// Makes room for a change, so that ``apply(_:)`` cannot fail.
  func reserve(for changes: ItemChanges) throws(LayoutError) {
    let count = sizes.count + changes.placed.count
    let stays = sizes.common.map { changes.keep($0) } ?? false
    try sizes.reserve(for: changes)
    let needed = stays ? min(count, Self.mixedLimit) : count
    try breaks.reserve(needed)
    try rows.reserve(needed)
  }

  /// Changes the items.
  /// - Returns: The first item from which on rows must be found again.
  func apply(_ changes: ItemChanges) -> Int {
    let wereEqual = sizes.common != nil
    sizes.apply(changes)
    return wereEqual || sizes.common != nil ? 0 : changes.first
  }

  /// Finds the rows; the best rows up to `first` are kept if the rules are the same.
  /// - Returns: Their length, points.
  /// - Complexity: O(items behind `first`); O(1) if all items have one share.
  func layOut(_ new: RowRules, rowSpacing: Double, from first: Int) -> Double {
    if let common = sizes.common {
      layOutEqual(common.width, new, rowSpacing)
    } else {
      let known = rules == new ? first : 0
      if known == 0 { rows.begin(equal: 0, of: 1, height: 0) }
      let last = unsafe breaks.find(shares, from: known, to: sizes.count, new)
      unsafe rows.fill(
        breaks, shares, to: sizes.count, lastLength: last, kept: known, new, rowSpacing: rowSpacing)
    }
    rules = sizes.common == nil ? new : nil
    return rows.length
  }

  /// Puts equal items into equal rows, as many as the best arrangement certainly has, and finds the
  /// rows of the rest.
  ///
  /// Let n be the number of items per row with the least badness per item. Of any n rows of other
  /// lengths some together contain a multiple of n items, and rows of n are no worse for those. So in
  /// a best arrangement fewer than n rows have another length, besides the last row.
  private func layOutEqual(_ share: Double, _ rules: RowRules, _ rowSpacing: Double) {
    let length = Self.bestLength(share, rules)
    let mixed = (length + 1) * RowRules.itemLimit
    let equal = max(0, sizes.count - mixed) / length
    rows.begin(
      equal: equal, of: length,
      height: rules.height(Double(length) * share, count: length, isLast: false))
    let rest = sizes.count - equal * length
    common = share
    unsafe withUnsafePointer(to: &common) { start in
      let shares = unsafe ItemShares(start: start, step: 0)
      let last = unsafe breaks.find(shares, from: 0, to: rest, rules)
      unsafe rows.fill(
        breaks, shares, to: rest, lastLength: last, kept: 0, rules, rowSpacing: rowSpacing)
    }
  }

  /// Returns the number of items per row with the least badness per item.
  private static func bestLength(_ share: Double, _ rules: RowRules) -> Int {
    var (best, bestLength) = (Double.infinity, 1)
    for count in 1...RowRules.itemLimit {
      let room = rules.room(count)
      if room <= 0 { break }
      let badness =
        RowRules.badness(Double(count) * share * rules.target, room) / Double(count)
      if badness < best { (best, bestLength) = (badness, count) }
    }
    return bestLength
  }
}

// MARK: - Rows
//
// The rows of a section: equal ones by arithmetic, the others in a list.

/// The place of one row.
struct GalleryRow {
  /// The first item.
  var first: Int
  /// The start, relative to the start of the section's items, points.
  var top: Double
  /// The height, points.
  var height: Double
}

/// The rows of a section, in order.
struct RowTable: ~Copyable {
  /// The number of equal rows before the list, with the same number of items each.
  private(set) var equalCount = 0
  private var equalLength = 1
  private var equalHeight = 0.0
  private var list: Room<GalleryRow>
  private var spacing = 0.0
  private(set) var itemCount = 0

  /// Room for the rows of `capacity` items.
  init(capacity: Int) throws(LayoutError) {
    list = try Room(capacity: capacity + capacity / 8, usable: capacity)
  }

  /// Makes room for the rows of `count` items in total.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try list.reserve(max(0, count - list.count))
  }

  /// The number of rows.
  var count: Int { equalCount + list.count }
  /// The number of items in equal rows.
  var equalItemCount: Int { equalCount * equalLength }

  /// The place of a row.
  @inline(__always)
  subscript(row: Int) -> GalleryRow {
    if row >= equalCount { return list[row - equalCount] }
    return GalleryRow(
      first: row * equalLength, top: Double(row) * (equalHeight + spacing), height: equalHeight)
  }

  /// Returns the items of a row.
  func items(_ row: Int) -> Range<Int> {
    self[row].first..<(row + 1 < count ? self[row + 1].first : itemCount)
  }

  /// Returns the row of an item.
  /// - Complexity: O(log rows).
  func row(of item: Int) -> Int { partition(0..<count) { self[$0].first <= item } - 1 }

  /// The length of all rows.
  var length: Double {
    guard count > 0 else { return 0 }
    let last = self[count - 1]
    return last.top + last.height
  }

  /// Starts again with equal rows.
  mutating func begin(equal rows: Int, of length: Int, height: Double) {
    (equalCount, equalLength, equalHeight) = (rows, length, height)
    list.count = 0
  }

  /// Stores the breaks that were found for the items behind the equal rows.
  ///
  /// - Parameters:
  ///   - kept: The number of items whose rows do not change, up to a break that old and new rows have
  ///     in common.
  ///   - lastLength: The number of items of the last row.
  /// - Complexity: O(new rows + their items).
  mutating func fill(
    _ breaks: borrowing RowBreaks, _ shares: ItemShares, to end: Int, lastLength: Int, kept: Int,
    _ rules: RowRules, rowSpacing: Double
  ) {
    (spacing, itemCount) = (rowSpacing, equalItemCount + end)
    var (place, length, fresh) = (end, lastLength, 0)
    var common = 0
    while place > 0 {
      place -= length
      fresh += 1
      if place <= kept, let row = oldBreak(at: place) {
        common = row
        break
      }
      length = breaks.rowLength(before: place)
    }
    list.count = common + fresh
    (place, length) = (end, lastLength)
    for row in stride(from: list.count - 1, through: common, by: -1) {
      place -= length
      list[row] = GalleryRow(first: equalItemCount + place, top: 0, height: 0)
      length = breaks.rowLength(before: place)
    }
    unsafe measure(from: common, shares, rules)
  }

  /// Returns the number of old rows in the list that end before the item at `place`, if a row begins
  /// there.
  private func oldBreak(at place: Int) -> Int? {
    if place == 0 { return 0 }
    let item = equalItemCount + place
    let row = partition(0..<list.count) { list[$0].first < item }
    return row < list.count && list[row].first == item ? row : nil
  }

  /// Computes the heights and tops of the rows in the list from one on.
  private mutating func measure(from first: Int, _ shares: ItemShares, _ rules: RowRules) {
    var top = Double(equalCount) * (equalHeight + spacing)
    // In the same order as the loop below, so that rows after a batch equal those of a new layout.
    if first > 0 { top = list[first - 1].top + (list[first - 1].height + spacing) }
    for row in first..<list.count {
      let isLast = row == list.count - 1
      let items = list[row].first..<(isLast ? itemCount : list[row + 1].first)
      let height = unsafe rules.height(shares.sum(items), count: items.count, isLast: isLast)
      list[row].top = top
      list[row].height = height
      top += height + spacing
    }
  }
}
