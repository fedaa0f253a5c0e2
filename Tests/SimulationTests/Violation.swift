// SPDX-License-Identifier: Apache-2.0
//
// A broken promise of a simulated session.

/// A promise that did not hold after a step.
struct Violation: Error, Equatable, CustomStringConvertible {
  /// The promise, by a short name: two failures of one rule count as the same when a session is made
  /// shorter.
  let rule: String
  let detail: String

  var description: String { "\(rule): \(detail)" }
}

/// Throws a violation of `rule` unless `condition` holds.
func require(
  _ condition: Bool, _ rule: String, _ detail: @autoclosure () -> String
) throws(Violation) {
  if !condition { throw Violation(rule: rule, detail: detail()) }
}
