// SPDX-License-Identifier: Apache-2.0
//
// Changes that come in the middle of others, at random instants: nothing jumps, nothing is lost.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Interrupted animations")
struct InterruptionTests {
  static let seeds = Soak.seeds(short: 334, long: 33_400)

  @Test(
    "B7, M3: at 1000 random instants of an animation another change goes on from what is on screen",
    arguments: [0, 1, 2])
  func instants(_ first: Int) throws {
    let images = try RandomBatchTests.layouts.map { plugin, id in
      (try PluginImage.open(PluginFile(judging: try bundledPlugin(plugin))), id)
    }
    for seed in Self.seeds {
      Soak.playing(seed: Int(seed))
      let run = try InterruptedRun(seed: seed, first: first, images)
      try run.go()
      if run.problems.isEmpty { continue }
      Issue.record(
        "\(images[first].1), seed \(seed): \(run.events): \(run.problems.prefix(4).joined(separator: "; "))"
      )
      return
    }
  }
}
