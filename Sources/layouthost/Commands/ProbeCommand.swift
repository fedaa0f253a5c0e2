// SPDX-License-Identifier: Apache-2.0
//
// `layouthost probe`: scenarios in, results out, a line each.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

enum ProbeCommand: Command {
  static let name = "probe"
  static let summary = "Run scenarios, one JSON object a line, and print the results"
  static let form = "[FILE...]"
  static let options: [Option] = [
    expect, update, .plugins, .tier, .trustOnce, deadlines, .json,
  ]
  static let notes = """
    Reads the files in order, or standard input; '-' is standard input too. Each scenario runs in a
    fresh collection view with a clock of its own, in the scenario's tier or in TIER.
    The exit code is 1 when a scenario failed.

    With --expect the results are compared with those in FILE, one line a scenario, and not printed.
    Each difference is printed, and the exit code is then 1. --update writes FILE again. With --json
    the differences are printed as objects.

    Examples:
      echo '{"layout":"flow","sections":[{"count":3,"size":[50,50]}],"steps":[{"do":"visible"}]}' |
        layouthost probe
      layouthost probe tests/*.jsonl --expect tests/golden --update
    """

  private static let expect = Option(
    "expect", letter: "e", taking: "FILE", help: "Compare the results with those in FILE")
  private static let update = Option(
    "update", help: "Write different results into the file of --expect")
  private static let deadlines = Option(
    "deadlines", help: "Stop workers that take too long; a run may then differ between machines")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let isUpdate = arguments.has(update)
    if isUpdate, !arguments.has(expect) { throw UsageError("--update needs --expect FILE") }
    let expected = try arguments.last(expect).map { (path) throws(LayoutError) in
      try ExpectedResults(
        path, mayBeMissing: isUpdate, isJSON: arguments.has(.json), console: console)
    }
    let library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    console.report(problemsOf: library)
    let runner = ScenarioRunner(
      library: library, tier: try ShowOptions.tier(arguments),
      trustOnce: arguments.has(.trustOnce), hasDeadlines: arguments.has(deadlines))
    let ranAll = try run(arguments.operands, runner) { (result) throws(LayoutError) in
      if let expected { return try expected.take(result) }
      try console.print(text: JSONValue.object(result).serialised())
      try console.flush()
    }
    // A scenario whose error is expected counts as correct.
    let isAsExpected = try expected?.finish(update: isUpdate) ?? ranAll
    return isAsExpected && library.problems.isEmpty
  }

  /// Runs the scenarios of all files.
  ///
  /// - Returns: True when every scenario ran to its end.
  private static func run(
    _ files: [String], _ runner: ScenarioRunner,
    _ receive: (JSONObject) throws(LayoutError) -> Void
  ) throws -> Bool {
    var isComplete = true
    for path in files.isEmpty ? ["-"] : files {
      var reader = try LineReader(path)
      while let line = try reader.next() {
        if line.allSatisfy(\.isWhitespace) { continue }
        let (result, ran) = runner.result(line: line, number: reader.number, of: reader.file)
        try receive(result)
        isComplete = isComplete && ran
      }
    }
    return isComplete
  }
}

// MARK: - Expected results
//
// Results of scenarios against a file of expected ones: golden tests.

/// Compares the results of scenarios with the lines of a file, in order.
final class ExpectedResults {
  private let path: String
  private let isJSON: Bool
  private let console: Console
  /// The lines of the file.
  private var expected: [JSONValue] = []
  /// The lines of this run.
  private var found: [JSONObject] = []
  private var differentCount = 0

  /// The number of places of a scenario that are printed for people.
  private static let shownCount = 20

