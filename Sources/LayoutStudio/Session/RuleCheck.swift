// SPDX-License-Identifier: Apache-2.0
//
// The checker on the file of the layout, beside the session.

import LayoutJSON
import LayoutLoading
import LayoutRendering

/// A run of `layouthost check` on one file.
final class RuleCheck {
  /// The result of one rule.
  struct Result {
    var rule: String
    /// kept, BROKEN or skipped.
    var outcome: String
    var reason: String
  }

  /// SHA-256 of the file that is checked.
  let hash: String
  private let child: ChildCommand
  private(set) var results: [Result] = []
  private(set) var isRunning = true

  private static let outputLimit = 1 << 20

  /// Starts the check; nil when no process can be started.
  init?(_ file: PluginFile) {
    hash = file.hash
    guard let program = FileSystem.target(of: "/proc/self/exe"),
      let child = ChildCommand(
        [program, "check", file.path, "--json"], outputLimit: Self.outputLimit)
    else { return nil }
    self.child = child
  }

  /// Returns false once the check has ended.
  func poll() -> Bool {
    guard child.poll() != nil else { return true }
    isRunning = false
    let lines = String(decoding: child.output, as: UTF8.self).split(separator: "\n")
    results = lines.compactMap { line in
      guard let object = try? JSONValue(parsing: String(line)).object else { return nil }
      if let error = object["error"]?.object {
        return Result(
          rule: "check", outcome: "BROKEN", reason: error["message"]?.string ?? "failed")
      }
      guard let rule = object["rule"]?.string, let outcome = object["outcome"]?.string else {
        return nil
      }
      return Result(rule: rule, outcome: outcome, reason: object["reason"]?.string ?? "")
    }
    return false
  }

  func stop() { child.stop() }

  func write(to json: inout JSONText) {
    json.object { json in
      json.key("running")
      json.bool(isRunning)
      json.key("hash")
      json.string(hash)
      json.key("results")
      json.array { json in
        for result in results {
          json.array { json in
            json.string(result.rule)
            json.string(result.outcome)
            json.string(result.reason)
            json.bool(RuleScript.isVisible(result.rule))
          }
        }
      }
    }
  }
}
