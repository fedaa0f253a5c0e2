// SPDX-License-Identifier: Apache-2.0
//
// A request that was sent without waiting, and how much of its questions one step may answer.

import CLayoutSystem
import LayoutRuntime

/// A request whose answer is looked for now and then.
struct Conversation {
  let request: WorkerLink.Request
  /// The app's answers to nested questions; nil when there can be none.
  let answers: QueryService?
  var time: CallTime
  /// The question that is being answered; nil while it is the worker's turn.
  var question: BulkQuestion?
  /// Since when it is the worker's turn, by the clock of ``time``.
  var turnStart: Int64

  init(_ request: WorkerLink.Request, answers: QueryService?, time: CallTime) {
    (self.request, self.answers, self.time) = (request, answers, time)
    turnStart = time.now
  }
}

/// The share of one step for the plugin's questions: a page of answers and a millisecond, whichever
/// ends first. A frame of the layout on screen comes between two steps, and has eight or sixteen.
struct StepBudget {
  /// Answers that lie one by one in the app's memory.
  static let answerLimit = 65_536
  /// Nanoseconds.
  static let timeLimit: Int64 = 1_000_000
  /// The time to wait for the next question, in nanoseconds: most plugins go on asking at
  /// once, and a step for each page would take as many frames as there are pages.
  static let lull: Int64 = 200_000

  private(set) var answersLeft: Int
  private let end: Int64

  /// One step's.
  init() {
    (answersLeft, end) = (Self.answerLimit, layout_sys_monotonic_ns() + Self.timeLimit)
  }

  private init(answersLeft: Int, end: Int64) { (self.answersLeft, self.end) = (answersLeft, end) }

  /// Of who waits for the answer anyway.
  static let endless = StepBudget(answersLeft: .max, end: .max)

  /// Nanoseconds left.
  private var timeLeft: Int64 { end - layout_sys_monotonic_ns() }

  /// True when nothing more is served in this step.
  var isSpent: Bool { answersLeft <= 0 || timeLeft <= 0 }

  /// The time to wait for the next message, in nanoseconds.
  var patience: Int64 { max(0, min(timeLeft, Self.lull)) }

  /// Notes answers that were given.
  mutating func spend(_ count: Int) { answersLeft -= count }
}
