// SPDX-License-Identifier: Apache-2.0
//
// Sizes that views prefer move the sections behind them once, with the prepare that follows, however many
// views say one.

import LayoutABI
import Testing

@testable import LayoutKitHosted

@Suite("Preferred sizes and the sections behind them")
struct StackingTests {
  /// A layout of sections with ten items of 40 each, one below the other, and how it is set up.
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

  @Test("the sections are stacked by prepare, not by each size", arguments: subjects)
  func once(_ subject: Subject) throws {
    let (layout, live) = try subject.make()
    let scene = Scene(itemCounts: [10, 10, 10])
    try live.prepare(scene)
    #expect(live.contentHeight == 1200)
    for item in 0..<5 {
      let name = ElementName(category: 0, kind: 0, section: UInt32(item % 2), item: UInt32(item))
      let marks = try layout.setPreferredSize(
        Size(width: 320, height: 50), for: name, original: Size(width: 320, height: 40))
      #expect(marks == .bounds)
      // Nobody asks before it prepares, so nothing moved yet.
      #expect(live.contentHeight == 1200)
    }
    #expect(try live.prepare(scene, marks: .bounds).height == 1250)
    #expect(try live.element(0, 0, 1, 0)?.frame.y == 430)
    #expect(try live.element(0, 0, 2, 9)?.frame == Rect(x: 0, y: 1210, width: 320, height: 40))
  }

  @Test("a header that says its length moves the sections with the next prepare too")
  func header() throws {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text("section(header: ~20) { item(100%, 40) }"))
    try live.prepare(Scene(itemCounts: [1, 1]))
    let name = ElementName(category: 1, kind: 1, section: 0, item: 0)
    let size = Size(width: 320, height: 35)
    #expect(try layout.setPreferredSize(size, for: name, original: .zero) == .bounds)
    #expect(live.contentHeight == 120)
    #expect(try live.prepare(Scene(itemCounts: [1, 1]), marks: .bounds).height == 135)
    #expect(try live.element(0, 0, 1, 0)?.frame.y == 95)
  }
}
