// SPDX-License-Identifier: Apache-2.0
//
// Compares a waterfall that gets changes with one that starts again: the same frames, bit for bit.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("WaterfallLayout and changes")
struct WaterfallUpdateTests {
  private func follow(
    _ oracle: WaterfallOracle, seed: UInt64, rounds: Int, reach: Int
  ) throws {
    var oracle = oracle
    var batch = RandomBatch(oracle.sections, seed: seed &+ 99, reach: reach)
    let live = LiveLayout(WaterfallLayout())
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for round in 0..<rounds {
      batch.change()
      if batch.updates.isEmpty { continue }
      oracle.sections = batch.sections
      try oracle.configure(live)
      let asked = try AskedItems(live, oracle.sections.map(\.sizes))
      var scene = oracle.scene
      scene.epoch = UInt64(round + 2)
      let size = try live.prepare(scene, marks: .counts, updates: batch.updates)
      let fresh = LiveLayout(WaterfallLayout())
      try oracle.configure(fresh)
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

  @Test(
    "M1, M2: the result of a batch equals a fresh layout, bit for bit", arguments: 0..<300,
    [false, true])
  func batches(_ seed: Int, spans: Bool) throws {
    try follow(
      .random(UInt64(seed), spans: spans), seed: UInt64(seed), rounds: 6,
      reach: seed % 5 == 0 ? 90 : 5)
  }

  @Test(
    "M1: another width after a batch gives the same as a fresh layout", arguments: 0..<40,
    [false, true])
  func widthAfterBatch(_ seed: Int, spans: Bool) throws {
    var oracle = WaterfallOracle.random(UInt64(seed), spans: spans)
    var batch = RandomBatch(oracle.sections, seed: UInt64(seed))
    let live = LiveLayout(WaterfallLayout())
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
    let fresh = LiveLayout(WaterfallLayout())
    try oracle.configure(fresh)
    try fresh.prepare(scene)
    #expect(try live.elements() == fresh.elements(), "seed \(seed)")
  }
}
