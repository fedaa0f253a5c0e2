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

  /// How many rules are asked at once; those that measure time are asked alone.
  package var width = 1

  /// A check with all rules.
  package init() {}

  /// Asks the rules about `file`.
  /// - Returns: Their results in the order of the rule book, whichever was done first.
  /// - Throws: `check-child` when there can be no child; nothing that the plugin does.
  package func run(_ file: PluginFile) throws(LayoutError) -> CheckReport {
    var gate: String?
    let questions = RuleBook.fileRules.map { rule in
      Question(rule: rule, layout: nil) { () throws(Finding) in try rule.check(file) }
    }
    var results = try ask(questions, behind: &gate)
    for layout in file.note?.layouts ?? [] {
      var gate = gate
      let questions = RuleBook.layoutRules.map { rule in
        Question(rule: rule, layout: layout) { () throws(Finding) in
          try rule.check(try subject(file, layout))
        }
      }
      results += try ask(questions, behind: &gate)
    }
    return CheckReport(path: file.path, results: results)
  }

  private func subject(_ file: PluginFile, _ layout: String) throws(Finding) -> Subject {
    do throws(LayoutError) {
      return try Subject(file, layout: layout, fingerprintCommand: fingerprintCommand)
    } catch { throw Finding(error) }
  }
}

// MARK: Asking

/// A rule, and how it is asked.
private struct Question {
  let rule: any Rule
  let layout: String?
  let check: () throws(Finding) -> Void

  /// What others wait for, and what waits for others.
  var isAlone: Bool { rule.isGate || rule.isTimed }

  func result(_ outcome: RuleResult.Outcome, _ cpuSeconds: Double = 0) -> RuleResult {
    RuleResult(rule: rule.id, layout: layout, outcome: outcome, cpuSeconds: cpuSeconds)
  }
}

extension PluginCheck {
  /// Asks all, several at once where they may be.
  private func ask(
    _ questions: [Question], behind gate: inout String?
  ) throws(LayoutError) -> [RuleResult] {
    var results: [RuleResult] = []
    var rest = questions.filter { isAsked($0.rule) }[...]
    while let first = rest.first {
      let group = first.isAlone ? rest.prefix(1) : rest.prefix { !$0.isAlone }
      rest = rest.dropFirst(group.count)
      if let gate {
        let reason = "nothing can be said while \(gate) is broken"
        results += group.map { $0.result(.skipped(reason)) }
        continue
      }
      results += try ask(Array(group))
      // Another process has its memory elsewhere, and perhaps the processor for itself.
      if first.rule.isTimed, results.last?.isBroken == true {
        results[results.count - 1] = try ask([first])[0]
      }
      if first.rule.isGate, results.last?.isBroken == true { gate = first.rule.id }
    }
    return results
  }

  private func isAsked(_ rule: any Rule) -> Bool {
    rule.isGate || onlyRules?.contains(rule.id) ?? true
  }

  private func ask(_ group: [Question]) throws(LayoutError) -> [RuleResult] {
    let runs = try inChildren(count: group.count, atOnce: width, limit: limit) { number in
      do throws(Finding) { try group[number].check() } catch { return Self.message(error) }
      return Self.message(nil)
    }
    return zip(group, runs).map { question, run in
      question.result(Self.outcome(run, limit), run.cpuSeconds)
    }
  }

  private static func message(_ finding: Finding?) -> [UInt8] {
    switch finding {
    case nil: [UInt8(ascii: "K")]
    case .broken(let text): [UInt8(ascii: "B")] + text.utf8
    case .skipped(let text): [UInt8(ascii: "S")] + text.utf8
    }
  }

  private static func outcome(_ run: ChildRun, _ limit: TimeLimit) -> RuleResult.Outcome {
    let place = run.call.map { ", in \($0)" } ?? ""
    switch run.end {
    case .answered(let bytes):
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      switch bytes.first {
      case UInt8(ascii: "K"): return .kept
      case UInt8(ascii: "S"): return .skipped(text)
      default: return .broken(text)
      }
    case .exited(let code): return .broken("it ended the process, with exit code \(code)\(place)")
    case .signalled(let signal):
      return .broken("it crashed: \(String(cString: strsignal(signal)))\(place)")
    case .timedOut(.processor):
      return .broken("it was not done after \(limit.cpuSeconds) s of processor time\(place)")
    case .timedOut(.wall):
      return .broken("it was not done after \(limit.wallSeconds) s on the wall\(place)")
    }
  }
}
