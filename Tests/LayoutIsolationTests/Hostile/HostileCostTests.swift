// SPDX-License-Identifier: Apache-2.0
//
// The cost of each plugin of the corpus for its host: processor time of the frame thread, and memory.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite(
  "The cost of hostile plugins", .serialized, .alongside,
  .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
struct HostileCostTests {
  typealias Cost = HostProcess.Cost

  /// The allowed growth of a host for a plugin, bytes, and the allowed growth after it is gone: memory that is
  /// allocated once, such as an error's text, is kept.
  static let growthLimit = 64 << 20
  static let keptLimit = 8 << 20
  /// Processor time of one frame in a release build, seconds.
  static let frameLimit = 0.05

  /// The steps that make a plugin do its deed.
  private static func steps(_ deed: Deed, _ good: String) -> [String] {
    let usual = [HostProcess.scroll(300), HostProcess.scroll(330), HostProcess.scroll(360)]
    guard let forgery = deed.forgery else { return usual }
    return forgery.steps.map { $0.replacing("GOOD", with: good) } + usual
  }

  /// Runs some plugins in one session, one after the other.
  private static func meet(
    _ deeds: [Deed]
  ) throws -> [(deed: Deed, cost: Cost, ending: Ending)] {
    let host = try HostProcess(command: releasedInSoak("layouthost"))
    let good = try FakeLayout.path(flags: ["-DALL_EXTENSIONS"])
    let met = try deeds.map { deed in
      let path = try deed.path()
      // Only the second of two plugins can get a state.
      let isLoaded = deed.forgery?.kind == .loadState
      let steps = steps(deed, good)
      let (cost, error) = try host.meet(
        isLoaded ? good : path,
        isLoaded ? [#"{"do":"swap","layout":"\#(path)","hot":true}"#] + steps : steps)
      return (deed, cost, HostileSession.ending(error))
    }
    try host.end()
    return met
  }

  /// The deeds whose cost is measured, those of a group in one session: all in `make soak`, otherwise two of each
  /// kind.
  private static let measured: [Group] = {
    let kinds = Corpus.kinds.map { Group(name: $0.name, deeds: $0.deeds) }
    if Soak.isOn { return kinds }
    var dice = SeededGenerator(seed: UInt64(Soak.onlySeed ?? 11))
    let deeds = kinds.flatMap { $0.deeds.shuffled(using: &dice).prefix(2) }
    return [Group(name: "two of each kind", deeds: deeds)]
  }()

  /// The messages in place of a worker, by the request that they answer. In `make test` one for each request, each
  /// with another fault.
  private static let messages: [Group] = {
    let kinds = WireKind.allCases.map { kind in
      Group(name: "\(kind)", deeds: Corpus.forgeries.filter { $0.forgery?.kind == kind })
    }.filter { !$0.deeds.isEmpty }
    if Soak.isOn { return kinds }
    let deeds = kinds.enumerated().map { number, kind in
      kind.deeds[(number + (Soak.onlySeed ?? 0)) % kind.deeds.count]
    }
    return [Group(name: "one to each request", deeds: deeds)]
  }()

  /// The cost of a frame with as many views as an answer may have, seconds.
  private static let calibration = Result {
    let host = try HostProcess(isTrusting: true, command: releasedInSoak("layouthost"))
    let full = try Greed.full.path()
    let (cost, error) = try host.meet(full, [HostProcess.scroll(300), HostProcess.scroll(330)])
    #expect(error == nil)
    try host.end()
    return cost.seconds
  }

  @Test(
    "no frame takes more time or memory than allowed, and memory is freed after the swap",
    arguments: measured)
  func scrolled(_ group: Group) throws {
    try Self.hold(Self.meet(group.deeds))
  }

  @Test(
    "any message of an exploited worker is refused, at the same cost",
    arguments: messages)
  func forged(_ group: Group) throws {
    let met = try Self.meet(group.deeds)
    for (deed, _, ending) in met {
      // A worker that has no processor for a while misses a frame's limit before it answers.
      #expect(ending == deed.sandboxed || ending == .hung, "\(deed.does)")
    }
    try Self.hold(met)
  }

  private static func hold(_ met: [(deed: Deed, cost: Cost, ending: Ending)]) throws {
    let limit = Soak.isOn ? frameLimit : try calibration.get()
    for (deed, cost, ending) in met {
      print(
        "\(deed.name) \(deed.place): \(milliseconds(cost)) ms, \(mebibytes(cost)) MiB, kept "
          + "\(cost.kept >> 10) KiB, \(ending)")
      var seconds = cost.seconds
      // A busy machine adds to a time, and takes nothing off.
      for _ in 0..<2 where seconds > limit {
        seconds = min(seconds, try meet([deed])[0].cost.seconds)
      }
      #expect(seconds <= limit, "it \(deed.does): \(seconds) s")
      #expect(cost.growth <= growthLimit, "it \(deed.does): \(cost.growth >> 20) MiB")
      #expect(cost.kept <= keptLimit, "it \(deed.does): \(cost.kept >> 20) MiB are kept")
    }
    try HostileCosts.note(
      met.map { ($0.deed.does, milliseconds($0.cost), mebibytes($0.cost)) })
  }

  /// Formats a number with one decimal.
  private static func milliseconds(_ cost: Cost) -> String {
    String(format: "%.1f", cost.seconds * 1000)
  }

  private static func mebibytes(_ cost: Cost) -> String {
    String(format: "%.1f", Double(max(0, cost.growth)) / Double(1 << 20))
  }
}

/// Deeds that run in one session, one after the other.
struct Group: Sendable, CustomTestStringConvertible {
  let name: String
  let deeds: [Deed]

  var testDescription: String { name }
}

/// The costs that `make soak` measured, for the page.
enum HostileCosts {
  /// The file that keeps the figures until the page is written.
  private static let path = "\(CPlugin.sourceRoot)/.build/hostile-costs.json"

  /// Keeps the costs of some deeds, by their descriptions.
  static func note(_ costs: [(does: String, milliseconds: String, mebibytes: String)]) throws {
    guard Soak.isOn else { return }
    var all = known
    for cost in costs { all[cost.does] = [cost.milliseconds, cost.mebibytes] }
    try JSONEncoder().encode(all).write(to: URL(fileURLWithPath: path))
  }

  static var known: [String: [String]] {
    let data = try? Data(contentsOf: URL(fileURLWithPath: path))
    return data.flatMap { try? JSONDecoder().decode([String: [String]].self, from: $0) } ?? [:]
  }
}
