// SPDX-License-Identifier: Apache-2.0
//
// The gaps that spanning items leave above themselves, and the search for the first one that an item fits.

/// The handling of the gaps above items that span columns.
public enum ColumnPacking: Int, PropertyCases, Sendable {
  /// They stay empty: an item is below everything that came before it in its columns.
  case sparse = 0
  /// A later item goes into the first gap that it fits.
  case dense

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["sparse", "dense"] }
}

/// The gaps in one column, from the top.
///
/// A gap ends where an item begins, and an item takes its length and the spacing behind it. A gap that was
/// filled stays in the list, so that the others keep their numbers.
struct ColumnGaps {
  private struct Gap {
    var start: Double
    var end: Double

    /// The end, with the rounding error by which an item may exceed it.
    var reach: Double { end + LineRule.slack(end) }
  }

  private var gaps: ContiguousArray<Gap> = []
  /// The longest gap of each block of gaps, by which a search passes over a block.
  private var longest: ContiguousArray<Double> = []

  private static var blockSize: Int { 64 }

  /// Adds the gap above an item; it is below all others.
  mutating func append(from start: Double, to end: Double) {
    gaps.append(Gap(start: start, end: end))
    measure(from: gaps.count - 1)
  }

  /// Fills a part of a gap.
  mutating func fill(from top: Double, to end: Double) {
    var index = partition(0..<gaps.count) { gaps[$0].reach < end }
    while index < gaps.count, gaps[index].start >= gaps[index].end { index += 1 }
    guard index < gaps.count else { return }
    let above = gaps[index].start
    gaps[index].start = end
    if above < top {
      gaps.insert(Gap(start: above, end: top), at: index)
      measure(from: index)
    } else {
      measure(block: index / Self.blockSize)
    }
  }

  /// Returns the first place at `position` or below it where a gap has room for `length`.
  /// - Complexity: O(gaps below `position` / 64).
  func place(from position: Double, length: Double) -> Double? {
    // Most searches begin below all gaps that are left.
    guard let last = gaps.last, last.reach >= position + length else { return nil }
    var index = partition(0..<gaps.count) { gaps[$0].reach < position + length }
    while index < gaps.count {
      if index % Self.blockSize == 0, longest[index / Self.blockSize] < length {
        index += Self.blockSize
        continue
      }
      let (gap, start) = (gaps[index], max(gaps[index].start, position))
      if start + length <= gap.reach, gap.start < gap.end { return start }
      index += 1
    }
    return nil
  }

  /// Measures the blocks again whose gaps have other numbers.
  private mutating func measure(from index: Int) {
    let last = (gaps.count - 1) / Self.blockSize
    for block in index / Self.blockSize...last { measure(block: block) }
  }

  private mutating func measure(block: Int) {
    let first = block * Self.blockSize
    var most = 0.0
    for gap in gaps[first..<min(first + Self.blockSize, gaps.count)] {
      most = max(most, gap.reach - gap.start)
    }
    if block == longest.count { longest.append(most) } else { longest[block] = most }
  }
}

// MARK: - In all columns

/// The gaps in the columns of a section, while its items are placed.
///
/// An opening is the first place in neighbouring columns where an item fits without moving another, if that is
/// above the deepest end of these columns. It lies in a gap of at least one of them; the others may end above.
struct Openings {
  /// For items of one span: the first place in each run of columns that has room for any item. The room
  /// above the ends only shrinks, so no search needs to begin above it.
  private struct Hint {
    var span = 0
    var places: ContiguousArray<Double> = []
  }

  private var columns: ContiguousArray<ColumnGaps>
  /// The room that the shortest item takes; no shorter gap is kept.
  private let least: Double
  private var isEmpty = true
  private var hints = ContiguousArray(repeating: Hint(), count: 16)
  /// The opening of each run of columns, or infinity.
  private var found: ContiguousArray<Double>

  init(columnCount: Int, least: Double) {
    columns = ContiguousArray(repeating: ColumnGaps(), count: columnCount)
    found = ContiguousArray(repeating: .infinity, count: columnCount)
    self.least = least
  }

  /// Notes that an item takes the room from `top` to `end` of a column that ended at `next`.
  mutating func place(from top: Double, to end: Double, in column: Int, next: Double) {
    if top < next {
      columns[column].fill(from: top, to: end)
    } else if next < top, top - next + LineRule.slack(top) >= least {
      columns[column].append(from: next, to: top)
      isEmpty = false
    }
  }

  /// Returns the opening for an item that comes before its place behind the other items: of the openings
  /// above that place, or beside it and nearer to the first column, those at most `tolerance` below the
  /// topmost, and of these the first one in the direction of the order.
  /// - Parameter runs: The first columns that the item may have.
  /// - Complexity: O(runs · (span + gaps that are too short / 64)).
  mutating func first(
    _ item: (span: Int, length: Double), before place: ColumnPlace, in runs: Range<Int>,
    _ rule: ColumnRule, _ nexts: UnsafeMutablePointer<Double>
  ) -> ColumnPlace? {
    if isEmpty { return nil }
    makeHints(for: item.span)
    let isReversed = rule.order == .rightToLeft
    var topmost = Double.infinity
    for column in runs {
      let top = unsafe opening(item, column, notBelow: place.top, nexts)
      let isNearer = isReversed ? column > place.column : column < place.column
      found[column] = top < place.top || (top == place.top && isNearer) ? top : .infinity
      topmost = min(topmost, found[column])
    }
    guard topmost < .infinity else { return nil }
    let limit = rule.order == .gridLanes ? topmost + rule.tolerance : topmost
    let column =
      isReversed ? runs.last { found[$0] <= limit } : runs.first { found[$0] <= limit }
    return column.map { ColumnPlace(column: $0, top: found[$0], isOpening: true) }
  }

  private mutating func makeHints(for span: Int) {
    if hints[span % hints.count].span == span { return }
    let places = ContiguousArray(repeating: 0.0, count: columns.count)
    hints[span % hints.count] = Hint(span: span, places: places)
  }

  /// Returns the opening of the columns from `column` on, or infinity.
  private mutating func opening(
    _ item: (span: Int, length: Double), _ column: Int, notBelow limit: Double,
    _ nexts: UnsafeMutablePointer<Double>
  ) -> Double {
    let run = column..<column + item.span
    var deepest = 0.0
    for column in run { deepest = unsafe max(deepest, nexts[column]) }
    let hint = hints[item.span % hints.count].places[column]
    let start = unsafe room(for: least, run, from: hint, until: deepest, nexts)
    hints[item.span % hints.count].places[column] = start
    if start >= deepest || start > limit { return .infinity }
    let top = unsafe room(for: item.length, run, from: start, until: deepest, nexts)
    return top < deepest ? top : .infinity
  }

  /// Returns the first place in all columns of a run that has room for `length`; a later one than `limit` is
  /// not looked for.
  private func room(
    for length: Double, _ run: Range<Int>, from position: Double, until limit: Double,
    _ nexts: UnsafeMutablePointer<Double>
  ) -> Double {
    var (top, column, agreeing) = (position, run.lowerBound, 0)
    while agreeing < run.count, top < limit {
      let place = columns[column].place(from: top, length: length)
      let free = unsafe place ?? max(top, nexts[column])
      agreeing = free > top ? 1 : agreeing + 1
      top = free
      column = column + 1 < run.upperBound ? column + 1 : run.lowerBound
    }
    return top
  }
}
