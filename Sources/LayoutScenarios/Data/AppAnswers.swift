// SPDX-License-Identifier: Apache-2.0
//
// What the app of a scenario answers to questions: during one step, and until further notice.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - During a step

/// The keys that any step may carry for the answers of an app.
struct AppAnswers {
  /// To the questions of a delegate and of a data source.
  var delegate = DelegateAnswers()
  /// To queries of the layout; they hold from then on. Those about the data from before the step, and
  /// those about the data that it makes.
  var earlier: [LaterAnswer] = []
  var later: [LaterAnswer] = []
  /// To queries that are asked with further arguments.
  private var asked: [Question: [JSONValue]] = [:]
  /// The sizes that views prefer.
  private var preferred: [Wish: [Size]] = [:]

  /// A query with its further arguments.
  struct Question: Hashable {
    let query: String
    let path: ItemPath
    /// As text, since that is what can be told apart.
    let arguments: String

    init(_ query: String, _ path: ItemPath, _ arguments: [JSONValue]) {
      (self.query, self.path) = (query, path)
      self.arguments = JSONValue.array(arguments).serialised()
    }
  }

  /// A view that is asked, and the size that the layout gave it.
  struct Wish: Hashable {
    let kind: String
    let path: ItemPath
    let width, height: Double

    init(_ kind: String, _ path: ItemPath, _ size: Size) {
      (self.kind, self.path) = (kind, path)
      (width, height) = (size.width, size.height)
    }

    var size: Size { Size(width: width, height: height) }
  }

  /// Nothing is said.
  init() {}

  /// The queries that are answered.
  var queries: Set<String> {
    Set((earlier + later).map(\.query)).union(asked.keys.lazy.map(\.query))
  }

  /// Takes the keys out of the step.
  init(from reader: inout ObjectReader, isConfigure: Bool) throws(LayoutError) {
    // There it holds until further notice.
    if !isConfigure { delegate = try reader.take("delegate", DelegateAnswers.init) ?? delegate }
    earlier = try reader.take("answersBefore", Read.each(LaterAnswer.init)) ?? []
    later = try reader.take("answers", Read.each(LaterAnswer.init)) ?? []
    try takeAsked(from: &reader)
  }

  /// Takes the keys for the first frame out of the scenario.
  init(startOf reader: inout ObjectReader) throws(LayoutError) { try takeAsked(from: &reader) }

  private mutating func takeAsked(from reader: inout ObjectReader) throws(LayoutError) {
    for asked in try reader.take("asked", Read.each(Self.asked)) ?? [] {
      self.asked[asked.question, default: []].insert(asked.answer, at: 0)
    }
    for wish in try reader.take("preferred", Read.each(Self.wish)) ?? [] {
      preferred[wish.of, default: []].insert(wish.size, at: 0)
    }
  }

  /// The next answer to a question; the last one stands for all that come. Nil where nothing is said.
  mutating func answer(to question: Question) -> JSONValue? { Self.next(question, &asked) }

  /// Returns the size that a view prefers, in the same way.
  mutating func size(for wish: Wish) -> Size? { Self.next(wish, &preferred) }

  private static func next<Key: Hashable, Value>(
    _ key: Key, _ lists: inout [Key: [Value]]
  ) -> Value? {
    guard let list = lists[key] else { return nil }
    return list.count > 1 ? lists[key]?.removeLast() : list.last
  }

  /// `[query, path, [arguments…], answer]`.
  private static func asked(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> (question: Question, answer: JSONValue) {
    guard let parts = value.array, parts.count == 4 else {
      throw Read.expected("[query, path, [arguments…], answer]", value, place)
    }
    let question = Question(
      try Read.string(parts[0], place), try Read.path(parts[1], place),
      try Read.array(parts[2], place))
    return (question, parts[3])
  }

  /// `[kind, path, [width, height] given, [width, height] wanted]`.
  private static func wish(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> (of: Wish, size: Size) {
    guard let parts = value.array, parts.count == 4 else {
      throw Read.expected("[kind, path, size given, size wanted]", value, place)
    }
    let wish = Wish(
      try Read.string(parts[0], place), try Read.path(parts[1], place),
      try Read.size(parts[2], place))
    return (wish, try Read.size(parts[3], place))
  }
}

// MARK: - Until further notice
//
// What the app of a scenario says to questions: yes, unless the scenario refuses.

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
