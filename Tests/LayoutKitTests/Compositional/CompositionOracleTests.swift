// SPDX-License-Identifier: Apache-2.0
//
// Compares the compositional layout with a second implementation of its rules, over random
// descriptions.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("CompositionalLayout and the oracle")
struct CompositionOracleTests {
  @Test("every element and the content size, in both directions", arguments: 0..<400)
  func everything(_ seed: Int) throws {
    let oracle = CompositionOracle.random(UInt64(seed), estimates: seed % 2 == 1)
    let live = LiveLayout(CompositionalLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let (expectedSize, expected) = oracle.answer()
    #expect(isClose(size.width, expectedSize.width) && isClose(size.height, expectedSize.height))
    expectEqual(try live.elements(), expected, "seed \(seed): \(oracle.text)")
  }

  @Test("C9, C10: any rectangle gets exactly the elements that intersect it", arguments: 0..<150)
  func rectangles(_ seed: Int) throws {
    let live = try CompositionOracle.random(UInt64(seed), estimates: seed % 2 == 1).layout()
    let all = try live.elements()
    var chance = Chance(UInt64(seed) + 7777)
    for _ in 0..<40 {
      let rect = Rect(
        x: chance.halves(-400...2000), y: chance.halves(-400...6000),
        width: chance.halves(0...(chance.flag(8) ? 0 : 900)), height: chance.halves(0...900))
      let expected = all.filter { $0.frame.intersects(rect) }
      #expect(try live.elements(in: rect) == expected, "seed \(seed), \(rect)")
    }
  }

  @Test("C24-C29: an element queried by name equals that of the rectangle", arguments: 0..<60)
  func byName(_ seed: Int) throws {
    let live = try CompositionOracle.random(UInt64(seed), estimates: seed % 2 == 1).layout()
    for element in try live.elements() {
      let named = try live.element(
        element.category, element.kind, element.section, element.item)
      #expect(named == element, "seed \(seed)")
    }
    #expect(try live.element(0, 0, 99, 0) == nil)
    #expect(try live.element(0, 0, 0, 1_000_000) == nil)
    #expect(try live.element(1, 1, 0, 1) == nil)
    #expect(try live.element(1, 3, 0, 1_000_000) == nil)
    #expect(try live.element(1, 5, 0, 1) == nil)
    #expect(try live.element(1, 7, 0, 0) == nil)
    #expect(try live.element(2, 4, 0, 1) == nil)
  }

  @Test("another container gives the same as a new layout for it", arguments: 0..<60)
  func resize(_ seed: Int) throws {
    var oracle = CompositionOracle.random(UInt64(seed))
    let live = try oracle.layout()
    for width in [277.0, 400, 1234] {
      oracle.viewportSize = Size(width: width, height: width)
      oracle.contentInset.left += 1
      try live.prepare(oracle.scene, marks: .bounds)
      expectEqual(try live.elements(), oracle.answer().elements, "seed \(seed), \(width)")
    }
  }

  @Test("preferred sizes move only the elements after their views", arguments: 0..<150)
  func preferred(_ seed: Int) throws {
    var oracle = CompositionOracle.random(UInt64(seed), estimates: true)
    let layout = CompositionalLayout()
    let live = try oracle.layout(layout)
    var chance = Chance(UInt64(seed) + 99)
    for _ in 0..<16 {
      let all = try live.elements().filter { $0.category < 2 }
      let (cells, edges) = (all.filter { $0.category == 0 }, all.filter { $0.category == 1 })
      let isEdge = !edges.isEmpty && chance.flag(4)
      guard let cell = (isEdge ? edges : cells).randomElement(using: &chance) else { return }
      let size = Size(width: chance.halves(1...400), height: chance.halves(1...400))
      let name = layout_element(
        category: cell.category, kind: cell.kind, section: UInt32(cell.section),
        item: UInt32(cell.item))
      let marks = try layout.setPreferredSize(size, for: name, original: cell.frame.size)
      if marks.isEmpty { continue }
      #expect(marks == .bounds)
      if isEdge {
        let length = oracle.isHorizontal ? size.width : size.height
        oracle.preferredEdges[[cell.section, Int(cell.kind)]] = length
      } else {
        oracle.preferred[[cell.section, cell.item]] = size
      }
      try live.prepare(oracle.scene, marks: marks)
      expectEqual(
        try live.elements(), oracle.answer().elements, "seed \(seed), \(cell): \(oracle.text)")
    }
    // The same from the start: a container of another size and back.
    var wider = oracle.scene
    wider.bounds.width += 100
    try live.prepare(wider, marks: .bounds)
    try live.prepare(oracle.scene, marks: .bounds)
    expectEqual(try live.elements(), oracle.answer().elements, "seed \(seed), anew")
  }
}
