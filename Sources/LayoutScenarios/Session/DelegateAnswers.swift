// SPDX-License-Identifier: Apache-2.0
//
// What the delegate of a scenario says to questions: yes, unless the scenario refuses.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Answers by question and path: `{"shouldHighlight": {"0.1": false}}`.
struct DelegateAnswers {
  /// The questions with an answer for each path.
  enum Question: String, CaseIterable {
    case shouldHighlight, shouldSelect, shouldDeselect, shouldShowMenu, canMove
  }

  private var answers: [Question: [ItemPath: Bool]] = [:]
  /// `{"canPerformAction": {"0.1": {"paste": false}}}`.
  private var actions: [ItemPath: [String: Bool]] = [:]

  /// Yes to everything.
  init() {}

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    for question in Question.allCases {
      answers[question] = try reader.take(question.rawValue, Self.byPath(Read.bool))
    }
    actions = try reader.take("canPerformAction", Self.byPath(Self.byName)) ?? [:]
    try reader.finish()
  }

  func says(_ question: Question, _ path: ItemPath) -> Bool { answers[question]?[path] ?? true }

  func allows(_ action: MenuAction, _ path: ItemPath) -> Bool {
    actions[path]?[action.name] ?? true
  }

  /// An object whose keys are paths, written "section.item".
  private static func byPath<Value>(
    _ read: @escaping (JSONValue, String) throws(LayoutError) -> Value
  ) -> (JSONValue, String) throws(LayoutError) -> [ItemPath: Value] {
    { (value: JSONValue, place: String) throws(LayoutError) -> [ItemPath: Value] in
      var result: [ItemPath: Value] = [:]
      for member in try AnswerReading.object(value, place).members {
        let parts = member.key.split(separator: ".", omittingEmptySubsequences: false)
        let indices = parts.compactMap { UInt32($0) }.map(Int.init)
        guard parts.count == 2, indices.count == 2 else {
          throw LayoutError(
            "bad-value", "\(place): expected a path such as \"0.1\", found \"\(member.key)\"")
        }
        let place = "\(place)['\(member.key)']"
        result[ItemPath(indices[0], indices[1])] = try read(member.value, place)
      }
      return result
    }
  }

  private static func byName(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> [String: Bool] {
    var reader = try ObjectReader(value, place: place)
    var result: [String: Bool] = [:]
    for name in ["cut", "copy", "paste"] { result[name] = try reader.take(name, Read.bool) }
    try reader.finish()
    return result
  }
}
