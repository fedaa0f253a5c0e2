// SPDX-License-Identifier: Apache-2.0
//
// A worker that ends at each place of its messages, one place after the other.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

extension SimulationTests {
  @Test("a worker ends, or signals, at each place of a message: the host takes no part of it")
  func eachPlace() throws {
    guard Asked.seed == nil else { return }
    for seed: UInt64 in [0, 6, 12] {
      let world = SimulatedWorld(of: "each place of a message, seed \(seed)")
      try onOneProcessor {
        try world.inside {
          defer { world.end() }
          try SimulatedSession(seed: seed, in: world).tearAll()
        }
      }
    }
  }
}

extension SimulatedSession {
  /// Makes the worker end at all places of the messages of a frame, and then signal them.
  fileprivate func tearAll() throws {
    for isSignalled in [false, true] {
      for number in 0..<3 {
        for part in TornMessage.Part.allCases {
          try tearAll(of: part, inMessage: number, isSignalled: isSignalled)
        }
      }
    }
  }

  /// Makes the worker end at all places of a part of the message with this number in a frame.
  private func tearAll(
    of part: TornMessage.Part, inMessage number: Int, isSignalled: Bool
  ) throws {
    let step = part == .bulk ? Soak.count(short: 61, long: 8) : Soak.count(short: 3, long: 1)
    var (count, length) = (0, 1)
    while count < length {
      let torn = TornMessage(part: part, count: count, isSignalled: isSignalled)
      guard let range = try tear(torn, inMessage: number) else { return }
      (count, length) = (count + step, range.count)
    }
  }

  /// Makes the worker end in one message of a frame, and checks that the view recovers.
  ///
  /// - Returns: The bytes of the part in the message; nil if the frame has fewer messages.
  private func tear(_ torn: TornMessage, inMessage number: Int) throws -> Range<Int>? {
    let place = "\(torn.count) of \(torn.part) in message \(number) of \(shownChoice?.id ?? "")"
    struckBefore = world.struck.count
    try view.collectionViewLayout.invalidate(.all)
    world.plan(torn, after: number)
    var failure: LayoutError?
    do throws(LayoutError) { try view.layoutIfNeeded() } catch { failure = error }
    world.cancelFault()
    try require(!world.believesTornAnswers, "torn answers are refused", place)
    let isStruck = world.struck.count > struckBefore
    if isStruck, !torn.isSignalled {
      try require(failure?.code == .workerDied, "an end is told", "\(failure as Any), \(place)")
    }
    if let failure { try require(isLayoutFault(failure), "error of frame", "\(failure), \(place)") }
    if world.endTainted() { view.collectionViewLayout.invalidate() }
    world.tidy()
    for _ in 0..<10 where view.isFrameDue {
      world.pass(seconds: 6)
      try? view.layoutIfNeeded()
    }
    try require(!view.isFrameDue, "it heals", place)
    try look(after: place)
    return isStruck ? world.tornRanges[torn.part] : nil
  }
}
