// SPDX-License-Identifier: Apache-2.0
//
// The best breaks of a section's rows, by dynamic programming over all of them.

import CLayoutKit

/// The ways to search for the best rows, which find the same bits.
enum RowSearch {
  /// Four places at a time, with what the processor has.
  case fastest
  /// Four places at a time, with what every processor has.
  case fourPlain
  case oneByOne
}

/// Finds where rows end so that the sum of their badness is least.
///
/// This is how Knuth and Plass break paragraphs ("Breaking Paragraphs into Lines", 1981): the best
/// rows up to an item are the best rows up to the start of its row, and that row. Each item looks at the
/// rows that could end with it. Let `p` be the last place for which the items behind it come to at least
/// 0.62 of a row at the target height. Once the items before `p` come to a whole row by themselves,
/// the two parts are no worse than one row of both: with a and b for what the parts come to, in rows,
/// one row of both is at least (a + b − 1)² bad, that is (a − 1)² + b² + 2b(a − 1), and (1/b − 1)² ≤ b² for
/// b ≥ 0.619. The same then holds for every row that starts earlier, so the search ends there. A row that
/// is looked at therefore holds as many items as make about one and a half rows. `BestRows.c` does the same for
/// four items at a time.
struct RowBreaks: ~Copyable {
  /// The least badness of the items before each place.
  private var badness: Room<Double>
  /// The number of items that the last row before each place has then.
  private var counts: Room<UInt8>

  /// From here on `p` may be chosen.
  private static var leastPart: Double { 0.62 }

  /// Room for `capacity` items.
  init(capacity: Int) throws(LayoutError) {
    let room = capacity + capacity / 8 + 1
    let badness = try Room<Double>(capacity: room, usable: capacity + 1)
    let counts = try Room<UInt8>(capacity: room, usable: capacity + 1)
    self.badness = badness
    self.counts = counts
  }

  /// Makes room for `count` items in all.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try badness.reserve(max(0, count + 1 - badness.count))
    try counts.reserve(max(0, count + 1 - counts.count))
  }

  /// Finds the best breaks of the items before `end`, those up to `first` being known.
  /// - Returns: The number of items of the last row; follow ``rowLength(before:)`` from there.
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
    // The first places one by one, since their rows have fewer items than a row may hold.
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

  /// Finds the best rows before the places behind `place`, up to `end`.
  private func findEach(_ place: inout Int, to end: Int, _ shares: ItemShares, _ rules: RowRules) {
    let known = unsafe badness.start
    while place < end {
      place &+= 1
      let best = unsafe Self.best(before: place, shares, known, rules, RowRules.badness)
      unsafe known[place] = best.badness
      counts[place] = UInt8(truncatingIfNeeded: best.count)
    }
  }

  /// The least badness of the items before a place.
  func leastBadness(before place: Int) -> Double { badness[place] }

  /// The number of items of the row that ends before a place, in the best rows up to it.
  func rowLength(before place: Int) -> Int { Int(counts[place]) }

  /// The best row that ends before `place`.
  @inline(__always)
  private static func best(
    before place: Int, _ shares: ItemShares, _ known: UnsafeMutablePointer<Double>,
    _ rules: RowRules, _ badness: (_ natural: Double, _ room: Double) -> Double
  ) -> (count: Int, badness: Double) {
    var best = Double.infinity
    var bestCount = 1
    // At the target height: the items of the row, and those before `p`.
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
    // No row has room for more than spaces: each item stands alone.
    return unsafe (bestCount, best < .infinity ? best : known[place &- 1])
  }
}

// MARK: - Badness and height
//
// The badness and the height of a row of a gallery.

/// A rule for the last row of a section.
public enum LastRow: Int, PropertyCases, Sendable {
  /// As high as the target where it does not fill the width, at the leading side.
  case natural = 0
  /// The same, in the middle.
  case centered
  /// Scaled to the width, as all other rows.
  case justified

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["natural", "centered", "justified"] }
}

/// The measures of a section's rows.
struct RowRules: Equatable {
  /// The height that rows come near, points.
  var target: Double
  /// Room between the items of a row, points.
  var spacing: Double
  /// The width that a row fills, points.
  var width: Double
  var lastRow: LastRow

  /// A row holds no more items, so that breaking takes linear time whatever the settings.
  static var itemLimit: Int { 100 }
  /// No row gets wider, points, so that no badness is infinite.
  static var widthLimit: Double { 1e9 }
  /// No row gets higher, points, so that a million rows still have a finite length.
  private static var heightLimit: Double { 1e7 }

  /// The width that `count` items have to fill, less what lies between them.
  @inline(__always)
  func room(_ count: Int) -> Double { width - spacing * Double(count &- 1) }

  /// Returns the badness of a row: the square of the factor by which it is higher or lower, less
  /// one. A row that is twice as high is as bad as one that is half as high; the target itself costs 0.
  /// - Parameters:
  ///   - natural: The breadth of its items at the target height, points.
  ///   - room: What they fill, above 0.
  @inline(__always)
  static func badness(_ natural: Double, _ room: Double) -> Double {
    let isWide = natural > room
    let factor = (isWide ? natural : room) / (isWide ? room : natural) - 1
    return factor * factor
  }

  /// The badness of a last row: nothing where it keeps the target height.
  @inline(__always)
  func lastBadness(_ natural: Double, _ room: Double) -> Double {
    lastRow != .justified && natural <= room ? 0 : Self.badness(natural, room)
  }

  /// The height of a row whose items have `share` in all, points.
  func height(_ share: Double, count: Int, isLast: Bool) -> Double {
    let room = max(0, room(count))
    let filling = min(share > 0 ? room / share : 0, Self.heightLimit)
    return isLast && lastRow != .justified ? min(filling, target) : filling
  }
}

/// The shares of a section's items, which stand some numbers apart in memory, or are all the same one.
///
/// Unsafe: a view of numbers that are owned elsewhere, of use until these change; indexes are not checked.
@unsafe
struct ItemShares {
  let start: UnsafePointer<Double>
  /// 0 where all items have one share.
  let step: Int

  subscript(item: Int) -> Double {
    @inline(__always) get { unsafe start[step &* item] }
  }

  /// The sum of the shares of neighbours, always in the same order.
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
