// SPDX-License-Identifier: Apache-2.0
//
// Animations, keys and scrolling to an item ask for single elements, many in a frame.

import LayoutABI
import LayoutModel
import LayoutRuntime

struct SingleCost: LayoutRule {
  let id = "single-cost"
  let isTimed = true
  let sentence =
    "A query for one of a million items costs at most four times one for one of a thousand."

  func check(_ subject: Subject) throws(Finding) {
    let kinds = subject.descriptor.kinds
    guard let kind = kinds.firstIndex(where: { $0.category == .cell }) else {
      throw .skipped("the layout has no cells")
    }
    let (small, large) = (
      try Trial.ready(subject, World([1000])), try Trial.ready(subject, World([1_000_000]))
    )
    var (few, many) = (Double.infinity, Double.infinity)
    // The tree of a layout is twice as deep and no longer in the cache.
    let ratio = try Scroller.leastRatio(until: 4) { () throws(Finding) in
      few = min(few, try Self.cost(small, kind))
      many = min(many, try Self.cost(large, kind))
      return (few, many)
    }
    try require(
      ratio <= 4,
      "a query costs \(Int(few)) ns with 1000 items and \(Int(many)) ns with 1000000")
  }

  /// Nanoseconds of a query for an item in the middle.
  private static func cost(_ trial: Trial, _ kind: Int) throws(Finding) -> Double {
    let room = Room(AnswerCounts(records: 4, transforms: 4, payload: 64))
    let (middle, count) = (trial.world.counts[0] / 2, UInt32(16))
    let start = Scroller.now
    for item in middle..<middle + count {
      let name = layout_element(
        category: UInt16(LAYOUT_CELL), kind: UInt16(kind), section: 0, item: item)
      try trial.ok(trial.attributes(for: name, into: room), "attributes_for")
    }
    return (Scroller.now - start) / Double(count)
  }
}
