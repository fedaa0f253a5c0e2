// SPDX-License-Identifier: Apache-2.0
//
// Compares a gallery that gets changes with one that starts again: the same frames, bit for bit.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("GalleryLayout and changes")
struct GalleryUpdateTests {
  private func fresh(_ oracle: GalleryOracle, _ scene: Scene) throws -> (LiveLayout, Size) {
    let fresh = LiveLayout(GalleryLayout())
    try oracle.configure(fresh)
    return (fresh, try fresh.prepare(scene))
  }

  private func expectEqual(_ live: LiveLayout, _ other: LiveLayout, _ what: String) throws {
    let (mine, theirs) = (try live.elements(), try other.elements())
    if mine == theirs { return }
    let place = zip(mine, theirs).first { $0 != $1 }
    Issue.record("\(what): \(String(describing: place))")
  }

  @Test("M1, M2: the result of a batch equals a fresh layout, bit for bit", arguments: 0..<300)
  func batches(_ seed: Int) throws {
    var oracle = GalleryOracle.random(UInt64(seed))
    var batch = RandomBatch(
      oracle.sections, seed: UInt64(seed) &+ 99, reach: seed % 5 == 0 ? 90 : 5)
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for round in 0..<6 {
      batch.change()
      if batch.updates.isEmpty { continue }
      oracle.sections = batch.sections
      try oracle.configure(live)
      var asked: Set<[Int]> = []
      let sections = oracle.sections
      try live.bind(
        "aspectRatioForItem",
        { section, item in
          asked.insert([section, item])
          return GalleryOracle.ratio(sections[section].sizes[item])
        }, nothing: Double.nan)
      var scene = oracle.scene
      scene.epoch = UInt64(round + 2)
      let size = try live.prepare(scene, marks: .counts, updates: batch.updates)
      let (other, expected) = try fresh(oracle, scene)
      #expect(size == expected, "seed \(seed), round \(round)")
      try expectEqual(live, other, "seed \(seed), round \(round)")
      #expect(asked == batch.asked, "seed \(seed), round \(round)")
    }
  }

  @Test("M1: another width after a batch gives the same as a fresh layout", arguments: 0..<40)
  func widthAfterBatch(_ seed: Int) throws {
    var oracle = GalleryOracle.random(UInt64(seed))
    var batch = RandomBatch(oracle.sections, seed: UInt64(seed))
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    batch.change()
    oracle.sections = batch.sections
    oracle.viewportSize.width += 123.5
    oracle.viewportSize.height += 77.5
    try oracle.configure(live)
    var scene = oracle.scene
    scene.epoch = 2
    try live.prepare(scene, marks: [.counts, .bounds], updates: batch.updates)
    try expectEqual(live, try fresh(oracle, scene).0, "seed \(seed)")
  }

  @Test(
    "a change near the end leaves the rows before it unchanged", arguments: [2999, 3000, 1500, 0])
  func single(_ place: Int) throws {
    var oracle = GalleryOracle()
    var section = FlowSection()
    section.sizes = (0..<3000).map { Size(width: Double($0 * 7919 % 140), height: 60) }
    oracle.sections = [section]
    let live = LiveLayout(GalleryLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    let before = try live.elements()
    oracle.sections[0].sizes.insert(Size(width: 100, height: 60), at: place)
    try oracle.configure(live)
    let update = layout_update(
      action: LAYOUT_UPDATE_INSERT, of_section: 0, before: .none, after: ItemPath(0, place))
    var scene = oracle.scene
    scene.epoch = 2
    try live.prepare(scene, marks: .counts, updates: [update])
    let after = try live.elements()
    try expectEqual(live, try fresh(oracle, scene).0, "\(place)")
    let same = zip(before, after).prefix { $0 == $1 }.count
    #expect(same >= place - 60 && same <= place)
  }
}
