// SPDX-License-Identifier: Apache-2.0
//
// What each plugin of the corpus costs its host: processor time of the thread of the frames, and memory.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite(
  "The cost of hostile plugins", .serialized,
  .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
struct HostileCostTests {
  typealias Cost = HostProcess.Cost

  /// By how much a host may be larger for a plugin, bytes, and by how much after it is gone: what was
  /// made for the first time, such as an error's text, is kept.
  static let growthLimit = 64 << 20
  static let keptLimit = 8 << 20
  /// Processor time of one frame in a release build, seconds.
  static let frameLimit = 0.05

  /// The steps that bring a plugin to its deed.
  private static func steps(_ deed: Deed, _ good: String) -> [String] {
    let usual = [HostProcess.scroll(300), HostProcess.scroll(330), HostProcess.scroll(360)]
    guard let forgery = deed.forgery else { return usual }
    return forgery.steps.map { $0.replacing("GOOD", with: good) } + usual
  }

  /// Meets some plugins in one session, one after the other.
  private static func meet(
    _ deeds: [Deed]
  ) throws -> [(deed: Deed, cost: Cost, ending: Ending)] {
    let host = try HostProcess(command: releasedInSoak("layouthost"))
    let good = try FakeLayout.path(flags: ["-DALL_EXTENSIONS"])
    let met = try deeds.map { deed in
      let path = try deed.path()
      // Only the second of two can be given a state.
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

  /// The deeds whose cost is measured: all in `make soak`, every fourth of each kind else.
  private static let measured = Corpus.kinds.map { kind in
    (
      name: kind.name,
      deeds: kind.deeds.enumerated().filter { Soak.isOn || $0.offset % 4 == 1 }.map(\.element)
    )
  }

  /// Returns the cost of a frame with as many views as an answer may have.
  private static func calibration() throws -> Double {
    let host = try HostProcess(isTrusting: true, command: releasedInSoak("layouthost"))
    let full = try Greed.full.path()
    let (cost, error) = try host.meet(full, [HostProcess.scroll(300), HostProcess.scroll(330)])
    #expect(error == nil)
    try host.end()
    return cost.seconds
  }

  @Test(
    "no frame takes more time or memory than a host may give, and memory is back after the swap",
    arguments: measured.indices)
  func scrolled(_ index: Int) throws {
    try Self.hold(Self.meet(Self.measured[index].deeds))
  }

  @Test(
    "a message from a worker that was taken over is refused, whatever it answers, at the same cost",
    arguments: WireKind.allCases.filter { kind in
      Corpus.forgeries.contains { $0.forgery?.kind == kind }
    })
  func forged(_ kind: WireKind) throws {
    let met = try Self.meet(Corpus.forgeries.filter { $0.forgery?.kind == kind })
    for (deed, _, ending) in met {
      // A worker that has no processor for a while is beyond a frame's limit before it answers.
      #expect(ending == deed.sandboxed || ending == .hung, "\(deed.does)")
    }
    try Self.hold(met)
  }

  private static func hold(_ met: [(deed: Deed, cost: Cost, ending: Ending)]) throws {
    let limit = Soak.isOn ? frameLimit : try calibration()
    for (deed, cost, ending) in met {
      print(
        "\(deed.name) \(deed.place): \(milliseconds(cost)) ms, \(mebibytes(cost)) MiB, kept "
          + "\(cost.kept >> 10) KiB, \(ending)")
      #expect(cost.seconds <= limit, "it \(deed.does): \(cost.seconds) s")
      #expect(cost.growth <= growthLimit, "it \(deed.does): \(cost.growth >> 20) MiB")
      #expect(cost.kept <= keptLimit, "it \(deed.does): \(cost.kept >> 20) MiB are kept")
    }
    try HostileCosts.note(
      met.map { ($0.deed.does, milliseconds($0.cost), mebibytes($0.cost)) })
  }

  /// With one decimal.
  private static func milliseconds(_ cost: Cost) -> String {
    String(format: "%.1f", cost.seconds * 1000)
  }

  private static func mebibytes(_ cost: Cost) -> String {
    String(format: "%.1f", Double(max(0, cost.growth)) / Double(1 << 20))
  }
}

/// The costs that `make soak` measured, for the page.
enum HostileCosts {
  /// The file that keeps the figures until the page is written.
  private static let path = "\(CPlugin.sourceRoot)/.build/hostile-costs.json"

  /// Keeps the costs of some deeds, by what they do.
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
