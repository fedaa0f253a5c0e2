// SPDX-License-Identifier: Apache-2.0
//
// A step during its recording: the call, and the app's answers meanwhile.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One step of a recording.
struct RecordedStep {
  /// The value of `do`.
  var name: String
  var keys: JSONObject
  /// True when its call failed.
  var catches = false
  /// The supplementary kind without a registered view for which its layout was refused.
  var unregistered: String?
  /// True when it changed the data, so that paths differ from those at its start.
  var hasChangedData = false
  private var delegate = JSONObject()
  /// Answers before and after the change of the data.
  private var earlier: [LaterAnswer] = []
  private var later: [LaterAnswer] = []
  private var asked: [JSONValue] = []
  /// The requests for views that failed, in their order.
  private(set) var failing: [JSONValue] = []
  /// The number of requests for the view of each element.
  private var requestCounts: [AppAnswers.Element: Int] = [:]
  /// Preferred sizes in the order of the questions, including views without a preference.
  private var preferred: [(wish: AppAnswers.Wish, wanted: Size)] = []

  init(_ name: String, _ keys: JSONObject = JSONObject()) { (self.name, self.keys) = (name, keys) }

  /// True when the app gave any answer about the data's paths.
  var hasAnswers: Bool {
    !later.isEmpty || !asked.isEmpty || !failing.isEmpty || !preferred.isEmpty
  }

  /// Steps that specify their frame, or always run one.
  private static let framed: Set<String> = [
    "advance", "scroll", "drag", "release", "wheel", "scrollToItem", "crossScroll", "resize",
    "reload", "batch", "layoutIfNeeded", "reconfigure", "data", "swap", "transition",
  ]

  /// The step in the form of a scenario.
  var json: JSONObject {
    var step = JSONObject([.init("do", .string(name))])
    for member in keys.members { step[member.key] = member.value }
    let isQuiet =
      !Self.framed.contains(name) || keys["assigned"] == true || keys["progress"] != nil
    if isQuiet { step["frame"] = false }
    if catches { step["catch"] = true }
    if let unregistered { step["unregistered"] = .string(unregistered) }
    if !delegate.members.isEmpty { step["delegate"] = .object(delegate) }
    if !earlier.isEmpty { step["answersBefore"] = .array(earlier.map(\.json)) }
    if !later.isEmpty { step["answers"] = .array(later.map(\.json)) }
    if !asked.isEmpty { step["asked"] = .array(asked) }
    if !failing.isEmpty { step["failing"] = .array(failing) }
    if !wishes.isEmpty { step["preferred"] = .array(wishes) }
    return step
  }

  /// Returns another step with the same answers.
  func renamed(_ name: String) -> RecordedStep {
    var step = self
    (step.name, step.keys) = (name, JSONObject())
    return step
  }

  // MARK: Answers

  /// Adds the answer at a path; the first answer counts.
  mutating func answer(_ question: String, _ path: ItemPath, _ value: JSONValue) {
    var answers = delegate[question]?.object ?? JSONObject()
    if answers["\(path)"] == nil { answers["\(path)"] = value }
    delegate[question] = .object(answers)
  }

  /// Adds the answer at a path about a further value.
  mutating func answer(
    _ question: String, _ path: ItemPath, about key: String, _ value: JSONValue
  ) {
    var answers = delegate[question]?.object ?? JSONObject()
    var inner = answers["\(path)"]?.object ?? JSONObject()
    if inner[key] == nil { inner[key] = value }
    answers["\(path)"] = .object(inner)
    delegate[question] = .object(answers)
  }

  mutating func ask(forViewOf element: AppAnswers.Element, isGiven: Bool) {
    let count = requestCounts[element, default: 0]
    requestCounts[element] = count + 1
    guard !isGiven else { return }
    let name: [JSONValue] = [.string(element.kind), element.path.json]
    failing.append(.array(count == 0 ? name : name + [.integer(Int64(count))]))
  }

  /// Forgets the number of requests once the step is complete: a session may have very many steps.
  mutating func endRequests() { requestCounts = [:] }

  mutating func prefer(_ size: Size, _ attributes: LayoutAttributes) {
    preferred.append((.init(attributes.kind, attributes.path, attributes.size), size))
  }

  /// The preferred sizes of views. A view without a preference is only included if another view at
  /// its path, or the same one later, has one.
  private var wishes: [JSONValue] {
    let told = Set(preferred.lazy.filter { $0.wish.size != $0.wanted }.map(\.wish))
    return preferred.filter { told.contains($0.wish) }.map {
      [.string($0.wish.kind), $0.wish.path.json, $0.wish.size.json, $0.wanted.json]
    }
  }

  mutating func ask(
    _ query: String, _ path: ItemPath, _ arguments: [JSONValue], _ answer: JSONValue
  ) { asked.append([.string(query), path.json, .array(arguments), answer]) }

  /// Adds an answer that differs from the scenario. Answers of neighbours are joined.
  mutating func learn(_ answer: LaterAnswer) {
    if let last = later.indices.last, later[last].join(answer) { return }
    later.append(answer)
  }

  /// Removes and returns the answers, in the form for the first frame of a scenario.
  mutating func takeStart() -> JSONObject {
    var keys = JSONObject()
    if !asked.isEmpty { keys["asked"] = .array(asked) }
    if !wishes.isEmpty { keys["preferred"] = .array(wishes) }
    self = RecordedStep("layoutIfNeeded")
    return keys
  }

  /// Takes over the answers from before the step.
  mutating func take(_ early: inout RecordedStep) {
    earlier = early.earlier + early.later + earlier
    asked = early.asked + asked
    failing = early.failing + failing
    preferred = early.preferred + preferred
    early = RecordedStep(early.name)
  }

  /// Takes the answers that another step has so far. They are about the data before this one, in which paths differ.
  mutating func takeFormerAnswers(of other: inout RecordedStep) {
    earlier += other.earlier + other.later
    (other.earlier, other.later) = ([], [])
  }

  /// Puts answers before all others.
  mutating func precede(with answers: [LaterAnswer]) { earlier = answers + earlier }

  /// Takes over what was learned in a step that was removed before.
  mutating func inherit(_ removed: RecordedStep) {
    later = removed.earlier + removed.later + later
  }

  /// Records that the step did not change the data.
  mutating func keepData() { (earlier, later) = (earlier + later, []) }

  /// Records that the step changed the data: later answers are about other paths.
  mutating func changeData() {
    hasChangedData = true
    (earlier, later) = (earlier + later, [])
  }
}

extension LaterAnswer {
  /// Joins an answer for the following items.
  ///
  /// - Returns: True if they follow directly.
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
