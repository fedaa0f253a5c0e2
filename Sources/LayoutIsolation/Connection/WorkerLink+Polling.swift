// SPDX-License-Identifier: Apache-2.0
//
// Requests that are sent without waiting: sent, polled between other work, collected.

import CLayoutSystem
import LayoutModel
import LayoutRuntime

extension WorkerLink {
  /// Sends a request. ``look(_:now:waiting:)`` polls its answer.
  ///
  /// - Throws: The errors of ``exchange(_:answers:bulk:write:read:)`` before there is an answer.
  func begin(
    _ request: Request, answers: QueryService? = nil, bulk: BulkLoad = .none,
    write: (inout WireWriter) -> Void
  ) throws(LayoutError) {
    try open(request, answers)
    var time = start(request)
    // The view goes on without this answer in any case.
    time.waive()
    do throws(LayoutError) { try send(request, bulk, write) } catch {
      throw blame(error, request)
    }
    conversation = Conversation(request, answers: answers, time: time)
  }

  /// Checks if the answer is there, and answers the plugin's questions.
  ///
  /// - Parameters:
  ///   - now: The epoch of the current data; nil for that of the request.
  ///   - wait: The time that a step waits for the first message, in nanoseconds.
  /// - Returns: True if ``collect(_:)`` has an answer to read.
  /// - Throws: The errors that end the worker.
  func look(
    _ mode: WaitMode, now: UInt64? = nil, waiting wait: Int64 = 0
  ) throws(LayoutError) -> Bool {
    if let failure { throw failure }
    guard var talk = conversation, !isSettled else { return true }
    do throws(LayoutError) {
      defer { conversation = talk }
      switch mode {
      case .step:
        var budget = StepBudget()
        return try resume(&talk, within: &budget, now: now, waiting: wait)
      case .untilDone:
        if unsafe talk.question != nil {
          var budget = StepBudget.endless
          try serve(&talk, within: &budget, now: now)
        }
        try converse(talk.request, talk.answers, &talk.time, now: now)
        return true
      }
    } catch {
      conversation = nil
      throw blame(error, talk.request)
    }
  }

  /// Reads the answer that has arrived.
  func collect<Answer>(
    _ read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if let failure { throw failure }
    guard let talk = conversation else { preconditionFailure("collected without a request") }
    conversation = nil
    do throws(LayoutError) {
      return unsafe try take(talk.request, talk.answers?.shape.itemCounts ?? [], read)
    } catch {
      throw blame(error, talk.request)
    }
  }

  /// - Returns: True if the answer came.
  private func resume(
    _ talk: inout Conversation, within budget: inout StepBudget, now: UInt64?,
    waiting wait: Int64
  ) throws(LayoutError) -> Bool {
    var limit = wait
    while true {
      if unsafe talk.question == nil {
        guard try hears(&talk, within: limit) else { return false }
        guard let kind = try receiveQuestion(in: talk.request) else { return true }
        guard let answers = talk.answers else { throw .wire("a question where none is allowed") }
        if kind == .askMany {
          unsafe talk.question = unsafe try answers.open(on: channel)
        } else {
          try serveOne(&talk, answers, within: &budget, now: now)
        }
      }
      try serve(&talk, within: &budget, now: now)
      if unsafe talk.question == nil, talk.time.isUp {
        try judge(talk.request, &talk.time, talk.answers, asks: true)
      }
      if budget.isSpent { return false }
      limit = budget.wait
    }
  }

  /// Returns true if there is a message. The time without a message is the worker's time.
  private func hears(
    _ talk: inout Conversation, within limit: Int64
  ) throws(LayoutError) -> Bool {
    switch channel.wait(nanoseconds: limit) {
    case .message:
      // The message may have come long before this look. A plugin that asks in a loop is charged
      // nevertheless.
      if talk.time.isUnfair { talk.time.waited(since: talk.turnStart) }
      return true
    case .timedOut:
      talk.time.waited(since: talk.turnStart)
      talk.turnStart = talk.time.now
      noteFigures()
      if talk.time.isUp { try judge(talk.request, &talk.time, talk.answers) }
      return false
    case .ended: throw ended(talk.request)
    }
  }

  private func serveOne(
    _ talk: inout Conversation, _ answers: QueryService, within budget: inout StepBudget,
    now: UInt64?
  ) throws(LayoutError) {
    let start = talk.time.now
    let count = try answers.serve(
      .askOne, on: channel, epoch: now ?? talk.request.epoch, counting: &counters)
    budget.spend(max(1, count))
    if count > 0 {
      talk.time.answered(count, since: start, by: answers)
    } else {
      talk.time.answeredStale(since: start)
    }
    talk.turnStart = talk.time.now
  }

  /// Answers the open question within the budget. The worker's turn begins when the answer is sent.
  private func serve(
    _ talk: inout Conversation, within budget: inout StepBudget, now: UInt64?
  ) throws(LayoutError) {
    guard let answers = talk.answers, var question = unsafe talk.question else { return }
    let epoch = now ?? talk.request.epoch
    while unsafe !question.isDone, !budget.isSpent, unsafe question.epoch == epoch {
      let start = talk.time.now
      let piece = unsafe question.answerPiece(from: answers.queries, atMost: budget.answersLeft)
      budget.spend(piece.cost)
      talk.time.answered(piece.count, since: start, by: answers)
    }
    unsafe talk.question = unsafe question
    guard unsafe question.isDone || question.epoch != epoch else { return }
    unsafe talk.question = nil
    unsafe counters.pages += question.epoch == epoch ? 1 : 0
    if unsafe question.epoch != epoch { talk.time.answeredStale(since: talk.time.now) }
    unsafe try answers.reply(to: question, on: channel, epoch: epoch)
    talk.turnStart = talk.time.now
  }
}
