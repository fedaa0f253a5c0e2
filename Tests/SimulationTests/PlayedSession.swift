// SPDX-License-Identifier: Apache-2.0
//
// One session in its world, from its first frame to the check after its end.

/// A session that runs step by step, each step in the session's own world.
final class PlayedSession {
  private let scenario: Scenario
  private let world: SimulatedWorld
  private var session: SimulatedSession?
  /// The actions so far.
  private(set) var acts: [String] = []
  private var layouts: [SimulatedSession.WeakLayout] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
    world = SimulatedWorld(
      of: "\(scenario)", hasDeadlines: scenario.seed % 6 == 3,
      hasQuarantine: scenario.seed % 12 == 9)
  }

  /// Sets everything up and shows the first frame.
  func begin() throws {
    try world.inside { session = try SimulatedSession(seed: scenario.seed, in: world) }
  }

  /// Runs the step at this place of the scenario.
  func play(_ place: Int) throws {
    let step = scenario.steps[place]
    try inside { try $0.play(step, from: scenario.number(of: step)) }
  }

  /// Runs until everything is at rest.
  ///
  /// - Returns: The trace from the first step on.
  func rest() throws -> Trace {
    try inside { session in
      try session.heal()
      return session.trace
    }
  }

  private func inside<Answer>(_ body: (SimulatedSession) throws -> Answer) throws -> Answer {
    guard let session else { preconditionFailure("a session that did not begin") }
    defer { (acts, layouts) = (session.story, session.layouts) }
    return try world.inside { try body(session) }
  }

  /// Ends the session, its workers and its world.
  func end() {
    world.inside {
      session = nil
      world.end()
    }
  }

  /// Checks that no object is left after the end.
  func lookBehind() throws(Violation) {
    let left = layouts.compactMap(\.layout).map(\.id)
    try require(left.isEmpty, "no layout is left", "\(left)")
    try world.lookAtExcesses()
    try world.files.check()
  }

  /// Checks that no memory is left, after ``lookBehind()`` for all sessions.
  func lookAtMemory() throws(Violation) { try world.files.checkMappings() }
}
