// SPDX-License-Identifier: Apache-2.0
//
// A flow with an estimated size: it queries items near the viewport, and is exact there.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout and estimated sizes")
struct EstimateTests {
  private static let estimate = Size(width: 100, height: 40)

  /// A lazy layout over sizes, and the queried items.
  private final class Lazy {
    let flow = FlowLayout()
    let live: LiveLayout
    private(set) var asked: [Int] = []
    var scene: Scene

    init(_ count: Int, spacing: Double = 10, _ size: @escaping (Int) -> Size) throws {
      live = LiveLayout(flow)
      scene = Scene(itemCounts: [UInt32(count)])
      try live.set("estimatedItemSize", Size?.some(EstimateTests.estimate))
      try live.set("minimumLineSpacing", spacing)
      try live.set("minimumInteritemSpacing", spacing)
      try live.bind(
        "sizeForItem",
        { [unowned self] _, item in
          asked.append(item)
          return size(item)
        }, nothing: .zero)
      try live.prepare(scene)
    }

    /// Scrolls as a host does; returns true if the layout prepared.
    func scroll(to y: Double) throws -> Bool {
      var next = scene.bounds
      next.y = y
      let marks = try live.shouldInvalidate(from: scene.bounds, to: next)
      scene.bounds = next
      if marks.isEmpty { return false }
      #expect(marks == .bounds)
      try live.prepare(scene, marks: marks)
      return true
    }

    func visible() throws -> [Element] { try live.elements(in: scene.bounds) }
  }

  private static func size(_ item: Int) -> Size {
    Size(width: 30 + Double(item * 37 % 90), height: 20 + Double(item * 53 % 61))
  }

  @Test("a hundred million items open at once, with a few hundred queried")
  func opens() throws {
    let lazy = try Lazy(100_000_000, Self.size)
    #expect(lazy.asked.count < 300 && lazy.asked == Array(0..<lazy.asked.count))
    #expect(try lazy.visible().allSatisfy { $0.frame.width == Self.size($0.item).width })
    // Jump to estimated items: the layout queries those in the viewport, and no others.
    let before = lazy.asked.count
    let y = 54_000_000.0 * 3
    let target = try lazy.live.elements(in: Rect(x: 0, y: y, width: 320, height: 480)).first
    #expect(try lazy.scroll(to: y))
    let shown = try lazy.visible()
    #expect(shown.first?.item == target?.item && shown.first?.frame.y == target?.frame.y)
    #expect(shown.allSatisfy { $0.frame.width == Self.size($0.item).width })
    #expect(lazy.asked.count - before < 300)
    #expect(try lazy.scroll(to: y + 10) == false)
    #expect(Set(lazy.asked).count == lazy.asked.count)
  }

  @Test("scrolling through queries each item once, and ends with the exact frames")
  func scrollsThrough() throws {
    let count = 3000
    let lazy = try Lazy(count, Self.size)
    var prepares = 0
    var y = 0.0
    while y < lazy.live.contentHeight {
      y += 33
      if try lazy.scroll(to: y) { prepares += 1 }
    }
    #expect(lazy.asked.sorted() == Array(0..<count))
    // A prepare covers the viewport and one viewport after it.
    #expect(Double(prepares) < y / 400)
    let exact = LiveLayout(FlowLayout())
    try exact.bindSizes([(0..<count).map(Self.size)])
    try exact.prepare(lazy.scene)
    #expect(try lazy.live.elements() == exact.elements())
  }

  @Test("scrolling back over skipped items queries them before they are reached")
  func scrollsBack() throws {
    let lazy = try Lazy(5000, Self.size)
    _ = try lazy.scroll(to: 9000)
    for _ in 0..<200 {
      _ = try lazy.scroll(to: lazy.scene.bounds.y - 20)
      let shown = try lazy.visible()
      #expect(shown.allSatisfy { $0.frame.width == Self.size($0.item).width })
    }
    #expect(Set(lazy.asked).count == lazy.asked.count)
  }

  @Test("an app whose items have no extent gets a part of the queries in each frame")
  func noExtent() throws {
    let lazy = try Lazy(1_000_000, spacing: 0) { _ in .zero }
    #expect(lazy.asked.count < 200_000)
    #expect(lazy.live.host.invalidated == [Marks.bounds.rawValue])
  }

  @Test("an estimate without bound answers is the size of all items")
  func unbound() throws {
    let live = LiveLayout(FlowLayout())
    try live.set("estimatedItemSize", Size?.some(Self.estimate))
    try live.prepare(Scene(itemCounts: [30]))
    #expect(try live.elements().allSatisfy { $0.frame.size == Self.estimate })
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    #expect(
      try live.shouldInvalidate(from: bounds, to: Rect(x: 0, y: 90, width: 320, height: 480)) == [])
  }

  @Test("M1: batches over estimated sizes also end with the exact frames", arguments: 0..<120)
  func batches(_ seed: Int) throws {
    var oracle = FlowOracle.random(UInt64(seed))
    oracle.isHorizontal = false
    (oracle.pinsHeaders, oracle.pinsFooters) = (false, false)
    var batch = RandomBatch(oracle.sections, seed: UInt64(seed))
    let live = LiveLayout(FlowLayout())
    try live.set("estimatedItemSize", Size?.some(Self.estimate))
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    var scene = oracle.scene
    for round in 0..<6 {
      batch.change()
      if batch.updates.isEmpty { continue }
      oracle.sections = batch.sections
      try oracle.configure(live)
      scene = oracle.scene
      scene.epoch = UInt64(round + 2)
      try live.prepare(scene, marks: .counts, updates: batch.updates)
    }
    scene.bounds = Rect(x: 0, y: -1e6, width: scene.bounds.width, height: 2e6)
    try live.prepare(scene, marks: .bounds)
    let exact = LiveLayout(FlowLayout())
    try oracle.configure(exact)
    try exact.prepare(scene)
    #expect(try live.elements() == exact.elements(), "seed \(seed)")
  }

  @Test("a failed answer during scrolling leaves the frames unchanged")
  func failingAnswer() throws {
    let lazy = try Lazy(1000) { $0 > 300 ? Size(width: -1, height: 0) : Self.size($0) }
    let before = try lazy.live.elements()
    #expect(throws: SlotFailure.self) { try lazy.scroll(to: 12_000) }
    #expect(try lazy.live.elements() == before)
  }
}

