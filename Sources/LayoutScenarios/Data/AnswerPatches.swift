// SPDX-License-Identifier: Apache-2.0
//
// Answers that changed after the data came that they are about.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// Later answers, by query and by what they are about, so that they go where it goes.
struct AnswerPatches {
  /// The items of an origin, or all sections by their serial numbers.
  struct Place: Hashable {
    let query: String
    /// Nil for sections.
    let origin: Int?
  }

  /// By range, the latest last; none lies wholly under a later one.
  private var answers: [Place: [(range: Range<Int>, answer: JSONValue)]] = [:]

  /// Returns true when there is any for these items or sections.
  func has(_ place: Place) -> Bool { answers[place] != nil }

  /// The latest answer; null where it says that there is none.
  subscript(_ place: Place, _ index: Int) -> JSONValue? {
    answers[place]?.last { $0.range.contains(index) }?.answer
  }

  /// The one answer for all of `range`, where one answer covers it.
  func common(_ place: Place, _ range: Range<Int>) -> JSONValue? {
    guard let last = answers[place]?.last(where: { $0.range.overlaps(range) }),
      last.range.lowerBound <= range.lowerBound, last.range.upperBound >= range.upperBound
    else { return nil }
    return last.answer
  }

  mutating func set(_ place: Place, _ range: Range<Int>, to answer: JSONValue) {
    guard !range.isEmpty else { return }
    answers[place, default: []].removeAll {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    answers[place, default: []].append((range, answer))
  }

  /// The item became one of another origin, which answers the queries `said` anew: the other answers
  /// stay.
  mutating func carry(_ item: ItemReference, to new: ItemReference, except said: Set<String>) {
    for (place, list) in answers where place.origin == item.origin && !said.contains(place.query) {
      guard let answer = list.last(where: { $0.range.contains(item.index) })?.answer else {
        continue
      }
      set(Place(query: place.query, origin: new.origin), new.index..<new.index + 1, to: answer)
    }
  }
}

/// An answer as a step gives it: to a query, for one section or for items that stand side by side.
struct LaterAnswer {
  let query: String
  let section: Int
  /// Nil for a query about sections.
  var items: Range<Int>?
  /// One each, or one for all.
  var answers: [JSONValue]

  init(query: String, section: Int, items: Range<Int>?, answers: [JSONValue]) {
    (self.query, self.section) = (query, section)
    (self.items, self.answers) = (items, answers)
  }

  /// Reads `{"query": Q, "section": s, "answer": v}`, for items with `"item": i` and `"count": n`, or
  /// `"each": [v…]` in place of `answer`.
  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    query = try reader.require("query", Read.string)
    section = try reader.require("section", Read.count)
    let first = try reader.take("item", Read.count)
    let count = try reader.take("count", Read.count) ?? 1
    let each = try reader.take("each", Read.array)
    let answer = reader.take("answer")
    try reader.finish()
    guard (each == nil) != (answer == nil), first != nil || each == nil else {
      throw LayoutError(.badValue, "\(place): give 'answer', or 'each' with 'item'")
    }
    answers = each ?? answer.map { [$0] } ?? []
    items = first.map { $0..<$0 + (each?.count ?? count) }
  }

  var json: JSONValue {
    var object: JSONObject = ["query": .string(query), "section": .integer(Int64(section))]
    if let items {
      object["item"] = .integer(Int64(items.lowerBound))
      if answers.count > 1 || items.isEmpty {
        object["each"] = .array(answers)
        return .object(object)
      }
      if items.count > 1 { object["count"] = .integer(Int64(items.count)) }
    }
    object["answer"] = answers.first ?? .null
    return .object(object)
  }
}
