// SPDX-License-Identifier: Apache-2.0
//
// Asks every rule about a file, each in a child of its own.

import LayoutIsolation
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

  /// The number of rules that are asked at once; those that measure time are asked alone.
  package var width = 1

  /// True when the plugin runs in the sandbox; if not, it may do what the user may.
  package var isSandboxed = true

  /// The plugins in which the children of layouts of layouts are found; nil for the standard search path.
  package var children: PluginLibrary?

  /// A check with all rules.
  package init() {}

  /// Asks the rules about `file`.
  /// - Returns: Their results in the order of the rule book, whichever was done first.
  /// - Throws: `check-child` when there can be no child, `sandbox-unavailable` when the kernel lacks a part
  ///   of the sandbox, `sandbox-failed`; nothing that the plugin does.
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
      // Nothing in it is a rule, so nothing of it is told but what it tried.
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

  /// The number for all that a layout answers, from this process; confined first, for good.
  /// - Throws: What loading says; `unknown-layout`; what a rule would say of a layout that fails.
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
