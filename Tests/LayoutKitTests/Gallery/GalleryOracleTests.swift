// SPDX-License-Identifier: Apache-2.0
//
// Compares the gallery with a second implementation of its rules, over random data.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("GalleryLayout and the oracle")
struct GalleryOracleTests {
  /// A row of the answer, in the vertical case.
  private struct Row {
    var items: [Int] = []
    var frames: [Rect] = []
  }

  /// Returns the rows of a section, with exchanged axes if content scrolls horizontally.
  private func rows(_ cells: [Element], _ oracle: GalleryOracle) -> [Row] {
    var rows: [Row] = []
    for cell in cells {
      let frame = cell.frame
      let upright =
        oracle.isHorizontal
        ? Rect(x: frame.y, y: frame.x, width: frame.height, height: frame.width) : frame
      if let last = rows.last?.frames.last, last.y == upright.y, last.x < upright.x {
        rows[rows.count - 1].items.append(cell.item)
        rows[rows.count - 1].frames.append(upright)
      } else {
        rows.append(Row(items: [cell.item], frames: [upright]))
      }
    }
    return rows
  }

  /// Expects rows that follow from their breaks by the rules, and returns their badness.
  private func measure(
    _ rows: [Row], _ section: FlowSection, _ oracle: GalleryOracle, _ top: Double, _ side: Double,
    _ what: String
  ) -> (badness: Double, end: Double) {
    let (shares, room) = (section.sizes.map(oracle.share), oracle.room(section))
    var (badness, y, next) = (0.0, top, 0)
    for (number, row) in rows.enumerated() {
      let isLast = number == rows.count - 1
      #expect(row.items == Array(next..<next + row.items.count), "\(what)")
      let mine = shares[next..<next + row.items.count]
      let gaps = oracle.itemSpacing * Double(row.items.count - 1)
      var height = max(0, room - gaps) / mine.reduce(0, +)
      if isLast, oracle.lastRow != .justified { height = min(height, oracle.target) }
      let free = max(0, room - gaps - height * mine.reduce(0, +))
      var x = side + (isLast && oracle.lastRow == .centered ? free / 2 : 0)
      for (share, frame) in zip(mine, row.frames) {
        let expected = Rect(x: x, y: y, width: share * height, height: height)
        if !isClose(frame, expected) {
          Issue.record("\(what), row \(number): \(frame), expected \(expected)")
          return (badness, y)
        }
        x += expected.width + oracle.itemSpacing
      }
      badness += oracle.badness(mine, room, isLast: isLast) ?? 0
      next += row.items.count
      y += height + (isLast ? 0 : oracle.rowSpacing)
    }
    #expect(next == section.sizes.count, "\(what)")
    return (badness, y)
  }

