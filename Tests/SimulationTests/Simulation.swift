// SPDX-License-Identifier: Apache-2.0
//
// Runs sessions by seed, and makes a session that fails as short as it can be.

import LayoutTesting

/// A session as numbers: its seed, how long it is, and which of its steps are played.
struct Scenario: CustomStringConvertible {
  let seed: UInt64
  var steps: [Int]

  /// All steps of a session.
  init(seed: UInt64, length: Int) { (self.seed, steps) = (seed, Array(0..<length)) }

  /// These steps of a session.
  init(seed: UInt64, steps: [Int]) { (self.seed, self.steps) = (seed, steps) }

  /// The number from which a step follows.
  func number(of step: Int) -> UInt64 {
    var dice = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(step))
    return dice.next()
  }

  /// The command that plays it again.
  var description: String {
    // Without a comma it would be a number of steps.
    "make simulate SEED=\(seed) STEPS=\(steps.map(String.init).joined(separator: ","))"
      + (steps.count < 2 ? "," : "")
  }
}

/// A session that broke a promise.
struct Finding {
  let scenario: Scenario
  let violation: Violation
  /// What was done, step by step; the last one is the one after which the promise was broken.
  let acts: [String]
}

/// What sessions came to.
enum Simulation {
  /// Plays a scenario.
  ///
  /// - Parameter onStep: Called with the name of each step that was played.
  /// - Returns: The trace of all that was seen, or the promise that was broken and where.
  static func play(_ scenario: Scenario) -> Result<Trace, FailedRun> {
    let alive = SimulatedCell.aliveCount
    var acts: [String] = []
    var layouts: [SimulatedSession.WeakLayout] = []
    do {
      let trace = try run(scenario, &acts, &layouts)
      try require(
        SimulatedCell.aliveCount == alive, "no cell is left",
        "\(SimulatedCell.aliveCount - alive) more than before")
      let left = layouts.compactMap(\.layout).map(\.id)
      try require(left.isEmpty, "no layout is left", "\(left)")
      return .success(trace)
    } catch let violation as Violation {
      return .failure(FailedRun(violation: violation, acts: acts))
    } catch {
      return .failure(
        FailedRun(violation: Violation(rule: "set-up", detail: "\(error)"), acts: acts))
    }
  }

  /// How a run failed.
  struct FailedRun: Error {
    let violation: Violation
    let acts: [String]
  }

  private static func run(
    _ scenario: Scenario, _ acts: inout [String], _ layouts: inout [SimulatedSession.WeakLayout]
  ) throws -> Trace {
    let world = SimulatedWorld()
    defer { world.inside { world.end() } }
    return try world.inside {
      let session = try SimulatedSession(seed: scenario.seed, in: world)
      defer { (acts, layouts) = (session.story, session.layouts) }
      for step in scenario.steps { try session.play(scenario.number(of: step)) }
      try session.heal()
      return session.trace
    }
  }

  /// Plays a scenario and, if it fails, makes it as short as it can be.
  static func find(_ scenario: Scenario) -> Finding? {
    let failure: FailedRun
    switch play(scenario) {
    case .failure(let found): failure = found
    case .success(let trace):
      guard scenario.seed % 16 == 0, (try? play(scenario).get()) != trace else { return nil }
      return Finding(
        scenario: scenario,
        violation: Violation(rule: "the same in every run", detail: "two traces"), acts: [])
    }
    // What came after the step that failed was not played.
    let played = Scenario(
      seed: scenario.seed, steps: Array(scenario.steps.prefix(failure.acts.count)))
    let short = shorten(played, rule: failure.violation.rule)
    guard case .failure(let last) = play(short) else {
      let rule = "the same in every run"
      return Finding(
        scenario: played, violation: Violation(rule: rule, detail: "\(failure.violation)"),
        acts: failure.acts)
    }
    return Finding(scenario: short, violation: last.violation, acts: last.acts)
  }

  /// Leaves out steps as long as the same rule is broken: halves, quarters and so on down to single
  /// ones, after Zeller, "Yesterday, my program worked", 1999.
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
