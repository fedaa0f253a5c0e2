// SPDX-License-Identifier: Apache-2.0
//
// Compares a flow that gets changes with one that starts again: the same frames, bit for bit, with
// fewer queries.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout and changes")
struct FlowUpdateTests {
  /// Runs batch after batch, and compares with a fresh layout after each.
  private func follow(
    _ oracle: FlowOracle, seed: UInt64, rounds: Int, reach: Int
  ) throws {
    var oracle = oracle
    var batch = RandomBatch(oracle.sections, seed: seed &+ 99, reach: reach)
    let live = try oracle.layout()
    for round in 0..<rounds {
      batch.change()
      // A host makes no empty batch.
      if batch.updates.isEmpty { continue }
      oracle.sections = batch.sections
      try oracle.configure(live)
      let asked = try AskedItems(live, oracle.sections.map(\.sizes))
      var scene = oracle.scene
      scene.epoch = UInt64(round + 2)
      let size = try live.prepare(scene, marks: .counts, updates: batch.updates)
      let fresh = try oracle.layout()
      #expect(try fresh.prepare(scene) == size, "seed \(seed), round \(round)")
      let (mine, theirs) = (try live.elements(), try fresh.elements())
      if mine != theirs {
        let place = zip(mine, theirs).first { $0 != $1 }
        Issue.record("seed \(seed), round \(round): \(String(describing: place))")
        return
      }
      #expect(asked.items == batch.asked, "seed \(seed), round \(round)")
    }
  }

  @Test("M1, M2: the result of a batch equals a fresh layout, bit for bit", arguments: 0..<300)
  func batches(_ seed: Int) throws {
    try follow(.random(UInt64(seed)), seed: UInt64(seed), rounds: 6, reach: 6)
  }

  @Test("M1: large sections do so too, over many batches", arguments: 0..<12)
  func largeSections(_ seed: Int) throws {
    var chance = Chance(UInt64(seed) + 5)
    var oracle = FlowOracle()
    oracle.viewportSize = Size(width: chance.halves(300...900), height: 700)
    for index in 0..<2 {
      var section = FlowSection()
      // Long runs among different sizes, of lengths whose sums are not exact in binary.
      let common = Size(width: 33.3, height: 47.1)
      for item in 0..<(index == 0 ? 9000 : 700) {
        let other = Size(width: 20 + Double(item % 97) / 3, height: 10 + Double(item % 89) / 7)
        section.sizes.append(item / 1000 % 2 == seed % 2 ? common : other)
      }
      oracle.sections.append(section)
    }
    try follow(oracle, seed: UInt64(seed), rounds: 25, reach: seed % 3 == 0 ? 400 : 5)
  }

  @Test("M1: only named items are queried")
  func namedItems() throws {
    let live = LiveLayout(FlowLayout())
    var sizes = (0..<500).map { Size(width: 40 + Double($0 % 7), height: 30) }
    try live.bindSizes([sizes])
    try live.prepare(Scene(itemCounts: [500]))
    sizes[250] = Size(width: 200, height: 99)
    sizes[251] = Size(width: 200, height: 99)
    sizes[3] = Size(width: 1, height: 1)
    let asked = try AskedItems(live, [sizes])
    let before = live.host.callCount
    let named = [251, 250, 499].map {
      layout_element(category: 0, kind: 0, section: 0, item: UInt32($0))
    }
    try live.prepare(Scene(itemCounts: [500]), marks: .items, elements: named)
    #expect(asked.items == [[0, 250], [0, 251], [0, 499]])
    #expect(live.host.callCount - before == 2)
    #expect(try live.element(0, 0, 0, 250)?.frame.size == Size(width: 200, height: 99))
    #expect(try live.element(0, 0, 0, 3)?.frame.size == Size(width: 43, height: 30))
  }

  @Test("M1: named headers are queried without the items")
  func namedHeaders() throws {
    let live = LiveLayout(FlowLayout())
    var header = 20.0
    var asked: [Int] = []
    try live.bind(
      "headerSize",
      { section, _ in
        asked.append(section)
        return Size(width: 0, height: header)
      }, nothing: .zero)
    try live.bind("sizeForItem", { _, _ in Size(width: 50, height: 50) }, nothing: .zero)
    try live.prepare(Scene(itemCounts: [4, 4, 4]))
    (header, asked) = (35, [])
    let questions = live.host.callCount
    let name = layout_element(category: 1, kind: 1, section: 1, item: 0)
    let size = try live.prepare(
      Scene(itemCounts: [4, 4, 4]), marks: .supplementaries, elements: [name])
    #expect(asked == [1])
    #expect(live.host.callCount - questions == 1)
    #expect(size.height == 20 + 35 + 20 + 150)
    try live.prepare(Scene(itemCounts: [4, 4, 4]), marks: .supplementaries)
    #expect(asked == [1, 0, 1, 2])
  }

