// SPDX-License-Identifier: Apache-2.0
//
// Changes during other changes, at random instants: no view jumps, and none is lost.

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
    "B7, M3: another change at one of 1000 random instants continues from the positions on screen",
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
