// SPDX-License-Identifier: Apache-2.0
//
// Sections of a compositional layout that scroll across: the places of their items, the scrollable range, the end of
// a release.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("CompositionalLayout scrolls sections across")
struct CrossScrollTests {
  private func live(
    _ text: String, _ counts: [UInt32], isHorizontal: Bool = false
  ) throws -> (live: LiveLayout, layout: CompositionalLayout) {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text(bytes: text))
    try live.set("scrollDirection", isHorizontal ? ScrollDirection.horizontal : .vertical)
    try live.prepare(Scene(itemCounts: counts))
    return (live, layout)
  }

  @Test("every element and any rectangle, with offsets and preferred sizes", arguments: 0..<300)
  func everything(_ seed: Int) throws {
    var oracle = CompositionOracle.random(UInt64(seed), estimates: seed % 2 == 1, scrolls: true)
    let layout = CompositionalLayout()
    let live = try oracle.layout(layout)
    var chance = Chance(UInt64(seed) + 1234)
    for section in oracle.itemCounts.indices where chance.flag() {
      oracle.crossOffsets[section] = chance.halves(-200...3000)
      layout.setCrossOffset(oracle.crossOffsets[section] ?? 0, ofSection: section)
    }
    expectEqual(try live.elements(), oracle.answer().elements, "seed \(seed): \(oracle.text)")
    for _ in 0..<6 {
      let cells = try live.elements().filter { $0.category == 0 }
      guard let cell = cells.randomElement(using: &chance) else { return }
      let size = Size(width: chance.halves(1...400), height: chance.halves(1...400))
      let name = layout_element(
        category: 0, kind: 0, section: UInt32(cell.section), item: UInt32(cell.item))
      let marks = try layout.setPreferredSize(size, for: name, original: cell.frame.size)
      if !marks.isEmpty { oracle.preferred[[cell.section, cell.item]] = size }
    }
    let (size, expected) = oracle.answer()
    let answered = try live.prepare(oracle.scene, marks: .bounds)
    #expect(isClose(answered.width, size.width) && isClose(answered.height, size.height))
    let all = try live.elements()
    expectEqual(all, expected, "seed \(seed): \(oracle.text)")
    for _ in 0..<20 {
      let rect = Rect(
        x: chance.halves(-400...2000), y: chance.halves(-400...4000),
        width: chance.halves(0...900), height: chance.halves(0...900))
      #expect(
        try live.elements(in: rect) == all.filter { $0.frame.intersects(rect) },
        "seed \(seed), \(rect)")
    }
  }

  @Test("a track is the strip of its section, with its scrollable range")
  func tracks() throws {
    let text = """
      section(header: 20, insets: 5 10 5 30, gap: 8, scroll: continuous) { item(100, 50) }
      section { item(100%, 30) }
      """
    let layout = try live(text, [7, 2, 0, 1, 4]).layout
    layout.setCrossOffset(33, ofSection: 0)
    let track = try #require(layout.crossTrack(at: Point(x: 319, y: 60)))
    #expect(track.section == 0 && track.offset == 33 && !track.isVertical)
    #expect(track.frame == Rect(x: 0, y: 25, width: 320, height: 50))
    // Insets of 10 and 30, seven items of 100, and six gaps of 8.
    #expect(track.contentLength == 788)
    for y in [-1.0, 0, 24.9, 75.1, 100, 139, 141, 155, 1000] {
      #expect(layout.crossTrack(at: Point(x: 5, y: y)) == nil, "\(y)")
    }
    // 80, 60, 30 of the empty section, 30, then header and inset of the last.
    #expect(layout.crossTrack(at: Point(x: 5, y: 225))?.section == 4)
    #expect(layout.crossTrack(at: Point(x: 5, y: 275))?.section == 4)
    #expect(layout.crossTrack(at: Point(x: 5, y: 275.5)) == nil)
  }

  @Test("in a horizontally scrolling layout, tracks run down")
  func vertical() throws {
    let (live, layout) = try live(
      "section(insets: 10 0, gap: 4, scroll: paging) { item(90, 100) }", [9], isHorizontal: true)
    let track = try #require(layout.crossTrack(at: Point(x: 45, y: 470)))
    #expect(track.isVertical && track.frame == Rect(x: 0, y: 0, width: 90, height: 480))
    #expect(track.contentLength == 20 + 9 * 104 - 4)
    layout.setCrossOffset(114, ofSection: 0)
    #expect(try live.element(0, 0, 0, 1)?.frame == Rect(x: 0, y: 0, width: 90, height: 100))
  }

  @Test("an offset stays with its section number through every prepare, and follows it in batches")
  func keeps() throws {
    let (live, layout) = try live("section(scroll: continuous) { item(100, 50) }", [9, 9, 9])
    layout.setCrossOffset(50, ofSection: 1)
    layout.setCrossOffset(70, ofSection: 2)
    var scene = Scene(itemCounts: [2, 2], epoch: 2)
    try live.prepare(scene, marks: .counts)
    #expect(try live.element(0, 0, 1, 0)?.frame.x == -50)
    (scene.itemCounts, scene.epoch) = ([2, 2, 2], 3)
    try live.prepare(scene)
    #expect(try live.element(0, 0, 1, 0)?.frame.x == -50)
    #expect(try live.element(0, 0, 2, 0)?.frame.x == 0)
    try live.set("sections", Text("section { item(100, 50) }"))
    try live.prepare(scene, marks: .properties)
    #expect(try live.element(0, 0, 1, 0)?.frame.x == 0)
  }

  /// The end of a release: at an offset, with a rest and a velocity.
  struct Release: CustomTestStringConvertible, Sendable {
    let mode: String
    let here: Double
    let proposed: Double
    let velocity: Double
    let target: Double
    var testDescription: String { "\(mode) \(here) → \(proposed) at \(velocity): \(target)" }

    init(
      _ mode: String, _ here: Double, _ proposed: Double, _ velocity: Double, _ target: Double
    ) {
      (self.mode, self.here, self.proposed, self.velocity, self.target) =
        (mode, here, proposed, velocity, target)
    }
  }

  /// Ten groups of 100, 10 apart, in a strip of 320.
  static let releases = [
    Release("continuous", 3, 77, 500, 77),
    Release("leadingBoundary", 3, 164, 500, 110), Release("leadingBoundary", 3, 166, 500, 220),
    Release("leadingBoundary", 3, -90, -500, 0), Release("leadingBoundary", 3, 220, 0, 220),
    Release("paging", 10, 1500, 900, 320), Release("paging", 300, 20, -900, 0),
    Release("paging", 320, 900, 100, 640), Release("paging", 320, 0, -100, 0),
    Release("paging", 150, 150, 0, 0), Release("paging", 170, 170, 0, 320),
    Release("paging", 640, 640, 0, 640), Release("paging", -20, -20, -100, 0),
    Release("groupPaging", 10, 900, 900, 110), Release("groupPaging", 100, 20, -900, 0),
    Release("groupPaging", 110, 900, 100, 220), Release("groupPaging", 110, 0, -100, 0),
    Release("groupPaging", 150, 150, 0, 110), Release("groupPaging", 170, 170, 0, 220),
    Release("groupPaging", -9, -9, -100, 0), Release("groupPaging", 985, 999, 100, 990),
    // The first group is centred at 0: its end and that of the last one have 110 points of room.
    Release("groupPagingCentered", 10, 900, 900, 110),
    Release("groupPagingCentered", 160, 170, 0, 220),
    Release("groupPagingCentered", 220, 0, -100, 110),
  ]

  @Test(
    "a release ends where the mode says, and stays there when queried again", arguments: releases)
  func rests(_ release: Release) throws {
    for width in ["100", "~100"] {
      let layout = try live(
        "section(gap: 10, scroll: \(release.mode)) { item(\(width), 50) }", [10]
      ).layout
      layout.setCrossOffset(release.here, ofSection: 0)
      let target = layout.crossTarget(release.proposed, velocity: release.velocity, section: 0)
      #expect(target == release.target)
      layout.setCrossOffset(target, ofSection: 0)
      #expect(layout.crossTarget(target, velocity: 0, section: 0) == target)
    }
  }

  @Test("centred groups leave room so that the first and the last can be in the middle")
  func centered() throws {
    let (live, layout) = try live(
      "section(gap: 10, scroll: groupPagingCentered) { item(100, 50) }", [10])
    #expect(try live.element(0, 0, 0, 0)?.frame.x == 110)
    let track = try #require(layout.crossTrack(at: Point(x: 1, y: 1)))
    #expect(track.end == 990 && track.contentLength == 110 + 1090 + 110)
    layout.setCrossOffset(990, ofSection: 0)
    #expect(try live.element(0, 0, 0, 9)?.frame.x == 110)
  }

  /// Centred groups in a strip of 400, with views that prefer a width, 100 being estimated; and the rests of all of
  /// them.
  private func centered(
    _ widths: [Double]
  ) throws -> (layout: CompositionalLayout, live: LiveLayout, rests: [Double]) {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text("section(scroll: groupPagingCentered) { item(~100, 100) }"))
    var scene = Scene(itemCounts: [UInt32(widths.count)])
    scene.bounds.width = 400
    try live.prepare(scene)
    for (item, width) in widths.enumerated() {
      let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
      _ = try layout.setPreferredSize(
        Size(width: width, height: 100), for: name, original: .zero)
    }
    try live.prepare(scene, marks: .bounds)
    let rests = try widths.indices.map { item in
      try #require(try live.element(0, 0, 0, item)).frame.center.x - 200
    }
    return (layout, live, rests)
  }

  static let widths: [[Double]] = [
    [100] + [Double](repeating: 300, count: 9), [300] + [Double](repeating: 100, count: 9),
    [50, 100, 700, 10, 10, 10, 10, 300, 50], [300, 10, 390], [30, 20], [70],
  ]

  @Test("centred groups rest in the middle for any preferred widths", arguments: Self.widths)
  func centersMeasured(_ widths: [Double]) throws {
    let (layout, live, rests) = try centered(widths)
    // The ends have room for the first and the last group in the middle.
    let (track, end) = (try #require(layout.crossTrack(at: Point(x: 1, y: 1))), rests.last ?? 0)
    #expect(rests[0] == 0 && track.end == end)
    for offset in stride(from: -30, through: end + 30, by: 5) {
      let nearest = try #require(rests.min { abs($0 - offset) < abs($1 - offset) })
      let target = layout.crossTarget(offset, velocity: 0, section: 0)
      #expect(abs(target - offset) == abs(nearest - offset), "\(offset): \(target)")
    }
    for (item, rest) in rests.enumerated() {
      layout.setCrossOffset(rest, ofSection: 0)
      #expect(try live.element(0, 0, 0, item)?.frame.center.x == 200)
      let next = rests[min(item + 1, rests.count - 1)]
      #expect(layout.crossTarget(rest + 40, velocity: 100, section: 0) == next)
      #expect(layout.crossTarget(rest - 40, velocity: -100, section: 0) == rests[max(0, item - 1)])
    }
  }

  @Test("a million items across are found by division, and scrolling them causes no prepare")
  func scales() throws {
    let (live, layout) = try live(
      "section(gap: 10, scroll: groupPaging) { column(90, 60) { 3 * item } }", [3_000_000])
    layout.setCrossOffset(50_000_000, ofSection: 0)
    let shown = try live.elements(in: Rect(x: 0, y: 0, width: 320, height: 480))
    #expect(shown.map(\.item) == Array(1_500_000..<1_500_012))
    #expect(layout.crossTarget(7e7, velocity: 100, section: 0) == 50_000_100)
    #expect(live.host.invalidated.isEmpty)
  }
}
