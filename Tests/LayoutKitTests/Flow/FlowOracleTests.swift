// SPDX-License-Identifier: Apache-2.0
//
// Compares the flow layout with a second implementation of its rules, over random data.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout and the oracle")
struct FlowOracleTests {
  @Test(
    "F2-F13: every element and the content size, in both directions and all alignments",
    arguments: 0..<400)
  func everything(_ seed: Int) throws {
    let oracle = FlowOracle.random(UInt64(seed))
    let live = LiveLayout(FlowLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let (expectedSize, expected) = oracle.answer()
    #expect(isClose(size.width, expectedSize.width) && isClose(size.height, expectedSize.height))
    expectEqual(try live.elements(), expected, "seed \(seed)")
  }

  @Test("C9, C10: any rectangle gets exactly the elements that intersect it", arguments: 0..<100)
  func rectangles(_ seed: Int) throws {
    let oracle = FlowOracle.random(UInt64(seed))
    let live = try oracle.layout()
    let all = try live.elements()
    var chance = Chance(UInt64(seed) + 7777)
    for _ in 0..<40 {
      let rect = Rect(
        x: chance.halves(-400...2000), y: chance.halves(-400...4000),
        width: chance.halves(0...(chance.flag(8) ? 0 : 900)), height: chance.halves(0...900))
      let expected = all.filter { $0.frame.intersects(rect) }
      #expect(try live.elements(in: rect) == expected, "seed \(seed), \(rect)")
    }
  }

  @Test("C24-C29: an element queried by name equals that of the rectangle", arguments: 0..<60)
  func byName(_ seed: Int) throws {
    let live = try FlowOracle.random(UInt64(seed)).layout()
    for element in try live.elements() {
      let named = try live.element(
        element.category, element.kind, element.section, element.item)
      #expect(named == element)
    }
    #expect(try live.element(0, 0, 99, 0) == nil)
    #expect(try live.element(0, 0, 0, 1_000_000) == nil)
    #expect(try live.element(1, 1, 0, 1) == nil)
    #expect(try live.element(2, 0, 0, 0) == nil)
  }

  @Test("F14: another cross extent gives other lines without a query", arguments: 0..<60)
  func resize(_ seed: Int) throws {
    var oracle = FlowOracle.random(UInt64(seed))
    let live = try oracle.layout()
    let asked = live.host.callCount
    for width in [77.0, 400, 1234] {
      oracle.viewportSize = Size(width: width, height: width)
      try live.prepare(oracle.scene, marks: .bounds)
      expectEqual(try live.elements(), oracle.answer().elements, "seed \(seed), \(width)")
    }
    #expect(live.host.callCount == asked)
  }
}
