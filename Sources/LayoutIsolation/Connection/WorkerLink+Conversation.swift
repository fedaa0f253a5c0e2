// SPDX-License-Identifier: Apache-2.0
//
// Waiting for one answer, and serving what the plugin asks before it.

import CLayoutSystem
import LayoutModel
import LayoutRuntime

extension WorkerLink {
  /// Starts the clock of a request.
  func start(_ request: Request) -> CallTime {
    guard let deadlines = options.deadlines else { return CallTime(deadline: options.deadline) }
    figures = nil
    let limits = limits(of: request, under: deadlines)
    return CallTime(deadline: limits.hard, soft: softLimit(of: request, limits))
  }

  /// The limits of a request that is known to prepare, or turned out to.
  func limits(
    of request: Request, under deadlines: Deadlines, mayPrepare: Bool = false
  ) -> Deadlines.Limits {
    var limits = deadlines.limits(
      of: request.kind, willPrepare: request.willPrepare || mayPrepare)
    if request.isAwaited { limits.hard = min(limits.hard, deadlines.opening) }
    return limits
  }

  /// The first limit of what can be gone on without; what else is asked has to be known.
  func softLimit(of request: Request, _ limits: Deadlines.Limits) -> Double? {
    Deadlines.canBeLate(request.kind) ? limits.soft : nil
  }

  /// Waits for the answer and serves what is asked before it.
  ///
  /// - Parameter now: The epoch of the data as they are; a question about older ones is answered
  ///   STALE. The request's own unless given.
  func converse(
    _ request: Request, _ answers: QueryService?, _ time: inout CallTime, now: UInt64? = nil
  ) throws(LayoutError) {
    while true {
      try wait(for: request, &time, answers)
      guard let kind = try receiveQuestion(in: request) else { return }
      guard let answers else { throw .wire("a question where none is allowed") }
      // Who asks often is never waited for long enough to be looked at.
      if time.counted >= Self.figuresDelay { noteFigures() }
      let start = time.now
      let count = try answers.serve(
        kind, on: channel, epoch: now ?? request.epoch, counting: &counters)
      if count > 0 {
        time.answered(count, since: start, by: answers)
      } else {
        time.answeredStale(since: start)
      }
      // The next question can be here before the next look at the clock, each time anew.
      if time.isUp || time.isLate { try judge(request, &time, answers, asks: true) }
    }
  }

  /// Takes the message that came.
  ///
  /// - Returns: What is asked; nil when it is the answer.
  func receiveQuestion(in request: Request) throws(LayoutError) -> WireKind? {
    let kind = try channel.receive()
    guard channel.header.sequence == sequence else {
      throw .wire("an answer to request \(channel.header.sequence) where \(sequence) was made")
    }
    switch kind {
    case .done, .failed:
      isSettled = true
      process.account.end(at: layout_sys_monotonic_ns())
      guard channel.header.epoch == request.epoch else {
        throw .wire("an answer for epoch \(channel.header.epoch), not \(request.epoch)")
      }
      options.onTurn?(.didAnswer, process)
      return nil
    case .askMany, .askOne:
      options.onTurn?(.didAsk, process)
      return kind
    default: throw .wire("an answer of kind \(kind)")
    }
  }

  /// Waits for the next message.
  private func wait(
    for request: Request, _ time: inout CallTime, _ answers: QueryService?
  ) throws(LayoutError) {
    while true {
      let start = time.now
      let outcome = channel.wait(nanoseconds: nextWait(time))
      time.waited(since: start)
      switch outcome {
      case .message: return
      case .timedOut:
        if time.isUp || time.isLate { try judge(request, &time, answers) } else { noteFigures() }
      case .ended: throw ended(request)
      }
    }
  }

  /// The time to wait before the figures are read, in nanoseconds: most requests are done by then.
  private static let figuresDelay: Int64 = 1_000_000

  private func nextWait(_ time: CallTime) -> Int64 {
    guard options.deadlines != nil, figures == nil else { return time.nextWait }
    return min(time.nextWait, Self.figuresDelay)
  }

  /// Remembers how the worker has got its processor so far, once a request.
  func noteFigures() {
    if options.deadlines != nil, figures == nil { figures = readFigures(process.id) }
  }
}
