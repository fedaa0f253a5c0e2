// SPDX-License-Identifier: Apache-2.0
//
// Checks the promises of the fuzz targets for five thousand inputs each in every run of the
// tests.

import LayoutLoading
import LayoutTesting
import Testing

@Suite("Any bytes")
struct FuzzTests {
  private static let inputCount = 5_000

  /// Two valid plugins in C, small: without the sections that a loader does not need.
  private static let plugins = Result {
    try [[], ["-DALL_EXTENSIONS"]].map { flags in
      let path = try FakeLayout.path(flags: flags + ["-s", "-Wl,-z,noseparate-code"])
      return try FileSystem.contents(of: path).bytes
    }
  }

  @Test(
    "are read or refused by name, with no promise broken", arguments: FuzzCatalogue.targets.indices)
  func keepsPromises(_ index: Int) throws {
    let type = FuzzCatalogue.targets[index]
    let target = try type.init()
    let seeds = target.seeds(plugins: try Self.plugins.get())
    for seed in seeds { try target.run(seed) }
    let seed = UInt64(index) + 1
    var mutator = Mutator(seeds, seed: seed)
    let cost = FuzzCost()
    for round in 0..<Self.inputCount / type.weight {
      let input = mutator.next()
      do { try target.runWithin(cost, input) } catch {
        Issue.record("\(type.name), seed \(seed), input \(round): \(error)\n\(input)")
        return
      }
    }
  }

  @Test("the seeds are valid: reading them gives the values from which they were made")
  func seedsAreRight() throws {
    for plugin in try Self.plugins.get() {
      #expect(JudgingFuzz.accepts(plugin), "a valid plugin")
    }
    let replies = try ReplyFuzz()
    for (index, seed) in replies.seeds(plugins: []).enumerated() {
      #expect(try replies.isTaken(seed), "answer \(index)")
    }
  }
}
