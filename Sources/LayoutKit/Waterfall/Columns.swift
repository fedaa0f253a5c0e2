// SPDX-License-Identifier: Apache-2.0
//
// The columns of one section: how many, how wide, where.

import CLayoutKit

/// In which column an item goes.
public enum ColumnOrder: Int, PropertyCases, Sendable {
  /// The column that ends first; of equals, the leftmost.
  case shortestFirst = 0
  /// In turn, from the left.
  case leftToRight
  /// In turn, from the right.
  case rightToLeft
  /// As grid lanes of CSS: of the columns that end at most a tolerance behind the one that ends first, the next
  /// one behind the item before.
  case gridLanes

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] {
    ["shortestFirst", "leftToRight", "rightToLeft", "gridLanes"]
  }
}

/// The rule by which items go to columns.
struct ColumnRule {
  var order: ColumnOrder
  /// Points by which a column may end behind the first one and count as equal; of ``ColumnOrder/gridLanes`` alone.
  var tolerance: Double
}

/// The number of columns of a section.
enum ColumnNumber {
  case count(Int)
  /// As many as fit of this width; they widen to fill the room.
  case width(Double)

  /// More columns than this are never made, however narrow they are asked to be.
  static var limit: Int { ClaimAnswers.limit }

  /// The number of columns in `room` with `spacing` between them.
  func columns(in room: Double, spacing: Double) -> Int {
    switch self {
    case .count(let count): return max(1, min(count, Self.limit))
    case .width(let width):
      let fitting = (room + LineRule.slack(room) + spacing) / (width + spacing)
      return fitting < Double(Self.limit) ? max(1, Int(fitting)) : Self.limit
    }
  }
}

/// The columns of one section, all as wide as the other.
struct Columns {
  let count: Int
  let width: Double
  private let gap: Double
  /// From one column to the next.
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

  /// The leading edge of a column.
  func edge(_ column: Int) -> Double { start + Double(column) * step }

  /// Returns the breadth of neighbouring columns together.
  func breadth(_ span: Int) -> Double {
    span == 1 ? width : Double(span) * width + Double(span - 1) * gap
  }
}

// MARK: - In the order of their ends
//
// The columns in the order in which they end, for the rule "the shortest first".

/// Columns sorted by where their next item goes, of equals the leftmost first.
///
/// The front is taken and comes back further behind. The entries lie in one piece of a longer array
/// and wander along it, so taking moves nothing, and putting back moves only the columns that are
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

  /// `count` columns.
  /// - Parameter next: Where the next item of a column goes; 0 in an empty one.
  init(count: Int, next: (Int) -> Double = { _ in 0 }) {
    self.count = count
    capacity = 2 * count + 1024
    unsafe nexts = .allocate(capacity: capacity)
    unsafe columns = .allocate(capacity: capacity)
    // Numbers that are not negative are in the order of their bits.
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

  /// The column that the next item goes to.
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

  /// Moves the entries to the start of the array.
  private mutating func rewind() {
    unsafe nexts.take(from: nexts + head, count: count)
    unsafe columns.take(from: columns + head, count: count)
    head = 0
  }
}

// MARK: - Search
//
// What items in columns are found by, whether some of them span or none: blocks of items with marks
// between them, and columns merged in order of the data.

/// Rules that ``ItemTops`` and ``SpannedPlaces`` have in common.
enum ColumnSearch {
  /// Up to so many columns, items are answered in order; beyond, that is left to the host, which
  /// sorts faster than a merge of many columns would be.
  static var orderedColumns: Int { 64 }

  /// Items between two marks: so few that looking through them costs less than answering a screen,
  /// so many that the marks take half a byte an item.
  static func blockSize(_ columnCount: Int) -> Int { max(256, 8 * columnCount) }

  /// Returns the number of marks before an item. A block's mark is made with its first item,
  /// so the item itself has none yet, and nor has the end of a last block that is full.
  static func markCount(before item: Int, _ columnCount: Int) -> Int {
    max(0, item - 1) / blockSize(columnCount)
  }

  /// The column whose next item comes first in the data, of those that `goesOn` holds for.
  @inline(__always)
  static func leastColumn(
    of nexts: UnsafeMutablePointer<Int32>, count: Int, _ goesOn: (Int32) -> Bool
  ) -> Int? {
    var least: Int?
    for column in 0..<count where unsafe goesOn(nexts[column]) {
      if let known = least, unsafe nexts[known] < nexts[column] { continue }
      least = column
    }
    return least
  }
}
