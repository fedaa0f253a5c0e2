// SPDX-License-Identifier: Apache-2.0
//
// What an app set and bound on a layout, as a scenario: the other direction of running one.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Reads everything that a scenario says of a layout and of the data behind it.
struct Capture {
  let layout: CollectionLayout
  /// Items of each section.
  let counts: [Int]

  /// The properties that are not what they are by themselves.
  func properties() throws(LayoutError) -> JSONObject {
    var properties = JSONObject()
    for property in layout.descriptor.properties {
      let value = try layout.value(of: property.name)
      if value != property.defaultValue {
        properties[property.name] = value.json(cases: property.cases)
      }
    }
    return properties
  }

  /// The data, from what the app answers to the layout's queries now. A query that is asked with
  /// further arguments has no answer that stands for all of them, and is left out.
  ///
  /// - Throws: `query-failed` with what the app threw.
  /// - Complexity: O(items) where the app does not answer for a whole section at once.
  func data() throws(LayoutError) -> ScenarioData {
    var contents = counts.map { count in
      var content = SectionContent.empty
      content.items = .equal(count: count, size: nil)
      return content
    }
    var common = JSONObject()
    for (index, query) in layout.descriptor.queries.enumerated() where query.arguments.isEmpty {
      switch query.scope {
      case .section: try takeSections(index, query, &contents, &common)
      case .item: try takeItems(index, query, &contents)
      }
    }
    return ScenarioData(contents, queries: common)
  }

  private func takeSections(
    _ index: Int, _ query: QueryDescriptor, _ contents: inout [SectionContent],
    _ common: inout JSONObject
  ) throws(LayoutError) {
    switch try layout.queries.answers(to: index, section: 0, range: counts.indices) {
    case .none: break
    case .uniform(let value): common[query.name] = value.json()
    case .each(let values):
      for (section, value) in values.enumerated() {
        contents[section].queries[query.name] = value?.json()
      }
    }
  }

  private func takeItems(
    _ index: Int, _ query: QueryDescriptor, _ contents: inout [SectionContent]
  ) throws(LayoutError) {
    for (section, count) in counts.enumerated() {
      let answers = try layout.queries.answers(to: index, section: section, range: 0..<count)
      if query.name == "sizeForItem" {
        contents[section].items = Self.items(answers, count: count)
        continue
      }
      switch answers {
      case .none: break
      case .uniform(let value): contents[section].queries[query.name] = value.json()
      case .each(let values):
        contents[section].itemQueries.append((query.name, values.map { $0?.json() ?? .null }))
      }
    }
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
