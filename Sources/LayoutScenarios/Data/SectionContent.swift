// SPDX-License-Identifier: Apache-2.0
//
// A section as a scenario writes it: what it holds, whatever place it has in the data.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// One section's JSON object, read. It never changes; the data says where it stands now.
struct SectionContent {
  var items: Items
  var header: Length?
  var footer: Length?
  /// Answers for the section, by the query's name.
  var queries: JSONObject
  /// Answers for each item.
  var itemQueries: [(name: String, answers: [JSONValue])]
  /// The sizes that cells prefer when they appear; nil where none is preferred.
  var preferred: Items?

  /// A section without items.
  static let empty = SectionContent()

  private init() {
    items = .equal(count: 0, size: nil)
    queries = JSONObject()
    itemQueries = []
  }

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    items = try Items(from: &reader)
    header = try reader.take("header", Length.init)
    footer = try reader.take("footer", Length.init)
    queries = try reader.take("queries", AnswerReading.object) ?? JSONObject()
    itemQueries = try reader.take("itemQueries", AnswerReading.lists) ?? []
    let count = items.count
    preferred = try reader.take("preferred") { (value, place) throws(LayoutError) in
      try Items(preferred: value, count: count, place: place)
    }
    try reader.finish()
    for query in itemQueries where query.answers.count != items.count {
      throw LayoutError(
        .badValue,
        "\(place): itemQueries '\(query.name)' has \(query.answers.count) answers for "
          + "\(items.count) items")
    }
  }
}

/// Readers of answers, whose types are known only when they are bound.
enum AnswerReading {
  static func object(_ value: JSONValue, _ place: String) throws(LayoutError) -> JSONObject {
    guard case .object(let object) = value else { throw Read.expected("an object", value, place) }
    return object
  }

  static func lists(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> [(name: String, answers: [JSONValue])] {
    var lists: [(name: String, answers: [JSONValue])] = []
    for member in try object(value, place).members {
      lists.append((member.key, try Read.array(member.value, "\(place)['\(member.key)']")))
    }
    return lists
  }
}
