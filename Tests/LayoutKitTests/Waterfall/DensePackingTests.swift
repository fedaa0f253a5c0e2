// SPDX-License-Identifier: Apache-2.0
//
// A waterfall that fills the gaps above items that span, with numbers that can be checked by hand, and at random.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("WaterfallLayout: dense packing")
struct DensePackingTests {
  /// One section in columns of 100 points without room between them.
  private struct Case {
    var order = ColumnOrder.shortestFirst
    var columnCount = 3
    var spacing = 0.0
    var heights: [Double]
    var spans: [Int64]
    var starts: [Int64] = []

    var scene: Scene {
      Scene(
        itemCounts: [UInt32(heights.count)],
        bounds: Rect(x: 0, y: 0, width: 100 * Double(columnCount), height: 480))
    }

    func live(_ packing: ColumnPacking = .dense) throws -> LiveLayout {
      let live = LiveLayout(WaterfallLayout())
      try live.set("packing", packing)
      try configure(live)
      try live.prepare(scene)
      return live
    }

    func configure(_ live: LiveLayout) throws {
      let (spans, starts) = (spans, starts)
      try live.set("order", order)
      try live.set("flowTolerance", 0.0)
      try live.set("columnCount", columnCount)
      try live.set("columnSpacing", 0.0)
      try live.set("rowSpacing", spacing)
      try live.bindSizes([heights.map { Size(width: 1, height: $0) }])
      try live.bind("columnSpan", { spans[$1] }, nothing: 1)
      if !starts.isEmpty { try live.bind("columnStart", { starts[$1] }, nothing: 0) }
    }

    /// Column and top of each item.
    func places(_ packing: ColumnPacking = .dense) throws -> [[Double]] {
      try DensePackingTests.frames(try live(packing)).map { [$0.x / 100, $0.y] }
    }
  }

  private static func frames(_ live: LiveLayout) throws -> [Rect] {
    try live.elements().sorted { $0.item < $1.item }.map(\.frame)
  }

  @Test("a later item goes into the gap above one that spans, if it fits with the spacing")
  func gap() throws {
    var row = Case(heights: [20, 80, 300, 40, 30], spans: [1, 1, 1, 2, 1])
    #expect(try row.places(.sparse) == [[0, 0], [1, 0], [2, 0], [0, 80], [0, 120]])
    #expect(try row.places() == [[0, 0], [1, 0], [2, 0], [0, 80], [0, 20]])
    row.spacing = 10
    // 20 + 10 + 50 + 10 = 90: the room of 50 is just enough, and 50.5 are too much.
    row.heights[4] = 50
    #expect(try row.places() == [[0, 0], [1, 0], [2, 0], [0, 90], [0, 30]])
    row.heights[4] = 50.5
    #expect(try row.places() == [[0, 0], [1, 0], [2, 0], [0, 90], [0, 140]])
  }

