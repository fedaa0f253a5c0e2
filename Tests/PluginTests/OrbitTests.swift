// SPDX-License-Identifier: Apache-2.0
//
// The example in C as a layout: no overlaps, no missing elements, no stored frames.

import LayoutABI
import LayoutModel
import LayoutTesting
import Foundation
import Testing

@Suite("orbit, the example in C")
struct OrbitTests {
  static func orbit(
    _ items: [Int], width: Double = 700, set values: [String: LayoutValue] = [:]
  ) throws -> LoadedLayout {
    let file = CPlugin.sourceRoot + "/Examples/orbit/orbit.c"
    let plugin = try CPlugin.build(
      source: try String(contentsOfFile: file, encoding: .utf8), name: "Orbit")
    return try LoadedLayout(
      plugin, "orbit", items: items, viewportSize: Size(width: width, height: 600), set: values)
  }

  static let counts = [[0], [1], [7, 0, 40], [128, 256, 1000], []]

  @Test(
    "C9, C10: a rectangle gives exactly the elements that intersect it, at any place",
    arguments: counts)
  func complete(_ items: [Int]) throws {
    let layout = try Self.orbit(items)
    let all = try layout.elements()
    #expect(all.filter { $0.category == LAYOUT_CELL }.count == items.reduce(0, +))
    #expect(all.filter { $0.category == LAYOUT_SUPPLEMENTARY }.count == items.count)
    try expectComplete(layout, all, rounds: 60)
  }

  /// Headers with room on the innermost ring, so that no ring is left out for them.
  static let smallHeaders: [([Int], Double)] = [
    ([0, 5], 30), ([5, 0, 0, 3, 0], 30), ([0], 30), ([0, 0, 5], 0), ([5, 0, 0, 3, 0], 0), ([0], 0),
  ]

  @Test(
    "the header of an empty section is inside its section and is found there",
    arguments: smallHeaders)
  func emptySections(_ items: [Int], radius: Double) throws {
    let layout = try Self.orbit(
      items,
      set: ["itemSize": .number(40), "spacing": .number(2), "headerRadius": .number(radius)])
    let all = try layout.elements()
    let headers = all.filter { $0.category == LAYOUT_SUPPLEMENTARY }.map(\.frame)
    #expect(headers.count == items.count)
    let height = try layout.frame().contentSize.height
    #expect(headers.allSatisfy { $0.y >= 0 && $0.maxY <= height })
    for (header, later) in zip(headers, headers.dropFirst()) { #expect(header.maxY <= later.y) }
    for top in all.map(\.frame.y) {
      let rect = Rect(x: 0, y: top, width: 700, height: 10)
      #expect(try layout.elements(in: rect) == all.filter { $0.frame.intersects(rect) }, "\(rect)")
    }
    try expectComplete(layout, all, rounds: 60)
  }

  @Test("cells touch neither each other nor a header, and stay inside the content")
  func disjoint() throws {
    for width in [200.0, 700, 1500] {
      let layout = try Self.orbit([300, 9, 77], width: width)
      let size = try layout.frame().contentSize
      let solid = try layout.elements().filter { $0.category != LAYOUT_DECORATION }
      for (index, element) in solid.enumerated() {
        #expect(!solid[..<index].contains { $0.frame.intersects(element.frame) }, "\(element)")
        #expect(element.frame.y >= 0 && element.frame.maxY <= size.height)
        if width > 400 { #expect(element.frame.x >= 0 && element.frame.maxX <= size.width) }
      }
    }
  }

  @Test("M14: each ring is a decoration that a stage can draw, a circle around the header")
  func rings() throws {
    let layout = try Self.orbit([60])
    let all = try layout.elements()
    let header = try #require(all.first { $0.category == LAYOUT_SUPPLEMENTARY })
    let rings = all.filter { $0.category == LAYOUT_DECORATION }
    #expect(rings.count > 1)
    for ring in rings {
      #expect(abs(ring.frame.center.x - header.frame.center.x) < 1e-9)
      #expect(abs(ring.frame.center.y - header.frame.center.y) < 1e-9)
      #expect(ring.fields[3] == .number(ring.frame.width / 2))
    }
    let widest = try #require(rings.map(\.frame.width).max()) / 2
    for cell in all where cell.category == LAYOUT_CELL {
      let center = cell.frame.center
      let radius = hypot(center.x - header.frame.center.x, center.y - header.frame.center.y)
      #expect(radius <= widest + 1e-9)
      #expect(rings.contains { abs($0.frame.width / 2 - radius) < 1e-6 })
    }
  }

  @Test("C31: 150,000 items in 330 sections scroll with two calls a frame")
  func scales() throws {
    let layout = try Self.orbit((0..<330).map { 100 + $0 * 2 + ($0 == 200 ? 41_000 : 0) })
    layout.scroll(y: 50_000)
    let outcome = try layout.frame()
    #expect(outcome.callCount == 2)
    #expect(layout.buffer.count > 10 && layout.buffer.count < 500)
    #expect(outcome.contentSize.height > 100_000)
  }

  @Test("properties move the rings")
  func properties() throws {
    let small = try Self.orbit([100], set: ["itemSize": .number(10), "headerRadius": .number(0)])
    let large = try Self.orbit([100], set: ["itemSize": .number(80)])
    #expect(try small.frame().contentSize.height < (try large.frame().contentSize.height))
  }

  @Test("a warm frame allocates nothing")
  func allocations() throws {
    let layout = try Self.orbit([5000, 5000])
    let count = try countAllocations { () throws(LayoutError) in
      for _ in 0..<100 {
        layout.scroll(y: 20)
        try layout.frame()
      }
    }
    #expect(count <= 3, "the host's room may grow; a frame of the layout allocates nothing")
    #expect(layout.buffer.count > 10)
  }
}
