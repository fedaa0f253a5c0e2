// SPDX-License-Identifier: Apache-2.0
//
// The breaking of a block of items into lines, with vector instructions and one item after the other.

import CLayoutKit
import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Lines with vector instructions")
struct LineBreaksTests {
  /// The lines of a block; numbers as bits, so that even the sign of a zero counts.
  private struct Lines: Equatable {
    var starts: [UInt64]
    var count: Int
    var height: FixedLength
    var thickness: UInt64
    var left: UInt64
  }

  /// A block of items, and the rule by which it is broken.
  private struct Block {
    var sizes: [Size]
    var across = 0
    var first = 0
    var room: Double
    var between = 0.0

    /// Breaks the block.
    func lines(isPlain: Bool) -> Lines {
      sizes.withUnsafeBytes { sizes in
        var lines = layout_kit_lines()
        lines.sizes = sizes.baseAddress?.assumingMemoryBound(to: Double.self)
        (lines.count, lines.across, lines.first) = (self.sizes.count, across, first)
        (lines.limit, lines.between) = (room + LineRule.slack(room), between)
        lines.longest = FixedLength.limit
        layout_kit_break_lines(&lines, isPlain)
        return Lines(
          starts: [lines.starts.0, lines.starts.1], count: lines.line_count,
          height: FixedLength(points: lines.points, fraction: lines.fraction),
          thickness: lines.thickness.bitPattern, left: lines.left.bitPattern)
      }
    }

    /// The sum of the thicknesses of all lines but the last.
    func height(of lines: Lines) -> FixedLength {
      var (sum, thickness) = (FixedLength.zero, 0.0)
      for item in first..<sizes.count {
        if item > first, lines.starts[item / 64] >> UInt64(item % 64) & 1 == 1 {
          sum += FixedLength(thickness)
          thickness = 0
        }
        thickness = max(thickness, across == 0 ? sizes[item].height : sizes[item].width)
      }
      return sum
    }
  }

  /// Returns a number with few different values, or with any, or a fraction that has no exact sum.
  private func extent(_ kind: Int, of room: Double, _ chance: inout Chance) -> Double {
    switch kind {
    case 0: Double(Int.random(in: 0...30, using: &chance)) * 10
    case 1: room / Double(Int.random(in: 1...9, using: &chance))
    case 2: Double(Int.random(in: 0...6, using: &chance)) / 3
    default: Double.random(in: 0...room, using: &chance)
    }
  }

  @Test("F3: both break every block at the same items, and leave the same room")
  func same() {
    var chance = Chance(7)
    for round in 0..<Soak.count(short: 20_000, long: 2_000_000) {
      let kind = round % 4
      let room = [1000, 1e-3, 7, 123.456, 1e9][Int.random(in: 0..<5, using: &chance)]
      let sizes = (0..<Int.random(in: 1...ItemLeaf.limit, using: &chance)).map { _ in
        Size(
          width: extent(kind, of: room, &chance), height: extent(kind, of: room / 4, &chance))
      }
      let block = Block(
        sizes: sizes, across: Int.random(in: 0...1, using: &chance),
        first: Bool.random(using: &chance) ? 0 : Int.random(in: 0..<sizes.count, using: &chance),
        room: room, between: Bool.random(using: &chance) ? 0 : extent(kind, of: room / 50, &chance))
      let lines = block.lines(isPlain: false)
      guard lines == block.lines(isPlain: true), lines.height == block.height(of: lines) else {
        Issue.record("round \(round): \(block)")
        return
      }
    }
  }

  @Test(
    "F3: both treat sizes alike whose sums are too long, or no sums at all",
    arguments: [0, 1e300, .greatestFiniteMagnitude, .infinity, .nan, -1], [0, 1000, 1e300])
  func extremes(extent: Double, room: Double) {
    for place in [0, 5, 126, 127] {
      var sizes = [Size](repeating: Size(width: 90, height: 40), count: ItemLeaf.limit)
      sizes[place].width = extent
      let block = Block(sizes: sizes, room: room, between: 10)
      #expect(block.lines(isPlain: false) == block.lines(isPlain: true), "\(place)")
    }
  }

  @Test("F3: heights beyond the longest length are the longest length", arguments: [1e18, 1e300])
  func longest(height: Double) {
    var block = Block(
      sizes: [Size](repeating: Size(width: 500, height: height), count: 20), room: 1000)
    for isPlain in [false, true] {
      block.sizes[3].height = 0.75
      let lines = block.lines(isPlain: isPlain)
      #expect(lines.count == 10)
      #expect(lines.height == block.height(of: lines))
    }
  }

  @Test("F3: items that fill a line exactly stay in it, by both ways")
  func exact() {
    let thirds = Block(
      sizes: [Size](repeating: Size(width: 1000.0 / 3, height: 1), count: 100), room: 1000)
    let tenths = Block(
      sizes: [Size](repeating: Size(width: 100, height: 1), count: 100), room: 1000)
    for (block, count) in [(thirds, 34), (tenths, 10)] {
      for isPlain in [false, true] {
        #expect(block.lines(isPlain: isPlain).count == count)
      }
    }
  }
}