@Suite("Preferred sizes in flow and waterfall")
struct PreferredSizeTests {
  private static func cell(_ item: Int) -> ElementID {
    ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
  }

  @Test("M5: a preferred size changes its item without a query, in a few nodes of the index")
  func flow() throws {
    let flow = FlowLayout()
    let live = LiveLayout(flow)
    var sizes = (0..<100_000).map { Size(width: 60 + Double($0 * 37 % 80), height: 30) }
    try live.bindSizes([sizes])
    try live.set("estimatedItemSize", Size?.some(Size(width: 90, height: 30)))
    var scene = Scene(itemCounts: [100_000])
    scene.bounds.height = 1e6
    try live.prepare(scene)
    let asked = live.host.callCount
    let bodies = try #require(flow.sections?.bodies as? FlowBodies)
    for item in [0, 1, 777, 50_000, 99_999] {
      bodies.resetCost()
      sizes[item] = Size(width: 123, height: 45.5)
      let marks = try flow.setPreferredSize(
        sizes[item], for: Self.cell(item), original: Size(width: 1, height: 1))
      #expect(marks == .bounds)
      try live.prepare(scene, marks: marks)
      let cost = bodies.index.cost
      #expect(cost.nodeCount > 0 && cost.lineCount > 0, "the prepare placed nothing")
      #expect(cost.nodeCount <= 4 * 17 + 2 * cost.lineCount, "\(cost)")
      #expect(cost.lineCount < 1500, "\(cost)")
    }
    #expect(live.host.callCount == asked)
    // The same size again changes nothing.
    #expect(
      try flow.setPreferredSize(sizes[1], for: Self.cell(1), original: sizes[1]).isEmpty)
    let exact = LiveLayout(FlowLayout())
    try exact.bindSizes([sizes])
    try exact.prepare(scene)
    let rect = Rect(x: 0, y: 0, width: 320, height: 900_000)
    #expect(try live.elements(in: rect) == exact.elements(in: rect))
  }

  @Test("M5: without an estimated size a flow uses the app's sizes")
  func flowWithoutEstimate() throws {
    let flow = FlowLayout()
    let live = LiveLayout(flow)
    try live.prepare(Scene(itemCounts: [10]))
    let wish = Size(width: 99, height: 99)
    #expect(try flow.setPreferredSize(wish, for: Self.cell(3), original: .zero).isEmpty)
    #expect(try live.element(0, 0, 0, 3)?.frame.size == Size(width: 50, height: 50))
  }

  @Test("M5: a waterfall accepts a preferred height, for equal and for unequal items")
  func waterfall() throws {
    for isEqual in [true, false] {
      let waterfall = WaterfallLayout()
      let live = LiveLayout(waterfall)
      var sizes = (0..<5000).map { Size(width: 1, height: isEqual ? 50 : 40 + Double($0 % 13)) }
      try live.bindSizes([sizes])
      try live.prepare(Scene(itemCounts: [5000]))
      let asked = live.host.callCount
      sizes[2000].height = 77
      let shown = Size(width: 155, height: 50)
      let marks = try waterfall.setPreferredSize(
        Size(width: 400, height: 77), for: Self.cell(2000), original: shown)
      #expect(marks == .bounds)
      #expect(
        try waterfall.setPreferredSize(
          Size(width: 400, height: 50), for: Self.cell(7), original: shown
        ).isEmpty)
      try live.prepare(Scene(itemCounts: [5000]), marks: marks)
      #expect(live.host.callCount == asked)
      let exact = LiveLayout(WaterfallLayout())
      try exact.bindSizes([sizes])
      try exact.prepare(Scene(itemCounts: [5000]))
      #expect(try live.elements() == exact.elements())
    }
  }

  @Test("a preferred size for a missing item, or an invalid one, is ignored")
  func nonsense() throws {
    let waterfall = WaterfallLayout()
    let live = LiveLayout(waterfall)
    try live.prepare(Scene(itemCounts: [10]))
    let before = try live.elements()
    let header = ElementID(category: 1, kind: 1, section: 0, item: 0)
    for (name, size) in [
      (Self.cell(10), Size(width: 1, height: 9)), (header, Size(width: 1, height: 9)),
      (Self.cell(0), Size(width: 1, height: -9)), (Self.cell(0), Size(width: 1, height: .infinity)),
      (Self.cell(0), Size(width: .nan, height: 9)),
    ] {
      #expect(try waterfall.setPreferredSize(size, for: name, original: .zero).isEmpty)
    }
    #expect(try live.elements() == before)
  }
}

extension LiveLayout {
  /// The height of the content now.
  var contentHeight: Double {
    var size = layout_size()
    _ = instance.pointee.content_size(context, &size)
    return size.height
  }
}