  @Test("the topmost opening comes first, of equal ones the leftmost; what is left is filled too")
  func topmost() throws {
    let row = Case(
      heights: [40, 60, 90, 10, 20, 20, 20, 20, 40], spans: [1, 1, 1, 3, 1, 1, 1, 1, 1])
    #expect(
      try row.places() == [
        [0, 0], [1, 0], [2, 0], [0, 90], [0, 40], [0, 60], [1, 60], [0, 100], [1, 100],
      ])
  }

  @Test("an item that spans needs a gap in each of its columns, at the same height")
  func spanningGap() throws {
    // Columns end at 40, 60 and 90; the gaps of the first two are 60...90 together.
    let row = Case(heights: [40, 60, 90, 10, 30, 20, 31], spans: [1, 1, 1, 3, 2, 1, 2])
    #expect(
      try row.places() == [[0, 0], [1, 0], [2, 0], [0, 90], [0, 60], [0, 40], [0, 100]])
  }

  @Test("an opening may lie in a gap of one column and behind the end of the next")
  func besideAnEnd() throws {
    let row = Case(heights: [50, 70, 10, 30], spans: [1, 1, 2, 2], starts: [0, 0, 1, 2])
    #expect(try row.places() == [[0, 0], [1, 0], [0, 70], [1, 80]])
    let other = Case(
      columnCount: 4, heights: [50, 70, 20, 10, 30], spans: [1, 1, 1, 2, 2],
      starts: [2, 1, 3, 1, 2])
    // The gap 50...70 of the second column is too short for 30; the third column ends at 20.
    #expect(try other.places() == [[1, 0], [0, 0], [2, 0], [0, 70], [1, 80]])
    var short = other
    short.heights[4] = 20
    #expect(try short.places() == [[1, 0], [0, 0], [2, 0], [0, 70], [1, 50]])
    // What that leaves above it in the third column is a gap, and its end is the item's.
    short.heights += [30, 5]
    short.spans += [1, 1]
    short.starts += [3, 3]
    #expect(try short.places().suffix(2) == [[2, 20], [2, 70]])
  }

  @Test("in turn, the order continues as if the item in the opening had not come")
  func inTurn() throws {
    var row = Case(heights: [20, 60, 30, 20, 10, 10], spans: [1, 1, 2, 1, 1, 1])
    row.order = .leftToRight
    #expect(try row.places() == [[0, 0], [1, 0], [0, 60], [2, 0], [0, 20], [0, 30]])
    row.order = .rightToLeft
    #expect(try row.places() == [[2, 0], [1, 0], [1, 60], [0, 0], [2, 20], [2, 30]])
  }

  @Test("an item that chooses its column looks there only")
  func chosen() throws {
    let row = Case(
      heights: [20, 80, 300, 40, 30, 30], spans: [1, 1, 1, 2, 1, 1], starts: [0, 0, 0, 0, 2, 1])
    #expect(try row.places() == [[0, 0], [1, 0], [2, 0], [0, 80], [1, 120], [0, 20]])
  }

  @Test("three thirds of a gap are filled by three items")
  func rounding() throws {
    let third = 100 / 3.0
    let row = Case(
      columnCount: 2, heights: [0.1, 100.1, 10, third, third, third, 7],
      spans: [1, 1, 2, 1, 1, 1, 1])
    let all = try Self.frames(try row.live())
    #expect(all[3...5].allSatisfy { $0.x == 0 && $0.y < 70 })
    #expect(all[6].y > 100)
  }

  @Test("without items that span, and with stable lanes, nothing changes")
  func nothingToFill() throws {
    let row = Case(heights: [20, 80, 300, 40, 30, 55, 10], spans: [1, 1, 1, 1, 1, 1, 1])
    #expect(try row.places() == row.places(.sparse))
    let spanning = Case(heights: [20, 80, 300, 40, 30], spans: [1, 1, 1, 2, 1])
    let (dense, sparse) = (try spanning.live(), try spanning.live(.sparse))
    for live in [dense, sparse] {
      try live.set("lanes", ColumnLanes.stable)
      try live.prepare(spanning.scene, marks: .properties)
    }
    #expect(try dense.elements() == sparse.elements())
  }

  @Test("a gap that others fill from the top keeps every place in it to be found")
  func manyInOneGap() throws {
    var row = Case(columnCount: 2, heights: [1, 20_000, 10], spans: [1, 1, 2])
    row.heights += (0..<900).map { 10 + Double($0 % 7) }
    row.spans += [Int64](repeating: 1, count: 900)
    let live = try row.live()
    let all = try live.elements().sorted { $0.item < $1.item }
    #expect(all[3...].allSatisfy { $0.frame.x == 0 && $0.frame.maxY <= 20_000 })
    for y in stride(from: -5.0, through: 20_100, by: 37) {
      let rect = Rect(x: 0, y: y, width: 200, height: 90)
      let found = try live.elements(in: rect).sorted { $0.item < $1.item }
      #expect(found == all.filter { $0.frame.intersects(rect) }, "\(y)")
    }
  }

  private static func random(_ seed: UInt64) -> Case {
    var chance = Chance(seed)
    var row = Case(heights: [], spans: [])
    row.order = ColumnOrder(rawValue: Int.random(in: 0..<4, using: &chance)) ?? .shortestFirst
    row.columnCount = Int.random(in: 2...9, using: &chance)
    row.spacing = chance.flag() ? 10 : 0
    for _ in 0..<Int.random(in: 100...1500, using: &chance) {
      row.heights.append(chance.halves(1...300))
      row.spans.append(chance.flag(3) ? Int64.random(in: 1...5, using: &chance) : 1)
    }
    return row
  }

  @Test("no two items overlap, with gaps filled", arguments: 0..<20)
  func apart(_ seed: Int) throws {
    let row = Self.random(UInt64(seed))
    let all = try Self.frames(try row.live()).sorted { $0.y < $1.y }
    for (index, frame) in all.enumerated() {
      for other in all[(index + 1)...].prefix(while: { $0.y < frame.maxY }) {
        #expect(other.x >= frame.maxX || other.maxX <= frame.x, "seed \(seed)")
      }
    }
  }

  @Test("a preferred height places the items behind it as a fresh layout does", arguments: 0..<20)
  func preferred(_ seed: Int) throws {
    var row = Self.random(UInt64(seed))
    let waterfall = WaterfallLayout()
    let live = LiveLayout(waterfall)
    try live.set("packing", ColumnPacking.dense)
    try row.configure(live)
    try live.prepare(row.scene)
    for item in [row.heights.count - 1, row.heights.count / 2, 0] {
      let old = try #require(try live.element(0, 0, 0, item)).frame.size
      row.heights[item] = Double(7 + 40 * seed % 90)
      _ = try waterfall.setPreferredSize(
        Size(width: old.width, height: row.heights[item]),
        for: ElementID(category: 0, kind: 0, section: 0, item: UInt32(item)), original: old)
      try live.prepare(row.scene, marks: .bounds)
      #expect(try live.elements() == row.live().elements(), "seed \(seed), item \(item)")
    }
  }
}
