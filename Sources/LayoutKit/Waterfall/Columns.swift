// SPDX-License-Identifier: Apache-2.0
//
// The columns of one section: number, width, places.

import CLayoutKit

/// The rule that chooses the column of an item.
public enum ColumnOrder: Int, PropertyCases, Sendable {
  /// The column that ends first; of equal ones the leftmost.
  case shortestFirst = 0
  /// In turn, from the left.
  case leftToRight
  /// In turn, from the right.
  case rightToLeft
  /// Like grid lanes of CSS: of the columns that end at most a tolerance behind the first end, the next column
  /// behind the column of the last item.
  case gridLanes

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] {
    ["shortestFirst", "leftToRight", "rightToLeft", "gridLanes"]
  }
}

/// The rule that assigns items to columns.
struct ColumnRule {
  var order: ColumnOrder
  /// The distance, in points, by which a column may end behind the first one and count as equal; for
  /// ``ColumnOrder/gridLanes`` only.
  var tolerance: Double
  var packing = ColumnPacking.sparse
}

/// The place of an item that may span.
struct ColumnPlace {
  /// The first column.
  var column: Int
  /// The top, relative to the start of the section's items.
  var top: Double
  /// True before the place that is behind the items before it.
  var isOpening = false
}

/// The number of columns of a section.
enum ColumnNumber {
  case count(Int)
  /// As many as fit with at least this width; they widen to fill the room.
  case width(Double)

  /// The maximal number of columns, for any requested width.
  static var limit: Int { ClaimAnswers.limit }

  /// Returns the number of columns in `room` with `spacing` between them.
  func columns(in room: Double, spacing: Double) -> Int {
    switch self {
    case .count(let count): return max(1, min(count, Self.limit))
    case .width(let width):
      let fitting = (room + LineRule.slack(room) + spacing) / (width + spacing)
      return fitting < Double(Self.limit) ? max(1, Int(fitting)) : Self.limit
    }
  }
}

/// The columns of one section, all of the same width.
struct Columns {
  let count: Int
  let width: Double
  private let gap: Double
  /// The distance from one column to the next.
  private let step: Double
  private let start: Double

  init(_ section: SectionRecord) {
    count = section.count
    let gaps = Double(section.count - 1) * section.acrossSpacing
    width = max(0, (section.room - gaps) / Double(section.count))
    gap = section.acrossSpacing
    step = width + gap
    start = section.side
  }

  /// Returns the leading edge of a column.
  func edge(_ column: Int) -> Double { start + Double(column) * step }

  /// Returns the breadth of neighbouring columns together.
  func breadth(_ span: Int) -> Double {
    span == 1 ? width : Double(span) * width + Double(span - 1) * gap
  }
}

// MARK: - In the order of their ends
//
// The columns in the order of their ends, for the rule "the shortest first".

/// Columns sorted by the place of their next item, equal ones from left to right.
///
/// The front column is taken and put back further behind. The entries are a part of a longer array
/// and move along it, so taking moves no entries, and putting back moves only the columns that are
/// longer than the new one: two or three of ten.
///
/// Memory safety: it owns both arrays; the entries stay within `capacity`, since ``rewind()`` comes first.
@safe
struct ColumnQueue: ~Copyable {
  private let nexts: UnsafeMutablePointer<Double>
  private let columns: UnsafeMutablePointer<Int>
  private let capacity: Int
  private let count: Int
  private var head = 0

  /// Creates `count` columns.
  /// - Parameter next: The place of a column's next item; 0 in an empty column.
  init(count: Int, next: (Int) -> Double = { _ in 0 }) {
    self.count = count
    capacity = 2 * count + 1024
    unsafe nexts = .allocate(capacity: capacity)
    unsafe columns = .allocate(capacity: capacity)
    // Numbers that are not negative have the order of their bits.
    let order = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * count)
    defer { unsafe order.deallocate() }
    for column in 0..<count {
      unsafe order[2 * column] = (next(column) + 0).bitPattern
      unsafe order[2 * column + 1] = UInt64(column)
    }
    unsafe layout_kit_sort(order, count, 2)
    for place in 0..<count {
      unsafe nexts[place] = unsafe Double(bitPattern: order[2 * place])
      unsafe columns[place] = unsafe Int(order[2 * place + 1])
    }
  }

  deinit {
    unsafe nexts.deallocate()
    unsafe columns.deallocate()
  }

  /// The column of the next item.
  var column: Int { unsafe columns[head] }
  /// The place of the next item in that column.
  var next: Double { unsafe nexts[head] }

  /// Puts the front column back with a new place for its next item.
  /// - Complexity: O(columns that are longer).
  mutating func putBack(_ next: Double) {
    let column = unsafe columns[head]
    if head + count == capacity { rewind() }
    head &+= 1
    var place = head &+ count &- 1
    while place > head {
      let other = unsafe nexts[place &- 1]
      if unsafe other < next || (other == next && columns[place &- 1] < column) { break }
      unsafe nexts[place] = other
      unsafe columns[place] = unsafe columns[place &- 1]
      place &-= 1
    }
    unsafe nexts[place] = next
    unsafe columns[place] = column
  }

  /// Runs `body` with the sorted columns: the places of their next items, and their numbers. There is
  /// room for 1,024 more. The queue is used up afterwards.
  mutating func withEntries<Answer>(
    _ body: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Int>) -> Answer
  ) -> Answer {
    rewind()
    return unsafe body(nexts, columns)
  }

  /// Moves the entries to the start of the array.
  private mutating func rewind() {
    unsafe nexts.take(from: nexts + head, count: count)
    unsafe columns.take(from: columns + head, count: count)
    head = 0
  }
}

// MARK: - Search
//
// The search for items in columns, with or without spans: blocks of items with marks between them,
// and columns merged in order of the data.

/// Rules that ``ItemTops`` and ``SpannedPlaces`` share.
enum ColumnSearch {
  /// The maximal number of columns whose items are answered in order; with more columns the host
  /// sorts them, which is faster than merging many columns.
  static var orderedColumns: Int { 64 }

  /// Returns the number of items between two marks: few enough that reading them costs less than
  /// answering a screen, and enough that the marks take half a byte per item.
  static func blockSize(_ columnCount: Int) -> Int { max(256, 8 * columnCount) }

  /// Returns the number of marks before an item. A block's mark is made with its first item, so
  /// that item itself has none yet, and neither has the end of a full last block.
  static func markCount(before item: Int, _ columnCount: Int) -> Int {
    max(0, item - 1) / blockSize(columnCount)
  }

  /// The number for a column without a next item; it is behind all items.
  static var none: Int32 { .max }

  /// Visits the items of all columns in the order of the data.
  /// - Parameters:
  ///   - nexts: The first item of each of `count` columns, or ``none``. It is changed.
  ///   - following: Returns the item behind an item in its column, or ``none``.
  /// - Complexity: O(columns) for each item.
  @inline(__always)
  static func merge(
    _ nexts: UnsafeMutablePointer<Int32>, count: Int, following: (Int32) -> Int32,
    _ body: (Int) -> Void
  ) {
    if count == 0 { return }
    while true {
      var (least, item) = unsafe (0, nexts[0])
      for column in 1..<count {
        let other = unsafe nexts[column]
        if other < item { (least, item) = (column, other) }
      }
      if item == none { return }
      unsafe nexts[least] = following(item)
      body(Int(item))
    }
  }
}
