// SPDX-License-Identifier: Apache-2.0
//
// The placement of items that span, choose a column, or follow a cursor.

/// The columns of a section while items, which may span, are placed.
///
/// Shortest first: an item takes the neighbouring columns whose deepest end is the highest, of equal ones the
/// leftmost. In turn: an item takes the next columns of the round; if too few are left, a new round begins. Grid
/// lanes: of the neighbouring columns whose deepest end is at most the tolerance behind the best one, an item takes
/// the first behind the last item, or else the first of all. In all cases the item is below everything in its
/// columns. An item that chooses its columns gets them, and the next item continues from the item before it. The
/// rules without spans are the case of one column.
///
/// Dense: an item takes an opening before that place, if there is one (``Openings``), and the next item continues
/// from the item before it.
///
/// Memory safety: it owns both arrays; a column is below `count`, and so is the end of a span: sections limit spans
/// to their columns.
///
/// - SeeAlso: CSS Grid Layout Module Level 3, "Placement and Layout of Grid Lanes": the cursor, and `flow-tolerance`;
///   `grid-lanes-pack`.
@safe
struct SpanPacker: ~Copyable {
  private let rule: ColumnRule
  private let count: Int
  /// The place of the next item of each column.
  private let nexts: UnsafeMutablePointer<Double>
  /// The columns that may be the deepest of the present neighbours.
  private let candidates: UnsafeMutablePointer<Int>
  /// The first column that is left in the round, counted in the order's direction; for grid lanes the
  /// cursor.
  private var turn = 0
  /// The end of the deepest item.
  private(set) var deepest = 0.0
  /// The gaps, if later items go into them.
  private var openings: Openings?

  /// Empty columns.
  /// - Parameter least: The room that the shortest item takes, with the spacing.
  init(_ rule: ColumnRule, count: Int, least: Double) {
    self.rule = rule
    self.count = count
    openings = rule.packing == .dense ? Openings(columnCount: count, least: least) : nil
    unsafe nexts = .allocate(capacity: count)
    unsafe nexts.initialize(repeating: 0, count: count)
    unsafe candidates = .allocate(capacity: count)
  }

  deinit {
    unsafe nexts.deallocate()
    unsafe candidates.deallocate()
  }

  /// Returns the number of values that ``save(_:)`` writes.
  static func savedCount(_ columnCount: Int) -> Int { columnCount + 2 }

  /// Writes the state of the columns: the place of each one's next item, the deepest end, and the
  /// turn.
  func save(_ ends: inout Room<Double>) {
    for column in 0..<count { unsafe ends.append(nexts[column]) }
    ends.append(deepest)
    ends.append(Double(turn))
  }

  /// Reads that state.
  mutating func restore(_ ends: UnsafeMutablePointer<Double>) {
    unsafe nexts.take(from: ends, count: count)
    deepest = unsafe ends[count]
    turn = unsafe Int(ends[count + 1])
  }

  /// Places an item at a known place.
  /// - Parameter continues: False for an item that chose its columns or is in an opening: the turn does not
  ///   change.
  mutating func put(
    _ length: Double, at top: Double, _ columns: Range<Int>, continues: Bool, spacing: Double
  ) {
    let bottom = top + length
    if bottom > deepest { deepest = bottom }
    if openings != nil {
      putDensely(top, bottom + spacing, columns)
    } else {
      for column in columns { unsafe nexts[column] = bottom + spacing }
    }
    if rule.order != .shortestFirst && continues {
      let end = rule.order == .rightToLeft ? count - columns.lowerBound : columns.upperBound
      turn = end < count ? end : 0
    }
  }

  private mutating func putDensely(_ top: Double, _ end: Double, _ columns: Range<Int>) {
    for column in columns {
      let next = unsafe nexts[column]
      openings?.place(from: top, to: end, in: column, next: next)
      if top >= next { unsafe nexts[column] = end }
    }
  }

  /// Returns the place of the next item.
  /// - Parameter length: The room that it takes, with the spacing.
  /// - Complexity: O(columns); dense, O(columns · (span + gaps that are too short / 64)).
  @inline(__always)
  mutating func place(_ claim: ColumnClaim, _ length: Double) -> ColumnPlace {
    let behind = place(claim)
    let place = ColumnPlace(column: behind.column, top: behind.top)
    if openings == nil { return place }
    let span = min(Int(claim.span), count)
    let runs = claim.start > 0 ? place.column..<place.column + 1 : 0..<count + 1 - span
    return unsafe openings?.first((span, length), before: place, in: runs, rule, nexts) ?? place
  }

  /// Returns the place of the next item behind the others: its first column and its top.
  @inline(__always)
  private func place(_ claim: ColumnClaim) -> (column: Int, top: Double) {
    let span = min(Int(claim.span), count)
    if claim.start > 0 { return place(at: min(Int(claim.start) - 1, count - span), span) }
    switch rule.order {
    case .shortestFirst: return span == 1 ? shortest() : shortest(of: span)
    case .gridLanes: return nextLane(span)
    case .leftToRight, .rightToLeft:
      let first = turn + span <= count ? turn : 0
      return place(at: rule.order == .rightToLeft ? count - span - first : first, span)
    }
  }

  /// Returns the place below everything in the columns.
  private func place(at column: Int, _ span: Int) -> (column: Int, top: Double) {
    var top = unsafe nexts[column]
    for other in column..<column + span where unsafe nexts[other] > top {
      top = unsafe nexts[other]
    }
    return (column, top)
  }

  private func nextLane(_ span: Int) -> (column: Int, top: Double) {
    let limit = shortest(of: span).top + rule.tolerance
    var first: (column: Int, top: Double)?
    visitNeighbours(span) { column, top in
      guard top <= limit, first == nil || (first?.column ?? 0) < turn else { return }
      if first == nil || column >= turn { first = (column, top) }
    }
    return unsafe first ?? (0, nexts[0])
  }

  private func shortest() -> (column: Int, top: Double) {
    var best = unsafe (column: 0, top: nexts[0])
    for column in 1..<max(count, 1) {
      let top = unsafe nexts[column]
      if top < best.top { best = (column, top) }
    }
    return best
  }

  /// Returns the neighbouring columns whose deepest end is the highest.
  private func shortest(of span: Int) -> (column: Int, top: Double) {
    var best = (column: 0, top: Double.infinity)
    if span == 2 {
      // The most common span, without a queue.
      for column in 1..<max(count, 1) {
        let top = unsafe max(nexts[column - 1], nexts[column])
        if top < best.top { best = (column - 1, top) }
      }
    } else {
      visitNeighbours(span) { column, top in if top < best.top { best = (column, top) } }
    }
    return best
  }

  /// Visits each run of neighbouring columns, with its first column and its deepest end. The candidates for
  /// that end descend from the front of a queue to its back, so the front is the deepest column of the run.
  @inline(__always)
  private func visitNeighbours(_ span: Int, _ body: (_ column: Int, _ top: Double) -> Void) {
    var (front, back) = (0, 0)
    for column in 0..<count {
      while back > front, unsafe nexts[candidates[back - 1]] <= nexts[column] { back -= 1 }
      unsafe candidates[back] = column
      back += 1
      let first = column + 1 - span
      if first < 0 { continue }
      if unsafe candidates[front] < first { front += 1 }
      unsafe body(first, nexts[candidates[front]])
    }
  }
}
