// SPDX-License-Identifier: Apache-2.0
//
// The data of a scenario: sections with counts, sizes and answers, as values.

import LayoutLoading
import LayoutModel

/// Everything that the data source and the queries answer from.
struct ScenarioData {
  var sections: [ScenarioSection]
  /// Answers for all sections, by the query's name.
  var queries: JSONObject

  init(from reader: inout ObjectReader) throws(LayoutError) {
    queries = try reader.take("queries", AnswerReading.object) ?? JSONObject()
    sections =
      try reader.take("sections") { (value, place) throws(LayoutError) in
        var sections: [ScenarioSection] = []
        for (index, element) in try Read.array(value, place).enumerated() {
          sections.append(try ScenarioSection(element, place: "sections[\(index)]"))
        }
        return sections
      } ?? []
  }

  /// Every query that the data answers, in the order named.
  var answeredQueries: [String] {
    var names = queries.keys
    for section in sections {
      names += section.queries.keys + section.itemQueries.map(\.name)
    }
    return names
  }
}

/// One section.
struct ScenarioSection {
  var items: Items
  var header: Length?
  var footer: Length?
  /// Answers for the section, by the query's name.
  var queries: JSONObject
  /// Answers for each item.
  var itemQueries: [(name: String, answers: [JSONValue])]

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    items = try Items(from: &reader)
    header = try reader.take("header", Length.init)
    footer = try reader.take("footer", Length.init)
    queries = try reader.take("queries", AnswerReading.object) ?? JSONObject()
    itemQueries = try reader.take("itemQueries", AnswerReading.lists) ?? []
    if reader.take("preferred") != nil {
      throw LayoutError(
        "not-yet", "\(place): 'preferred' is not available yet: cells cannot ask for sizes")
    }
    try reader.finish()
    for query in itemQueries where query.answers.count != items.count {
      throw LayoutError(
        "bad-value",
        "\(place): itemQueries '\(query.name)' has \(query.answers.count) answers for "
          + "\(items.count) items")
    }
  }
}

/// The items of a section: their number and what the size query answers.
enum Items {
  /// A size for each item; nil leaves the query unanswered.
  case each([Size?])
  /// Equal ones; without a size the query is unanswered.
  case equal(count: Int, size: Size?)

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let each = try reader.take("items", Read.each(Self.optionalSize))
    let count = try reader.take("count", Read.count)
    let size = try reader.take("size", Read.size)
    switch (each, count) {
    case (let each?, nil) where size == nil: self = .each(each)
    case (nil, _): self = .equal(count: count ?? 0, size: size)
    default:
      throw LayoutError(
        "bad-value", "\(reader.place): give either 'items' or 'count' with 'size', not both")
    }
  }

  var count: Int {
    switch self {
    case .each(let sizes): sizes.count
    case .equal(let count, _): count
    }
  }

  /// What the size query answers for an item.
  func size(at item: Int) -> Size? {
    switch self {
    case .each(let sizes): sizes[item]
    case .equal(_, let size): size
    }
  }

  /// Whether the size query has an answer for any item.
  var hasSizes: Bool {
    switch self {
    case .each(let sizes): sizes.contains { $0 != nil }
    case .equal(_, let size): size != nil
    }
  }

  private static func optionalSize(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> Size? {
    value == .null ? nil : try Read.size(value, place)
  }
}

/// The extent of a header or footer.
enum Length {
  /// Along the scroll axis; across it, the container's.
  case along(Double)
  case size(Size)

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    if value.double != nil {
      self = .along(try Read.length(value, place))
    } else {
      self = .size(try Read.size(value, place))
    }
  }

  /// The size in this container.
  func size(in container: Size, isHorizontal: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .along(let length):
      isHorizontal
        ? Size(width: length, height: container.height)
        : Size(width: container.width, height: length)
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
