// SPDX-License-Identifier: Apache-2.0
//
// The gallery's rules one by one, with numbers that can be checked by hand, and invalid answers.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("GalleryLayout")
struct GalleryLayoutTests {
  private func frames(
    _ ratios: [Double], width: Double = 300, _ configure: (LiveLayout) throws -> Void = { _ in }
  ) throws -> [Rect] {
    let live = LiveLayout(GalleryLayout())
    try live.bind("aspectRatioForItem", { ratios[$1] }, nothing: Double.nan)
    for name in ["itemSpacing", "rowSpacing"] { try live.set(name, 0.0) }
    try live.set("targetHeight", 100.0)
    try configure(live)
    var scene = Scene(itemCounts: [UInt32(ratios.count)])
    scene.bounds.width = width
    try live.prepare(scene)
    return try live.elements().map(\.frame)
  }

  @Test("rows fill the width, and items keep their proportions")
  func fill() throws {
    let all = try frames([2, 2, 1, 1, 1])
    #expect(
      all == [
        Rect(x: 0, y: 0, width: 150, height: 75), Rect(x: 150, y: 0, width: 150, height: 75),
        Rect(x: 0, y: 75, width: 100, height: 100), Rect(x: 100, y: 75, width: 100, height: 100),
        Rect(x: 200, y: 75, width: 100, height: 100),
      ])
  }

  @Test("the breaks are the best for all rows together, not for the first row")
  func together() throws {
    // A greedy breaker takes the first three, 3.2 in all, and leaves 1.6 and 4 alone in their rows.
    let all = try frames([1.2, 1, 1, 1.6, 4, 3]) { try $0.set("lastRow", LastRow.justified) }
    let rows = Set(all.map(\.y)).sorted()
    #expect(rows.count == 4)
    let oracle = GalleryOracle(itemSpacing: 0, lastRow: .justified)
    #expect(
      oracle.leastBadness([1.2, 1, 1, 1.6, 4, 3], 300)
        < oracle.greedyBadness([1.2, 1, 1, 1.6, 4, 3], 300))
  }

  @Test("the last row keeps the target height, or fills the width", arguments: 0..<3)
  func lastRows(_ rule: Int) throws {
    let lastRow = try #require(LastRow(rawValue: rule))
    let all = try frames([1, 1, 1, 1.5]) { try $0.set("lastRow", lastRow) }
    switch lastRow {
    case .natural: #expect(all[3] == Rect(x: 0, y: 100, width: 150, height: 100))
    case .centered: #expect(all[3] == Rect(x: 75, y: 100, width: 150, height: 100))
    case .justified: #expect(all.map(\.maxX).max() == 300 && all[3].maxX == 300)
    }
  }

  @Test("spacing is between items and between rows, and is not part of them")
  func spacing() throws {
    let all = try frames([1, 1, 2, 1], width: 310) {
      try $0.set("itemSpacing", 10.0)
      try $0.set("rowSpacing", 7.0)
      try $0.set("lastRow", LastRow.justified)
    }
    #expect(all.filter { $0.y == all[0].y }.last.map { isClose($0.maxX, 310) } == true)
    #expect(isClose(all[1].x - all[0].maxX, 10))
    let lower = try #require(all.first { $0.y > all[0].y })
    #expect(isClose(lower.y - all[0].maxY, 7))
  }

  @Test("with horizontal scrolling, rows are vertical and fill the height")
  func horizontal() throws {
    let live = LiveLayout(GalleryLayout())
    try live.bind("aspectRatioForItem", { _, _ in 0.5 }, nothing: Double.nan)
    try live.set("scrollDirection", ScrollDirection.horizontal)
    for name in ["itemSpacing", "rowSpacing"] { try live.set(name, 0.0) }
    try live.set("targetHeight", 120.0)
    let size = try live.prepare(Scene(itemCounts: [4]))
    let all = try live.elements().map(\.frame)
    #expect(
      all == [
        Rect(x: 0, y: 0, width: 120, height: 240), Rect(x: 0, y: 240, width: 120, height: 240),
        Rect(x: 120, y: 0, width: 120, height: 240), Rect(x: 120, y: 240, width: 120, height: 240),
      ])
    #expect(size == Size(width: 240, height: 480))
  }

  @Test("an item without a ratio gets that of the property, and extreme ones are limited")
  func limits() throws {
    let odd: [Double] = [
      .nan, 1e308, 1e-308, 4.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    let all = try frames(odd, width: 100) { try $0.set("aspectRatio", 2.0) }
    let ratios = all.map { $0.width / $0.height }
    for (found, expected) in zip(ratios, [2, 4, 0.25, 4, 4, 0.25]) {
      #expect(isClose(found, expected))
    }
    #expect(all.allSatisfy { $0.maxX <= 100 && $0.maxY.isFinite })
  }

  @Test(
    "an invalid ratio is an error that names the item",
    arguments: [0, -1, -.infinity, .infinity, -0.0] as [Double], [true, false])
  func refusals(_ ratio: Double, isUniform: Bool) throws {
    let live = LiveLayout(GalleryLayout())
    try live.bind("aspectRatioForItem", { $1 == 3 ? ratio : 1 }, nothing: Double.nan)
    if isUniform {
      try live.bindBulk("aspectRatioForItem") { _, _, _, room in
        room.storeBytes(of: ratio, as: Double.self)
        return (0, .uniform)
      }
    }
    let failure = #expect(throws: SlotFailure.self) { try live.prepare(Scene(itemCounts: [9])) }
    #expect(failure?.status == LAYOUT_ERROR_FAILED)
    #expect(
      failure?.message
        == "aspectRatioForItem, item 0.\(isUniform ? 0 : 3): not above 0, or infinite; answer width "
        + "divided by height")
  }

  @Test(
    "for any size and settings, frames are finite and inside the content",
    arguments: [0, 1e-300, 0.5, 333, 1e12, 1e308] as [Double], [1, 200, 1_000_000] as [Double])
  func extremes(_ width: Double, _ target: Double) throws {
    for spacing in [0, 8, 1_000_000] as [Double] {
      let live = LiveLayout(GalleryLayout())
      try live.bind("aspectRatioForItem", { $1 % 3 == 0 ? 0.01 : Double($1) }, nothing: Double.nan)
      for name in ["itemSpacing", "rowSpacing"] { try live.set(name, spacing) }
      try live.set("targetHeight", target)
      try live.set("lastRow", LastRow.justified)
      var scene = Scene(itemCounts: [500, 1])
      scene.bounds.width = width
      let size = try live.prepare(scene)
      #expect(size.height.isFinite && size.height >= 0)
      let all = try live.elements(in: Rect(x: -1, y: -1, width: 1e308, height: 1e308))
      #expect(all.count == 501)
      for element in all {
        let frame = element.frame
        #expect(frame.width >= 0 && frame.height >= 0)
        #expect(frame.maxX <= max(width, 1) && frame.maxY <= size.height * (1 + 1e-12))
      }
    }
  }

  @Test("equal items cost no memory and little time, for any number, and none is lost")
  func uniform() throws {
    let live = LiveLayout(GalleryLayout())
    try live.bindBulk("aspectRatioForItem") { _, _, _, room in
      room.storeBytes(of: 1.5, as: Double.self)
      return (0, .uniform)
    }
    let count: UInt32 = 4_000_000_000
    let size = try live.prepare(Scene(itemCounts: [count]))
    let last = try #require(try live.element(0, 0, 0, Int(count) - 1))
    #expect(last.frame.maxY <= size.height && last.frame.maxY > size.height - 1)
    let some = try live.elements(in: Rect(x: 0, y: size.height / 2, width: 320, height: 480))
    #expect((2...20).contains(some.count))
    let first = try #require(some.first)
    #expect(some.map(\.item) == Array(first.item..<first.item + some.count))
  }

  @Test("rows hold at most a hundred items")
  func itemLimit() throws {
    let all = try frames([Double](repeating: 1, count: 1000), width: 1e6) {
      try $0.set("targetHeight", 1.0)
    }
    let rows = Dictionary(grouping: all, by: \.y)
    #expect(rows.values.allSatisfy { $0.count <= 100 })
  }
}
