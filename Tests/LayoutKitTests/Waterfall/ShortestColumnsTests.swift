// SPDX-License-Identifier: Apache-2.0
//
// Compares the pass of a waterfall with vector instructions with the pass item by item.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Shortest columns with vector instructions")
struct ShortestColumnsTests {
  /// The places of one pass.
  private final class Pass {
    var tops: ItemTops
    var deepest = 0.0
    private let scratch: UnsafeMutablePointer<Int32>

    init(_ capacity: Int) throws {
      scratch = .allocate(capacity: 1024)
      tops = try ItemTops(capacity: capacity, scratch: scratch)
    }

    deinit { scratch.deallocate() }

    /// Places the items from `first` on.
    /// - Returns: False if the processor has no vector instructions.
    func fill(
      _ record: SectionRecord, from first: Int, _ sizes: UnsafeMutablePointer<layout_size>,
      byVectors: Bool
    ) -> Bool {
      let (lengths, spacing) = (ItemLengths(sizes, .vertical), record.alongSpacing)
      tops.restart(at: first, record)
      deepest = 0
      var queue = ColumnQueue(count: record.count) { column in
        let last = tops.last(inColumn: column)
        guard last >= 0 else { return 0 }
        deepest = max(deepest, tops.tops[last] + lengths[last])
        return tops.tops[last] + lengths[last] + spacing
      }
      if byVectors {
        return tops.append(from: first, to: record.itemCount, lengths, spacing, &queue, &deepest)
      }
      for item in first..<record.itemCount {
        let (top, column) = (queue.next, queue.column)
        tops.append(item, top: top, column: column)
        deepest = max(deepest, top + lengths[item])
        queue.putBack(top + lengths[item] + spacing)
      }
      return true
    }

    func items(from start: Double, to end: Double, _ record: SectionRecord) -> [Int] {
      var items: [Int] = []
      tops.forEachShortest(from: start, to: end, record) { items.append($0) }
      return items
    }
  }

  @Test("F17: both give the same bits, from the start and after a change", arguments: 1...16)
  func same(columns: Int) throws {
    var chance = Chance(UInt64(columns))
    let count = 3000
    let sizes = UnsafeMutablePointer<layout_size>.allocate(capacity: count)
    defer { sizes.deallocate() }
    // Few different heights, so that many columns end at the same place, and arbitrary heights.
    let heights: [() -> Double] = [
      { Double(Int.random(in: 0...3, using: &chance)) },
      { Double.random(in: 0...100, using: &chance) },
    ]
    for height in heights {
      var record = SectionRecord(itemCount: count)
      record.count = columns
      record.alongSpacing = height()
      let (plain, vectors) = (try Pass(count), try Pass(count))
      for item in 0..<count { sizes[item] = layout_size(width: 1, height: height()) }
      for first in [0, 1, 17, 255, 256, 257, 1500, 2990].shuffled(using: &chance) + [0] {
        for item in first..<count { sizes[item].height = height() }
        let start = plain.tops.tops.count < first ? 0 : first
        _ = plain.fill(record, from: start, sizes, byVectors: false)
        guard vectors.fill(record, from: start, sizes, byVectors: true) else { return }
        #expect(plain.deepest.bitPattern == vectors.deepest.bitPattern)
        for item in 0..<count {
          try #require(
            plain.tops.tops[item].bitPattern == vectors.tops.tops[item].bitPattern
              && plain.tops.column(of: item) == vectors.tops.column(of: item), "\(item)")
        }
        let place = Double.random(in: 0...plain.deepest, using: &chance)
        #expect(
          plain.items(from: place, to: place + 50, record)
            == vectors.items(from: place, to: place + 50, record))
      }
    }
  }
}
