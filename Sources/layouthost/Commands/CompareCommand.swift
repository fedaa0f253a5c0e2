// SPDX-License-Identifier: Apache-2.0
//
// `layouthost compare`: the frames that two versions of a layout show differently.

import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

enum CompareCommand: Command {
  static let name = "compare"
  static let drawsText = true
  static let summary = "Run scenarios with two versions of a layout and tell the frames that differ"
  static let form = "A.so B.so --scenario FILE"
  static let options: [Option] = [
    scenario, output, limit, ShowOptions.format, ShowOptions.scale, .plugins, .tier, .trustOnce,
    .json,
  ]
  static let notes = """
    FILE holds scenarios, as probe takes them, or a session that was recorded. Each runs with A and
    with B at once: the layouts that a file offers come from it, all others from where they always
    do. Every step gives a frame to compare, and a step that lets time pass each of its frames.

    With -o the frames that differ are drawn, as DIR/ID-N-a.png and DIR/ID-N-b.png, or with the ending
    of --format. In DIR/ID-N-diff.png the differences are marked over B: dashed where an element is in
    A, solid where it is in B, and a line between the two.
    Exits with 0 when no frame differs, else with 1.
    """

  private static let scenario = Option("scenario", taking: "FILE", help: "The scenarios")
  private static let output = Option(
    "output", letter: "o", taking: "DIR", help: "The directory for pictures of what differs")
  private static let limit = Option(
    "limit", taking: "N", help: "Draw at most N frames of a scenario (20)")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    guard arguments.operands.count == 2 else {
      throw UsageError("two plugin files are compared, A.so and B.so")
    }
    let limit = try arguments.count(limit, default: 20, in: 0...100_000)
    let scale = try arguments.number(ShowOptions.scale, default: 2, in: 0.1...16)
    let format = try ShowOptions.format(arguments)
    let maker = LayoutMaker(
      library: PluginLibrary(.standard(extra: arguments.all(.plugins))),
      tier: try ShowOptions.tier(arguments), trustOnce: arguments.has(.trustOnce),
      hasDeadlines: false)
    let makers = (
      first: try maker.choosing(arguments.operands[0]),
      second: try maker.choosing(arguments.operands[1])
    )
    let pictures = try arguments.last(output).map {
      try DifferencePictures(folder: $0, format: format, limit: limit, scale: scale)
    }
    var reader = try LineReader(try arguments.required(scenario))
    var (isSame, number) = (true, 0)
    while let json = try reader.nextJSON() {
      let id = json.object?["id"]?.string ?? "\(number)"
      number += 1
      let report = DifferenceReport(id: id, isJSON: arguments.has(.json), console: console)
      let comparison = try LayoutComparison(json, makers: makers)
      try comparison.run { difference in
        try report.print(difference)
        try pictures?.draw(difference, of: id, comparison)
      }
      try report.finish(comparison)
      isSame = isSame && comparison.differenceCount == 0
    }
    if number == 0 {
      throw LayoutError(
        .noScenario, "--scenario: the file holds no scenario; each is a line of JSON")
    }
    return isSame
  }
}
