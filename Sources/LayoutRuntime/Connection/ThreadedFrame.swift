// SPDX-License-Identifier: Apache-2.0
//
// A frame of a layout in this process that is made in parallel with the frames of another layout.

import LayoutABI
import LayoutModel

/// A frame that begins with the first look. If that look is a step, the layout makes the frame on
/// its own thread, and the steps answer its queries. If the look waits until the frame is done, the
/// layout makes it at once on the caller's thread.
///
/// Memory safety: a question is kept only while its layout waits for the answer.
@safe
final class ThreadedFrame: FrameInProgress {
  private let connection: InProcessConnection
  private let request: FrameRequest
  private let shape: DataShape
  private let buffer: AnswerBuffer
  private var job: BesideJob?
  /// The question that is being answered.
  private var question: BulkQuestion?
  /// True until the first look at the job.
  private var isNew = true
  /// True while the app answers.
  private(set) var isServing = false
  private var result: Result<FrameOutcome, LayoutError>?

  /// The time of a step for the app's answers, in nanoseconds: half of the time of a worker's step,
  /// since a step here has no other part of an exchange to do.
  private static let stepTime: Int64 = 500_000

  init(
    _ connection: InProcessConnection, _ request: FrameRequest, _ shape: DataShape,
    into buffer: AnswerBuffer
  ) {
    (self.connection, self.request, self.shape) = (connection, request, shape)
    self.buffer = buffer
  }

  deinit { job?.abandon() }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let result { return try result.get() }
    if isServing { throw connection.reentrant }
    if job == nil { try begin(mode) }
    guard let job else {
      return try finish(
        Result { () throws(LayoutError) in
          try connection.frame(request, shape: shape, into: buffer)
        })
    }
    guard look(at: job, mode, epoch) else { return nil }
    self.job = nil
    return try finish(connection.takeBack(job.collect()))
  }

  /// Gives the layout a thread. Makes no job if the frame is to be made at once on the caller's
  /// thread.
  private func begin(_ mode: WaitMode) throws(LayoutError) {
    guard mode == .step else { return }
    let live = try connection.lend(to: self)
    let job = BesideJob(live, request, shape, connection.queries, into: buffer)
    if job.start() { self.job = job } else { connection.keep(live) }
  }

  private func finish(
    _ result: Result<FrameOutcome, LayoutError>
  ) throws(LayoutError) -> FrameOutcome {
    self.result = result
    return try result.get()
  }

  /// Waits until it is done, because another request to the layout is due.
  func settle() { _ = try? poll(.untilDone, epoch: shape.epoch) }

  /// Releases its layout once it is done, because a new layout has replaced it.
  func giveUp() {
    job?.abandon()
    (job, result) = (nil, .failure(connection.lost))
  }
}

// MARK: - Looks

extension ThreadedFrame {
  /// Answers the layout's questions, until the look has used its time.
  ///
  /// - Returns: True if the frame is done.
  private func look(at job: BesideJob, _ mode: WaitMode, _ epoch: UInt64) -> Bool {
    var budget = mode == .step ? StepBudget(time: Self.stepTime) : .endless
    // A layout with little work is done in the step in which it began. Later steps do not wait.
    var wait: Int64? = isNew ? budget.wait : 0
    if mode == .untilDone || connection.isInLockstep { wait = nil }
    isNew = false
    while true {
      switch unsafe job.talk.hear(within: wait) {
      case .layout: return false
      case .done: return true
      case .app(let asked): unsafe answer(asked, job, &budget, epoch)
      }
      guard !budget.isSpent, !(connection.isInLockstep && mode == .step) else { return false }
      wait = mode == .step ? budget.wait : nil
    }
  }

  private func answer(
    _ asked: BesideQuestion, _ job: BesideJob, _ budget: inout StepBudget, _ epoch: UInt64
  ) {
    guard epoch == shape.epoch else {
      unsafe question = nil
      return job.talk.reply(.stale)
    }
    isServing = true
    defer { isServing = false }
    let queries = connection.queries
    switch unsafe asked {
    case .one(let path):
      budget.spend(1)
      unsafe job.talk.reply(queries.answer(path))
    case .range(let range):
      var open = unsafe question ?? range
      while unsafe !open.isDone, !budget.isSpent {
        unsafe budget.spend(open.answerPiece(from: queries, atMost: budget.answersLeft).cost)
      }
      unsafe question = unsafe open.isDone ? nil : open
      if unsafe open.isDone { unsafe job.talk.reply(queries.answer(open)) }
    }
  }
}

extension InProcessConnection {
  /// The error of a layout whose running frame was given up.
  var lost: LayoutError {
    LayoutError(
      .cancelled,
      "the frame that the layout makes was given up before it was done; restart the layout to go on",
      plugin: pluginID)
  }
}