  @Test("every frame follows from the breaks, and no other breaks are better", arguments: 0..<200)
  func everything(_ seed: Int) throws {
    let oracle = GalleryOracle.random(UInt64(seed))
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let all = try live.elements()
    var y = 0.0
    for (index, section) in oracle.sections.enumerated() {
      let insets = oracle.isHorizontal ? section.insets.turned : section.insets
      let cells = all.filter { $0.category == 0 && $0.section == index }
      let (found, end) = measure(
        rows(cells, oracle), section, oracle, y + section.header + insets.top, insets.left,
        "seed \(seed), section \(index)")
      let (shares, room) = (section.sizes.map(oracle.share), oracle.room(section))
      let least = oracle.leastBadness(shares, room)
      #expect(
        abs(found - least) <= 1e-9 * max(1, least),
        "seed \(seed), section \(index): \(found), \(least)")
      #expect(found <= oracle.greedyBadness(shares, room) + 1e-9 * max(1, found), "seed \(seed)")
      y = end + insets.bottom + section.footer
    }
    #expect(isClose(oracle.isHorizontal ? size.width : size.height, y), "seed \(seed)")
  }

  @Test("of all ways to break a few items, none is better", arguments: 0..<150)
  func allWays(_ seed: Int) throws {
    var chance = Chance(UInt64(seed) + 31)
    var oracle = GalleryOracle()
    oracle.viewportSize.width = chance.halves(200...1600)
    oracle.itemSpacing = chance.halves(0...60)
    oracle.lastRow = LastRow(rawValue: seed % 3) ?? .natural
    let count = Int.random(in: 1...12, using: &chance)
    let shares = (0..<count).map { _ in Double.random(in: 0.25...4, using: &chance) }
    var least = Double.infinity
    for breaks in 0..<(1 << (count - 1)) {
      var (start, sum) = (0, 0.0)
      for end in 1...count where end == count || breaks >> (end - 1) & 1 == 1 {
        sum +=
          oracle.badness(shares[start..<end], oracle.viewportSize.width, isLast: end == count)
          ?? .infinity
        start = end
      }
      least = min(least, sum)
    }
    #expect(isClose(oracle.leastBadness(shares, oracle.viewportSize.width), least))
    let rules = RowRules(
      target: oracle.target, spacing: oracle.itemSpacing, width: oracle.viewportSize.width,
      lastRow: oracle.lastRow)
    var breaks = try RowBreaks(capacity: count)
    var place = count
    var found = 0.0
    shares.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      var length = breaks.find(ItemShares(start: start, step: 1), from: 0, to: count, rules)
      while place > 0 {
        found +=
          oracle.badness(
            shares[place - length..<place], oracle.viewportSize.width, isLast: place == count) ?? 0
        place -= length
        length = breaks.rowLength(before: place)
      }
    }
    #expect(isClose(found, least), "seed \(seed)")
  }

  /// Returns the breaks of random shares, found in one of the ways.
  private func search(
    _ way: RowSearch, _ shares: [Double], step: Int, _ rules: RowRules
  ) throws -> (last: Int, badness: [UInt64], lengths: [Int]) {
    let count = shares.count / max(step, 1)
    var breaks = try RowBreaks(capacity: count)
    let last = shares.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        breaks.find(ItemShares(start: $0, step: step), from: 0, to: count, rules, by: way)
      }
    }
    var (badness, lengths): ([UInt64], [Int]) = ([], [])
    for place in 0...count {
      badness.append(breaks.leastBadness(before: place).bitPattern)
      lengths.append(breaks.rowLength(before: place))
    }
    return (last ?? 0, badness, lengths)
  }

  @Test("four places at a time give the same bits as one after the other", arguments: 0..<120)
  func sameBits(_ seed: Int) throws {
    var chance = Chance(UInt64(seed) + 91)
    let step = [1, 2, 0][seed % 3]
    let count = Int.random(in: 90...420, using: &chance)
    // With few different shares many rows are equally bad.
    let shares = (0..<count * max(step, 1)).map { _ in
      seed % 2 == 0
        ? Double.random(in: 0.05...20, using: &chance) : chance.halves(1...4)
    }
    let rules = RowRules(
      target: chance.halves(1...300), spacing: seed % 4 == 0 ? 0 : chance.halves(0...80),
      width: chance.halves(seed % 7 == 0 ? 1...40 : 100...2000), lastRow: .justified)
    let expected = try search(.oneByOne, shares, step: step, rules)
    for way in [RowSearch.fourPlain, .fastest] {
      let found = try search(way, shares, step: step, rules)
      #expect(found == expected, "seed \(seed), \(way)")
    }
  }

  @Test("C9, C10: any rectangle gets exactly the elements that intersect it", arguments: 0..<80)
  func rectangles(_ seed: Int) throws {
    let oracle = GalleryOracle.random(UInt64(seed))
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    let size = try live.prepare(oracle.scene)
    let all = try live.elements()
    var chance = Chance(UInt64(seed) + 7777)
    for _ in 0..<40 {
      let rect = Rect(
        x: Double.random(in: -200...size.width + 200, using: &chance),
        y: Double.random(in: -500...size.height + 500, using: &chance),
        width: chance.halves(0...900), height: chance.halves(0...900))
      let expected = all.filter { $0.frame.intersects(rect) }
      #expect(try live.elements(in: rect) == expected, "seed \(seed), \(rect)")
    }
  }

  @Test("C24: an element queried by name equals that of the rectangle", arguments: 0..<30)
  func byName(_ seed: Int) throws {
    let oracle = GalleryOracle.random(UInt64(seed))
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for element in try live.elements() {
      #expect(
        try live.element(element.category, element.kind, element.section, element.item) == element)
    }
  }
}
