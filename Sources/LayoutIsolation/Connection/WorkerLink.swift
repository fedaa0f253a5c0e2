// SPDX-License-Identifier: Apache-2.0
//
// One worker's process and channel, and the exchange of one request for one answer.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

/// A running worker. Releasing the link stops its process.
///
/// Not thread-safe, like the connection that owns it.
final class WorkerLink {
  /// The subject of a request, for checks and for errors.
  struct Request {
    var kind: WireKind
    /// The slot that the request has in errors, if the worker does not report the slot that it was in.
    var call: String
    var epoch: UInt64 = 0
    /// True if a frame is known to prepare, which may take longer.
    var willPrepare = false
    /// True if an app waits for the layout to be made.
    var isAwaited = false
    /// True if the answer is a list of the layouts inside, and not the value of a property.
    var isAboutChildren = false
    /// Called if the answer to a request arrives after the host went on without it.
    var whenDone: WhenDone?
  }

  /// The reaction to an answer that comes late. Not a plain closure, because a call would take its trailing
  /// closure for it.
  struct WhenDone {
    var body: () -> Void
  }

  /// A request whose answer is late: the host went on without it, and it is still to come.
  struct Late {
    var request: Request
    var time: CallTime
    /// The item counts of the data that it was about, for checking its notices.
    var itemCounts: SectionCounts
  }

  let process: WorkerProcess
  let channel: Channel
  let replies: SharedArea
  /// True if there is a process to end, and not only a channel.
  private let hasProcess: Bool
  let options: WorkerOptions
  let plugin: String?
  private(set) var sequence: UInt64 = 0
  /// False between a request and its answer.
  var isSettled = true
  /// The request that was sent without waiting. No other request is sent before it has its answer.
  var conversation: Conversation?
  /// The request whose answer is still to come. No other request is sent before that.
  var late: Late?
  /// True while the host waits for that answer.
  var isSettling = false
  /// True if the plugin caused the last overrun or end: it computed or slept, and its process was not killed
  /// from outside.
  var isPluginFault = false
  /// The worker's processor figures when the request began. They are read only under deadlines, once a
  /// request has taken a millisecond.
  var figures: Scheduling?
  /// Reads such figures; tests replace it.
  var readFigures: (Int32) -> Scheduling = { Scheduling(of: $0) }
  /// The error of the first breach, crash or hang; every later request throws it.
  var failure: LayoutError?
  /// True if that error was recorded.
  var isRecorded = false
  var counters = ExchangeCounters()
  /// The cost of the calls since it was last taken.
  var cost = CallCost()
  /// The ids of the layouts that the layout may have inside.
  var childLayouts: [String] = []
  /// The limits of the layout's notices; nil until it has started.
  var rules: NoticeRules?
  /// The notices of the layout that wait to be taken.
  var notices = Notices()
  /// The events among the notices.
  var events: EventQueue
  private let log: LayoutLog

