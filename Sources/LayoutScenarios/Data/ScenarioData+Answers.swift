// SPDX-License-Identifier: Apache-2.0
//
// What the data answer to a query by its name, as JSON: for sessions whose answers change with time.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension ScenarioData {
  /// The query whose answers stand in keys of their own.
  static let sizeQuery = "sizeForItem"

  /// Returns the answer for an item; nil, or null, where there is none.
  func answer(to query: String, at path: ItemPath) -> JSONValue? {
    guard let item = item(at: path) else { return queries[query] }
    let place = AnswerPatches.Place(query: query, origin: item.origin)
    if let patch = patches[place, item.index] { return patch }
    if let list = origins[item.origin].answers.first(where: { $0.name == query })?.answers {
      return list[item.index]
    }
    if query == Self.sizeQuery { return origins[item.origin].items.size(at: item.index)?.json }
    return answer(to: query, ofSection: path.section)
  }

  /// Returns the answer for a section; nil, or null, where there is none.
  func answer(to query: String, ofSection section: Int) -> JSONValue? {
    guard sections.indices.contains(section) else { return queries[query] }
    let serial = sections[section].serial
    return patches[AnswerPatches.Place(query: query, origin: nil), serial]
      ?? contents[serial].queries[query] ?? queries[query]
  }

  /// Returns the answer since the start, for an item or its section; null where the answer
  /// was that there is none, nil where nothing was answered.
  func laterAnswer(to query: QueryDescriptor, at path: ItemPath) -> JSONValue? {
    if query.scope == .item, let item = item(at: path),
      let answer = patches[.init(query: query.name, origin: item.origin), item.index]
    {
      return answer
    }
    guard sections.indices.contains(path.section) else { return nil }
    return patches[.init(query: query.name, origin: nil), sections[path.section].serial]
  }

  /// Returns true when one answer is known to stand for all items of a range, by looking at
  /// no item alone.
  func isCommon(_ answer: JSONValue?, to query: String, section: Int, _ items: Range<Int>) -> Bool {
    guard sections.indices.contains(section) else { return false }
    var (isCommon, count) = (true, 0)
    sections[section].runs.forEachStretch(of: items) { origin, range in
      count += range.count
      isCommon = isCommon && common(to: query, section, origin, range) == .some(answer ?? .null)
    }
    return isCommon && count == items.count
  }

  /// The one answer for items of one origin; nil where they have to be looked at one by one.
  private func common(
    to query: String, _ section: Int, _ origin: Int, _ range: Range<Int>
  ) -> JSONValue? {
    let place = AnswerPatches.Place(query: query, origin: origin)
    if patches.has(place) { return patches.common(place, range) }
    if origins[origin].answers.contains(where: { $0.name == query }) { return nil }
    guard query == Self.sizeQuery else { return answer(to: query, ofSection: section) ?? .null }
    if case .equal(_, let size) = origins[origin].items { return size?.json ?? .null }
    return nil
  }

  /// Returns the size query's answer for an item of an origin with later answers.
  func patchedSize(at item: ItemReference) -> Size? {
    let place = AnswerPatches.Place(query: Self.sizeQuery, origin: item.origin)
    guard let patch = patches[place, item.index] else {
      return origins[item.origin].items.size(at: item.index)
    }
    return (try? Read.optionalSize(patch, Self.sizeQuery)) ?? nil
  }

  /// Takes later answers in. What is about no item or section there is passed over.
  mutating func learn(_ later: [LaterAnswer]) {
    for answer in later where sections.indices.contains(answer.section) {
      guard let items = answer.items else {
        let serial = sections[answer.section].serial
        patches.set(
          .init(query: answer.query, origin: nil), serial..<serial + 1,
          to: answer.answers.first ?? .null)
        continue
      }
      let runs = sections[answer.section].runs
      var next = items.lowerBound
      runs.forEachStretch(of: items.clamped(to: 0..<runs.count)) { origin, range in
        let place = AnswerPatches.Place(query: answer.query, origin: origin)
        if answer.answers.count == 1 {
          patches.set(place, range, to: answer.answers[0])
        } else {
          for index in range {
            let offset = next - items.lowerBound + index - range.lowerBound
            patches.set(place, index..<index + 1, to: answer.answers[offset])
          }
        }
        next += range.count
      }
    }
  }
}

// MARK: - By name
//
// The answers that a scenario gives to one query by its name.

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

// MARK: - Changed later
//
// Answers that changed after the data came that they are about.

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
