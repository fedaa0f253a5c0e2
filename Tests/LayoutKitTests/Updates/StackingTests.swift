// SPDX-License-Identifier: Apache-2.0
//
// Preferred sizes move the sections after them once, in the next prepare, for any number of views.

import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Preferred sizes and the sections after them")
struct StackingTests {
  /// A layout of sections with ten items of 40 each, one below the other, and its setup.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> (Layout, LiveLayout)
  }

  static let subjects = [
    Subject(testDescription: "flow") {
      let layout = FlowLayout()
      let live = LiveLayout(layout)
      try live.set("estimatedItemSize", Size?.some(Size(width: 320, height: 40)))
      try live.set("minimumLineSpacing", 0.0)
      return (layout, live)
    },
    Subject(testDescription: "waterfall") {
      let layout = WaterfallLayout()
      let live = LiveLayout(layout)
      try live.bind("sizeForItem", { _, _ in Size(width: 1, height: 40) }, nothing: .zero)
      try live.set("columnCount", 1)
      try live.set("rowSpacing", 0.0)
      return (layout, live)
    },
    Subject(testDescription: "compositional") {
      let layout = CompositionalLayout()
      let live = LiveLayout(layout)
      try live.set("sections", Text("section { item(100%, ~40) }"))
      return (layout, live)
    },
  ]

  @Test("the sections are stacked by prepare, not by each preferred size", arguments: subjects)
  func once(_ subject: Subject) throws {
    let (layout, live) = try subject.make()
    let scene = Scene(itemCounts: [10, 10, 10])
    try live.prepare(scene)
    #expect(live.contentHeight == 1200)
    for item in 0..<5 {
      let name = ElementID(category: 0, kind: 0, section: UInt32(item % 2), item: UInt32(item))
      let marks = try layout.setPreferredSize(
        Size(width: 320, height: 50), for: name, original: Size(width: 320, height: 40))
      #expect(marks == .bounds)
      // No query comes before the prepare, so no section moved yet.
      #expect(live.contentHeight == 1200)
    }
    #expect(try live.prepare(scene, marks: .bounds).height == 1250)
    #expect(try live.element(0, 0, 1, 0)?.frame.y == 430)
    #expect(try live.element(0, 0, 2, 9)?.frame == Rect(x: 0, y: 1210, width: 320, height: 40))
  }

  @Test("preferred heights beyond all lengths leave the content finite", arguments: subjects)
  func extreme(_ subject: Subject) throws {
    let (layout, live) = try subject.make()
    let scene = Scene(itemCounts: [10, 10])
    try live.prepare(scene)
    for item in 0..<10 {
      let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
      _ = try layout.setPreferredSize(
        Size(width: 320, height: 1e308), for: name, original: Size(width: 320, height: 40))
    }
    let size = try live.prepare(scene, marks: .bounds)
    #expect(size.height > 1e18 && size.height < 1e20)
    #expect(try live.element(0, 0, 1, 9)?.frame.maxY.isFinite == true)
  }

  @Test(
    "preferred sizes given together have the same result as given one by one",
    arguments: ["freeLanes", "stableLanes", "spans", "flow"])
  func together(_ kind: String) throws {
    let count = 200
    let sizes = (0..<60).map { step in
      (item: (step * 37) % count, size: Size(width: 30, height: Double(20 + (step * 13) % 90)))
    }
    let (together, apart) = (try Self.many(kind, count), try Self.many(kind, count))
    let scene = Scene(itemCounts: [UInt32(count)])
    for (item, size) in sizes {
      let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
      for subject in [together, apart] {
        let old = try #require(try subject.live.element(0, 0, 0, item)?.frame.size)
        _ = try subject.layout.setPreferredSize(size, for: name, original: old)
      }
      try apart.live.prepare(scene, marks: .bounds)
    }
    // Of two sizes for one item the later counts, even if it equals the item's current size.
    let untold = try #require((0..<count).first { item in !sizes.contains { $0.item == item } })
    let known = try #require(try together.live.element(0, 0, 0, untold)?.frame.size)
    let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(untold))
    for height in [500, Double(30 + untold % 7)] {
      let size = Size(width: 30, height: height)
      _ = try together.layout.setPreferredSize(
        size, for: name, original: Size(width: known.width, height: 1))
    }
    try together.live.prepare(scene, marks: .bounds)
    #expect(together.live.contentHeight == apart.live.contentHeight)
    for item in 0..<count {
      #expect(
        try together.live.element(0, 0, 0, item)?.frame
          == apart.live.element(0, 0, 0, item)?.frame, "\(item)")
    }
  }

  @Test("a preferred size follows its item through a batch that comes before it is placed")
  func batch() throws {
    let (layout, live) = try Self.many("freeLanes", 50)
    let name = ElementID(category: 0, kind: 0, section: 0, item: 5)
    _ = try layout.setPreferredSize(Size(width: 30, height: 99), for: name, original: .zero)
    var scene = Scene(itemCounts: [51])
    scene.epoch = 2
    let none = UInt32.max
    let inserted = layout_update(
      action: 0, of_section: 0, before: layout_path(section: none, item: none),
      after: layout_path(section: 0, item: 2))
    try live.prepare(scene, marks: [.counts, .bounds], updates: [inserted])
    #expect(try live.element(0, 0, 0, 6)?.frame.height == 99)
    #expect(try live.element(0, 0, 0, 5)?.frame.height == 34)
  }

  /// A section of many items of different sizes.
  private static func many(
    _ kind: String, _ count: Int
  ) throws -> (layout: Layout, live: LiveLayout) {
    let layout: Layout = kind == "flow" ? FlowLayout() : WaterfallLayout()
    let live = LiveLayout(layout)
    try live.bind(
      "sizeForItem", { _, item in Size(width: 30, height: Double(30 + item % 7)) }, nothing: .zero)
    if kind != "flow" { try live.set("columnCount", 4) }
    if kind == "flow" { try live.set("estimatedItemSize", Size?.some(Size(width: 30, height: 30))) }
    if kind == "stableLanes" { try live.set("lanes", ColumnLanes.stable) }
    if kind == "spans" {
      try live.bind("columnSpan", { _, item in item % 9 == 0 ? 2 : 1 }, nothing: 1)
    }
    try live.prepare(Scene(itemCounts: [UInt32(count)]))
    return (layout, live)
  }

  @Test("the preferred sizes of a screen of views cost about as much as one of them")
  func cost() throws {
    func seconds(telling sizeCount: Int) throws -> Double {
      let (layout, live) = try Self.many("freeLanes", 100_000)
      let scene = Scene(itemCounts: [100_000])
      let start = ThreadClock.now
      for item in 0..<sizeCount {
        let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
        _ = try layout.setPreferredSize(Size(width: 30, height: 99), for: name, original: .zero)
      }
      try live.prepare(scene, marks: .bounds)
      return ThreadClock.now - start
    }
    let one = try (0..<5).map { _ in try seconds(telling: 1) }.min() ?? 0
    let all = try (0..<5).map { _ in try seconds(telling: 100) }.min() ?? 0
    // Placing all items a hundred times costs a hundred times as much.
    #expect(all < 5 * one, "\(all) s and \(one) s")
  }

  @Test("a header's preferred length moves the sections with the next prepare too")
  func header() throws {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text("section(header: ~20) { item(100%, 40) }"))
    try live.prepare(Scene(itemCounts: [1, 1]))
    let name = ElementID(category: 1, kind: 1, section: 0, item: 0)
    let size = Size(width: 320, height: 35)
    #expect(try layout.setPreferredSize(size, for: name, original: .zero) == .bounds)
    #expect(live.contentHeight == 120)
    #expect(try live.prepare(Scene(itemCounts: [1, 1]), marks: .bounds).height == 135)
    #expect(try live.element(0, 0, 1, 0)?.frame.y == 95)
  }
}
