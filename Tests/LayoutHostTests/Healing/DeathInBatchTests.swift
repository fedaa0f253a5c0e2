// SPDX-License-Identifier: Apache-2.0
//
// A worker ends at any turn of any change of the data: the view shows the result anyway.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

@Suite("A worker that ends while the data change")
struct DeathInBatchTests {
  /// The result of a change, and the number of turns of its exchanges.
  private func outcome(
    of change: MortalChange, _ kind: MortalSession.Kind, endingAt victim: Int?
  ) throws -> (sight: MortalSession.Sight, turns: Int, error: LayoutError?) {
    let session = try MortalSession.ready(for: change, kind)
    session.executioner.victim = victim
    session.executioner.isWatching = true
    var failure: LayoutError?
    do { try change.perform(in: session) } catch { failure = try #require(error as? LayoutError) }
    session.executioner.isWatching = false
    try session.heal()
    if victim != nil { #expect(session.executioner.lastTurn != nil, "no worker was ended") }
    return (session.sight, session.executioner.turns, failure)
  }

  /// Every turn in `make soak`. In `make test` the first, the last, and a third of the others; the third differs
  /// between changes.
  private func victims(
    of turns: Int, _ kind: MortalSession.Kind, _ change: MortalChange
  ) -> [Int] {
    let kinds = MortalSession.Kind.allCases, changes = MortalChange.allCases
    let start = (kinds.firstIndex(of: kind) ?? 0) + (changes.firstIndex(of: change) ?? 0)
    return (0..<turns).filter { turn in
      Soak.isOn || turn == 0 || turn == turns - 1 || (turn + start).isMultiple(of: 3)
    }
  }

  @Test(
    "before, inside and after each message the last frame equals that of an undisturbed run",
    arguments: MortalSession.Kind.allCases, MortalChange.allCases)
  func everyTurn(_ kind: MortalSession.Kind, _ change: MortalChange) throws {
    let whole = try outcome(of: change, kind, endingAt: nil)
    #expect(whole.error == nil)
    try #require(whole.turns > 2)
    for victim in victims(of: whole.turns, kind, change) {
      let healed = try outcome(of: change, kind, endingAt: victim)
      #expect(
        healed.sight == whole.sight,
        "turn \(victim) of \(whole.turns): \(healed.sight.difference(to: whole.sight))")
      if let error = healed.error { #expect(error.code == "worker-died", "turn \(victim)") }
    }
  }
}
