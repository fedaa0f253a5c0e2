// SPDX-License-Identifier: Apache-2.0
//
// The answers that a scenario gives to one query by its name.

import LayoutJSON
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
    self.query = query
    common = try Self.read(data.queries[query.name], query, "query '\(query.name)'")
    for (index, content) in data.contents.enumerated() {
      let place = "sections[\(index)]: query '\(query.name)'"
      sections.append(try Self.read(content.queries[query.name], query, place))
      guard query.scope == .item || !content.itemQueries.contains(where: { $0.name == query.name })
      else {
        throw LayoutError(
          .badValue,
          "\(place): it is asked for the section, not for each item; put the answer into 'queries'")
      }
    }
    for origin in data.origins {
      var list: [LayoutValue?] = []
      for answer in origin.answers(to: query.name) {
        list.append(try Self.read(answer, query, Self.place(query)))
      }
      items.append(list)
    }
  }

  private static func read(
    _ json: JSONValue?, _ query: QueryDescriptor, _ place: String
  ) throws(LayoutError) -> LayoutValue? {
    guard let json, json != .null else { return nil }
    return try LayoutValue(json: json, type: query.result, place: place)
  }

  private static func place(_ query: QueryDescriptor) -> String { "itemQueries '\(query.name)'" }

  /// An item's own answer; one that came after the answers were bound is read when it is asked for.
  private func answer(
    of item: ItemReference, in data: ScenarioData
  ) throws(LayoutError) -> LayoutValue? {
    if items.indices.contains(item.origin) {
      let list = items[item.origin]
      return list.indices.contains(item.index) ? list[item.index] : nil
    }
    let list = data.origins[item.origin].answers(to: query.name)
    guard list.indices.contains(item.index) else { return nil }
    return try Self.read(list[item.index], query, Self.place(query))
  }

  /// The answer for what stands at a path now.
  ///
  /// - Throws: `bad-value` when the answer of an item that came later is not of the query's type.
  func answer(at path: ItemPath, in data: ScenarioData) throws(LayoutError) -> LayoutValue? {
    guard data.sections.indices.contains(path.section) else { return common }
    let serial = data.sections[path.section].serial
    let ofSection = sections.indices.contains(serial) ? sections[serial] : nil
    guard let item = data.item(at: path) else { return ofSection ?? common }
    return try answer(of: item, in: data) ?? ofSection ?? common
  }
}
