// SPDX-License-Identifier: Apache-2.0
//
// Runs scenarios line by line: text in, text out.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Runs scenarios, each in a fresh collection view with a clock of its own.
public struct ScenarioRunner {
  private let maker: LayoutMaker

  /// - Parameters:
  ///   - library: The plugins that scenarios name by the ids of their layouts.
  ///   - tier: Where all layouts run, whatever the scenarios say; nil leaves it to them.
  ///   - trustOnce: Runs plugins that are not bundled in this process where the tier is `auto`.
  ///   - hasDeadlines: Ends workers that take too long; a run then depends on the machine.
  public init(
    library: PluginLibrary, tier: LayoutTier? = nil, trustOnce: Bool = false,
    hasDeadlines: Bool = false
  ) {
    maker = LayoutMaker(
      library: library, tier: tier, trustOnce: trustOnce, hasDeadlines: hasDeadlines,
      isSupervised: hasDeadlines)
  }

  /// Runs the scenario on one line.
  ///
  /// - Returns: The line to print, and whether the scenario ran to its end.
  public func run(line: String) -> (output: String, isComplete: Bool) {
    var report = Report()
    do throws(LayoutError) {
      let json = try JSONValue(parsing: line)
      if let object = json.object { report.begin(object["id"] ?? .null) }
      try run(Scenario(json), into: &report)
    } catch {
      report.error = error
    }
    return (JSONValue.object(report.json).serialised(), report.error == nil)
  }

  private func run(_ scenario: Scenario, into report: inout Report) throws(LayoutError) {
    let session = try ScenarioSession(scenario, maker: maker)
    for (index, step) in scenario.steps.enumerated() {
      report.step = index
      report.results?.append(.object(try session.perform(step, number: index)))
    }
  }
}

/// What one scenario prints.
private struct Report {
  private var id = JSONValue.null
  /// Nil until the line turned out to be an object: a line that is no scenario has no results.
  var results: [JSONValue]?
  /// The step under way; nil while the scenario is set up.
  var step: Int?
  var error: LayoutError?

  /// Notes that there is a scenario.
  mutating func begin(_ id: JSONValue) {
    self.id = id
    results = []
  }

  var json: JSONObject {
    var object = JSONObject([.init("id", id)])
    if let results { object["results"] = .array(results) }
    guard let error else { return object }
    var members = JSONObject()
    if let step { members["step"] = .integer(Int64(step)) }
    for member in error.json.members { members[member.key] = member.value }
    object["error"] = .object(members)
    return object
  }
}
