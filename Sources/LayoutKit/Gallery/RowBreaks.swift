// SPDX-License-Identifier: Apache-2.0
//
// The best breaks of a section's rows, by dynamic programming over all of them.

import CLayoutKit

/// The searches for the best rows, which give the same bits.
enum RowSearch {
  /// Four places at a time, with all instructions of this processor.
  case fastest
  /// Four places at a time, with the instructions of every processor.
  case fourPlain
  case oneByOne
}

/// Finds the ends of rows with the least sum of badness.
///
/// This is how Knuth and Plass break paragraphs ("Breaking Paragraphs into Lines", 1981): the best rows up to
/// an item are the best rows up to the start of its row, and that row. For each item the search compares the
/// rows that could end with it. Let `p` be the last place for which the items behind it have at least 0.62 of
/// the length of a row at the target height. Once the items before `p` alone have the length of a row, the two
/// parts are no worse than one row of both: with a and b for the lengths of the parts, in rows, one row of both
/// has a badness of at least (a + b − 1)², that is (a − 1)² + b² + 2b(a − 1), and (1/b − 1)² ≤ b² for b ≥
/// 0.619. The same then holds for every row that starts earlier, so the search ends there. A compared row
/// therefore has about as many items as one and a half rows. `BestRows.c` does the same for four items at a
/// time.
struct RowBreaks: ~Copyable {
  /// The least badness of the items before each place.
  private var badness: Room<Double>
  /// The number of items in the last row of that arrangement, by place.
  private var counts: Room<UInt8>

  /// The length of a part from which on it may become `p`.
  private static var leastPart: Double { 0.62 }

  /// Room for `capacity` items.
  init(capacity: Int) throws(LayoutError) {
    let room = capacity + capacity / 8 + 1
    let badness = try Room<Double>(capacity: room, usable: capacity + 1)
    let counts = try Room<UInt8>(capacity: room, usable: capacity + 1)
    self.badness = badness
    self.counts = counts
  }

  /// Makes room for `count` items in total.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try badness.reserve(max(0, count + 1 - badness.count))
    try counts.reserve(max(0, count + 1 - counts.count))
  }

  /// Finds the best breaks of the items before `end`; those up to `first` are known.
  /// - Returns: The number of items of the last row; call ``rowLength(before:)`` to follow the rows
  ///   from there.
  /// - Complexity: O(items behind `first` · items of a row).
  mutating func find(
    _ shares: ItemShares, from first: Int, to end: Int, _ rules: RowRules,
    by search: RowSearch = .fastest
  ) -> Int {
    badness[0] = 0
    counts[0] = 0
    (badness.count, counts.count) = (end + 1, end + 1)
    guard end > 0 else { return 0 }
    let known = unsafe badness.start
    var place = max(0, min(first, end))
    // The first places one by one, because their rows have fewer items than the limit of a row.
    unsafe findEach(&place, to: min(end, RowRules.itemLimit - 1), shares, rules)
    var all = unsafe layout_kit_rows(
      shares: shares.start, step: shares.step, badness: known, counts: counts.start,
      target: rules.target, spacing: rules.spacing, width: rules.width)
    if search != .oneByOne {
      place = unsafe layout_kit_best_rows(&all, place + 1, end, search == .fourPlain) - 1
    }
    unsafe findEach(&place, to: end, shares, rules)
    return unsafe Self.best(before: end, shares, known, rules, rules.lastBadness).count
  }

  /// Finds the best rows before each place behind `place`, up to `end`.
  private func findEach(_ place: inout Int, to end: Int, _ shares: ItemShares, _ rules: RowRules) {
    let known = unsafe badness.start
    while place < end {
      place &+= 1
      let best = unsafe Self.best(before: place, shares, known, rules, RowRules.badness)
      unsafe known[place] = best.badness
      counts[place] = UInt8(truncatingIfNeeded: best.count)
    }
  }

  /// Returns the least badness of the items before a place.
  func leastBadness(before place: Int) -> Double { badness[place] }

  /// Returns the number of items of the row that ends before a place, in the best rows up to it.
  func rowLength(before place: Int) -> Int { Int(counts[place]) }

  /// Returns the best row that ends before `place`.
  @inline(__always)
  private static func best(
    before place: Int, _ shares: ItemShares, _ known: UnsafeMutablePointer<Double>,
    _ rules: RowRules, _ badness: (_ natural: Double, _ room: Double) -> Double
  ) -> (count: Int, badness: Double) {
    var best = Double.infinity
    var bestCount = 1
    // At the target height: the length of the row's items, and of the items before `p`.
    var (natural, before) = (0.0, 0.0)
    var partCount = 0
    let limit = min(place, RowRules.itemLimit)
    var count = 1
    while count <= limit {
      let room = rules.room(count)
      let breadth = unsafe shares[place &- count] * rules.target
      if room <= 0 { break }
      natural += breadth
      let total = unsafe known[place &- count] + badness(natural, room)
      if total < best { (best, bestCount) = (total, count) }
      if partCount > 0 {
        before += breadth
        if before >= rules.room(count &- partCount) { break }
      } else if natural >= leastPart * room {
        partCount = count
      }
      count &+= 1
    }
    // If rows have only room for spacing, each item gets its own row.
    return unsafe (bestCount, best < .infinity ? best : known[place &- 1])
  }
}

