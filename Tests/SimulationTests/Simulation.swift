// SPDX-License-Identifier: Apache-2.0
//
// Runs sessions by seed, and makes a failing session as short as possible.

import LayoutTesting

/// A session as numbers: its seed, its length, and the steps of it that run.
struct Scenario: Equatable, CustomStringConvertible {
  let seed: UInt64
  var steps: [Int]

  /// All steps of a session.
  init(seed: UInt64, length: Int) { (self.seed, steps) = (seed, Array(0..<length)) }

  /// Some steps of a session.
  init(seed: UInt64, steps: [Int]) { (self.seed, self.steps) = (seed, steps) }

  /// The number from which a step follows.
  func number(of step: Int) -> UInt64 {
    var dice = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(step))
    return dice.next()
  }

  /// The command that runs it again.
  var description: String {
    let seed = "make simulate SEED=\(self.seed)"
    if self == Scenario(seed: self.seed, length: SimulationTests.length) { return seed }
    // Without a comma it would be a number of steps.
    return "\(seed) STEPS=\(steps.map(String.init).joined(separator: ","))"
      + (steps.count < 2 ? "," : "")
  }
}

/// A session that broke a promise.
struct Finding {
  let scenario: Scenario
  let violation: Violation
  /// The steps so far. The promise was broken after the last one.
  let acts: [String]
}

/// The sessions of a run so far.
struct Played {
  /// The states of all sessions so far.
  var digest = Trace()
  /// A session that was played beside the one before it, and its trace.
  fileprivate var ahead: (scenario: Scenario, trace: Trace)?

  /// Returns the trace of a session that was played already, once.
  fileprivate mutating func takeAhead(_ scenario: Scenario) -> Trace? {
    guard let (other, trace) = ahead else { return nil }
    ahead = nil
    return other == scenario ? trace : nil
  }
}

/// The functions that run sessions.
enum Simulation {
  /// The promise that a session depends only on its seed.
  static let sameRule = "the same in every run"

  /// The failure of a run.
  struct FailedRun: Error {
    let violation: Violation
    let acts: [String]
  }

  /// Runs a scenario.
  ///
  /// - Returns: The trace of the visible state, or the broken promise and its place.
  static func play(_ scenario: Scenario) -> Result<Trace, FailedRun> {
    play([scenario]).map { $0[0] }
  }

  /// Runs scenarios in turns on one thread: a step of each, each in a world of its own.
  ///
  /// - Returns: The trace of each, or the first broken promise and its place.
  static func play(_ scenarios: [Scenario]) -> Result<[Trace], FailedRun> {
    CrashNote.note(scenarios)
    defer { CrashNote.note([]) }
    let alive = SimulatedCell.aliveCount
    let sessions = scenarios.map(PlayedSession.init)
    var last = 0
    let outcome = Result<[Trace], any Error> {
      defer { for session in sessions { session.end() } }
      for session in sessions { try session.begin() }
      for place in 0..<(scenarios.map(\.steps.count).max() ?? 0) {
        for (number, session) in sessions.enumerated() where place < scenarios[number].steps.count {
          last = number
          try session.play(place)
        }
      }
      return try sessions.enumerated().map {
        last = $0
        return try $1.rest()
      }
    }
    return Result {
      let traces = try outcome.get()
      for session in sessions { try session.lookBehind() }
      for session in sessions { try session.lookAtMemory() }
      try require(
        SimulatedCell.aliveCount == alive, "no cell is left",
        "\(SimulatedCell.aliveCount - alive) more than before")
      return traces
    }.mapError { error in
      FailedRun(
        violation: error as? Violation ?? Violation(rule: "set-up", detail: "\(error)"),
        acts: sessions[last].acts)
    }
  }

  /// Runs a scenario and, if it fails, makes it as short as possible. Some run a second time, and some beside another
  /// one, to check that the result is the same.
  ///
  /// - Parameter played: The sessions so far, to which this one is added.
  static func find(_ scenario: Scenario, after played: inout Played) -> Finding? {
    if let trace = played.takeAhead(scenario) {
      played.digest.add(trace.sum)
      return nil
    }
    switch play(scenario) {
    case .failure(let failure): return shortened(scenario, failure)
    case .success(let trace):
      played.digest.add(trace.sum)
      // Prime, so that sessions of all kinds are among them.
      switch scenario.seed % 17 {
      case 0: return finding(of: scenario, unless: play(scenario), trace, "two traces")
      case 8: return findBeside(scenario, trace, after: &played)
      default: return nil
      }
    }
  }

  /// Plays a session once more, beside the next one, which is then played too.
  private static func findBeside(
    _ scenario: Scenario, _ trace: Trace, after played: inout Played
  ) -> Finding? {
    let other = Scenario(seed: scenario.seed &+ 1, steps: scenario.steps)
    let both = play([scenario, other])
    switch both {
    case .success(let traces): played.ahead = (other, traces[1])
    case .failure:
      // A failure of the other one alone can be made short.
      if case .failure(let failure) = play(other) { return shortened(other, failure) }
    }
    return finding(
      of: scenario, unless: both.map { $0[0] }, trace, "another trace beside \(other)")
  }

  /// Reports a second run that differed from the first one.
  private static func finding(
    of scenario: Scenario, unless second: Result<Trace, FailedRun>, _ trace: Trace, _ detail: String
  ) -> Finding? {
    if case .success(trace) = second { return nil }
    var (detail, acts) = (detail, [String]())
    if case .failure(let failure) = second {
      (detail, acts) = ("\(detail): \(failure.violation)", failure.acts)
    }
    return Finding(
      scenario: scenario, violation: Violation(rule: sameRule, detail: detail), acts: acts)
  }

  private static func shortened(_ scenario: Scenario, _ failure: FailedRun) -> Finding {
    // The steps after the failing one did not run.
    let played = Scenario(
      seed: scenario.seed, steps: Array(scenario.steps.prefix(failure.acts.count)))
    let short = shorten(played, rule: failure.violation.rule)
    guard case .failure(let last) = play(short) else {
      return Finding(
        scenario: played, violation: Violation(rule: sameRule, detail: "\(failure.violation)"),
        acts: failure.acts)
    }
    return Finding(scenario: short, violation: last.violation, acts: last.acts)
  }

  /// Makes a scenario as short as possible while the same rule is broken: leaves out halves of its steps, quarters and
  /// so on down to single ones, after Zeller, "Yesterday, my program worked", 1999.
  static func shorten(_ scenario: Scenario, rule: String) -> Scenario {
    var steps = scenario.steps
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < steps.count {
        var rest = steps
        rest.removeSubrange(start..<min(start + size, steps.count))
        if fails(Scenario(seed: scenario.seed, steps: rest), rule) {
          (steps, isShorter) = (rest, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return Scenario(seed: scenario.seed, steps: steps) }
      if !isShorter || size > steps.count { size = max(1, size / 2) }
    }
  }

  private static func fails(_ scenario: Scenario, _ rule: String) -> Bool {
    if case .failure(let failure) = play(scenario) { return failure.violation.rule == rule }
    return false
  }
}
