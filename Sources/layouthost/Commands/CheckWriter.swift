// SPDX-License-Identifier: Apache-2.0
//
// What a check found, for people or as JSON, a line at a time.

import LayoutConformance
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Prints reports and verdicts.
struct CheckWriter {
  private let console: Console
  private let isJSON: Bool

  init(_ console: Console, isJSON: Bool) { (self.console, self.isJSON) = (console, isJSON) }

  /// Every rule with its sentence.
  func list(_ rules: [any Rule]) throws {
    if isJSON {
      for rule in rules {
        try print([("rule", .string(rule.id)), ("sentence", .string(rule.sentence))])
      }
      return
    }
    var table = Table()
    for rule in rules { table.add(rule.id, rule.sentence) }
    for line in table.lines { try console.print(line) }
    try console.print("\(rules.count) rules")
  }

  /// Writes the results of the rules for one file.
  func write(_ report: CheckReport, of file: PluginFile) throws {
    if isJSON {
      for result in report.results { try print(members(result, report.path)) }
      return
    }
    let name = file.note.map { "\($0.name) \($0.version) (\($0.id)), " } ?? ""
    try console.print("\(name)\(report.path)")
    var table = Table(indent: "  ", styles: [0: Self.style])
    for result in report.results {
      let (word, reason) = Self.words(result.outcome)
      table.add([word, result.layout ?? "", result.rule, reason ?? ""])
    }
    try console.print(table)
  }

  /// Writes which names of the layouts hosts and sources know, for people; `info --json` has it for programs.
  func write(_ layouts: [LayoutDescriptor]) throws {
    guard !isJSON else { return }
    var table = Table(indent: "  ")
    for layout in layouts {
      for (what, names) in LayoutReport.names(of: layout) {
        table.add(["names", layout.id, what, names])
      }
    }
    try console.print(table)
  }

  /// The last line: how it ended.
  func verdict(_ reports: [CheckReport]) throws {
    let counts = reports.map(\.counts)
    let (kept, broken, skipped) = (
      counts.reduce(0) { $0 + $1.kept }, counts.reduce(0) { $0 + $1.broken },
      counts.reduce(0) { $0 + $1.skipped }
    )
    if isJSON {
      try print([
        ("verdict", .string(broken == 0 ? "pass" : "fail")), ("plugins", .integer(reports.count)),
        ("kept", .integer(kept)), ("broken", .integer(broken)), ("skipped", .integer(skipped)),
      ])
      return
    }
    let plugins = reports.count == 1 ? "" : "\(reports.count) plugins, "
    try console.print(
      broken == 0 ? "pass" : "FAIL", broken == 0 ? .good : .bad,
      ": \(plugins)\(kept) rules kept, \(broken) broken, \(skipped) skipped")
  }

  /// One line of a proof.
  func write(_ proof: RuleProof.Line) throws {
    if isJSON {
      try print([
        ("rule", .string(proof.rule)), ("proven", .bool(proof.isProven)),
        ("broken", .array(proof.broken.map(JSONValue.string))),
      ])
      return
    }
    let seen = proof.broken.isEmpty ? "nothing" : proof.broken.joined(separator: ", ")
    try console.print(
      proof.isProven ? "  ok      \(proof.rule)" : "  FAILED  \(proof.rule): broken is \(seen)")
    for reason in proof.reasons { try console.print("            \(reason)") }
  }

  /// The last line of a proof.
  ///
  /// - Parameter isCorrect: Whether the correct plugin passes: a rule that calls everything broken proves
  ///   nothing.
  func proven(_ count: Int, of total: Int, isCorrect: Bool) throws {
    if isJSON {
      try print([
        ("verdict", .string(count == total && isCorrect ? "pass" : "fail")),
        ("proven", .integer(count)), ("rules", .integer(total)),
      ])
    } else {
      let but = isCorrect ? "" : ", but correct.so fails"
      try console.print("\(count) of \(total) rules proven\(but)")
    }
  }

  private func members(
    _ result: RuleResult, _ path: String
  ) -> [(String, JSONValue)] {
    let (word, reason) = Self.words(result.outcome)
    var members: [(String, JSONValue)] = [
      ("path", .string(path)), ("rule", .string(result.rule)),
      ("layout", result.layout.map(JSONValue.string) ?? .null), ("outcome", .string(word)),
    ]
    if let reason { members.append(("reason", .string(reason))) }
    members.append(("milliseconds", .number((result.cpuSeconds * 1e5).rounded() / 1e2)))
    return members
  }

  private func print(_ members: [(String, JSONValue)]) throws {
    let object = JSONObject(members.map { .init($0.0, $0.1) })
    try console.print(text: JSONValue.object(object).serialised())
  }

  private static func style(_ word: String) -> Style? {
    switch word {
    case "kept": .good
    case "BROKEN": .bad
    default: .faint
    }
  }

  static func words(_ outcome: RuleResult.Outcome) -> (String, reason: String?) {
    switch outcome {
    case .kept: ("kept", nil)
    case .broken(let reason): ("BROKEN", reason)
    case .skipped(let reason): ("skipped", reason)
    }
  }
}

extension JSONValue {
  fileprivate static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }
}
