// SPDX-License-Identifier: Apache-2.0
//
// `layouthost check`: checks plugins against the rules for layouts, and prints the findings in
// lines or JSON.

import Glibc
import LayoutConformance
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - The command

enum CheckCommand: Command {
  static let name = "check"
  static let summary = "Check plugins against the rules for every layout"
  static let form = "PLUGIN..."
  static let options: [Option] = [
    rules, only, abi, timeout, tier, prove, fingerprint, .plugins, .json,
  ]
  static let notes = """
    PLUGIN is the path of a file, or the id of a plugin or of a layout on the search path. Each rule
    runs the plugin's code in a sandboxed child process, which can write no file, start no program and
    send no signal. An attempt breaks a rule. So does a crash or a hang. A rule that does not apply to
    a layout is skipped, with the reason. If a file is no plugin, the skipped rules are only counted;
    --json lists them.

    With --tier worker the child has your rights, for debugging, and for kernels that lack a part of the
    sandbox; the rules about refused system calls are skipped then.

    The last line is the verdict. The exit code is 0 when no rule is broken, 1 when one is, 2 for
    an invalid command line. With --json there is one object a line, with the processor time of the
    rule; the last object is the verdict.

    --abi 1.0 checks only the rules about the contract, and that every host of that revision, and of each
    later one, has all that the plugin requires. A draft extension may be missing in the next host.

    --prove DIR checks the plugins DIR/correct.so, which must pass, and DIR/RULE.so for each rule,
    which must break that rule and no other.
    """

  private static let rules = Option("rules", help: "List the rules and stop")
  private static let only = Option(
    "only", taking: "RULE", help: "Check only this rule, and the rules that it needs (repeatable)")
  private static let abi = Option(
    "abi", taking: "REVISION", of: ContractRevision.allCases.map(\.rawValue),
    help: "Check the plugins against a revision of the contract: 1.0")
  private static let timeout = Option(
    "timeout", taking: "SECONDS",
    help: "Limit of processor time for a rule (10); elapsed time may be six times as long")
  private static let tier = Option(
    "tier", taking: "TIER", of: [LayoutTier.sandboxed, .worker].map(\.rawValue),
    help: "Where the plugin runs: sandboxed (default), worker")
  private static let prove = Option(
    "prove", taking: "DIR", help: "Check the rules themselves against the mutants in DIR")
  private static let fingerprint = Option(
    "fingerprint", taking: "LAYOUT",
    help: "Print one number for all answers of LAYOUT in the one PLUGIN, and stop")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let writer = CheckWriter(console, isJSON: arguments.has(.json))
    if arguments.has(rules) {
      try arguments.refuseOperands()
      try writer.list(RuleBook.all)
      return true
    }
    if let layout = arguments.last(fingerprint) {
      let path = try arguments.onlyOperand("PLUGIN")
      let check = try makeCheck(arguments)
      let number = try check.fingerprint(of: PluginFile(judging: path), layout: layout)
      try console.print("\(Fingerprint.marker)\(number)")
      return true
    }
    let check = try makeCheck(arguments)
    if let directory = arguments.last(prove) {
      try arguments.refuseOperands()
      guard FileSystem.exists(directory) else {
        throw LayoutError(
          .unreadable,
          "--prove: \(directory) cannot be read (\(FileSystem.reason())); name the folder of "
            + "correct.so and of the plugins that break a rule each")
      }
      return try RuleProof(check, directory).run(writer)
    }
    guard !arguments.operands.isEmpty else { throw UsageError("PLUGIN is missing") }
    let revision = try revision(arguments)
    let finder = PluginFinder(arguments, telling: console)
    let files = try arguments.operands.map { try finder.file($0) }
    var reports: [CheckReport] = []
    for file in files {
      console.progress("checking \(file.path)")
      var report = try check.run(file)
      if let revision { report = revision.judge(report, of: file) }
      try writer.write(report, of: file)
      // Reading the tables of a file that breaks a rule about files may never end.
      let isLoadable = !report.results.contains { $0.isBroken && $0.layout == nil }
      if isLoadable, case .success(let plugin) = InfoCommand.tables(of: file, in: .sandboxed) {
        try writer.write(plugin.layouts)
      }
      reports.append(report)
    }
    try writer.verdict(reports)
    return reports.allSatisfy(\.passes)
  }

  /// The revision that the plugins are checked against; nil without one.
  private static func revision(_ arguments: Arguments) throws(UsageError) -> ContractRevision? {
    ContractRevision(rawValue: try arguments.choice(abi, default: ""))
  }

  private static func makeCheck(_ arguments: Arguments) throws(UsageError) -> PluginCheck {
    var check = PluginCheck()
    let seconds = try arguments.count(timeout, default: 10, in: 1...3600)
    check.limit = TimeLimit(cpuSeconds: UInt32(seconds))
    let chosen = arguments.all(only)
    if let unknown = chosen.first(where: { id in !RuleBook.all.contains { $0.id == id } }) {
      throw UsageError(
        "there is no rule '\(unknown)'; "
          + (NearNames.question(for: unknown, among: RuleBook.all.map(\.id)) ?? "--rules lists them")
      )
    }
    if try revision(arguments) != nil { check.onlyRules = ContractRevision.rules }
    check.width = max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let word = try arguments.choice(tier, default: LayoutTier.sandboxed.rawValue)
    check.isSandboxed = word == LayoutTier.sandboxed.rawValue
    check.fingerprintCommand = [
      "/proc/self/exe", name, "--\(tier.name)", word, "--\(fingerprint.name)",
    ]
    if !chosen.isEmpty { check.onlyRules = Set(chosen) }
    return check
  }
}

// MARK: - Its lines

/// Prints reports and verdicts.
struct CheckWriter {
  private let console: Console
  private let isJSON: Bool

  init(_ console: Console, isJSON: Bool) { (self.console, self.isJSON) = (console, isJSON) }

  /// Prints every rule with its sentence.
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
    // All rules of a refused file are skipped for the same reason.
    for result in report.results where !(report.isRefused && result.isSkipped) {
      let (word, reason) = Self.words(result.outcome)
      table.add([word, result.layout ?? "", result.rule, reason ?? ""])
    }
    try console.print(table)
  }

  /// Writes the names of the layouts that hosts and sources know, for people; `info --json` has
  /// them for programs.
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

  /// Writes the last line: the total.
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

  /// Writes one line of a proof.
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

  /// Writes the last line of a proof.
  ///
  /// - Parameter isCorrect: True when the correct plugin passes: a rule that calls everything broken proves
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
