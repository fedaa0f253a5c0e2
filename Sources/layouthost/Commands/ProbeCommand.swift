// SPDX-License-Identifier: Apache-2.0
//
// `layouthost probe`: scenarios in, results out, a line each.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum ProbeCommand: Command {
  static let name = "probe"
  static let summary = "Run scenarios, one JSON object a line, and print what happened"
  static let form = "[FILE...]"
  static let options: [Option] = [
    expect, update, .plugins, .tier, .trustOnce, deadlines, .json,
  ]
  static let notes = """
    Reads the files in order, or standard input; '-' is standard input too. Each scenario runs in a
    fresh collection view with a clock of its own, where the scenario says or, when given, in TIER.
    Exits with 1 when a scenario gave an error.

    With --expect the results are not printed but compared with those in FILE, one line a scenario;
    each place that differs is printed, and any makes the exit code 1. --update writes FILE anew. With
    --json the places are printed as objects.

    Examples:
      echo '{"layout":"flow","sections":[{"count":3,"size":[50,50]}],"steps":[{"do":"visible"}]}' |
        layouthost probe
      layouthost probe tests/*.jsonl --expect tests/golden --update
    """

  private static let expect = Option(
    "expect", letter: "e", taking: "FILE", help: "Compare the results with those in FILE")
  private static let update = Option(
    "update", help: "Write the results into the file of --expect where they differ")
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
    for problem in library.problems { console.report(problem) }
    let runner = ScenarioRunner(
      library: library, tier: try ShowOptions.tier(arguments),
      trustOnce: arguments.has(.trustOnce), hasDeadlines: arguments.has(deadlines))
    let ranAll = try run(arguments.operands, runner) { (result) throws(LayoutError) in
      if let expected { return try expected.take(result) }
      try console.print(text: JSONValue.object(result).serialised())
      try console.flush()
    }
    // A scenario whose error is expected is as it should be.
    let isAsExpected = try expected?.finish(update: isUpdate) ?? ranAll
    return isAsExpected && library.problems.isEmpty
  }

  /// Runs the scenarios of all files.
  ///
  /// - Returns: Whether every scenario ran to its end.
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
