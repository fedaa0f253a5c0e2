// SPDX-License-Identifier: Apache-2.0
//
// The answers that a scenario gives to one query by its name.

import LayoutLoading
import LayoutModel

/// The answers to one query, read: by what came into the data, so that they go where it goes.
struct NamedAnswers {
  let query: QueryDescriptor
  private var common: LayoutValue?
  /// By section, in the order in which they came.
  private var sections: [LayoutValue?] = []
  /// By origin and item; empty where there is no list.
  private var items: [[LayoutValue?]] = []

  /// - Throws: `bad-value` when an answer is not of the query's type.
  init(_ data: ScenarioData, _ query: QueryDescriptor) throws(LayoutError) {
    func read(_ json: JSONValue?, _ place: String) throws(LayoutError) -> LayoutValue? {
      guard let json, json != .null else { return nil }
      return try LayoutValue(json: json, type: query.result, place: place)
    }
    self.query = query
    common = try read(data.queries[query.name], "query '\(query.name)'")
    for (index, content) in data.contents.enumerated() {
      let place = "sections[\(index)]: query '\(query.name)'"
      sections.append(try read(content.queries[query.name], place))
      guard query.scope == .item || !content.itemQueries.contains(where: { $0.name == query.name })
      else {
        throw LayoutError(
          "bad-value",
          "\(place): it is asked for the section, not for each item; put the answer into 'queries'")
      }
    }
    for origin in data.origins {
      var list: [LayoutValue?] = []
      for answer in origin.answers.first(where: { $0.name == query.name })?.answers ?? [] {
        list.append(try read(answer, "itemQueries '\(query.name)'"))
      }
      items.append(list)
    }
  }

  /// The answer for what stands at a path now.
  func answer(at path: ItemPath, in data: ScenarioData) -> LayoutValue? {
    guard data.sections.indices.contains(path.section) else { return common }
    let serial = data.sections[path.section].serial
    let ofSection = sections.indices.contains(serial) ? sections[serial] : nil
    guard let item = data.item(at: path), items.indices.contains(item.origin),
      items[item.origin].indices.contains(item.index)
    else { return ofSection ?? common }
    return items[item.origin][item.index] ?? ofSection ?? common
  }
}
