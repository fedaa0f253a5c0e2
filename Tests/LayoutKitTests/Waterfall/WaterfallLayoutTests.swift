// SPDX-License-Identifier: Apache-2.0
//
// The waterfall's rules one by one, with numbers that can be checked by hand.

import Testing

@testable import LayoutKitHosted

@Suite("WaterfallLayout")
struct WaterfallLayoutTests {
  private func frames(
    _ heights: [Double], width: Double = 320,
    _ configure: (LiveLayout) throws -> Void = { _ in }
  ) throws -> [Rect] {
    let live = LiveLayout(WaterfallLayout())
    try live.bindSizes([heights.map { Size(width: 999, height: $0) }])
    try configure(live)
    var scene = Scene(itemCounts: [UInt32(heights.count)])
    scene.bounds.width = width
    try live.prepare(scene)
    return try live.elements().map(\.frame)
  }

  @Test("F16: columns share the room less the spacing", arguments: [1, 2, 3, 7])
  func widths(_ count: Int) throws {
    let all = try frames([50, 60, 70, 80, 90, 50, 60]) { try $0.set("columnCount", count) }
    let width = (320 - Double(count - 1) * 10) / Double(count)
    #expect(all.allSatisfy { isClose($0.width, width) })
    #expect(all.map(\.maxX).max().map { isClose($0, 320) } == true)
  }

  @Test(
    "F16: as many columns as fit, widened to fill",
    arguments: [(155.0, 2), (155.5, 1), (100, 3), (1000, 1), (98, 3), (72.5, 4), (73, 3)])
  func columnWidth(_ width: Double, _ count: Int) throws {
    let all = try frames([Double](repeating: 50, count: 8)) { try $0.set("columnWidth", width) }
    #expect(Set(all.map(\.x)).count == count)
    #expect(all.map(\.maxX).max().map { isClose($0, 320) } == true)
  }

  @Test("F17: the shortest column comes first, of equals the leftmost; heights are kept")
  func shortestFirst() throws {
    let all = try frames([100, 50, 30, 200, 10])
    let expected = [
      Rect(x: 0, y: 0, width: 155, height: 100), Rect(x: 165, y: 0, width: 155, height: 50),
      Rect(x: 165, y: 60, width: 155, height: 30), Rect(x: 165, y: 100, width: 155, height: 200),
      Rect(x: 0, y: 110, width: 155, height: 10),
    ]
    #expect(all == expected)
  }

  @Test("F17: columns in turn", arguments: [ColumnOrder.leftToRight, .rightToLeft])
  func inTurn(_ order: ColumnOrder) throws {
    let all = try frames([100, 50, 30, 200]) { try $0.set("order", order) }
    let left = order == .leftToRight ? 0.0 : 165
    #expect(all.map(\.x) == [left, 165 - left, left, 165 - left])
    #expect(all.map(\.y) == [0, 0, 110, 60])
  }

  @Test("F18: a section ends at its tallest column; spacing only between items")
  func sectionEnd() throws {
    let live = LiveLayout(WaterfallLayout())
    try live.set("headerReferenceSize", Size(width: 3, height: 20))
    try live.set("sectionInset", Insets(top: 5, left: 10, bottom: 7, right: 30))
    try live.bindSizes([[100, 50, 30].map { Size(width: 1, height: $0) }, []])
    #expect(
      try live.prepare(Scene(itemCounts: [3, 0])) == Size(width: 320, height: 132 + 32))
    #expect(try live.element(1, 1, 1, 0)?.frame == Rect(x: 0, y: 132, width: 320, height: 20))
  }

  @Test("a million equal items take no memory of their own")
  func equalItems() throws {
    let live = LiveLayout(WaterfallLayout())
    try live.bindBulk("sizeForItem") { _, _, _, room in
      room.storeBytes(of: Size(width: 44, height: 40), as: Size.self)
      return (0, .uniform)
    }
    let size = try live.prepare(Scene(itemCounts: [100_000_001]))
    #expect(size == Size(width: 320, height: 50_000_001 * 50 - 10))
    #expect(live.host.callCount <= 26)
    let last = try #require(try live.element(0, 0, 0, 100_000_000))
    #expect(last.frame == Rect(x: 0, y: 50_000_000 * 50, width: 155, height: 40))
    let found = try live.elements(in: Rect(x: 0, y: 1_000_000, width: 320, height: 90))
    #expect(found.map(\.item) == [40000, 40001, 40002, 40003])
  }
}
