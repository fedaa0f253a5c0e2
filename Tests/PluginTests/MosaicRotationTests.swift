// SPDX-License-Identifier: Apache-2.0
//
// Compares the mosaic with patterns in rotation, on pages across and down, with a plain walk over all items.

import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@Suite("mosaic in rotation")
struct MosaicRotationTests {
  /// Patterns as numbers, and their meaning.
  struct Patterns {
    var grids: [(columns: Double, rows: Double, slots: [[Double]])] = []

    var numbers: [Double] {
      grids.flatMap { [$0.columns, $0.rows, Double($0.slots.count)] + $0.slots.flatMap { $0 } }
    }

    static func random(_ generator: inout SeededGenerator) -> Patterns {
      var patterns = Patterns()
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let columns = Int.random(in: 1...6, using: &generator)
        let rows = Int.random(in: 1...6, using: &generator)
        let slots = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
          let column = Int.random(in: 0..<columns, using: &generator)
          let row = Int.random(in: 0..<rows, using: &generator)
          let width = Int.random(in: 1...columns - column, using: &generator)
          let height = Int.random(in: 1...rows - row, using: &generator)
          return [column, row, width, height].map(Double.init)
        }
        patterns.grids.append((Double(columns), Double(rows), slots))
      }
      return patterns
    }

    /// Returns the frames of all items, by filling page after page.
    func frames(_ counts: [Int], _ page: Size, isVertical: Bool, gap: Double) -> [[Rect]] {
      var number = 0
      return counts.map { count in
        var frames: [Rect] = []
        var turn = 0
        while frames.count < count {
          let grid = grids[turn % grids.count]
          let width = max(0, (page.width - (grid.columns - 1) * gap) / grid.columns)
          let height = max(0, (page.height - (grid.rows - 1) * gap) / grid.rows)
          for slot in grid.slots where frames.count < count {
            frames.append(
              Rect(
                x: (isVertical ? 0 : Double(number) * page.width) + slot[0] * (width + gap),
                y: (isVertical ? Double(number) * page.height : 0) + slot[1] * (height + gap),
                width: slot[2] * width + (slot[2] - 1) * gap,
                height: slot[3] * height + (slot[3] - 1) * gap))
          }
          turn += 1
          number += 1
        }
        return frames
      }
    }
  }

  private static func isClose(_ a: Rect, _ b: Rect) -> Bool {
    [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height].allSatisfy { abs($0) < 1e-9 }
  }

  @Test("every page has the next pattern, in either direction", arguments: 0..<60)
  func everyFrame(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let patterns = Patterns.random(&generator)
    let counts = (0..<4).map { _ in Int.random(in: 0...60, using: &generator) }
    let page = Size(width: 400, height: 300)
    let isVertical = seed % 2 == 0
    let layout = try MosaicTests.mosaic(
      counts, viewportSize: page,
      set: [
        "patterns": .array(patterns.numbers), "padding": .number(6),
        "scrollDirection": .enumeration(isVertical ? 0 : 1),
      ])
    let expected = patterns.frames(counts, page, isVertical: isVertical, gap: 6)
    for element in try layout.elements() {
      let frame = expected[element.path.section][element.path.item]
      #expect(Self.isClose(element.frame, frame), "seed \(seed), item \(element.path.item)")
      #expect(try layout.element(element.path.section, element.path.item) == element)
    }
    #expect(try layout.elements().count == counts.reduce(0, +), "seed \(seed)")
    try expectComplete(layout, try layout.elements())
  }

  @Test("C126, C127: pages of different patterns make the content size, across and down")
  func contentSize() throws {
    // A cycle of three pages has six items: one, two and three.
    let numbers: [Double] = [
      1, 1, 1, 0, 0, 1, 1, 2, 1, 2, 0, 0, 1, 1, 1, 0, 1, 1,
      3, 1, 3, 0, 0, 1, 1, 1, 0, 1, 1, 2, 0, 1, 1,
    ]
    for (count, pages) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4), (9, 5), (10, 6)]
    {
      for isVertical in [false, true] {
        let layout = try MosaicTests.mosaic(
          [count, 0, 1], viewportSize: Size(width: 400, height: 300),
          set: [
            "patterns": .array(numbers), "scrollDirection": .enumeration(isVertical ? 0 : 1),
          ])
        let length = Double(pages + 1) * (isVertical ? 300 : 400)
        let size = isVertical ? Size(width: 400, height: length) : Size(width: length, height: 300)
        #expect(try layout.frame().contentSize == size, "\(count)")
      }
    }
  }

  @Test("C105–C108: scrolling rests on pages down as it does on pages across")
  func verticalTargets() throws {
    let layout = try MosaicTests.mosaic(
      [48], viewportSize: Size(width: 700, height: 1000),
      inset: Insets(top: 10, left: 20, bottom: 0, right: 0),
      set: ["scrollDirection": .enumeration(0)])
    for (from, proposed, velocity, page) in [
      (-10.0, 400.0, 0.0, 0.0), (-10, 600, 0, 1), (90, 140, 30, 1), (990, 960, -30, 0),
      (2990, 2990, 900, 3), (-10, -60, -900, 0),
    ] {
      var bounds = layout.bounds
      bounds.y = from
      let target = try layout.connection.scrollTarget(
        proposed: Point(x: 3, y: proposed), velocity: Vector(dx: 0, dy: velocity), bounds: bounds,
        afterUpdate: false)
      #expect(target == Point(x: 3, y: page * 1000 - 10), "from \(from) to \(proposed)")
    }
  }

  static let faults: [([Double], [String])] = [
    ([], ["patterns", "pattern 0", "how many slots"]),
    ([1, 1, 1, 0, 0, 1, 1, 2, 2], ["patterns", "pattern 1", "how many slots"]),
    ([1, 1, 1, 0, 0, 1, 1, 2, 2, 2, 0, 0, 1, 1], ["pattern 1"]),
    ([1, 1, 1, 0, 0, 1, 1, 2, 2, 2, 0, 0, 1, 1, 1, 1, 2, 1], ["pattern 1, slot 1", "grid"]),
    ([1, 1, 1, 0, 0.5, 1, 1], ["pattern 0, slot 0", "whole numbers"]),
    ([1.5, 1, 1, 0, 0, 1, 1], ["pattern 0:", "whole numbers"]),
  ]

  @Test(
    "invalid patterns are refused with pattern and slot, and the old ones stay",
    arguments: faults)
  func fault(_ numbers: [Double], _ words: [String]) throws {
    let layout = try MosaicTests.mosaic([12])
    let before = try layout.elements()
    let error = #expect(throws: LayoutError.self) { try layout.set("patterns", .array(numbers)) }
    for word in words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.elements() == before)
  }

  @Test("patterns can be unset again, and then the single pattern is used")
  func unset() throws {
    let layout = try MosaicTests.mosaic([12])
    let before = try layout.elements()
    try layout.set("patterns", .array([1, 1, 1, 0, 0, 1, 1]))
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.element(0, 11)?.frame.x == 11 * 1024)
    try layout.set("patterns", .none)
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.elements() == before)
  }
}
