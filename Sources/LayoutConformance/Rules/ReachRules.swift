// SPDX-License-Identifier: Apache-2.0
//
// Rules about what a layout reaches for outside of its own process.

import LayoutABI
import LayoutModel

/// Drives a layout; what it answers is for other rules to judge.
struct Exercise: LayoutRule {
  let id = "exercise"
  let sentence = "A life with a call of each kind."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    for step in 0..<4 {
      try trial.step(to: Point(x: 0, y: Double(step * 40)))
      _ = try trial.answer(in: trial.world.bounds)
    }
    _ = try trial.singles()
    for index in subject.descriptor.properties.indices {
      if let value = trial.property(index).value { _ = trial.setProperty(index, value) }
    }
    if let states = try? States(trial), let bytes = try? states.save() {
      _ = states.load(bytes, version: subject.descriptor.stateVersion)
    }
    trial.turn(to: World([3, 0, 7]))
    try trial.makeReady()
    _ = try trial.elements()
  }
}

/// A rule about what the sandbox refused while all other rules were asked. Nothing that the plugin does
/// afterwards can undo it: the kernel tells the parent of the child.
package struct ReachRule: Rule {
  package let id: String
  package let sentence: String
  /// The thing that must not be tried.
  let subject: RefusedCall.Subject

  /// The rules, one for each kind of attempt.
  static let all = [
    ReachRule(
      id: "process-files",
      sentence: "Neither loading nor any call reads, makes, changes or removes a file.",
      subject: .files),
    ReachRule(
      id: "process-children",
      sentence: "Neither loading nor any call starts a program or leaves a process behind.",
      subject: .processes),
    ReachRule(
      id: "process-signals",
      sentence: "Neither loading nor any call sends a signal to another process.",
      subject: .signals),
    ReachRule(
      id: "process-confined",
      sentence:
        "Neither loading nor any call asks for what the sandbox refuses: the network, other processes, settings of the kernel.",
      subject: .other),
  ]

  /// Returns the outcome of all calls that were tried.
  ///
  /// - Parameters:
  ///   - refused: The calls that the sandbox refused; nil when they are not reported.
  ///   - gate: The rule for which most of the others were not asked.
  func outcome(_ refused: [RefusedCall]?, gate: String?) -> RuleResult.Outcome {
    guard let refused else {
      return .skipped(
        "refused calls are not reported: the check runs without the sandbox, or inside another program "
          + "that gets the reports")
    }
    if let first = refused.first(where: { $0.subject == subject }) {
      let others = refused.count { $0.subject == subject } - 1
      return .broken(first.description + (others > 0 ? ", and \(others) more" : ""))
    }
    if let gate { return .skipped("nothing can be said while \(gate) is broken") }
    return .kept
  }
}
