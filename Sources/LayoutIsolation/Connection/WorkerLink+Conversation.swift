// SPDX-License-Identifier: Apache-2.0
//
// The steps from a request to its answer: the plugin's questions before it, and the actions after a limit
// has passed.

import CLayoutSystem
import LayoutModel
import LayoutRuntime

// MARK: - Without waiting
//
// A request that was sent without waiting, and the number of its questions that one step may answer.

/// A request whose answer is polled.
///
/// Memory safety: the question's answer is written to the shared area of the link, which outlives the
/// conversation.
@safe
struct Conversation {
  let request: WorkerLink.Request
  /// The app's answers to nested questions; nil if questions are not allowed.
  let answers: QueryService?
  var time: CallTime
  /// The question that is being answered; nil while it is the worker's turn.
  var question: BulkQuestion?
  /// The start of the worker's turn, by the clock of ``time``.
  var turnStart: Int64

  init(_ request: WorkerLink.Request, answers: QueryService?, time: CallTime) {
    (self.request, self.answers, self.time) = (request, answers, time)
    turnStart = time.now
  }
}

// MARK: - One answer

extension WorkerLink {
  /// Starts the clock of a request.
  func start(_ request: Request) -> CallTime {
    guard let deadlines = options.deadlines else { return CallTime(deadline: options.deadline) }
    figures = nil
    let limits = limits(of: request, under: deadlines)
    return CallTime(deadline: limits.hard, soft: softLimit(of: request, limits))
  }

  /// Returns the limits of a request that is known to prepare, or turned out to.
  func limits(
    of request: Request, under deadlines: Deadlines, mayPrepare: Bool = false
  ) -> Deadlines.Limits {
    var limits = deadlines.limits(
      of: request.kind, willPrepare: request.willPrepare || mayPrepare)
    if request.isAwaited { limits.hard = min(limits.hard, deadlines.opening) }
    return limits
  }

  /// Returns the first limit of a request if the host can go on without its answer; nil for other requests.
  func softLimit(of request: Request, _ limits: Deadlines.Limits) -> Double? {
    Deadlines.canBeLate(request.kind) ? limits.soft : nil
  }

  /// Waits for the answer and serves the questions before it.
  ///
  /// - Parameter now: The epoch of the current data. A question about older data is answered as STALE. By
  ///   default the epoch of the request.
  func converse(
    _ request: Request, _ answers: QueryService?, _ time: inout CallTime, now: UInt64? = nil
  ) throws(LayoutError) {
    while true {
      try wait(for: request, &time, answers)
      guard let kind = try receiveQuestion(in: request) else { return }
      guard let answers else { throw .wire("a question where none is allowed") }
      // If questions come often, no wait is long enough to read the figures, so they are read here.
      if time.counted >= Self.figuresDelay { noteFigures() }
      let start = time.now
      let count = try answers.serve(
        kind, on: channel, epoch: now ?? request.epoch, counting: &counters)
      if count > 0 {
        time.answered(count, since: start, by: answers)
      } else {
        time.answeredStale(since: start)
      }
      // If the next question is always there already, no wait times out, so the limits are checked here.
      if time.isUp || time.isLate { try judge(request, &time, answers, asks: true) }
    }
  }

