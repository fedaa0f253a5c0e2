// SPDX-License-Identifier: Apache-2.0
//
// Checks the checker: every rule has a mutant that breaks it and no other rule.

import LayoutConformance
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("The rules of layouthost check")
struct ProofTests {
  @Test("ids are unique and kebab-case, sentences end with a full stop")
  func naming() {
    let rules = RuleBook.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(rule.id)")
      #expect(rule.sentence.hasSuffix("."), "\(rule.id)")
    }
  }

  /// The rules to prove; `make prove` proves all.
  private static let proven = Soak.share(of: RuleBook.all.map(\.id), oneIn: 8)

  @Test("each rule is broken by its mutant, and by no other; the correct layout passes")
  func proof() throws {
    let mutants = try TemporaryDirectory()
    let files = (["correct"] + Self.proven).map { "\(mutants.path)/\($0).so" }
    let made = try Command.run(
      ["make", "-s", "-j2", "-C", CPlugin.fixtures + "/Mutants", "OUT=\(mutants.path)"] + files)
    try #require(made.status == 0, "\(made.errors)")
    let run = try check(
      ["--prove", mutants.path, "--json"] + Self.proven.flatMap { ["--only", $0] })
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    for line in lines.dropLast() {
      let isProven = line.object?["proven"]?.bool
      #expect(isProven == true, "\(line.object?["rule"]?.string ?? "") \(run.output)")
    }
    #expect(lines.count == Self.proven.count + 1)
    #expect(lines.last?.object?["proven"]?.integer == Int64(Self.proven.count))
    #expect(lines.last?.object?["verdict"]?.string == "pass")
    #expect(run.status == 0)
  }

  @Test("without the correct layout no rule is proven, and the last line and the exit code say so")
  func withoutCorrect() throws {
    let mutants = try TemporaryDirectory()
    let made = try Command.run([
      "make", "-s", "-C", CPlugin.fixtures + "/Mutants", "OUT=\(mutants.path)",
      "\(mutants.path)/file-judged.so",
    ])
    try #require(made.status == 0, "\(made.errors)")
    let words = ["--prove", mutants.path, "--only", "file-judged"]
    let run = try check(words)
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").last == "1 of 1 rules proven, but correct.so fails")
    let json = try check(words + ["--json"])
    let last = try JSONValue(parsing: String(json.output.split(separator: "\n").last ?? ""))
    #expect(last.object?["verdict"] == "fail")
    let none = try check(["--prove", "/dev/null/mutants"])
    #expect(none.status == 1 && none.output.isEmpty)
    #expect(none.errors.contains("--prove: /dev/null/mutants"), "\(none.errors)")
  }
}

/// Runs `layouthost check` as it was built beside the tests.
func check(_ arguments: [String]) throws -> Command {
  try Command.run([try Executables.find("layouthost"), "check"] + arguments)
}
