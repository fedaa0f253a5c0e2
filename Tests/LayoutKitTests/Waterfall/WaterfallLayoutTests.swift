// SPDX-License-Identifier: Apache-2.0
//
// The waterfall's rules one by one, with numbers that can be checked by hand.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

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

  @Test("F16: columns share the width without the spacing", arguments: [1, 2, 3, 7])
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

  @Test("F17: the shortest column is first, of equals the leftmost, and heights are kept")
  func shortestFirst() throws {
    let all = try frames([100, 50, 30, 200, 10])
    let expected = [
      Rect(x: 0, y: 0, width: 155, height: 100), Rect(x: 165, y: 0, width: 155, height: 50),
      Rect(x: 165, y: 60, width: 155, height: 30), Rect(x: 165, y: 100, width: 155, height: 200),
      Rect(x: 0, y: 110, width: 155, height: 10),
    ]
    #expect(all == expected)
  }

  @Test(
    "below the top of a section's last item the last items of its columns are found",
    arguments: [255, 256, 257, 512, 513], [false, true])
  func lastItems(_ count: Int, spans: Bool) throws {
    let live = LiveLayout(WaterfallLayout())
    let heights = (0..<count).map { 40 + Double($0 % 13) }
    try live.bindSizes([heights, [70, 80]].map { $0.map { Size(width: 1, height: $0) } })
    if spans { try live.bind("columnSpan", { $1 == 3 ? 2 : 1 }, nothing: 1) }
    try live.prepare(Scene(itemCounts: [UInt32(count), 2]))
    let all = try live.elements()
    let last = try #require(all.last { $0.section == 0 }).frame
    for y in stride(from: last.y - 20, through: last.maxY + 20, by: 0.5) {
      let rect = Rect(x: 0, y: y, width: 320, height: 30)
      #expect(try live.elements(in: rect) == all.filter { $0.frame.intersects(rect) }, "\(y)")
    }
  }

  @Test("F17: columns in turn", arguments: [ColumnOrder.leftToRight, .rightToLeft])
  func inTurn(_ order: ColumnOrder) throws {
    let all = try frames([100, 50, 30, 200]) { try $0.set("order", order) }
    let left = order == .leftToRight ? 0.0 : 165
    #expect(all.map(\.x) == [left, 165 - left, left, 165 - left])
    #expect(all.map(\.y) == [0, 0, 110, 60])
  }

  /// Returns column and row of items of height 10 in three columns of 100 without spacing.
  private func places(_ spans: [Int64], _ order: ColumnOrder) throws -> [[Double]] {
    let all = try frames([Double](repeating: 10, count: spans.count), width: 300) {
      try $0.bind("columnSpan", { spans[$1] }, nothing: 1)
      try $0.set("order", order)
      try $0.set("columnCount", 3)
      try $0.set("columnSpacing", 0.0)
      try $0.set("rowSpacing", 0.0)
    }
    for (frame, span) in zip(all, spans) {
      #expect(frame.width == 100 * Double(max(1, min(span, 3))))
    }
    return all.map { [$0.x / 100, $0.y / 10] }
  }

  @Test("F17: an item that spans is below the lowest neighbours, of equals the leftmost")
  func spans() throws {
    #expect(
      try places([1, 2, 1, 2, 3, 1], .shortestFirst)
        == [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [0, 3]])
    #expect(
      try places([1, 3, 1, 1], .shortestFirst) == [[0, 0], [0, 1], [0, 2], [1, 2]])
    #expect(try places([2, 2, 1], .shortestFirst) == [[0, 0], [0, 1], [2, 0]])
    #expect(try places([-7, 0, 99], .shortestFirst) == [[0, 0], [1, 0], [0, 1]])
  }

  @Test("F17: in turn, an item that spans begins a new round if too few columns are left")
  func spansInTurn() throws {
    #expect(
      try places([1, 1, 2, 1, 1], .leftToRight) == [[0, 0], [1, 0], [0, 1], [2, 0], [0, 2]])
    #expect(
      try places([1, 1, 2, 1, 1], .rightToLeft) == [[2, 0], [1, 0], [1, 1], [0, 0], [2, 2]])
  }

  @Test("an item that spans accepts a preferred height, and keeps its columns")
  func spanningPreference() throws {
    let waterfall = WaterfallLayout()
    let live = LiveLayout(waterfall)
    var sizes = (0..<2000).map { Size(width: 1, height: 40 + Double($0 % 13)) }
    func bind(_ live: LiveLayout) throws {
      let sizes = sizes
      try live.bindSizes([sizes])
      try live.bind("columnSpan", { $1 % 7 == 3 ? 2 : 1 }, nothing: 1)
      try live.set("columnCount", 3)
      try live.prepare(Scene(itemCounts: [2000]))
    }
    try bind(live)
    let name = ElementID(category: 0, kind: 0, section: 0, item: 1410)
    let old = try #require(try live.element(0, 0, 0, 1410)).frame.size
    #expect(isClose(old.width, 210))
    sizes[1410].height = 77
    let marks = try waterfall.setPreferredSize(
      Size(width: old.width, height: 77), for: name, original: old)
    #expect(marks == .bounds)
    try live.prepare(Scene(itemCounts: [2000]), marks: .bounds)
    let exact = LiveLayout(WaterfallLayout())
    try bind(exact)
    #expect(try live.elements() == exact.elements())
  }

  @Test("without items that span a section causes one more query, with one answer for all")
  func uniformSpans() throws {
    let live = LiveLayout(WaterfallLayout())
    try live.bindBulk("sizeForItem") { _, _, _, room in
      room.storeBytes(of: Size(width: 44, height: 40), as: Size.self)
      return (0, .uniform)
    }
    try live.bindBulk("columnSpan") { _, _, _, room in
      room.storeBytes(of: 1, as: Int64.self)
      return (0, .uniform)
    }
    try live.prepare(Scene(itemCounts: [100_000_001]))
    #expect(live.host.callCount <= 52)
    let last = try #require(try live.element(0, 0, 0, 100_000_000))
    #expect(last.frame == Rect(x: 0, y: 50_000_000 * 50, width: 155, height: 40))
  }

  @Test("F18: a section ends at its tallest column, and spacing is only between items")
  func sectionEnd() throws {
    let live = LiveLayout(WaterfallLayout())
    try live.set("headerReferenceSize", Size(width: 3, height: 20))
    try live.set("sectionInset", Insets(top: 5, left: 10, bottom: 7, right: 30))
    try live.bindSizes([[100, 50, 30].map { Size(width: 1, height: $0) }, []])
    #expect(
      try live.prepare(Scene(itemCounts: [3, 0])) == Size(width: 320, height: 132 + 32))
    #expect(try live.element(1, 1, 1, 0)?.frame == Rect(x: 0, y: 132, width: 320, height: 20))
  }

  @Test("a million equal items need no memory of their own")
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