  /// - Parameter mayBeMissing: True when a missing file counts as an empty one, because it is about
  ///   to be written.
  /// - Throws: `unreadable` with the remedy, or `bad-json` with the line.
  init(
    _ path: String, mayBeMissing: Bool, isJSON: Bool, console: Console
  ) throws(LayoutError) {
    (self.path, self.isJSON, self.console) = (path, isJSON, console)
    if !FileSystem.exists(path) {
      if mayBeMissing { return }
      throw LayoutError(
        .unreadable, "\(path): there is no such file; --update writes it from this run")
    }
    var reader = try LineReader(path)
    while let line = try reader.nextJSON() { expected.append(line) }
  }

  /// Takes the result of the next scenario, and prints its differences.
  func take(_ result: JSONObject) throws(LayoutError) {
    let number = found.count
    found.append(result)
    let name = Self.name(result, number)
    guard number < expected.count else {
      differentCount += 1
      return try tell(name, [], "is not in \(path)")
    }
    let differences = JSONDifference.list(expected: expected[number], found: .object(result))
    if differences.isEmpty { return }
    differentCount += 1
    try tell(name, differences, "differs in \(counted(differences.count, "place"))")
  }

  /// Prints the verdict; with `update`, writes the results of this run as the expected ones.
  ///
  /// - Returns: True when the results are the expected ones, now.
  func finish(update: Bool) throws(LayoutError) -> Bool {
    for (number, line) in expected.enumerated().dropFirst(found.count) {
      differentCount += 1
      try tell(Self.name(line.object ?? JSONObject(), number), [], "is missing from this run")
    }
    if update, differentCount > 0 {
      let text = found.map { JSONValue.object($0).serialised() + "\n" }.joined()
      try OutputFile.write(Array(text.utf8), to: path)
    }
    try tellVerdict(isUpdated: update && differentCount > 0)
    return update || differentCount == 0
  }

  private func tell(
    _ name: String, _ differences: [JSONDifference], _ verdict: String
  ) throws(LayoutError) {
    if isJSON { return try tellJSON(name, differences, verdict) }
    try console.print(name, .strong, " \(verdict)")
    for difference in differences.prefix(Self.shownCount) {
      let (expected, found) = Excerpt.pair(difference.expected, difference.found)
      try console.print("  \(difference.path)")
      try console.print("    - \(expected)", .bad)
      try console.print("    + \(found)", .good)
    }
    let rest = differences.count - Self.shownCount
    if rest > 0 { try console.print("  … and \(counted(rest, "place")) more") }
  }

  private func tellJSON(
    _ name: String, _ differences: [JSONDifference], _ verdict: String
  ) throws(LayoutError) {
    let places = differences.map {
      JSONValue.object(
        JSONObject([
          .init("path", .string($0.path)), .init("expected", $0.expected ?? .null),
          .init("found", $0.found ?? .null),
        ]))
    }
    try console.print(
      text: JSONValue.object(
        JSONObject([
          .init("id", .string(name)), .init("verdict", .string(verdict)),
          .init("differences", .array(places)),
        ])
      ).serialised())
  }

  private func tellVerdict(isUpdated: Bool) throws(LayoutError) {
    let total = max(found.count, expected.count)
    if isJSON {
      return try console.print(
        text: JSONValue.object(
          JSONObject([
            .init("scenarios", .integer(Int64(total))),
            .init("different", .integer(Int64(differentCount))), .init("updated", .bool(isUpdated)),
          ])
        ).serialised())
    }
    if differentCount == 0 {
      return try console.print(
        "as expected", .good, ": \(counted(total, "scenario")) of \(path)")
    }
    let verdict = "\(grouped(differentCount)) of \(counted(total, "scenario"))"
    if isUpdated { return try console.print("updated", .notable, ": \(path), \(verdict)") }
    try console.print(
      "different", .bad, ": \(verdict); --update makes these results the expected ones")
  }

  private static func name(_ result: JSONObject, _ number: Int) -> String {
    switch result["id"] {
    case .string(let id)?: id
    case nil, .null?: "scenario \(number + 1)"
    case let id?: id.serialised()
    }
  }
}
