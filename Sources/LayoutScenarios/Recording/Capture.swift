// SPDX-License-Identifier: Apache-2.0
//
// Capturing the settings and bindings of an app's layout and view as a scenario: the inverse of
// running one.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - A layout

/// Reads the data behind a layout in the form of a scenario.
struct Capture {
  let descriptor: LayoutDescriptor
  /// The app's bound answers.
  let queries: QueryTable
  /// Items of each section.
  let counts: [Int]

  /// The data, from the app's current answers to the layout's queries. Queries with further
  /// arguments are omitted, because they have no common answer.
  ///
  /// - Throws: `query-failed` with the app's error.
  /// - Complexity: O(items) if the app does not answer for a whole section at once.
  func data() throws(LayoutError) -> ScenarioData {
    var contents: [SectionContent] = []
    for section in counts.indices { contents.append(try content(ofSection: section)) }
    return ScenarioData(contents, queries: JSONObject())
  }

  /// One section of it.
  func content(ofSection section: Int) throws(LayoutError) -> SectionContent {
    let count = counts[section]
    var content = SectionContent.empty
    content.items = .equal(count: count, size: nil)
    for (index, query) in descriptor.queries.enumerated() where query.arguments.isEmpty {
      let isOfItems = query.scope == .item
      let answers = try queries.answers(
        to: index, section: isOfItems ? section : 0,
        range: isOfItems ? 0..<count : section..<section + 1)
      if query.name == ScenarioData.sizeQuery {
        content.items = Self.items(answers, count: count)
        continue
      }
      switch answers {
      case .none: break
      case .uniform(let value): content.queries[query.name] = value.json()
      case .each(let values):
        content.itemQueries.append((query.name, values.map { $0?.json() ?? .null }))
      }
    }
    return content
  }

  /// Returns the app's answer for the size of one item; nil without an answer or a query.
  func size(at path: ItemPath) throws(LayoutError) -> Size? {
    guard let index = descriptor.queries.firstIndex(where: { $0.name == ScenarioData.sizeQuery })
    else {
      return nil
    }
    let answers = try queries.answers(
      to: index, section: path.section, range: path.item..<path.item + 1)
    return Self.items(answers, count: 1).size(at: 0)
  }

  private static func items(_ answers: QueryAnswers, count: Int) -> Items {
    func size(_ value: LayoutValue?) -> Size? {
      if case .size(let size)? = value { size } else { nil }
    }
    return switch answers {
    case .none: .equal(count: count, size: nil)
    case .uniform(let value): .equal(count: count, size: size(value))
    case .each(let values): .each(values.map(size))
    }
  }
}

extension Capture {
  init(layout: CollectionLayout, counts: [Int]) {
    self.init(descriptor: layout.descriptor, queries: layout.queries, counts: counts)
  }
}

extension CollectionLayout {
  /// The properties that were set, or are no longer at their defaults.
  package func changedProperties() throws(LayoutError) -> JSONObject {
    var properties = JSONObject()
    for property in descriptor.properties {
      guard let value = try changedValue(of: property) else { continue }
      properties[property.name] = property.json(of: value)
    }
    // Settings of children that no longer exist are omitted.
    for setting in connection.childSettings.list {
      guard let property = try? self.property(named: setting.name) else { continue }
      properties[setting.name] = property.json(of: try value(of: setting.name))
    }
    return properties
  }
}

// MARK: - A view
//
// A view's counts and settings, in the form of scenarios.

extension CollectionView {
  /// Items of each section, as of the last frame.
  var itemCounts: [Int] { (0..<numberOfSections).map(numberOfItems) }

  /// The keys of `configure`, except the viewport size and the selection mode.
  var settingsJSON: JSONObject {
    [
      "contentInset": LayoutValue.insets(contentInset).json(), "scale": .number(scale),
      "direction": isRightToLeft ? "rtl" : "ltr", "scroll": .object(scrollOptions.json),
      "animation": ["enabled": .bool(animation.isEnabled), "timing": animation.timing.json],
      "menuActions": .array(customMenuActions.map { .string($0.name) }),
      "cellsPreparedPerFrame": Self.count(cellsPreparedPerFrame),
      "idleViewLimit": Self.count(idleViewLimit),
    ]
  }

  /// A count as scenarios have it: what is beyond the largest one has no other effect.
  private static func count(_ number: Int) -> JSONValue {
    .integer(Int64(min(max(number, 0), Read.largestCount)))
  }
}

extension ScrollOptions {
  fileprivate var json: JSONObject {
    let fling: JSONValue =
      switch fling {
      case .friction: "friction"
      case .spline(let pointsPerInch): .number(pointsPerInch)
      }
    // What the app set, as the view takes it: JSON has no number for each.
    let rate = decelerationRate > 0 ? min(decelerationRate, 1) : 0
    return [
      "decelerationRate": .number(rate), "bounces": .bool(bounces),
      "paging": .bool(isPaging), "directionalLock": .bool(isDirectionalLockEnabled),
      "alwaysBouncesHorizontally": .bool(alwaysBouncesHorizontally),
      "alwaysBouncesVertically": .bool(alwaysBouncesVertically),
      "arrowStep": .number(arrowStep), "anchoring": anchoring == .end ? "end" : "start",
      "fling": fling,
    ]
  }
}

extension ScenarioData {
  /// Items of each section.
  var counts: [Int] { sections.map(\.runs.count) }
}

extension Vector {
  /// `[dx, dy]`.
  var json: JSONValue { [.number(dx), .number(dy)] }
}

// MARK: - As text
//
// A captured scenario as text.

extension Scenario {
  /// The complete capture; the steps come later.
  var header: JSONObject {
    var object = JSONObject([.init("layout", .string(layout))])
    if tier != .auto { object["tier"] = .string(tier.rawValue) }
    if !properties.members.isEmpty { object["properties"] = .object(properties) }
    object["container"] = host.viewportSize?.json
    if host.isRightToLeft == true { object["direction"] = "rtl" }
    if !data.queries.members.isEmpty { object["queries"] = .object(data.queries) }
    object["sections"] = .array(data.contents.map { .object($0.json) })
    return object
  }
}

extension DataChange {
  /// The operation in the form of a step.
  var json: JSONValue {
    var object = JSONObject()
    switch operation {
    case .insertItem(let path): object["insert"] = path.json
    case .deleteItem(let path): object["delete"] = path.json
    case .moveItem(let source, let target): object["move"] = [source.json, target.json]
    case .reloadItem(let path): object["reload"] = path.json
    case .insertSection(let index): object["insertSection"] = .integer(Int64(index))
    case .deleteSection(let index): object["deleteSection"] = .integer(Int64(index))
    case .moveSection(let source, let target):
      object["moveSection"] = [.integer(Int64(source)), .integer(Int64(target))]
    case .reloadSection(let index): object["reloadSection"] = .integer(Int64(index))
    }
    switch content {
    case .nothing: break
    case .item(let content): content.write(to: &object)
    case .section(let content): object["section"] = .object(content.json)
    }
    if !isTold { object["told"] = false }
    return .object(object)
  }
}

extension SectionContent {
  var json: JSONObject {
    var object = JSONObject()
    switch items {
    case .each(let sizes): object["items"] = .array(sizes.map { $0?.json ?? .null })
    case .equal(let count, let size):
      object["count"] = .integer(Int64(count))
      object["size"] = size?.json
    }
    if !queries.members.isEmpty { object["queries"] = .object(queries) }
    if !itemQueries.isEmpty {
      object["itemQueries"] = .object(
        JSONObject(itemQueries.map { .init($0.name, .array($0.answers)) }))
    }
    return object
  }
}