  @Test(
    "M1: an invalidation with less detail starts again",
    arguments: [Marks.counts, .items, .properties])
  func wholePrepare(_ marks: Marks) throws {
    let live = LiveLayout(FlowLayout())
    let sizes = (0..<50).map { Size(width: 40 + Double($0 % 7), height: 30) }
    try live.bindSizes([sizes])
    try live.prepare(Scene(itemCounts: [50]))
    let asked = try AskedItems(live, [sizes])
    try live.prepare(Scene(itemCounts: [50], epoch: 2), marks: marks)
    #expect(asked.items.count == 50)
  }

  @Test(
    "M1: if all items are stale, they are queried with the next batch",
    arguments: [LAYOUT_UPDATE_INSERT, LAYOUT_UPDATE_RELOAD])
  func staleItemsAndBatch(_ action: UInt32) throws {
    let live = LiveLayout(FlowLayout())
    try live.bindSizes([(0..<50).map { Size(width: 40 + Double($0 % 7), height: 30) }])
    try live.prepare(Scene(itemCounts: [50]))
    let count = action == LAYOUT_UPDATE_INSERT ? 51 : 50
    let sizes = (0..<count).map { Size(width: 60 + Double($0 % 5), height: 20) }
    let asked = try AskedItems(live, [sizes])
    let update = layout_update(
      action: action, of_section: 0,
      before: action == LAYOUT_UPDATE_INSERT ? .none : ItemPath(0, 7),
      after: ItemPath(0, 7))
    try live.prepare(
      Scene(itemCounts: [UInt32(count)], epoch: 2), marks: [.counts, .items], updates: [update])
    #expect(asked.items.count == count)
    #expect(try live.elements().map(\.frame.size) == sizes)
  }

  @Test("a batch that does not fit the counts starts again, for any content")
  func unfitBatch() throws {
    let wrong: [(UInt32, [Int]?, [Int]?)] = [
      (LAYOUT_UPDATE_INSERT, nil, [0, 99]), (LAYOUT_UPDATE_INSERT, nil, [7, 0]),
      (LAYOUT_UPDATE_DELETE, [0, 50], nil), (LAYOUT_UPDATE_DELETE, [3, 0], nil),
      (LAYOUT_UPDATE_MOVE, [0, 50], [0, 1]), (77, nil, [0, 3]),
    ]
    for (action, before, after) in wrong {
      let live = LiveLayout(FlowLayout())
      let sizes = (0..<52).map { Size(width: 40 + Double($0 % 7), height: 30) }
      try live.bindSizes([sizes])
      try live.prepare(Scene(itemCounts: [50]))
      let update = layout_update(
        action: action, of_section: 0, before: before.map { ItemPath($0[0], $0[1]) } ?? .none,
        after: after.map { ItemPath($0[0], $0[1]) } ?? .none)
      try live.prepare(
        Scene(itemCounts: [52], epoch: 2), marks: .counts, updates: [update])
      #expect(try live.elements().count == 52)
    }
  }

  @Test("a batch whose answers fail leaves the layout unchanged", arguments: 0..<40)
  func failingBatch(_ seed: Int) throws {
    var batch = RandomBatch(
      [.random(seed: UInt64(seed)), .random(seed: UInt64(seed) + 1000)], seed: UInt64(seed))
    var oracle = FlowOracle()
    oracle.sections = batch.sections
    let live = try oracle.layout()
    let before = try live.elements()
    batch.change()
    guard !batch.asked.isEmpty else { return }
    let bad = batch.asked.sorted { $0.lexicographicallyPrecedes($1) }.last
    var sizes: [[Size?]] = batch.sections.map(\.sizes)
    if let bad { sizes[bad[0]][bad[1]] = Size(width: -1, height: 0) }
    oracle.sections = batch.sections
    try oracle.configure(live)
    try live.bindSizes(sizes)
    var scene = oracle.scene
    scene.epoch = 2
    #expect(throws: SlotFailure.self) {
      try live.prepare(scene, marks: .counts, updates: batch.updates)
    }
    #expect(try live.elements() == before, "seed \(seed)")
    try oracle.configure(live)
    try live.prepare(scene, marks: .counts, updates: batch.updates)
    #expect(try live.elements() == oracle.layout().elements(), "seed \(seed)")
  }
}

extension FlowSection {
  static func random(seed: UInt64) -> FlowSection {
    var chance = Chance(seed)
    return random(&chance)
  }
}

/// A record of the items that a layout queries.
final class AskedItems {
  private(set) var items: Set<[Int]> = []

  init(_ live: LiveLayout, _ sizes: [[Size]]) throws {
    try live.bind(
      "sizeForItem",
      { [unowned self] section, item in
        items.insert([section, item])
        return sizes[section][item]
      }, nothing: Size(width: .nan, height: .nan))
  }
}
