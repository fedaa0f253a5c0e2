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
