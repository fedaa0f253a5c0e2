// SPDX-License-Identifier: Apache-2.0
//
// Simulated sessions: ten thousand steps of fixed seeds and as many of a fresh one, and those of a given seed.

import Glibc
import LayoutTesting
import Testing

import class Foundation.ProcessInfo

@Suite("Simulation", .serialized, .alongside)
struct SimulationTests {
  /// The steps of a session.
  static let length = 100

  @Test("fixed seeds: every promise holds after every step")
  func fixedSeeds() throws {
    guard Asked.seed == nil else { return }
    play(0..<UInt64(Soak.count(short: 100, long: 500_000)))
  }

  @Test("a fresh seed: every promise holds after every step")
  func freshSeed() throws {
    guard Asked.seed == nil else { return }
    let first = UInt64.random(in: 1 << 20..<1 << 40)
    print("simulation: fresh seeds from \(first)")
    play(first..<first + UInt64(Soak.count(short: 100, long: 500_000)))
  }

  @Test("the seed and the steps that `make simulate` gives", .enabled(if: Asked.seed != nil))
  func asked() throws {
    let seed = try #require(Asked.seed)
    switch Asked.steps {
    case .none: play(seed..<seed + 1)
    case .count(let count):
      let sessions = UInt64((count + Self.length - 1) / Self.length)
      play(seed..<seed + sessions)
    case .list(let steps):
      var played = Played()
      let scenario = Scenario(seed: seed, steps: steps)
      if let finding = Simulation.find(scenario, after: &played) { report(finding) }
    }
  }

  private func play(_ seeds: Range<UInt64>) {
    // A host and its workers take turns.
    onOneProcessor { playAll(seeds) }
  }

  private func playAll(_ seeds: Range<UInt64>) {
    var failures = 0
    var played = Played()
    let start = Self.processorTime
    for seed in seeds {
      let scenario = Scenario(seed: seed, length: Self.length)
      if let finding = Simulation.find(scenario, after: &played) {
        report(finding)
        failures += 1
        if failures >= Asked.failures { return }
      }
    }
    let seconds = Self.processorTime - start
    let count = seeds.count * Self.length
    print(
      "simulation: \(count) steps, \(Int(Double(count) / seconds)) a second of processor time, digest "
        + String(played.digest.sum, radix: 16))
  }

  /// The processor time of this process, seconds. That of other suites beside this one is part of it.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func report(_ finding: Finding) {
    Issue.record(
      """
      \(finding.violation)
      after: \(finding.acts.joined(separator: ", "))
      again: \(finding.scenario)
      """)
  }
}

/// The options of `make simulate`, by environment variables.
enum Asked {
  enum Steps {
    case none
    case count(Int)
    case list([Int])
  }

  static let seed = variable("SEED").flatMap(UInt64.init)

  /// `STEPS=5000` for so many from the seed on, `STEPS=3,8,21` for these steps of the seed's session.
  static let steps: Steps = {
    guard let text = variable("STEPS") else { return .none }
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    if text.contains(",") { return .list(numbers) }
    return numbers.first.map(Steps.count) ?? .none
  }()

  /// The number of findings after which a run ends.
  static let failures = variable("FAILURES").flatMap(Int.init) ?? 1

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["LAYOUTHOST_SIMULATE_" + name]
  }
}
