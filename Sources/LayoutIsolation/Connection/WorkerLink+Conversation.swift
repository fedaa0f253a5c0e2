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
    startTime = layout_sys_process_time_ns(process.id)
    let limits = deadlines.limits(of: request.kind, willPrepare: request.willPrepare)
    // Only a frame can be gone on without: what else is asked has to be known.
    return CallTime(deadline: limits.hard, soft: request.kind == .frame ? limits.soft : nil)
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
      guard let kind = try receiveQuestion(in: request, time) else { return }
      guard let answers else { throw .wire("a question where none is allowed") }
      let start = time.now
      let count = try answers.serve(
        kind, on: channel, epoch: now ?? request.epoch, counting: &counters)
      time.answered(count, since: start, by: answers)
    }
  }

  /// Takes the message that came.
  ///
  /// - Returns: What is asked; nil when it is the answer.
  func receiveQuestion(
    in request: Request, _ time: CallTime
  ) throws(LayoutError) -> WireKind? {
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
      return nil
    case .askMany, .askOne:
      // The next question can be here before the next look at the clock, each time anew.
      if time.isUp { throw hung(request, time) }
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
      let outcome = channel.wait(nanoseconds: time.nextWait)
      time.waited(since: start)
      switch outcome {
      case .message: return
      case .timedOut: try judge(request, &time, answers)
      case .ended: throw ended(request)
      }
    }
  }
}
