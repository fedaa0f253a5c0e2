// SPDX-License-Identifier: Apache-2.0
//
// What came out of one rule, and of all rules for one file.

import LayoutModel

/// One rule's outcome.
package struct RuleResult: Sendable {
  package enum Outcome: Equatable, Sendable {
    case kept
    case broken(String)
    case skipped(String)
  }

  package let rule: String
  /// The layout that it was about; nil for a rule about the file.
  package let layout: String?
  package let outcome: Outcome
  /// Processor time that asking took; 0 for a rule that was not asked.
  package let cpuSeconds: Double

  package var isBroken: Bool { if case .broken = outcome { true } else { false } }
}

/// All rules' outcomes for one file.
package struct CheckReport: Sendable {
  /// The file.
  package let path: String
  /// In the order of the rule book, layout by layout.
  package let results: [RuleResult]

  /// The number of rules that hold, are broken, were skipped.
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
