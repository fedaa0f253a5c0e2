// SPDX-License-Identifier: Apache-2.0
//
// What a batch says of one item that comes, or is reloaded.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The answers of an item. Of a reloaded item, what is not said stays as it was.
struct ItemContent {
  /// The answer to the size query. The inner value is nil where the query stays unanswered; the outer
  /// one where nothing is said of it.
  var size: Size??
  /// Answers to other queries, by their names.
  var answers = JSONObject()
  /// The size that its cell prefers when it appears, in the same two levels.
  var preferred: Size??

  /// An item of this size.
  init(size: Size?) { self.size = .some(size) }

  /// Takes `size`, `itemQueries` and `preferred` out of an operation.
  init(from reader: inout ObjectReader) throws(LayoutError) {
    size = try reader.take("size", Read.optionalSize)
    answers = try reader.take("itemQueries", AnswerReading.object) ?? answers
    preferred = try reader.take("preferred", Read.optionalSize)
  }

  /// True when nothing is said.
  var isEmpty: Bool { size == nil && answers.members.isEmpty && preferred == nil }

  /// Writes what is said into an operation.
  func write(to object: inout JSONObject) {
    if let size { object["size"] = size?.json ?? .null }
    if !answers.members.isEmpty { object["itemQueries"] = .object(answers) }
    if let preferred { object["preferred"] = preferred?.json ?? .null }
  }
}

extension ItemOrigin {
  /// One item that comes by itself.
  init(_ content: ItemContent, identity: Identity) {
    self.init(
      identity: identity, items: .equal(count: 1, size: content.size ?? nil),
      answers: content.answers.members.map { ($0.key, [$0.value]) },
      preferred: (content.preferred ?? nil).map { .equal(count: 1, size: $0) })
  }

  /// The answers to one query, one an item; empty where there are none.
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
