// SPDX-License-Identifier: Apache-2.0
//
// Runs scenarios against the bundled plugins, as the probe command does.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios
import Testing

/// The input of scenarios and their output.
enum Probe {
  /// The bundled plugins, judged once.
  private static let library = PluginLibrary(SearchPath.standard())

  /// A scenario that failed to run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the output of one line, parsed.
  static func run(_ scenario: JSONValue) throws -> JSONObject {
    try #require(try JSONValue(parsing: output(scenario)).object)
  }

  /// Returns the output of one line.
  ///
  /// A scenario without a tier also runs in a sandboxed worker, and must print the same there, byte for byte. So
  /// every scenario of this suite also tests the tiers.
  static func output(_ scenario: JSONValue) -> String {
    let here = line(scenario)
    if let sandboxed = sandboxed(scenario) {
      let away = line(sandboxed)
      #expect(here == away, "in this process and in a sandboxed worker")
    }
    return here
  }

  private static func line(_ scenario: JSONValue) -> String {
    ScenarioRunner(library: library).run(line: scenario.serialised()).output
  }

  /// Returns the scenario for a sandboxed worker; nil if it sets its tier itself.
  private static func sandboxed(_ scenario: JSONValue) -> JSONValue? {
    guard let object = scenario.object, object["tier"] == nil else { return nil }
    return .object(object.with("tier", "sandboxed"))
  }

  /// Returns the results of a scenario that must run to its end.
  static func results(_ scenario: JSONValue) throws -> [JSONObject] {
    let answer = try run(scenario)
    if let error = answer["error"] { throw Failure(description: error.serialised()) }
    return try #require(answer["results"]?.array).compactMap(\.object)
  }

  /// Returns the error of a scenario that must fail.
  static func error(_ scenario: JSONValue) throws -> JSONObject {
    try #require(try run(scenario)["error"]?.object)
  }
}

extension JSONObject {
  /// A copy with one more member.
  func with(_ key: String, _ value: JSONValue?) -> JSONObject {
    var copy = self
    copy[key] = value
    return copy
  }

  /// The elements of a result, by "kind path": `cell 0.1`.
  var frames: [String: [Double]] {
    var frames: [String: [Double]] = [:]
    for element in self["elements"]?.array?.compactMap(\.object) ?? [] {
      frames[element.key] = element["frame"]?.numbers
    }
    return frames
  }

  /// "cell 0.1".
  var key: String {
    let path = self["path"]?.numbers.map { String(Int($0)) }.joined(separator: ".") ?? "?"
    return "\(self["kind"]?.string ?? "?") \(path)"
  }
}

extension JSONValue {
  /// The numbers of an array.
  var numbers: [Double] { array?.compactMap(\.double) ?? [] }
}
