// SPDX-License-Identifier: Apache-2.0
//
// Answers of a scenario's app: during one step, or permanently.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - During a step

/// The keys of any step for the answers of an app.
struct AppAnswers {
  /// Answers for the delegate and the data source.
  var delegate = DelegateAnswers()
  /// Answers to queries of the layout, which stay in force: `earlier` about the data before the
  /// step, `later` about the data after it.
  var earlier: [LaterAnswer] = []
  var later: [LaterAnswer] = []
  /// Answers to queries with further arguments.
  private var asked: [Question: [JSONValue]] = [:]
  /// The requests for the views of elements that fail, by the number of earlier ones for the same element.
  private var failing: [Element: Set<Int>] = [:]
  /// The number of requests so far for the view of each of these elements.
  private var requestCounts: [Element: Int] = [:]
  /// True when a request has failed.
  private(set) var hasFailed = false
  /// The preferred sizes of views.
  private var preferred: [Wish: [Size]] = [:]

  /// A query with its further arguments.
  struct Question: Hashable {
    let query: String
    let path: ItemPath
    /// The arguments as text, which is hashable.
    let arguments: String

    init(_ query: String, _ path: ItemPath, _ arguments: [JSONValue]) {
      (self.query, self.path) = (query, path)
      self.arguments = JSONValue.array(arguments).serialised()
    }
  }

  /// An element for which the data source gives a view.
  struct Element: Hashable {
    let kind: String
    let path: ItemPath
  }

  /// A view, and the size that the layout gave it.
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

  /// No answers.
  init() {}

  /// The queries with answers.
  var queries: Set<String> {
    Set((earlier + later).map(\.query)).union(asked.keys.lazy.map(\.query))
  }

  /// Reads the keys of a step.
  init(from reader: inout ObjectReader, isConfigure: Bool) throws(LayoutError) {
    // In `configure` it stays in force.
    if !isConfigure { delegate = try reader.take("delegate", DelegateAnswers.init) ?? delegate }
    earlier = try reader.take("answersBefore", Read.each(LaterAnswer.init)) ?? []
    later = try reader.take("answers", Read.each(LaterAnswer.init)) ?? []
    try takeAsked(from: &reader)
    for request in try reader.take("failing", Read.each(Self.request)) ?? [] {
      failing[request.element, default: []].insert(request.earlier)
    }
  }

  /// Reads the keys of a scenario for the first frame.
  init(startOf reader: inout ObjectReader) throws(LayoutError) { try takeAsked(from: &reader) }

  private mutating func takeAsked(from reader: inout ObjectReader) throws(LayoutError) {
    for asked in try reader.take("asked", Read.each(Self.asked)) ?? [] {
      self.asked[asked.question, default: []].insert(asked.answer, at: 0)
    }
    for wish in try reader.take("preferred", Read.each(Self.wish)) ?? [] {
      preferred[wish.of, default: []].insert(wish.size, at: 0)
    }
  }

  /// Returns the next answer to a question; the last one is repeated. Nil without answers.
  mutating func answer(to question: Question) -> JSONValue? { Self.next(question, &asked) }

  /// Counts one request for the view of an element.
  ///
  /// - Returns: True if it fails.
  mutating func fails(_ element: Element) -> Bool {
    guard let numbers = failing[element] else { return false }
    let count = requestCounts[element, default: 0]
    requestCounts[element] = count + 1
    guard numbers.contains(count) else { return false }
    hasFailed = true
    return true
  }

  /// Returns the preferred size of a view, in the same way.
  mutating func size(for wish: Wish) -> Size? { Self.next(wish, &preferred) }

  private static func next<Key: Hashable, Value>(
    _ key: Key, _ lists: inout [Key: [Value]]
  ) -> Value? {
    guard let list = lists[key] else { return nil }
    return list.count > 1 ? lists[key]?.removeLast() : list.last
  }

  /// Reads `[query, path, [arguments…], answer]`.
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

  /// Reads `[kind, path]` or `[kind, path, number of earlier requests]`.
  private static func request(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> (element: Element, earlier: Int) {
    guard let parts = value.array, (2...3).contains(parts.count) else {
      throw Read.expected("[kind, path] or [kind, path, number of earlier requests]", value, place)
    }
    let element = Element(
      kind: try Read.string(parts[0], place), path: try Read.path(parts[1], place))
    return (element, parts.count == 3 ? try Read.count(parts[2], place) : 0)
  }

  /// Reads `[kind, path, [width, height] given, [width, height] wanted]`.
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
// Answers of a scenario's app to questions: yes by default.

/// Answers by question and path: `{"shouldHighlight": {"0.1": false}}`.
struct DelegateAnswers {
  private var answers: [AppQuestion: [ItemPath: Bool]] = [:]
  /// `{"canPerformAction": {"0.1": {"paste": false}}}`.
  private var actions: [ItemPath: [String: Bool]] = [:]
  /// True when an item that is dropped is moved.
  private var drops: [ItemPath: Bool] = [:]
  /// `{"targetForMove": {"0.1": {"0.3": [0, 2]}}}`: by the item and the path proposed.
  private var targets: [ItemPath: [ItemPath: ItemPath]] = [:]

  /// Only defaults.
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

  /// Nil without an answer.
  func says(_ question: AppQuestion, _ path: ItemPath) -> Bool? { answers[question]?[path] }

  /// Nil without an answer.
  func allows(_ action: MenuAction, _ path: ItemPath) -> Bool? { actions[path]?[action.name] }

  /// Nil without an answer.
  func takesDrop(of path: ItemPath) -> Bool? { drops[path] }

  /// Returns the target of an item; nil without an answer.
  func target(of path: ItemPath, proposed: ItemPath) -> ItemPath? { targets[path]?[proposed] }

  /// Reads an object whose keys are paths, written "section.item".
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

  /// Reads an object whose keys are names of actions: cut, copy, paste, and those of `menuActions`.
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
