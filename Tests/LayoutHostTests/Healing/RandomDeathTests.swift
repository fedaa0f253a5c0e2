// SPDX-License-Identifier: Apache-2.0
//
// Workers that are killed at random instants of batches, scrolls, reloads and swaps.

import Foundation
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

@Suite("Workers killed at random instants")
struct RandomDeathTests {
  /// Two sessions that do the same: one over workers that are killed, one without kills in this process.
  private final class Pair {
    let mortal: MortalSession
    let whole: MortalSession
    var dice: SeededGenerator

    init(seed: UInt64) throws {
      dice = SeededGenerator(seed: seed)
      let model = ArrayModel.large(itemCount: 5...40, using: &dice)
      mortal = try MortalSession(mortal: model)
      whole = try MortalSession(model, try TestLayout.bundled("FlowPlugin", "flow"))
    }

    /// Makes one change in both, while the worker is killed.
    func round() throws -> String {
      let process = try #require(mortal.connection?.processID)
      let delay = UInt32.random(in: 0...3_000, using: &dice)
      Thread.detachNewThread {
        usleep(delay)
        kill(process, SIGKILL)
      }
      if mortal.model.sections.flatMap(\.items).count < 12 {
        try reload()
        return "reload"
      }
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: try scroll(); return "scroll"
      case 1: try reload(); return "reload"
      case 2: try swap(); return "swap"
      case 3: try batch(animated: true); return "animated batch"
      default: try batch(animated: false); return "batch"
      }
    }

    /// Makes a call that the end of the worker may interrupt.
    private func interrupted(_ body: () throws -> Void) throws {
      do { try body() } catch {
        let error = try #require(error as? LayoutError)
        #expect(error.code == "worker-died", "\(error)")
      }
    }

    private func batch(animated: Bool) throws {
      let change = RandomChange(whole.model, calm: 6, using: &dice)
      func perform(in session: MortalSession) throws {
        session.view.animation.isEnabled = animated
        defer { session.view.animation.isEnabled = false }
        try session.view.performBatchUpdates {
          session.model = change.result
          $0 = change.batch
        }
      }
      try interrupted { try perform(in: mortal) }
      try perform(in: whole)
    }

    private func reload() throws {
      let model = ArrayModel.large(itemCount: 5...40, using: &dice)
      (mortal.model, whole.model) = (model, model)
      try interrupted { try mortal.view.reloadData() }
      try whole.view.reloadData()
    }

    private func scroll() throws {
      let end = max(0, whole.view.contentOffsetEdges.vertical.upperBound)
      let offset = Point(x: 0, y: Double.random(in: 0...end, using: &dice).rounded())
      // A scroll that fails is rolled back, so the user scrolls again.
      try interrupted { try mortal.view.setContentOffset(offset) }
      try mortal.heal()
      try mortal.view.setContentOffset(offset)
      try whole.view.setContentOffset(offset)
    }

    /// The new version lays out like the old one, so the swap changes nothing on screen, refused or
    /// not.
    private func swap() throws {
      var request = SwapRequest(file: try MortalSession.Kind.flow.file(), layoutID: "flow")
      request.policy = LayoutPolicy(.sandboxed, options: mortal.executioner.options())
      let swapper = LayoutSwapper(request, on: mortal.view)
      while swapper.answer == nil {
        swapper.step()
        try interrupted { try mortal.view.advance(to: mortal.view.clock + 0.01) }
      }
    }

    func compare(_ name: String) throws {
      try mortal.heal()
      try whole.heal()
      let (seen, expected) = (mortal.sight, whole.sight)
      #expect(seen == expected, "\(name): \(seen.difference(to: expected))")
    }
  }

  @Test("the last frame equals that of an undisturbed run, each time")
  func kills() throws {
    let seed = UInt64(Soak.onlySeed ?? 29)
    let pair = try Pair(seed: seed)
    for path in [ItemPath(0, 0), ItemPath(0, 2)] {
      try pair.mortal.view.selectItem(at: path)
      try pair.whole.view.selectItem(at: path)
    }
    for round in 0..<Soak.count(short: 40, long: 1_000) {
      let name = try pair.round()
      try pair.compare("seed \(seed), round \(round), \(name)")
    }
  }
}