// MARK: - Badness and height
//
// The badness and the height of a row of a gallery.

/// A rule for the last row of a section.
public enum LastRow: Int, PropertyCases, Sendable {
  /// As high as the target if it does not fill the width then, at the leading side.
  case natural = 0
  /// The same, but in the middle.
  case centered
  /// Scaled to the width, like all other rows.
  case justified

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["natural", "centered", "justified"] }
}

/// The measures of a section's rows.
struct RowRules: Equatable {
  /// The height that rows approximate, points.
  var target: Double
  /// The room between the items of a row, points.
  var spacing: Double
  /// The width that a row fills, points.
  var width: Double
  var lastRow: LastRow

  /// The maximal number of items of a row, so that breaking takes linear time with all settings.
  static var itemLimit: Int { 100 }
  /// The maximal width of a row, points, so that no badness is infinite.
  static var widthLimit: Double { 1e9 }
  /// The maximal height of a row, points, so that a million rows have a finite length.
  private static var heightLimit: Double { 1e7 }

  /// Returns the width for `count` items, less the spacing between them.
  @inline(__always)
  func room(_ count: Int) -> Double { width - spacing * Double(count &- 1) }

  /// Returns the badness of a row: the square of the factor by which it is higher or lower than the
  /// target, less one. A row of twice the height is as bad as one of half the height; the target has 0.
  /// - Parameters:
  ///   - natural: The breadth of its items at the target height, points.
  ///   - room: The room for its items, above 0.
  @inline(__always)
  static func badness(_ natural: Double, _ room: Double) -> Double {
    let isWide = natural > room
    let factor = (isWide ? natural : room) / (isWide ? room : natural) - 1
    return factor * factor
  }

  /// Returns the badness of a last row: 0 if it keeps the target height.
  @inline(__always)
  func lastBadness(_ natural: Double, _ room: Double) -> Double {
    lastRow != .justified && natural <= room ? 0 : Self.badness(natural, room)
  }

  /// Returns the height of a row whose items have `share` in total, points.
  func height(_ share: Double, count: Int, isLast: Bool) -> Double {
    let room = max(0, room(count))
    let filling = min(share > 0 ? room / share : 0, Self.heightLimit)
    return isLast && lastRow != .justified ? min(filling, target) : filling
  }
}

/// The shares of a section's items, which are `step` numbers apart in memory, or one share for all items.
///
/// Unsafe: a view of numbers that another object owns, valid until they change; indexes are not checked.
@unsafe
struct ItemShares {
  let start: UnsafePointer<Double>
  /// The distance of two shares; 0 if all items have one share.
  let step: Int

  subscript(item: Int) -> Double {
    @inline(__always) get { unsafe start[step &* item] }
  }

  /// Returns the sum of the shares of neighbours, always in the same order.
  func sum(_ items: Range<Int>) -> Double {
    var sum = 0.0
    var item = items.upperBound
    while item > items.lowerBound {
      item &-= 1
      unsafe sum += self[item]
    }
    return sum
  }
}
