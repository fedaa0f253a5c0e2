// SPDX-License-Identifier: Apache-2.0
//
// What a layout is told of a batch maps its paths like the plan of the batch itself.

import LayoutModel
import LayoutRuntime
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("A layout's path map")
struct LayoutPathMapTests {
  @Test("B1, B2, B3: 1,000 random batches, told to a layout, map every item like their plans")
  func agreesWithPlans() throws {
    for seed in 0..<1_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = ArrayModel.random(using: &generator)
      let (stated, new) = old.randomBatch(using: &generator)
      var batch = stated
      // Reloads keep the counts: every third item that nothing else names is made anew.
      for (section, content) in old.sections.enumerated() where seed % 2 == 0 {
        for item in stride(from: seed % 3, to: content.items.count, by: 3) {
          var reloading = batch
          reloading.reloadItem(at: ItemPath(section, item))
          if (try? reloading.plan(from: old.counts, to: new.counts)) != nil { batch = reloading }
        }
      }
      let plan = try batch.plan(from: old.counts, to: new.counts)
      let map = PathMap(plan.changes.map(\.record))
      for (section, content) in old.sections.enumerated() {
        for item in content.items.indices {
          let path = ItemPath(section, item)
          #expect(map(path) == plan.newPath(of: path), "seed \(seed), \(path)")
        }
      }
    }
  }
}