  /// Takes the message that arrived.
  ///
  /// - Returns: The kind of the question; nil if the message is the answer.
  func receiveQuestion(in request: Request) throws(LayoutError) -> WireKind? {
    let kind = try channel.receive()
    guard channel.header.sequence == sequence else {
      throw .wire("an answer to request \(channel.header.sequence) where \(sequence) was made")
    }
    let mayBringBulk = kind == .done && request.kind.isAnsweredInBulk
    guard mayBringBulk || channel.header.bulkLength == 0 else {
      throw .wire("\(channel.header.bulkLength) bytes of bulk data where none belong")
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

  /// The time to wait before the figures are read, in nanoseconds: most requests are done earlier.
  private static let figuresDelay: Int64 = 1_000_000

  private func nextWait(_ time: CallTime) -> Int64 {
    guard options.deadlines != nil, figures == nil else { return time.nextWait }
    return min(time.nextWait, Self.figuresDelay)
  }

  /// Records the worker's processor figures so far, once for each request.
  func noteFigures() {
    if options.deadlines != nil, figures == nil { figures = readFigures(process.id) }
  }
}

// MARK: - When a limit has passed
//
// The actions after a limit has passed: go on without the answer, wait longer, or end the worker.

extension WorkerLink {
  /// The multiple of its hard limit that a worker without a processor gets.
  private static let starvedFactor = 10.0

  /// Decides about a request whose time has run out.
  ///
  /// - Parameter asks: True if the worker got the answer to a question a moment ago, so that it cannot be
  ///   done.
  /// - Throws: `worker-late` if the view goes on with its last frame, `worker-hung` if the worker was
  ///   ended. If it returns, the request has more time.
  func judge(
    _ request: Request, _ time: inout CallTime, _ answers: QueryService?, asks: Bool = false
  ) throws(LayoutError) {
    guard let deadlines = options.deadlines else { throw hung(request, time) }
    if !time.mayPrepare, prepares(request) {
      // The layout asked to prepare when it was told the new bounds.
      return time.extend(toPrepare: deadlines.prepare)
    }
    let limits = limits(of: request, under: deadlines, mayPrepare: time.mayPrepare)
    let cause = cause(of: time, limit: time.isUp ? limits.hard : limits.soft, asks: asks)
    // The worker may have been done when its figures were read: asleep, with its answer in the channel.
    if !asks, channel.hasMessage { return }
    // One slow frame is one fault, even if many frames wait for it. A hang is another fault.
    isPluginFault = cause == .layout && (time.isUp || !isSettling)
    if cause != .layout {
      // Going on without a worker that has no processor does not help: the next frame would be as late.
      guard time.isUp else { return time.rearm(soft: limits.soft) }
      guard time.extended < Self.starvedFactor * limits.hard else { throw hung(request, time) }
      let more = cause == .machine ? limits.hard : limits.hard / Self.starvedFactor
      return time.extend(
        by: more, soft: softLimit(of: request, limits), countingUpTo: limits.hard)
    }
    if time.isUp { throw hung(request, time) }
    charge(&time)
    process.account.leave(at: layout_sys_monotonic_ns(), grace: time.left)
    late = Late(request: request, time: time, itemCounts: answers?.shape.itemCounts ?? [])
    let outcome = request.kind == .frame ? "the last frame stays" : "its answer is not waited for"
    throw LayoutError(
      .workerLate,
      "its worker, process \(process.id), was not done after \(time.spent); \(outcome)",
      plugin: plugin, call: callName(in: request))
  }

  /// Returns true if the worker reports that a frame prepares although this was not known before. A false
  /// report gains only the time of one `prepare`.
  private func prepares(_ request: Request) -> Bool {
    guard request.kind == .frame, !request.willPrepare else { return false }
    return call == Slot.prepare.rawValue || call == Slot.contentSize.rawValue
  }

  /// The current call of the worker, as the worker reports it.
  private var call: String? { unsafe CallMarker.name(layout_sys_load_relaxed_u32(replies.slot)) }

  private func cause(of time: CallTime, limit: Double, asks: Bool) -> Overrun.Cause {
    let now = readFigures(process.id)
    return Overrun(
      time: time.counted, limit: Int64(limit * 1e9), before: figures ?? now, now: now,
      asks: asks && !time.isUnfair
    ).cause
  }

  /// Waits for an answer that is still to come, for at most the time of the next request. The answer itself
  /// is no longer needed. Only the layout's notices are kept, and that a property was set.
  ///
  /// - Throws: `worker-late` if the answer still does not come, and the errors that end the worker.
  func settle(
    _ late: Late, before request: Request, _ answers: QueryService?
  ) throws(LayoutError) {
    var time = late.time
    let limits = options.deadlines?.limits(of: request.kind, willPrepare: request.willPrepare)
    time.rearm(soft: limits?.soft ?? 0)
    self.late = nil
    process.account.begin(at: layout_sys_monotonic_ns())
    isSettling = true
    defer { isSettling = false }
    do throws(LayoutError) {
      try converse(late.request, answers, &time, now: request.epoch)
      charge(&time)
      var head = channel.head
      if channel.header.kind == WireKind.failed.rawValue {
        let error = try readFailure(&head, of: late.request)
        if error.endsInstance { throw error }
      } else {
        try skipAnswer(&head, to: late.request)
        late.request.whenDone?.body()
      }
      try takeNotices(&head, late.itemCounts)
      try head.finish()
    } catch {
      throw blame(error, late.request)
    }
  }

  /// Skips an answer that is no longer needed.
  private func skipAnswer(_ head: inout WireReader, to request: Request) throws(LayoutError) {
    switch request.kind {
    case .frame:
      _ = try head.readOutcome()
      _ = unsafe try head.readAnswer(bulkLength: channel.bulk.count)
    case .property where request.isAboutChildren: _ = try head.readChildren()
    case .property, .action: _ = try head.readValue()
    case .saveState, .loadState: _ = try head.readBool()
    default: break
    }
  }
}
