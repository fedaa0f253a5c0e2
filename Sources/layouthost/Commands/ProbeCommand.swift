// SPDX-License-Identifier: Apache-2.0
//
// `layouthost probe`: scenarios in, results out, a line each.

import LayoutLoading
import LayoutModel
import LayoutScenarios

enum ProbeCommand: Command {
  static let name = "probe"
  static let summary = "Run scenarios, one JSON object a line, and print what happened"
  static let form = "[FILE...]"
  static let options: [Option] = [.plugins, .tier, .trustOnce, deadlines]
  static let notes = """
    Reads the files in order, or standard input; '-' is standard input too. Each scenario runs in a
    fresh collection view with a clock of its own, where the scenario says or, when given, in TIER.
    Exits with 1 when a scenario gave an error.

    Example:
      echo '{"layout":"flow","sections":[{"count":3,"size":[50,50]}],"steps":[{"do":"visible"}]}' |
        layouthost probe
    """

  private static let deadlines = Option(
    "deadlines", help: "Stop workers that take too long; a run may then differ between machines")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    for problem in library.problems { console.complain("layouthost: \(problem)") }
    let runner = ScenarioRunner(
      library: library, tier: try ShowOptions.tier(arguments),
      trustOnce: arguments.has(.trustOnce), hasDeadlines: arguments.has(deadlines))
    var isComplete = library.problems.isEmpty
    for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
      var reader = try LineReader(path)
      while let line = try reader.next() {
        if line.allSatisfy(\.isWhitespace) { continue }
        let (output, ran) = runner.run(line: line)
        try console.print(text: output)
        try console.flush()
        isComplete = isComplete && ran
      }
    }
    return isComplete
  }
}
