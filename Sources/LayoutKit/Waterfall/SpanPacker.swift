// SPDX-License-Identifier: Apache-2.0
//
// Where an item goes that takes several neighbouring columns.

/// The columns of a section while items that may span are put into them.
///
/// Shortest first: an item goes to the neighbouring columns of whose ends the lowest is least low, of
/// equals to the leftmost. In turn: an item takes the columns that are next in the round; where too few
/// are left of it a new round begins. Either way it lies below all that is in its columns. The rules
/// without spans are the case of one column.
struct SpanPacker: ~Copyable {
  private let order: ColumnOrder
  private let count: Int
  /// The place of the next item of each column.
  private let nexts: UnsafeMutablePointer<Double>
  /// Columns that may be the deepest of the neighbours looked at.
  private let candidates: UnsafeMutablePointer<Int>
  /// The first column that is left of the round, counted in the order's direction.
  private var turn = 0
  /// The end of the deepest item.
  private(set) var deepest = 0.0

  /// Empty columns.
  init(_ order: ColumnOrder, count: Int) {
    self.order = order
    self.count = count
    nexts = .allocate(capacity: count)
    nexts.initialize(repeating: 0, count: count)
    candidates = .allocate(capacity: count)
  }

  deinit {
    nexts.deallocate()
    candidates.deallocate()
  }

  /// Writes down where the columns end: where each goes on, and the deepest end.
  func save(_ ends: inout Room<Double>) {
    for column in 0..<count { ends.append(nexts[column]) }
    ends.append(deepest)
  }

  /// Takes that over.
  mutating func restore(_ ends: UnsafeMutablePointer<Double>) {
    nexts.take(from: ends, count: count)
    deepest = ends[count]
  }

  /// Puts an item where it is known to go.
  mutating func put(_ length: Double, at top: Double, _ columns: Range<Int>, spacing: Double) {
    let bottom = top + length
    if bottom > deepest { deepest = bottom }
    for column in columns { nexts[column] = bottom + spacing }
    if order != .shortestFirst {
      let end = order == .rightToLeft ? count - columns.lowerBound : columns.upperBound
      turn = end < count ? end : 0
    }
  }

  /// Returns the place of the next item: its first column and its top.
  /// - Complexity: O(columns).
  func place(_ span: Int) -> (column: Int, top: Double) {
    if order == .shortestFirst { return span == 1 ? shortest() : shortest(of: span) }
    let first = turn + span <= count ? turn : 0
    let column = order == .rightToLeft ? count - span - first : first
    var top = nexts[column]
    for other in column..<column + span where nexts[other] > top { top = nexts[other] }
    return (column, top)
  }

  private func shortest() -> (column: Int, top: Double) {
    var best = 0
    for column in 1..<max(count, 1) where nexts[column] < nexts[best] { best = column }
    return (best, nexts[best])
  }

  /// The neighbours with the least maximum. The candidates for it fall from the front of a queue to
  /// its back, so that the front is the deepest column of those looked at.
  private func shortest(of span: Int) -> (column: Int, top: Double) {
    var best = (column: 0, top: Double.infinity)
    var (front, back) = (0, 0)
    for column in 0..<count {
      while back > front, nexts[candidates[back - 1]] <= nexts[column] { back -= 1 }
      candidates[back] = column
      back += 1
      let first = column + 1 - span
      if first < 0 { continue }
      if candidates[front] < first { front += 1 }
      let top = nexts[candidates[front]]
      if top < best.top { best = (first, top) }
    }
    return best
  }
}
