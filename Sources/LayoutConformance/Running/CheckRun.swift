// SPDX-License-Identifier: Apache-2.0
//
// Runs every rule on a file, each in a child process, in groups, and keeps the results.

import Glibc
import LayoutIsolation
import LayoutLoading
import LayoutModel

// MARK: - A file

/// A check of plugin files.
package struct PluginCheck {
  /// The limit for each rule.
  package var limit = TimeLimit()
  /// The rules to check; nil for all. Gates always run.
  package var onlyRules: Set<String>?
  /// The command line that makes this program print a layout's fingerprint; nil skips the rule that
  /// needs it.
  package var fingerprintCommand: [String]?

  /// The number of rules that run at once; rules that measure time run alone.
  package var width = 1

  /// True when the plugin runs in the sandbox; otherwise it has all rights of the user.
  package var isSandboxed = true

  /// The plugins with the child layouts; nil for the standard search path.
  package var children: PluginLibrary?

  /// A check with all rules.
  package init() {}

  /// Checks `file` against the rules.
  /// - Returns: The results in the order of the rule book, whatever the order of execution.
  /// - Throws: `check-child` when a child cannot be started, `sandbox-unavailable` when the kernel
  ///   lacks a part of the sandbox, `sandbox-failed`. Never an error because of the plugin.
  package func run(_ file: PluginFile) throws(LayoutError) -> CheckReport {
    let specimen = Specimen(file, children: children)
    let sandbox =
      isSandboxed
      ? try CheckSandbox(
        image: (try? specimen.imagePath) ?? "", children: specimen.children.images) : nil
    var run = CheckRun(self, sandbox)
    var results = try run.ask(
      asked(RuleBook.fileRules).map { rule in
        Question(rule: rule, layout: nil) { (_) throws(Finding) in try rule.check(specimen) }
      })
    var (seconds, blocked) = (0.0, run.gate)
    for layout in file.note?.layouts ?? [] {
      var one = run
      results += try one.ask(asked(RuleBook.layoutRules).map { question($0, specimen, layout) })
      // The exercise is no rule: only its refused system calls are reported.
      let life = try one.ask([question(Exercise(), specimen, layout)])
      seconds += life.reduce(0) { $0 + $1.cpuSeconds }
      run.take(refusedBy: one)
      blocked = blocked ?? one.gate
    }
    results += asked(ReachRule.all).map { rule in
      RuleResult(
        rule: rule.id, layout: nil, outcome: rule.outcome(run.refused, gate: blocked),
        cpuSeconds: seconds)
    }
    return CheckReport(path: file.path, results: results)
  }

  /// Returns the number for all answers of a layout, computed in this process, which is confined
  /// first and stays confined.
  /// - Throws: Errors of loading; `unknown-layout`; the finding for a layout that fails.
  package func fingerprint(of file: PluginFile, layout: String) throws -> UInt64 {
    let specimen = Specimen(file, children: children)
    if isSandboxed {
      var sandbox = try CheckSandbox(
        image: specimen.imagePath, children: specimen.children.images)
      sandbox.reports = false
      _ = try sandbox.confine()
    }
    return try Fingerprint.of(Subject(specimen, layout: layout))
  }

  private func asked<Rules>(_ rules: [Rules]) -> [Rules] {
    rules.filter { rule in
      guard let rule = rule as? any Rule else { return false }
      return rule.isGate || onlyRules?.contains(rule.id) ?? true
    }
  }

  private func question(
    _ rule: any LayoutRule, _ specimen: Specimen, _ layout: String
  ) -> Question {
    var question = Question(rule: rule, layout: layout) { (other) throws(Finding) in
      let subject: Subject
      do throws(LayoutError) {
        subject = try Subject(specimen, layout: layout, otherFingerprint: other)
      } catch { throw Finding(error) }
      try rule.check(subject)
    }
    if rule.asksOtherProcess, let fingerprintCommand {
      let words = fingerprintCommand + [layout, specimen.path]
      question.gather = { (try? FreshProcess.output(of: words)) ?? "" }
    }
    return question
  }
}

// MARK: - Groups of rules

/// A rule with its subject.
struct Question {
  let rule: any Rule
  let layout: String?
  /// Work of the child before it is confined, for ``check``.
  var gather: () -> String? = { nil }
  let check: (String?) throws(Finding) -> Void

  /// True when no other rule may run at the same time.
  var isAlone: Bool { rule.isGate || rule.isTimed }

  func result(_ outcome: RuleResult.Outcome, _ cpuSeconds: Double = 0) -> RuleResult {
    RuleResult(rule: rule.id, layout: layout, outcome: outcome, cpuSeconds: cpuSeconds)
  }
}

/// The check of one file.
struct CheckRun {
  let check: PluginCheck
  let sandbox: CheckSandbox?
  /// The broken rule that makes later rules meaningless.
  private(set) var gate: String?
  /// The calls that the sandbox refused; nil when they are not reported.
  private(set) var refused: [RefusedCall]?

  init(_ check: PluginCheck, _ sandbox: CheckSandbox?) {
    (self.check, self.sandbox) = (check, sandbox)
  }

  /// Adds the refused calls of a part of the check that had its own gates.
  mutating func take(refusedBy part: CheckRun) { refused = part.refused }

  /// Runs all questions, several at once where allowed.
  mutating func ask(_ questions: [Question]) throws(LayoutError) -> [RuleResult] {
    var results: [RuleResult] = []
    var rest = questions[...]
    while let first = rest.first {
      let group = first.isAlone ? rest.prefix(1) : rest.prefix { !$0.isAlone }
      rest = rest.dropFirst(group.count)
      if let gate {
        let reason = "not checked while \(gate) is broken"
        results += group.map { $0.result(.skipped(reason)) }
        continue
      }
      results += try askAtOnce(Array(group))
      // Another process has its memory elsewhere, and may have less load beside it.
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

// MARK: - Results

/// One rule's outcome.
package struct RuleResult: Sendable {
  package enum Outcome: Equatable, Sendable {
    case kept
    case broken(String)
    case skipped(String)
  }

  package let rule: String
  /// The checked layout; nil for a rule about the file.
  package let layout: String?
  package let outcome: Outcome
  /// Processor time of the rule, seconds; 0 for a rule that did not run.
  package let cpuSeconds: Double

  package var isBroken: Bool { if case .broken = outcome { true } else { false } }
  package var isSkipped: Bool { if case .skipped = outcome { true } else { false } }
}

/// All rules' outcomes for one file.
package struct CheckReport: Sendable {
  /// The file.
  package let path: String
  /// In the order of the rule book, layout by layout.
  package let results: [RuleResult]

  /// True when the file is none that a host loads; no other rule was checked then.
  package var isRefused: Bool { results.contains { $0.rule == FileJudged().id && $0.isBroken } }

  /// The numbers of rules that hold, are broken and were skipped.
  package var counts: (kept: Int, broken: Int, skipped: Int) {
    results.reduce(into: (0, 0, 0)) { counts, result in
      switch result.outcome {
      case .kept: counts.0 += 1
      case .broken: counts.1 += 1
      case .skipped: counts.2 += 1
      }
    }
  }

  /// The ids of the rules that are broken, each once, in order.
  package var brokenRules: [String] {
    var ids: [String] = []
    for result in results where result.isBroken && !ids.contains(result.rule) {
      ids.append(result.rule)
    }
    return ids
  }

  /// True when no rule is broken.
  package var passes: Bool { counts.broken == 0 }
}
