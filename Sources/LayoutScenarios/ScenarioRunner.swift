// SPDX-License-Identifier: Apache-2.0
//
// Runs scenarios line by line: text in, text out.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Runs scenarios, each in a fresh collection view with a separate clock.
public struct ScenarioRunner {
  private let maker: LayoutMaker

  /// - Parameters:
  ///   - library: The plugins for layouts that scenarios name by id.
  ///   - tier: The tier of all layouts, regardless of the scenarios; nil lets each scenario choose.
  ///   - trustOnce: Runs plugins that are not bundled in this process if the tier is `auto`.
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
  /// - Parameters:
  ///   - number: The number of the line, from 1, for errors.
  ///   - file: The file of the line, which errors name and at whose directory relative paths of
  ///     plugins begin; nil for standard input.
  /// - Returns: The line to print, and true if the scenario ran to its end.
  public func run(
    line: String, number: Int = 1, of file: String? = nil
  ) -> (output: String, isComplete: Bool) {
    let (result, isComplete) = result(line: line, number: number, of: file)
    return (JSONValue.object(result).serialised(), isComplete)
  }

  /// Runs the scenario on one line.
  ///
  /// - Returns: The output of ``run(line:number:of:)``, as an object.
  package func result(
    line: String, number: Int, of file: String?
  ) -> (object: JSONObject, isComplete: Bool) {
    var report = Report()
    do throws(LayoutError) {
      let json = try JSONValue(parsing: line, number: number, of: file)
      if let object = json.object { report.begin(object["id"] ?? .null) }
      try run(Scenario(ScenarioPaths.located(json, beside: file)), into: &report)
    } catch {
      report.error = error
    }
    return (report.json, report.error == nil)
  }

  private func run(_ scenario: Scenario, into report: inout Report) throws(LayoutError) {
    let session = try ScenarioSession(scenario, maker: maker)
    for (index, step) in scenario.steps.enumerated() {
      report.step = index
      report.results?.append(.object(try session.perform(step, number: index)))
    }
  }
}

/// The output of one scenario.
private struct Report {
  private var id = JSONValue.null
  /// Nil until the line is known to be an object: an invalid line has no results.
  var results: [JSONValue]?
  /// The current step; nil during the set-up of the scenario.
  var step: Int?
  var error: LayoutError?

  /// Records that there is a scenario.
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
