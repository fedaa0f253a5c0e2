// SPDX-License-Identifier: Apache-2.0
//
// Checks the checker: for each rule a plugin that breaks it and no other.

import LayoutConformance
import LayoutLoading
import LayoutModel

/// A run over mutants.
struct RuleProof {
  /// What one mutant showed.
  struct Line {
    let rule: String
    let isProven: Bool
    /// The rules that its mutant broke.
    let broken: [String]
    /// Why, for those that it was not to break.
    let reasons: [String]
  }

  private let check: PluginCheck
  private let directory: String

  init(_ check: PluginCheck, _ directory: String) {
    (self.check, self.directory) = (check, directory)
  }

  /// Runs all; true when every rule is proven and the correct plugin passes.
  func run(_ writer: CheckWriter) throws -> Bool {
    let correct = try line("correct", breaking: [])
    if !correct.isProven { try writer.write(correct) }
    let rules = RuleBook.all.map(\.id).filter { check.onlyRules?.contains($0) ?? true }
    var provenCount = 0
    for rule in rules {
      let line = try line(rule, breaking: [rule])
      try writer.write(line)
      if line.isProven { provenCount += 1 }
    }
    try writer.proven(provenCount, of: rules.count)
    return provenCount == rules.count && correct.isProven
  }

  private func line(_ name: String, breaking expected: [String]) throws -> Line {
    // All rules, also when one is to be proven: the others must hold.
    var check = check
    check.onlyRules = nil
    let report = try check.run(PluginFile(judging: "\(directory)/\(name).so"))
    let strays = report.results.filter { $0.isBroken && !expected.contains($0.rule) }
    return Line(
      rule: name, isProven: report.brokenRules == expected, broken: report.brokenRules,
      reasons: strays.map { "\($0.rule): \(CheckWriter.words($0.outcome).reason ?? "")" })
  }
}
