// SPDX-License-Identifier: Apache-2.0
//
// A scenario as read from its line: what to set up; the steps are read when their turn comes.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One line of a scenario file.
struct Scenario {
  /// As given; null when there is none.
  let id: JSONValue
  let layout: String
  let tier: LayoutTier
  let properties: JSONObject
  let host: HostSettings
  let data: ScenarioData
  /// The app's answers during the first frame.
  let start: AppAnswers
  /// The queries that are answered, where the data does not decide that.
  let bound: [String]?
  /// True when the data know items again after all was read anew.
  let hasIdentities: Bool
  /// Not read yet, so that the results before a wrong step are not lost.
  let steps: [JSONValue]

  /// - Throws: `bad-value`, `missing-key` or `unknown-key`, naming the place.
  init(_ value: JSONValue) throws(LayoutError) {
    var reader = try ObjectReader(value, place: "scenario")
    id = reader.take("id") ?? .null
    layout = try reader.require("layout", Read.string)
    tier = try reader.take("tier", Self.tier) ?? .auto
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    host = try HostSettings(from: &reader)
    var data = try ScenarioData(from: &reader)
    start = try AppAnswers(startOf: &reader)
    data.laterQueries = start.queries
    self.data = data
    bound = try reader.take("bound", Read.each(Read.string))
    hasIdentities = try reader.take("identities", Read.bool) ?? true
    steps = try reader.take("steps", Read.array) ?? []
    // What a crash record tells people; nothing of it is run.
    _ = reader.take("crash")
    try reader.finish()
  }

  /// A scenario that was put together and not read.
  init(
    layout: String, tier: LayoutTier, properties: JSONObject, host: HostSettings,
    data: ScenarioData, bound: [String]? = nil, hasIdentities: Bool = true
  ) {
    (id, steps) = (.null, [])
    (self.bound, self.hasIdentities, start) = (bound, hasIdentities, AppAnswers())
    (self.layout, self.tier, self.properties) = (layout, tier, properties)
    (self.host, self.data) = (host, data)
  }

  private static func tier(_ value: JSONValue, _ place: String) throws(LayoutError) -> LayoutTier {
    guard let tier = value.string.flatMap(LayoutTier.init) else {
      throw Read.expected("one of auto, in-process, worker, sandboxed", value, place)
    }
    return tier
  }
}
