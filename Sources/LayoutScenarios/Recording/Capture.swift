// SPDX-License-Identifier: Apache-2.0
//
// What an app set and bound on a layout, as a scenario: the other direction of running one.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Reads what a scenario says of the data behind a layout.
struct Capture {
  let descriptor: LayoutDescriptor
  /// With the app's answers bound.
  let queries: QueryTable
  /// Items of each section.
  let counts: [Int]

  /// The data, from what the app answers to the layout's queries now. A query that is asked with
  /// further arguments has no answer that stands for all of them, and is left out.
  ///
  /// - Throws: `query-failed` with what the app threw.
  /// - Complexity: O(items) where the app does not answer for a whole section at once.
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

  /// Returns the app's answer for the size of one item; nil where it does not answer, or is
  /// not asked.
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
  /// The properties that are not what they are by themselves.
  package func changedProperties() throws(LayoutError) -> JSONObject {
    var properties = JSONObject()
    for property in descriptor.properties {
      let value = try value(of: property.name)
      if value != property.defaultValue {
        properties[property.name] = property.json(of: value)
      }
    }
    return properties
  }
}