  /// Takes a process that was started with `areas`.
  init(
    process: WorkerProcess, areas: AreaPair, options: WorkerOptions, plugin: String?, log: LayoutLog
  ) {
    (self.process, self.options, self.plugin, self.log) = (process, options, plugin, log)
    hasProcess = true
    replies = areas.replies
    events = EventQueue(byteLimit: options.answerLimits.eventBytes)
    channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit,
      entryLimit: WireFormat.replyEntryLimit)
  }

  /// Creates a link to the writer of `areas`, without a process to start or end.
  init(areas: AreaPair, options: WorkerOptions, plugin: String?, log: LayoutLog) {
    (self.options, self.plugin, self.log) = (options, plugin, log)
    hasProcess = false
    process = WorkerProcess(id: 0, descriptor: -1, replies: areas.replies)
    replies = areas.replies
    events = EventQueue(byteLimit: options.answerLimits.eventBytes)
    channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit,
      entryLimit: WireFormat.replyEntryLimit)
  }

  deinit {
    guard hasProcess, process.end == nil else { return }
    guard failure == nil, late == nil, isSettled, let supervisor = try? Supervisor.shared() else {
      return process.kill()
    }
    unsafe try? channel.send(.stop, sequence: sequence &+ 1, epoch: 0)
    supervisor.retire(process, within: Int64(options.farewell * 1e9))
  }

  // MARK: Exchange

  /// Sends a request and serves the plugin's questions until its answer is there.
  ///
  /// - Parameters:
  ///   - answers: The app's answers to nested questions; nil if questions are not allowed.
  ///   - bulk: The bulk data, which follow the head.
  ///   - write: Writes the head.
  ///   - read: Reads the answer: its head, and its bulk data in shared memory, which it must copy once.
  /// - Throws: The plugin's own error, ``failure``, or an error of `read`; a `wire` error becomes a breach.
  func exchange<Answer>(
    _ request: Request, answers: QueryService? = nil, bulk: BulkLoad = .none,
    write: (inout WireWriter) -> Void = { _ in },
    read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    try open(request, answers)
    var time = start(request)
    try send(request, bulk, write)
    do throws(LayoutError) {
      try converse(request, answers, &time)
      return try charging(request, &time) { () throws(LayoutError) in
        unsafe try take(request, answers?.shape.itemCounts ?? [], read)
      }
    } catch {
      throw blame(error, request)
    }
  }

  /// Makes the link ready for the next request.
  func open(_ request: Request, _ answers: QueryService?) throws(LayoutError) {
    if let failure { throw failure }
    if let conversation {
      // The caller of that request dropped it. The next message of the worker would be about it.
      process.kill()
      throw fail(abandoned(conversation.request))
    }
    if let late { try settle(late, before: request, answers) }
    sequence += 1
    counters.requests += 1
  }

  func send(
    _ request: Request, _ bulk: BulkLoad, _ write: (inout WireWriter) -> Void
  ) throws(LayoutError) {
    options.onTurn?(.willSend, process)
    // A worker that died between two frames would never receive the message.
    if let end = process.end { throw fail(died(end, request)) }
    unsafe try channel.send(
      request.kind, sequence: sequence, epoch: request.epoch, bulkLength: bulk.byteCount,
      bulk: { unsafe bulk.copy(to: $0) }, head: write)
    isSettled = false
    process.account.begin(at: layout_sys_monotonic_ns())
    options.onTurn?(.didSend, process)
  }

  // MARK: The answer

  /// Reads the answer that the channel received last.
  func take<Answer>(
    _ request: Request, _ itemCounts: SectionCounts,
    _ read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    var head = channel.head
    let result: Result<Answer, LayoutError>
    if channel.header.kind == WireKind.failed.rawValue {
      result = .failure(try readFailure(&head, of: request))
    } else {
      do throws(LayoutError) {
        let answer = unsafe try read(&head, channel.bulk)
        result = .success(answer)
      } catch {
        // Only the room for the elements is missing. The head was read up to the notices, which
        // the worker does not repeat.
        guard error.code == .outOfMemory else { throw error }
        result = .failure(error)
      }
    }
    try takeNotices(&head, itemCounts)
    try head.finish()
    return try result.get()
  }

  /// Collects the layout's notices beside its answer; log lines are written at once.
  func takeNotices(
    _ head: inout WireReader, _ itemCounts: SectionCounts
  ) throws(LayoutError) {
    guard let said = try head.readNotices(within: options.answerLimits) else { return }
    try rules?.check(said, itemCounts: itemCounts)
    for line in said.log {
      log.write(LogEntry(level: line.level, message: line.message, plugin: plugin ?? ""))
    }
    for event in said.events where events.append(event) {
      log.write(events.droppingEntry(of: plugin ?? ""))
    }
    notices.add(said, elementLimit: options.answerLimits.markedElements)
  }
}

// MARK: - The layout's share
//
// The layout's own time in calls, for its share of each second.

/// The cost of the waited calls since it was last taken.
struct CallCost {
  /// The time that the layout computed or slept, or that the host copied and checked its answers, in
  /// nanoseconds.
  var own: Int64 = 0
  /// The error for an answer that came in time, but exceeded the first limit with its copying and checking.
  var overrun: LayoutError?
}

extension WorkerLink {
  /// Adds the time of a call, if it is longer than a frame. At 60 frames a second, shorter calls take less
  /// than half of each second; only an app makes thousands of them without a pause.
  func charge(_ time: inout CallTime) {
    guard let deadlines = options.deadlines else { return }
    let counted = time.counted
    guard counted >= Int64(deadlines.rectangle.soft * 1e9) else { return }
    let now = readFigures(process.id)
    let own = Self.own(counted, before: figures ?? now, now: now)
    cost.own += max(0, own - time.charged)
    time.charged = max(time.charged, own)
  }

  /// Returns the part of a call's time in which the worker did not wait for a processor. If the kernel does
  /// not count that, returns the part in which it had a processor.
  private static func own(_ counted: Int64, before: Scheduling, now: Scheduling) -> Int64 {
    guard let waitedNow = now.waited, let waitedBefore = before.waited else {
      return min(counted, now.used - before.used)
    }
    return max(0, counted - (waitedNow - waitedBefore))
  }

  /// Copies and checks an answer, and charges the layout for the processor time of this work.
  func charging<Answer>(
    _ request: Request, _ time: inout CallTime, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    // Copying and checking a shorter answer takes a fraction of a millisecond.
    guard let deadlines = options.deadlines, unsafe channel.bulk.count >= Self.longAnswer else {
      charge(&time)
      return try body()
    }
    let start = Self.threadTime
    let answer = try body()
    time.handled(Self.threadTime - start)
    charge(&time)
    let limit = limits(of: request, under: deadlines, mayPrepare: time.mayPrepare).soft
    if time.charged > Int64(limit * 1e9), !isSettling {
      cost.overrun = LayoutError(
        .layoutSlow, "its answer was there, copied and checked after \(time.spent)", plugin: plugin,
        call: request.call)
    }
    return answer
  }

  /// The number of bytes from which the copying and checking of an answer is timed.
  private static let longAnswer = 1 << 18

  /// The processor time of this thread, in nanoseconds.
  private static var threadTime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
