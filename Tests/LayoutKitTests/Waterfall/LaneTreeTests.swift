// SPDX-License-Identifier: Apache-2.0
//
// Compares the tree of lanes with a plain list of items with their lanes.

import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted

@Suite("LaneTree")
struct LaneTreeTests {
  /// Items with their lanes, and sums computed from the start each time.
  private struct Plain {
    var items: [(size: Size, lane: Int)] = []
    let laneCount: Int
    let spacing: Double

    func cost(_ size: Size) -> FixedLength { FixedLength(size.height) + FixedLength(spacing) }

    func tops() -> (tops: [FixedLength], ends: [FixedLength]) {
      var ends = [FixedLength](repeating: .zero, count: laneCount)
      let tops = items.map { item in
        defer { ends[item.lane] += cost(item.size) }
        return ends[item.lane]
      }
      return (tops, ends)
    }
  }

  private static func compare(_ tree: borrowing LaneTree, _ plain: Plain, _ seed: Int) {
    let (tops, ends) = plain.tops()
    let count = tree.count
    #expect(count == plain.items.count)
    for (item, known) in plain.items.enumerated() {
      let isSame =
        tree.lane(of: item) == known.lane && tree.size(of: item) == known.size
        && tree.top(of: item) == tops[item]
      if !isSame {
        Issue.record("seed \(seed): item \(item) of \(plain.items.count)")
        return
      }
    }
    let room = UnsafeMutablePointer<FixedLength>.allocate(capacity: plain.laneCount)
    defer { room.deallocate() }
    tree.ends(before: plain.items.count, room)
    #expect((0..<plain.laneCount).allSatisfy { room[$0] == ends[$0] }, "seed \(seed)")
    compareLanes(tree, plain, tops, seed)
  }

  /// Walks down each lane, from its start and from the middle.
  private static func compareLanes(
    _ tree: borrowing LaneTree, _ plain: Plain, _ tops: [FixedLength], _ seed: Int
  ) {
    let middle = (tops.map(\.value).max() ?? 0) / 2
    for lane in 0..<plain.laneCount {
      let members = plain.items.indices.filter { plain.items[$0].lane == lane }
      for position in [-1, middle] {
        let before = members.last { 100 + tops[$0].value < 100 + position }
        let expected = members.drop { $0 < (before ?? 0) }
        var found: [Int] = []
        var cursor = tree.cursor(in: lane, reaching: 100 + position, from: 100)
        while cursor.item >= 0, found.count <= members.count {
          if cursor.top != tops[cursor.item] { Issue.record("seed \(seed): \(cursor.item)") }
          found.append(cursor.item)
          tree.advance(&cursor, lane)
        }
        #expect(found == Array(expected), "seed \(seed), lane \(lane), from \(position)")
      }
    }
  }

  private static func size(_ random: inout SeededGenerator) -> Size {
    Size(width: 10, height: Double(Int.random(in: 0...200, using: &random)) / 4)
  }

  @Test("random inserts, removals and changes of size give the same as a plain list")
  func edits() throws {
    for seed in Soak.seeds(short: 24, long: 1000) {
      var random = SeededGenerator(seed: UInt64(seed))
      let laneCount = [1, 2, 5, 10, 90][seed % 5]
      var plain = Plain(laneCount: laneCount, spacing: seed % 3 == 0 ? 0 : 7.5)
      var tree = try LaneTree(
        laneCount: laneCount, itemCount: 0, spacing: plain.spacing, .vertical)
      // Growing, shrinking and growing again, at places that are close together or far apart.
      for phase in 0..<3 {
        let count = Int.random(in: 200...1500, using: &random)
        for _ in 0..<count {
          let end = plain.items.count
          let here = phase == 0 && seed % 2 == 0 ? end : Int.random(in: 0...end, using: &random)
          let grows = phase != 1 || plain.items.isEmpty
          switch (grows, Int.random(in: 0..<4, using: &random)) {
          case (true, 1...):
            let (size, lane) = (Self.size(&random), Int.random(in: 0..<laneCount, using: &random))
            try tree.reserve(inserts: 1)
            tree.insert(size, lane: lane, at: here)
            plain.items.insert((size, lane), at: here)
          case (false, 1...):
            tree.remove(at: min(here, end - 1))
            plain.items.remove(at: min(here, end - 1))
          default:
            if end == 0 { continue }
            let size = Self.size(&random)
            tree.replace(size, at: min(here, end - 1))
            plain.items[min(here, end - 1)].size = size
          }
        }
        Self.compare(tree, plain, seed)
      }
      while !plain.items.isEmpty {
        tree.remove(at: plain.items.count / 2)
        plain.items.remove(at: plain.items.count / 2)
      }
      let (count, root) = (tree.count, tree.root)
      #expect(count == 0 && root == LaneTree.none)
    }
  }

  @Test("an insert counts one node a level again, and a split two more, for any number of items")
  func cost() throws {
    var tree = try LaneTree(laneCount: 10, itemCount: 200_000, spacing: 5, .vertical)
    for item in 0..<200_000 {
      try tree.reserve(inserts: 1)
      tree.insert(Size(width: 1, height: Double(item % 7)), lane: item % 10, at: item)
    }
    let (before, depth) = (tree.recountedNodes, tree.depth)
    #expect(depth <= 4)
    try tree.reserve(inserts: 1000)
    for item in 0..<1000 { tree.insert(Size(width: 1, height: 3), lane: 3, at: item * 199) }
    let inserted = tree.recountedNodes
    #expect(inserted - before <= 1000 * 3 * (depth + 1))
    for item in 0..<1000 { tree.remove(at: item * 199) }
    let removed = tree.recountedNodes
    #expect(removed - inserted <= 1000 * 2 * (depth + 1))
  }
}
