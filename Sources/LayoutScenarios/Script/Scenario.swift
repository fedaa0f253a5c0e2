// SPDX-License-Identifier: Apache-2.0
//
// A scenario parsed from its line: the set-up; steps are parsed when they run.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One line of a scenario file.
struct Scenario {
  /// The id as given; null when there is none.
  let id: JSONValue
  let layout: String
  let tier: LayoutTier
  /// The plugin files of the layouts that the layout is made of, where they are not those of the library.
  let children: [String]
  let properties: JSONObject
  let host: HostSettings
  let data: ScenarioData
  /// The app's answers during the first frame.
  let start: AppAnswers
  /// The bound queries, if the data does not determine them.
  let bound: [String]?
  /// True when the data can identify items after a reload.
  let hasIdentities: Bool
  /// Not parsed yet, so that a wrong step does not lose earlier results.
  let steps: [JSONValue]

  /// - Throws: `bad-value`, `missing-key` or `unknown-key`, naming the place.
  init(_ value: JSONValue) throws(LayoutError) {
    var reader = try ObjectReader(value, place: "scenario")
    id = reader.take("id") ?? .null
    layout = try reader.require("layout", Read.string)
    tier = try reader.take("tier", Self.tier) ?? .auto
    children = try reader.take("children", Read.each(Read.string)) ?? []
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    host = try HostSettings(from: &reader)
    var data = try ScenarioData(from: &reader)
    start = try AppAnswers(startOf: &reader)
    data.laterQueries = start.queries
    self.data = data
    bound = try reader.take("bound", Read.each(Read.string))
    hasIdentities = try reader.take("identities", Read.bool) ?? true
    steps = try reader.take("steps", Read.array) ?? []
    // Information of a crash record for people; the runner ignores it.
    _ = reader.take("crash")
    try reader.finish()
  }

  /// A scenario from its parts.
  init(
    layout: String, tier: LayoutTier, properties: JSONObject, host: HostSettings,
    data: ScenarioData, bound: [String]? = nil, hasIdentities: Bool = true
  ) {
    (id, steps, children) = (.null, [], [])
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

// MARK: - The host's keys
//
// The host's keys of a scenario, which `configure` may change later.

/// A scenario's settings of the host; nil for missing ones.
struct HostSettings {
  var viewportSize: Size?
  var contentInset: Insets?
  var scale: Double?
  var isRightToLeft: Bool?
  var selection: SelectionMode?
  var delegate: DelegateAnswers?
  var scroll: ScrollSettings?
  var animation: AnimationChoice?
  var menuActions: [String]?
  var cellsPreparedPerFrame: Int?
  var idleViewLimit: Int?

  /// Only a viewport size.
  init(viewportSize: Size) { self.viewportSize = viewportSize }

  /// Reads the host's keys of the object.
  init(from reader: inout ObjectReader) throws(LayoutError) {
    viewportSize = try reader.take("container", Read.size)
    contentInset = try reader.take("contentInset", Read.insets)
    scale = try reader.take("scale", Self.scale)
    isRightToLeft = try reader.take("direction", Read.word(of: ["ltr", "rtl"])).map { $0 == "rtl" }
    selection = try reader.take(
      "selection", Read.word(of: SelectionMode.allCases.map(\.rawValue))
    ).flatMap(SelectionMode.init)
    delegate = try reader.take("delegate", DelegateAnswers.init)
    scroll = try reader.take("scroll", ScrollSettings.init)
    animation = try reader.take("animation", AnimationChoice.init)
    menuActions = try reader.take("menuActions", Read.each(Read.string))
    cellsPreparedPerFrame = try reader.take("cellsPreparedPerFrame", Read.count)
    idleViewLimit = try reader.take("idleViewLimit", Read.count)
  }

  private static func scale(_ value: JSONValue, _ place: String) throws(LayoutError) -> Double {
    let scale = try Read.number(value, place)
    guard scale > 0 else { throw Read.expected("a scale above 0", value, place) }
    return scale
  }
}

/// The `scroll` object.
struct ScrollSettings {
  var decelerationRate: Double?
  var bounces: Bool?
  var isPaging: Bool?
  var isDirectionalLockEnabled: Bool?
  var alwaysBounces: (horizontally: Bool?, vertically: Bool?)
  var arrowStep: Double?
  var anchoring: ContentAnchoring?
  var fling: FlingProfile?

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    decelerationRate = try reader.take("decelerationRate") { (value, place) throws(LayoutError) in
      let rate = try Read.number(value, place)
      guard (0...1).contains(rate) else {
        throw Read.expected("a rate from 0 to 1", value, place)
      }
      return rate
    }
    bounces = try reader.take("bounces", Read.bool)
    isPaging = try reader.take("paging", Read.bool)
    isDirectionalLockEnabled = try reader.take("directionalLock", Read.bool)
    alwaysBounces.horizontally = try reader.take("alwaysBouncesHorizontally", Read.bool)
    alwaysBounces.vertically = try reader.take("alwaysBouncesVertically", Read.bool)
    arrowStep = try reader.take("arrowStep", Read.number)
    let end = try reader.take("anchoring", Read.word(of: ["start", "end"])).map { $0 == "end" }
    anchoring = end.map { $0 ? .end : .start }
    fling = try reader.take("fling") { (value, place) throws(LayoutError) in
      if value == "friction" { return .friction }
      return .spline(pointsPerInch: try Read.number(value, place))
    }
    try reader.finish()
  }
}

/// The `animation` object: the default animation of changes.
struct AnimationChoice {
  var isEnabled: Bool?
  var timing: AnimationTiming?

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    isEnabled = try reader.take("enabled", Read.bool)
    timing = try reader.take("timing", AnimationTiming.init)
    try reader.finish()
  }
}
