// SPDX-License-Identifier: Apache-2.0
//
// Answers of an app that differ from the data of a recording.

import LayoutJSON
import LayoutModel
import LayoutRuntime

extension ScenarioData {
  /// Returns the answer to a query about one path, if it differs from the data's.
  func news(of query: QueryDescriptor, at path: ItemPath, _ value: LayoutValue?) -> [LaterAnswer] {
    let items = query.scope == .item ? path.item..<path.item + 1 : nil
    return news(of: query.name, path.section, items, value?.json() ?? .null)
  }

  /// Returns those answers for a range that differ from the data's.
  ///
  /// - Parameter section: 0 for a query about sections, whose range is one of sections.
  func news(
    of query: QueryDescriptor, section: Int, _ range: Range<Int>, _ answers: QueryAnswers
  ) -> [LaterAnswer] {
    let (common, each): (JSONValue?, [JSONValue]) =
      switch answers {
      case .none: (.null, [])
      case .uniform(let value): (value.json(), [])
      case .each(let values): (nil, values.map { $0?.json() ?? .null })
      }
    if query.scope == .item, let common {
      if isCommon(common, to: query.name, section: section, range) { return [] }
      // One by one only if they differ.
      let differs = range.contains {
        answer(to: query.name, at: ItemPath(section, $0)) ?? .null != common
      }
      guard differs else { return [] }
      return [LaterAnswer(query: query.name, section: section, items: range, answers: [common])]
    }
    return range.enumerated().flatMap { offset, index in
      let answer = common ?? each[offset]
      return query.scope == .item
        ? news(of: query.name, section, index..<index + 1, answer)
        : news(of: query.name, index, nil, answer)
    }
  }

  private func news(
    of query: String, _ section: Int, _ items: Range<Int>?, _ answer: JSONValue
  ) -> [LaterAnswer] {
    let known =
      items.map { self.answer(to: query, at: ItemPath(section, $0.lowerBound)) }
      ?? self.answer(to: query, ofSection: section)
    if known ?? .null == answer { return [] }
    return [LaterAnswer(query: query, section: section, items: items, answers: [answer])]
  }

  /// Returns the data's own answer to the query of another one, for the same items or section.
  func ownAnswer(inPlaceOf other: LaterAnswer) -> LaterAnswer {
    var own = other
    own.answers =
      other.items?.map { answer(to: other.query, at: ItemPath(other.section, $0)) ?? .null }
      ?? [answer(to: other.query, ofSection: other.section) ?? .null]
    return own
  }
}
