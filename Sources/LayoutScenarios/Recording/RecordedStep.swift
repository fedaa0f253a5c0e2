// SPDX-License-Identifier: Apache-2.0
//
// A step while it is written down: the call, and what the app answered meanwhile.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One step of a recording.
struct RecordedStep {
  /// The word after `do`.
  var name: String
  var keys: JSONObject
  /// True when the call that it stands for failed.
  var catches = false
  /// True when the data were changed by it, so that paths are now others than when it began.
  var hasChangedData = false
  private var delegate = JSONObject()
  /// Before the data were changed, and after it.
  private var earlier: [LaterAnswer] = []
  private var later: [LaterAnswer] = []
  private var asked: [JSONValue] = []
  /// In the order asked, those that take what they get among them.
  private var preferred: [(wish: AppAnswers.Wish, wanted: Size)] = []

  init(_ name: String, _ keys: JSONObject = JSONObject()) { (self.name, self.keys) = (name, keys) }

  /// True when the app answered anything about the data's paths.
  var hasAnswers: Bool { !later.isEmpty || !asked.isEmpty || !preferred.isEmpty }

  /// Steps that say themselves whether a frame runs, or always run theirs.
  private static let framed: Set<String> = [
    "advance", "scroll", "drag", "release", "wheel", "scrollToItem", "crossScroll", "resize",
    "reload", "batch", "layoutIfNeeded", "reconfigure", "data", "swap", "transition",
  ]

  /// As a scenario writes it.
  var json: JSONObject {
    var step = JSONObject([.init("do", .string(name))])
    for member in keys.members { step[member.key] = member.value }
    let isQuiet =
      !Self.framed.contains(name) || keys["assigned"] == true || keys["progress"] != nil
    if isQuiet { step["frame"] = false }
    if catches { step["catch"] = true }
    if !delegate.members.isEmpty { step["delegate"] = .object(delegate) }
    if !earlier.isEmpty { step["answersBefore"] = .array(earlier.map(\.json)) }
    if !later.isEmpty { step["answers"] = .array(later.map(\.json)) }
    if !asked.isEmpty { step["asked"] = .array(asked) }
    if !wishes.isEmpty { step["preferred"] = .array(wishes) }
    return step
  }

  /// Another step with the same answers.
  func renamed(_ name: String) -> RecordedStep {
    var step = self
    (step.name, step.keys) = (name, JSONObject())
    return step
  }

  // MARK: Answers

  /// Adds the answer at a path: the first word on it counts.
  mutating func answer(_ question: String, _ path: ItemPath, _ value: JSONValue) {
    var answers = delegate[question]?.object ?? JSONObject()
    if answers["\(path)"] == nil { answers["\(path)"] = value }
    delegate[question] = .object(answers)
  }

  /// Adds the answer at a path about something else besides.
  mutating func answer(
    _ question: String, _ path: ItemPath, about key: String, _ value: JSONValue
  ) {
    var answers = delegate[question]?.object ?? JSONObject()
    var inner = answers["\(path)"]?.object ?? JSONObject()
    if inner[key] == nil { inner[key] = value }
    answers["\(path)"] = .object(inner)
    delegate[question] = .object(answers)
  }

  mutating func prefer(_ size: Size, _ attributes: LayoutAttributes) {
    preferred.append((.init(attributes.kind, attributes.path, attributes.size), size))
  }

  /// The sizes that views prefer. A view that takes what it gets appears only where another
  /// one at its path, or the same one later, says something else.
  private var wishes: [JSONValue] {
    let told = Set(preferred.lazy.filter { $0.wish.size != $0.wanted }.map(\.wish))
    return preferred.filter { told.contains($0.wish) }.map {
      [.string($0.wish.kind), $0.wish.path.json, $0.wish.size.json, $0.wanted.json]
    }
  }

  mutating func ask(
    _ query: String, _ path: ItemPath, _ arguments: [JSONValue], _ answer: JSONValue
  ) { asked.append([.string(query), path.json, .array(arguments), answer]) }

  /// An answer that is another one than the scenario has by now. Neighbours are written together.
  mutating func learn(_ answer: LaterAnswer) {
    if let last = later.indices.last, later[last].join(answer) { return }
    later.append(answer)
  }

  /// Takes away what was answered, as a scenario says it of its first frame.
  mutating func takeStart() -> JSONObject {
    var keys = JSONObject()
    if !asked.isEmpty { keys["asked"] = .array(asked) }
    if !wishes.isEmpty { keys["preferred"] = .array(wishes) }
    self = RecordedStep("layoutIfNeeded")
    return keys
  }

  /// Takes in what was answered before the step, and takes it away there.
  mutating func take(_ early: inout RecordedStep) {
    earlier = early.earlier + early.later + earlier
    asked = early.asked + asked
    preferred = early.preferred + preferred
    early = RecordedStep(early.name)
  }

  /// The data turned out not to be changed by the step.
  mutating func keepData() { (earlier, later) = (earlier + later, []) }

  /// The data are changed by the step: what is answered from now on is about other paths.
  mutating func changeData() {
    hasChangedData = true
    (earlier, later) = (earlier + later, [])
  }
}

extension LaterAnswer {
  /// Takes an answer for the items behind these in.
  ///
  /// - Returns: Whether they stand behind them.
  fileprivate mutating func join(_ next: LaterAnswer) -> Bool {
    guard next.query == query, next.section == section, let own = items, let more = next.items,
      own.upperBound == more.lowerBound
    else { return false }
    items = own.lowerBound..<more.upperBound
    if answers.count == 1, next.answers == answers { return true }
    if answers.count < own.count { answers = Array(repeating: answers[0], count: own.count) }
    let count = next.answers.count < more.count ? more.count : 1
    for answer in next.answers { answers += Array(repeating: answer, count: count) }
    return true
  }
}
