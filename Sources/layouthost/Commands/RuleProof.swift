// SPDX-License-Identifier: Apache-2.0
//
// A check of the checker: for each rule a plugin that breaks it and no other rule.

import LayoutConformance
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A run over mutants.
struct RuleProof {
  /// The result of one mutant.
  struct Line {
    let rule: String
    let isProven: Bool
    /// The broken rules of its mutant.
    let broken: [String]
    /// The reasons, for rules that it must not break.
    let reasons: [String]
  }

  private let check: PluginCheck
  private let directory: String

  init(_ check: PluginCheck, _ directory: String) {
    (self.check, self.directory) = (check, directory)
  }

  /// Runs all mutants; returns true when every rule is proven and the correct plugin passes.
  ///
  /// Runs them in several processes, because one proof runs some thousands of children one after
  /// the other.
  func run(_ writer: CheckWriter) throws -> Bool {
    let rules = RuleBook.all.map(\.id).filter { check.onlyRules?.contains($0) ?? true }
    let names = ["correct"] + rules
    let runs = try inChildren(count: names.count, atOnce: check.width, limit: nil) { number, _ in
      let name = names[number]
      return Array(line(name, breaking: number == 0 ? [] : [name]).json.serialised().utf8)
    }
    let lines = zip(names, runs).map { name, run in
      Line(run.end)
        ?? Line(
          rule: name, isProven: false, broken: [], reasons: ["its process ended early"])
    }
    if let correct = lines.first, !correct.isProven { try writer.write(correct) }
    for line in lines.dropFirst() { try writer.write(line) }
    let provenCount = lines.dropFirst().count(where: \.isProven)
    let isCorrect = lines[0].isProven
    try writer.proven(provenCount, of: rules.count, isCorrect: isCorrect)
    return isCorrect && provenCount == rules.count
  }

  private func line(_ name: String, breaking expected: [String]) -> Line {
    // All rules, even to prove one: the others must hold.
    var check = check
    check.onlyRules = nil
    // Mutants run beside each other already.
    check.width = 1
    do throws(LayoutError) {
      let report = try check.run(PluginFile(judging: "\(directory)/\(name).so"))
      let strays = report.results.filter { $0.isBroken && !expected.contains($0.rule) }
      return Line(
        rule: name, isProven: report.brokenRules == expected, broken: report.brokenRules,
        reasons: strays.map { "\($0.rule): \(CheckWriter.words($0.outcome).reason ?? "")" })
    } catch {
      return Line(rule: name, isProven: false, broken: [], reasons: ["\(error)"])
    }
  }
}

extension RuleProof.Line {
  /// The form in which a process sends it to its parent.
  fileprivate var json: JSONValue {
    .object(
      JSONObject([
        .init("rule", .string(rule)), .init("proven", .bool(isProven)),
        .init("broken", .array(broken.map(JSONValue.string))),
        .init("reasons", .array(reasons.map(JSONValue.string))),
      ]))
  }

  fileprivate init?(_ end: ChildEnd) {
    guard case .answered(let text) = end,
      let object = try? JSONValue(parsing: String(decoding: text, as: UTF8.self)).object,
      let rule = object["rule"]?.string,
      let isProven = object["proven"]?.bool
    else { return nil }
    func texts(_ key: String) -> [String] { (object[key]?.array ?? []).compactMap(\.string) }
    self.init(rule: rule, isProven: isProven, broken: texts("broken"), reasons: texts("reasons"))
  }
}
