// SPDX-License-Identifier: Apache-2.0
//
// Asks every rule about a file, each in a child of its own.

import Glibc
import LayoutLoading
import LayoutModel

/// A check of plugin files.
package struct PluginCheck {
  /// For each rule.
  package var limit = TimeLimit()
  /// The rules to ask; nil for all. Gates are asked in any case.
  package var onlyRules: Set<String>?
  /// The words that start this program so that it prints a layout's fingerprint; nil skips the rule
  /// that needs it.
  package var fingerprintCommand: [String]?

  /// A check with all rules.
  package init() {}

  /// Asks the rules about `file`.
  /// - Throws: `check-child` when there can be no child; nothing that the plugin does.
  package func run(_ file: PluginFile) throws(LayoutError) -> CheckReport {
    var results: [RuleResult] = []
    var closedGate: String?
    for rule in RuleBook.fileRules where isAsked(rule) {
      let outcome = try ask(rule, behind: closedGate) { () throws(Finding) in
        try rule.check(file)
      }
      results.append(RuleResult(rule: rule.id, layout: nil, outcome: outcome))
      if rule.isGate, case .broken = outcome, closedGate == nil { closedGate = rule.id }
    }
    for layout in file.note?.layouts ?? [] {
      results += try run(file, layout: layout, behind: closedGate)
    }
    return CheckReport(path: file.path, results: results)
  }

  private func run(
    _ file: PluginFile, layout: String, behind gate: String?
  ) throws(LayoutError) -> [RuleResult] {
    var results: [RuleResult] = []
    var closedGate = gate
    for rule in RuleBook.layoutRules where isAsked(rule) {
      let outcome = try ask(rule, behind: closedGate) { () throws(Finding) in
        let subject: Subject
        do throws(LayoutError) {
          subject = try Subject(file, layout: layout, fingerprintCommand: fingerprintCommand)
        } catch { throw Finding(error) }
        try rule.check(subject)
      }
      results.append(RuleResult(rule: rule.id, layout: layout, outcome: outcome))
      if rule.isGate, case .broken = outcome, closedGate == nil { closedGate = rule.id }
    }
    return results
  }

  private func isAsked(_ rule: any Rule) -> Bool {
    rule.isGate || onlyRules?.contains(rule.id) ?? true
  }

  private func ask(
    _ rule: any Rule, behind gate: String?, _ body: () throws(Finding) -> Void
  ) throws(LayoutError) -> RuleResult.Outcome {
    if let gate { return .skipped("nothing can be said while \(gate) is broken") }
    let end = try inChild(limit) {
      do throws(Finding) { try body() } catch { return Self.message(error) }
      return Self.message(nil)
    }
    return Self.outcome(end, limit)
  }

  private static func message(_ finding: Finding?) -> [UInt8] {
    switch finding {
    case nil: [UInt8(ascii: "K")]
    case .broken(let text): [UInt8(ascii: "B")] + text.utf8
    case .skipped(let text): [UInt8(ascii: "S")] + text.utf8
    }
  }

  private static func outcome(_ end: ChildEnd, _ limit: TimeLimit) -> RuleResult.Outcome {
    switch end {
    case .answered(let bytes):
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      switch bytes.first {
      case UInt8(ascii: "K"): return .kept
      case UInt8(ascii: "S"): return .skipped(text)
      default: return .broken(text)
      }
    case .exited(let code): return .broken("it ended the process, with exit code \(code)")
    case .signalled(let signal):
      return .broken("it crashed: \(String(cString: strsignal(signal)))")
    case .timedOut:
      return .broken("it was not done after \(limit.cpuSeconds) s of processor time")
    }
  }
}
