// SPDX-License-Identifier: Apache-2.0
//
// The items of one section of a gallery, and their rows.

import LayoutABI

/// The items of a section and their rows.
final class GalleryItems {
  /// Each item's share of a row as the width, beside a height of 1.
  private(set) var sizes: ItemSizes
  private(set) var rows: RowTable
  private var breaks: RowBreaks
  /// The share of all items, where they have one.
  private var common: Double = 1
  /// The rules that the rows were made by; nil where they have to be made from the first on.
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

  /// Of items with equal shares, no more than so many stand in rows that are not all alike.
  private static var mixedLimit: Int { (RowRules.itemLimit + 2) * RowRules.itemLimit }

  /// The shares of the items; of use until they change.
  private var shares: ItemShares {
    ItemShares(
      start: UnsafeRawPointer(sizes.values.start).assumingMemoryBound(to: Double.self), step: 2)
  }

  /// Makes room for what a change brings; ``apply(_:)`` cannot fail then.
  func reserve(for changes: ItemChanges) throws(LayoutError) {
    let count = sizes.count + changes.placed.count
    let stays = sizes.common.map { changes.keep($0) } ?? false
    try sizes.reserve(for: changes)
    let needed = stays ? min(count, Self.mixedLimit) : count
    try breaks.reserve(needed)
    try rows.reserve(needed)
  }

  /// Changes the items.
  /// - Returns: The first one behind which rows have to be found anew.
  func apply(_ changes: ItemChanges) -> Int {
    let wereEqual = sizes.common != nil
    sizes.apply(changes)
    return wereEqual || sizes.common != nil ? 0 : changes.first
  }

  /// Finds the rows; the best rows up to `first` are known if the rules are the same.
  /// - Returns: Their length, points.
  /// - Complexity: O(items behind `first`); O(1) where all have one share.
  func layOut(_ new: RowRules, rowSpacing: Double, from first: Int) -> Double {
    if let common = sizes.common {
      layOutEqual(common.width, new, rowSpacing)
    } else {
      let known = rules == new ? first : 0
      if known == 0 { rows.begin(equal: 0, of: 1, height: 0) }
      let last = breaks.find(shares, from: known, to: sizes.count, new)
      rows.fill(
        breaks, shares, to: sizes.count, lastLength: last, kept: known, new, rowSpacing: rowSpacing)
    }
    rules = sizes.common == nil ? new : nil
    return rows.length
  }

  /// Puts equal items into equal rows, as many as there surely are in the best arrangement, and finds
  /// the rows of the rest.
  ///
  /// Let n be the number of items a row with the least badness an item. Of any n rows of other lengths
  /// some together hold a multiple of n items, and rows of n are no worse for those. So in a best
  /// arrangement fewer than n rows are of another length, besides the last one.
  private func layOutEqual(_ share: Double, _ rules: RowRules, _ rowSpacing: Double) {
    let length = Self.bestLength(share, rules)
    let mixed = (length + 1) * RowRules.itemLimit
    let equal = max(0, sizes.count - mixed) / length
    rows.begin(
      equal: equal, of: length,
      height: rules.height(Double(length) * share, count: length, isLast: false))
    let rest = sizes.count - equal * length
    common = share
    withUnsafePointer(to: &common) { start in
      let shares = ItemShares(start: start, step: 0)
      let last = breaks.find(shares, from: 0, to: rest, rules)
      rows.fill(
        breaks, shares, to: rest, lastLength: last, kept: 0, rules, rowSpacing: rowSpacing)
    }
  }

  /// The number of items a row with the least badness an item.
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
