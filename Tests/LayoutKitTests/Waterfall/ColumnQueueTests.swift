// SPDX-License-Identifier: Apache-2.0
//
// Compares the queue of columns with a search through all of them.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("ColumnQueue")
struct ColumnQueueTests {
  @Test("F17: the front is the first of the shortest columns", arguments: [1, 2, 3, 10, 100])
  func front(_ count: Int) {
    var chance = Chance(UInt64(count))
    var queue = ColumnQueue(count: count)
    var nexts = [Double](repeating: 0, count: count)
    for _ in 0..<5000 {
      let least = nexts.min() ?? 0
      let column = nexts.firstIndex(of: least) ?? 0
      #expect(queue.column == column && queue.next == least)
      // Few different heights, so that many columns end at the same place; zero is one of them.
      nexts[column] = least + Double(Int.random(in: 0...3, using: &chance))
      queue.putBack(nexts[column])
    }
  }
}
