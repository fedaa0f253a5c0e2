// SPDX-License-Identifier: Apache-2.0
//
// The rules of one file, asked in groups, and what came of them.

import Glibc
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// A rule, and how it is asked.
struct Question {
  let rule: any Rule
  let layout: String?
  /// The work of the child before it is confined, for ``check``.
  var gather: () -> String? = { nil }
  let check: (String?) throws(Finding) -> Void

  /// True when others wait for it, and it for others.
  var isAlone: Bool { rule.isGate || rule.isTimed }

  func result(_ outcome: RuleResult.Outcome, _ cpuSeconds: Double = 0) -> RuleResult {
    RuleResult(rule: rule.id, layout: layout, outcome: outcome, cpuSeconds: cpuSeconds)
  }
}

/// One file's check under way.
struct CheckRun {
  let check: PluginCheck
  let sandbox: CheckSandbox?
  /// The broken rule without which nothing can be said any more.
  private(set) var gate: String?
  /// The calls that the sandbox refused; nil when they are not reported.
  private(set) var refused: [RefusedCall]?

  init(_ check: PluginCheck, _ sandbox: CheckSandbox?) {
    (self.check, self.sandbox) = (check, sandbox)
  }

  /// Adds what was refused in a part of the check that had gates of its own.
  mutating func take(refusedBy part: CheckRun) { refused = part.refused }

  /// Asks all, several at once where they may be.
  mutating func ask(_ questions: [Question]) throws(LayoutError) -> [RuleResult] {
    var results: [RuleResult] = []
    var rest = questions[...]
    while let first = rest.first {
      let group = first.isAlone ? rest.prefix(1) : rest.prefix { !$0.isAlone }
      rest = rest.dropFirst(group.count)
      if let gate {
        let reason = "nothing can be said while \(gate) is broken"
        results += group.map { $0.result(.skipped(reason)) }
        continue
      }
      results += try askAtOnce(Array(group))
      // Another process has its memory elsewhere, and perhaps the processor for itself.
      if first.rule.isTimed, results.last?.isBroken == true {
        results[results.count - 1] = try askAtOnce([first])[0]
      }
      if first.rule.isGate, results.last?.isBroken == true { gate = first.rule.id }
    }
    return results
  }

  private mutating func askAtOnce(_ group: [Question]) throws(LayoutError) -> [RuleResult] {
    let runs = try inChildren(
      count: group.count, atOnce: check.width, limit: check.limit, in: sandbox,
      gathering: { group[$0].gather() }
    ) { number, gathered in
      do throws(Finding) { try group[number].check(gathered) } catch { return Self.message(error) }
      return Self.message(nil)
    }
    var results: [RuleResult] = []
    for (question, run) in zip(group, runs) {
      if let calls = run.refused { refused = (refused ?? []) + calls }
      results.append(question.result(try outcome(run), run.cpuSeconds))
    }
    return results
  }

  private static func message(_ finding: Finding?) -> [UInt8] {
    switch finding {
    case nil: [UInt8(ascii: "K")]
    case .broken(let text): [UInt8(ascii: "B")] + text.utf8
    case .skipped(let text): [UInt8(ascii: "S")] + text.utf8
    }
  }

  /// - Throws: `sandbox-failed` when the child could not confine itself.
  private func outcome(_ run: ChildRun) throws(LayoutError) -> RuleResult.Outcome {
    let place = run.call.map { ", in \($0)" } ?? ""
    switch run.end {
    case .answered(let bytes):
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      switch bytes.first {
      case UInt8(ascii: "K"): return .kept
      case UInt8(ascii: "S"): return .skipped(text)
      default: return .broken(text)
      }
    case .unconfined(let reason): throw LayoutError(.sandboxFailed, reason)
    case .exited(let code): return .broken("it ended the process, with exit code \(code)\(place)")
    case .signalled(let signal):
      return .broken("it crashed: \(String(cString: strsignal(signal)))\(place)")
    case .timedOut(.processor):
      return .broken("it was not done after \(check.limit.cpuSeconds) s of processor time\(place)")
    case .timedOut(.wall):
      return .broken("it was not done after \(check.limit.wallSeconds) s on the wall\(place)")
    }
  }
}
