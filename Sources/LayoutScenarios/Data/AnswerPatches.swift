// SPDX-License-Identifier: Apache-2.0
//
// Answers that changed after their data came.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// Later answers, by query and origin, so that they move with the elements.
struct AnswerPatches {
  /// The items of an origin, or all sections by their serial numbers.
  struct Place: Hashable {
    let query: String
    /// The origin; nil for sections.
    let origin: Int?
  }

  /// The answer to the items of a range.
  private struct Patch {
    var range: Range<Int>
    let answer: JSONValue
  }

  /// Answers in the order of their ranges, of which no two overlap.
  private var answers: [Place: [Patch]] = [:]

  /// Returns true when there is a later answer for these items or sections.
  func has(_ place: Place) -> Bool { answers[place] != nil }

  /// The latest answer; null if it says that there is none.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  subscript(_ place: Place, _ index: Int) -> JSONValue? {
    common(place, index..<index + 1)
  }

  /// The common answer for all of `range`, if one answer covers it.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  func common(_ place: Place, _ range: Range<Int>) -> JSONValue? {
    guard let list = answers[place] else { return nil }
    let first = Self.first(of: list, endingAfter: range.lowerBound)
    guard first < list.count, list[first].range.lowerBound <= range.lowerBound,
      list[first].range.upperBound >= range.upperBound
    else { return nil }
    return list[first].answer
  }

  /// Stores an answer in place of those to the same items.
  ///
  /// - Complexity: O(log n) in the number of ranges, and O(n) where the range is not the last one.
  mutating func set(_ place: Place, _ range: Range<Int>, to answer: JSONValue) {
    guard !range.isEmpty else { return }
    Self.set(range, to: answer, in: &answers[place, default: []])
  }

  private static func set(_ range: Range<Int>, to answer: JSONValue, in list: inout [Patch]) {
    let low = first(of: list, endingAfter: range.lowerBound)
    let high = first(of: list, endingAfter: range.upperBound)
    var patches = [Patch(range: range, answer: answer)]
    if low < list.count, list[low].range.lowerBound < range.lowerBound {
      var rest = list[low]
      rest.range = rest.range.lowerBound..<range.lowerBound
      patches.insert(rest, at: 0)
    }
    var end = high
    if high < list.count, list[high].range.lowerBound < range.upperBound {
      var rest = list[high]
      rest.range = range.upperBound..<rest.range.upperBound
      patches.append(rest)
      end += 1
    }
    list.replaceSubrange(low..<end, with: patches)
  }

  /// The place of the first range that ends after an index; the count if there is none.
  private static func first(of list: [Patch], endingAfter index: Int) -> Int {
    // Most answers come in the order of their items.
    guard let last = list.last, last.range.upperBound > index else { return list.count }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].range.upperBound > index { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Gives an item another origin. It keeps its later answers, except to the queries `said`, which
  /// the new origin answers.
  mutating func carry(_ item: ItemReference, to new: ItemReference, except said: Set<String>) {
    let kept = answers.keys.filter { $0.origin == item.origin && !said.contains($0.query) }
    for place in kept {
      guard let answer = self[place, item.index] else { continue }
      set(Place(query: place.query, origin: new.origin), new.index..<new.index + 1, to: answer)
    }
  }
}

/// A later answer in a step: to a query, for one section or for neighbouring items.
struct LaterAnswer {
  let query: String
  let section: Int
  /// The items; nil for a query about sections.
  var items: Range<Int>?
  /// One answer for each item, or one for all.
  var answers: [JSONValue]

  init(query: String, section: Int, items: Range<Int>?, answers: [JSONValue]) {
    (self.query, self.section) = (query, section)
    (self.items, self.answers) = (items, answers)
  }

  /// Reads `{"query": Q, "section": s, "answer": v}`, for items with `"item": i` and `"count": n`,
  /// or `"each": [v…]` instead of `answer`.
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
