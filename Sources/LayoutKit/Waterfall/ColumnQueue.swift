// SPDX-License-Identifier: Apache-2.0
//
// The columns in the order in which they end, for the rule "the shortest first".

import CLayoutKit

/// Columns sorted by where their next item goes, of equals the leftmost first.
///
/// The front is taken and comes back further behind. The entries lie in one piece of a longer array
/// and wander along it, so taking moves nothing, and putting back moves only the columns that are
/// longer than the new one: two or three of ten.
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
    nexts = .allocate(capacity: capacity)
    columns = .allocate(capacity: capacity)
    // Numbers that are not negative are in the order of their bits.
    let order = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * count)
    defer { order.deallocate() }
    for column in 0..<count {
      order[2 * column] = (next(column) + 0).bitPattern
      order[2 * column + 1] = UInt64(column)
    }
    layout_kit_sort(order, count, 2)
    for place in 0..<count {
      nexts[place] = Double(bitPattern: order[2 * place])
      columns[place] = Int(order[2 * place + 1])
    }
  }

  deinit {
    nexts.deallocate()
    columns.deallocate()
  }

  /// The column that the next item goes to.
  var column: Int { columns[head] }
  /// The place of the next item in that column.
  var next: Double { nexts[head] }

  /// Puts the front column back with a new place for its next item.
  /// - Complexity: O(columns that are longer).
  mutating func putBack(_ next: Double) {
    let column = columns[head]
    if head + count == capacity { rewind() }
    head &+= 1
    var place = head &+ count &- 1
    while place > head {
      let other = nexts[place &- 1]
      if other < next || (other == next && columns[place &- 1] < column) { break }
      nexts[place] = other
      columns[place] = columns[place &- 1]
      place &-= 1
    }
    nexts[place] = next
    columns[place] = column
  }

  /// Moves the entries to the start of the array.
  private mutating func rewind() {
    nexts.take(from: nexts + head, count: count)
    columns.take(from: columns + head, count: count)
    head = 0
  }
}
