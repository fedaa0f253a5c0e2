// SPDX-License-Identifier: Apache-2.0
//
// What the app of a scenario says to questions: yes, unless the scenario refuses.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Answers by question and path: `{"shouldHighlight": {"0.1": false}}`.
struct DelegateAnswers {
  private var answers: [AppQuestion: [ItemPath: Bool]] = [:]
  /// `{"canPerformAction": {"0.1": {"paste": false}}}`.
  private var actions: [ItemPath: [String: Bool]] = [:]
  /// True when an item that is dropped is moved.
  private var drops: [ItemPath: Bool] = [:]
  /// `{"targetForMove": {"0.1": {"0.3": [0, 2]}}}`: by the item and the path proposed.
  private var targets: [ItemPath: [ItemPath: ItemPath]] = [:]

  /// Yes to everything.
  init() {}

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    for question in AppQuestion.allCases {
      answers[question] = try reader.take(question.rawValue, Self.byPath(Read.bool))
    }
    actions = try reader.take("canPerformAction", Self.byPath(Self.byName)) ?? [:]
    drops = try reader.take("moveItem", Self.byPath(Read.bool)) ?? [:]
    targets = try reader.take("targetForMove", Self.byPath(Self.byPath(Read.path))) ?? [:]
    try reader.finish()
  }

  /// Nil where nothing is said.
  func says(_ question: AppQuestion, _ path: ItemPath) -> Bool? { answers[question]?[path] }

  /// Nil where nothing is said.
  func allows(_ action: MenuAction, _ path: ItemPath) -> Bool? { actions[path]?[action.name] }

  /// Nil where nothing is said.
  func takesDrop(of path: ItemPath) -> Bool? { drops[path] }

  /// Returns the target of an item; nil where nothing is said.
  func target(of path: ItemPath, proposed: ItemPath) -> ItemPath? { targets[path]?[proposed] }

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
            .badValue, "\(place): expected a path such as \"0.1\", found \"\(member.key)\"")
        }
        let place = "\(place)['\(member.key)']"
        result[ItemPath(indices[0], indices[1])] = try read(member.value, place)
      }
      return result
    }
  }

  /// An object whose keys are names of actions: cut, copy, paste, and those of `menuActions`.
  private static func byName(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> [String: Bool] {
    var result: [String: Bool] = [:]
    for member in try AnswerReading.object(value, place).members {
      result[member.key] = try Read.bool(member.value, "\(place)['\(member.key)']")
    }
    return result
  }
}
