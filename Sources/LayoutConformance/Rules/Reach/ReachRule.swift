// SPDX-License-Identifier: Apache-2.0
//
// Attempts of a layout to reach outside of its own process. The sandbox refuses them; a rule finds them.

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
