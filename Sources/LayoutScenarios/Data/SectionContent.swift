// SPDX-License-Identifier: Apache-2.0
//
// A section in a scenario: its items, and the sizes of its items, header and footer.

import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - Sections
//
// A section in a scenario, independent of its place in the data.

/// One section's JSON object, parsed. It never changes; the data has its current place.
struct SectionContent {
  var items: Items
  var header: Length?
  var footer: Length?
  /// Answers for the section, by the query's name.
  var queries: JSONObject
  /// Answers for each item.
  var itemQueries: [(name: String, answers: [JSONValue])]
  /// The preferred sizes of cells when they appear; nil without preferences.
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

// MARK: - Items

/// The items of a section: their number and their answers to the size query.
enum Items {
  /// A size for each item; nil leaves the query unanswered.
  case each([Size?])
  /// Equal items; without a size the query is unanswered.
  case equal(count: Int, size: Size?)

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let each = try reader.take("items", Read.each(Read.optionalSize))
    let count = try reader.take("count", Read.count)
    let size = try reader.take("size", Read.size)
    switch (each, count) {
    case (let each?, nil) where size == nil: self = .each(each)
    case (nil, _): self = .equal(count: count ?? 0, size: size)
    default:
      throw LayoutError(
        .badValue, "\(reader.place): give either 'items' or 'count' with 'size', not both")
    }
  }

  /// The preferred sizes of cells: a size or null for each of `count` items, or one size for all of
  /// them.
  init(preferred value: JSONValue, count: Int, place: String) throws(LayoutError) {
    if let first = value.array?.first, first.double != nil {
      self = .equal(count: count, size: try Read.size(value, place))
      return
    }
    let sizes = try Read.each(Read.optionalSize)(value, place)
    guard sizes.count == count else {
      throw LayoutError(.badValue, "\(place): \(sizes.count) sizes for \(count) items")
    }
    self = .each(sizes)
  }

  var count: Int {
    switch self {
    case .each(let sizes): sizes.count
    case .equal(let count, _): count
    }
  }

  /// Returns the size query's answer for an item.
  func size(at item: Int) -> Size? {
    switch self {
    case .each(let sizes): sizes[item]
    case .equal(_, let size): size
    }
  }

  /// True when the size query has an answer for any item.
  var hasSizes: Bool {
    switch self {
    case .each(let sizes): sizes.contains { $0 != nil }
    case .equal(_, let size): size != nil
    }
  }
}

/// The extent of a header or footer.
enum Length {
  /// A length along the scroll axis; across it, the viewport's extent.
  case along(Double)
  case size(Size)

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    if value.double != nil {
      self = .along(try Read.length(value, place))
    } else {
      self = .size(try Read.size(value, place))
    }
  }

  /// The size in this viewport.
  func size(in viewportSize: Size, isHorizontal: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .along(let length):
      isHorizontal
        ? Size(width: length, height: viewportSize.height)
        : Size(width: viewportSize.width, height: length)
    }
  }
}

extension Read {
  /// A size, or null for none.
  static func optionalSize(_ value: JSONValue, _ place: String) throws(LayoutError) -> Size? {
    value == .null ? nil : try size(value, place)
  }
}

// MARK: - One item

/// The answers of an item. For a reloaded item, missing answers do not change.
struct ItemContent {
  /// The answer to the size query. The inner value is nil if the query stays unanswered; the outer
  /// one if it does not change.
  var size: Size??
  /// Answers to other queries, by their names.
  var answers = JSONObject()
  /// The preferred size of its cell when it appears, in the same two levels.
  var preferred: Size??

  /// An item of this size.
  init(size: Size?) { self.size = .some(size) }

  /// Reads `size`, `itemQueries` and `preferred` of an operation.
  init(from reader: inout ObjectReader) throws(LayoutError) {
    size = try reader.take("size", Read.optionalSize)
    answers = try reader.take("itemQueries", AnswerReading.object) ?? answers
    preferred = try reader.take("preferred", Read.optionalSize)
  }

  /// True when there are no answers.
  var isEmpty: Bool { size == nil && answers.members.isEmpty && preferred == nil }

  /// Writes the answers into an operation.
  func write(to object: inout JSONObject) {
    if let size { object["size"] = size?.json ?? .null }
    if !answers.members.isEmpty { object["itemQueries"] = .object(answers) }
    if let preferred { object["preferred"] = preferred?.json ?? .null }
  }
}

extension ItemOrigin {
  /// One inserted item.
  init(_ content: ItemContent, identity: Identity) {
    self.init(
      identity: identity, items: .equal(count: 1, size: content.size ?? nil),
      answers: content.answers.members.map { ($0.key, [$0.value]) },
      preferred: (content.preferred ?? nil).map { .equal(count: 1, size: $0) })
  }

  /// The answers to one query, one per item; empty if there are none.
  func answers(to query: String) -> [JSONValue] {
    answers.first { $0.name == query }?.answers ?? []
  }

  /// Returns the answers of one of the items.
  func content(at index: Int) -> ItemContent {
    var content = ItemContent(size: items.size(at: index))
    content.answers = JSONObject(answers.map { .init($0.name, $0.answers[index]) })
    if let preferred { content.preferred = .some(preferred.size(at: index)) }
    return content
  }
}

extension ScenarioData {
  /// Returns the answers of the item at a path; nil when there is none.
  func content(ofItemAt path: ItemPath) -> ItemContent? {
    item(at: path).map { origins[$0.origin].content(at: $0.index) }
  }
}
