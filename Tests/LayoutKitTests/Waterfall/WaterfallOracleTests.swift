// SPDX-License-Identifier: Apache-2.0
//
// Compares the waterfall with a second implementation of its rules, over random data.

import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("WaterfallLayout and the oracle")
struct WaterfallOracleTests {
  @Test(
    "F16-F18: every element and the content size, in all orders",
    arguments: Soak.seeds(short: 50, long: 200), [false, true])
  func everything(_ seed: Int, spans: Bool) throws {
    let oracle = WaterfallOracle.random(UInt64(seed), spans: spans)
    let live = LiveLayout(WaterfallLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let (expectedSize, expected) = oracle.answer()
    #expect(isClose(size.width, expectedSize.width) && isClose(size.height, expectedSize.height))
    expectEqual(Self.sorted(try live.elements()), expected, "seed \(seed)")
  }

  @Test(
    "C9, C10: any rectangle gets exactly the elements that intersect it", arguments: 0..<100,
    [false, true])
  func rectangles(_ seed: Int, spans: Bool) throws {
    let oracle = WaterfallOracle.random(UInt64(seed), spans: spans)
    let live = LiveLayout(WaterfallLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let all = Self.sorted(try live.elements())
    var chance = Chance(UInt64(seed) + 7777)
    for _ in 0..<40 {
      let rect = Rect(
        x: Double.random(in: -200...size.width + 200, using: &chance),
        y: Double.random(in: -500...size.height + 500, using: &chance),
        width: chance.halves(0...900), height: chance.halves(0...900))
      let answered = try live.elements(in: rect)
      let expected = all.filter { $0.frame.intersects(rect) }
      #expect(Self.sorted(answered) == expected, "seed \(seed), \(rect)")
      // With up to 64 columns the host has nothing to sort, except items in openings.
      let isSorted = (oracle.columnWidth ?? 0) > 30 && oracle.packing == .sparse
      if isSorted { #expect(answered == expected, "seed \(seed), \(rect)") }
    }
  }

  @Test(
    "C24: an element queried by name equals that of the rectangle", arguments: 0..<30,
    [false, true])
  func byName(_ seed: Int, spans: Bool) throws {
    let oracle = WaterfallOracle.random(UInt64(seed), spans: spans)
    let live = LiveLayout(WaterfallLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for element in try live.elements() {
      #expect(
        try live.element(element.category, element.kind, element.section, element.item) == element)
    }
  }

  private static func sorted(_ elements: [Element]) -> [Element] {
    elements.sorted {
      ($0.category, $0.section, $0.item, $0.kind) < ($1.category, $1.section, $1.item, $1.kind)
    }
  }
}
