// SPDX-License-Identifier: Apache-2.0
//
// The data's answers to a query by name, as JSON: for sessions whose answers change over time.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension ScenarioData {
  /// The query with a separate key for its answers.
  static let sizeQuery = "sizeForItem"

  /// Returns the answer for an item; nil, or null, without an answer.
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

  /// Returns the answer for a section; nil, or null, without an answer.
  func answer(to query: String, ofSection section: Int) -> JSONValue? {
    guard sections.indices.contains(section) else { return queries[query] }
    let serial = sections[section].serial
    return patches[AnswerPatches.Place(query: query, origin: nil), serial]
      ?? contents[serial].queries[query] ?? queries[query]
  }

  /// Returns a later answer for an item or its section; null if the later answer was none, nil if
  /// there was no later answer.
  func laterAnswer(to query: QueryDescriptor, at path: ItemPath) -> JSONValue? {
    if query.scope == .item, let item = item(at: path),
      let answer = patches[.init(query: query.name, origin: item.origin), item.index]
    {
      return answer
    }
    guard sections.indices.contains(path.section) else { return nil }
    return patches[.init(query: query.name, origin: nil), sections[path.section].serial]
  }

  /// Returns true when one answer is known to hold for all items of a range, without checking each
  /// item.
  func isCommon(_ answer: JSONValue?, to query: String, section: Int, _ items: Range<Int>) -> Bool {
    guard sections.indices.contains(section), items.upperBound <= sections[section].runs.count
    else { return false }
    var (isCommon, count) = (true, 0)
    sections[section].runs.forEachStretch(of: items) { origin, range in
      count += range.count
      isCommon = isCommon && common(to: query, section, origin, range) == .some(answer ?? .null)
    }
    return isCommon && count == items.count
  }

  /// The common answer for items of one origin; nil if each item must be checked.
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

  /// Returns the later answer to the size query for an item.
  func patchedSize(at item: ItemReference) -> Size? {
    let place = AnswerPatches.Place(query: Self.sizeQuery, origin: item.origin)
    guard let patch = patches[place, item.index] else {
      return origins[item.origin].items.size(at: item.index)
    }
    return (try? Read.optionalSize(patch, Self.sizeQuery)) ?? nil
  }

  /// Stores later answers. Answers about missing items or sections are ignored.
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
// A scenario's answers to one query by name.

/// The parsed answers to one query, by origin, so that they move with the elements.
struct NamedAnswers {
  let query: QueryDescriptor
  private var common: LayoutValue?
  /// Answers by section, in the order of their insertion.
  private var sections: [LayoutValue?] = []
  /// Answers by origin and item; empty without a list.
  private var items: [[LayoutValue?]] = []

  /// - Throws: `bad-value` when an answer does not have the query's type.
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

  /// An item's own answer; an answer that came after the binding is parsed when it is needed.
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

  /// Returns the current answer for a path.
  ///
  /// - Throws: `bad-value` when the answer of an item that came later does not have the query's
  ///   type.
  func answer(at path: ItemPath, in data: ScenarioData) throws(LayoutError) -> LayoutValue? {
    guard data.sections.indices.contains(path.section) else { return common }
    let serial = data.sections[path.section].serial
    let ofSection = sections.indices.contains(serial) ? sections[serial] : nil
    guard let item = data.item(at: path) else { return ofSection ?? common }
    return try answer(of: item, in: data) ?? ofSection ?? common
  }
}
