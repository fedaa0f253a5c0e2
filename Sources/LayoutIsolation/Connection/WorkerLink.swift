// SPDX-License-Identifier: Apache-2.0
//
// One worker's process and channel, and the exchange of one request for one answer.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

/// A running worker. Ends with it: letting go of a link stops its process.
///
/// Not thread-safe, like the connection that owns it.
final class WorkerLink {
  /// What a request is about, for checks and for errors.
  struct Request {
    var kind: WireKind
    /// The slot that stands for it in errors, when the worker does not say which it was in.
    var call: String
    var epoch: UInt64 = 0
    /// Whether a frame is known to prepare, which may take longer.
    var willPrepare = false
  }

  /// A frame that the view goes on without, and whose answer is still to come.
  struct Late {
    var request: Request
    var time: CallTime
    /// The data that it was about, for what it says on the side.
    var itemCounts: [UInt32]
  }

  let process: WorkerProcess
  let channel: Channel
  let replies: SharedArea
  /// Who sees to the process's end; nil when there is no process, only a channel.
  private let supervisor: Supervisor?
  let options: WorkerOptions
  let plugin: String?
  private var sequence: UInt64 = 0
  /// False between a request and its answer.
  private var isSettled = true
  /// The frame whose answer is still to come; nothing else is asked before.
  var late: Late?
  /// Whether that answer is being waited for.
  var isSettling = false
  /// Whether the last overrun or end was the plugin's own: it computed or slept, and nobody killed
  /// its process from outside.
  var isToBlame = false
  /// The worker's processor time when the request began; only read under deadlines.
  private(set) var startTime: Int64 = 0
  /// Set by the first breach, death or hanging; every later request throws it.
  private(set) var failure: LayoutError?
  /// Whether that error went on record.
  private(set) var isRecorded = false
  private(set) var counters = ExchangeCounters()
  /// What the layout's notices are held against; nil until it has started.
  var rules: NoticeRules?
  /// What the layout said on the side and nobody has taken yet.
  var notices = Notices()
  /// The events among it.
  var events = EventQueue()
  private let log: LayoutLog

  /// Starts `executable`.
  ///
  /// - Throws: ``LayoutError`` `worker-start` or `shared-memory`.
  init(
    executable: String, options: WorkerOptions, plugin: String?, log: LayoutLog
  ) throws(LayoutError) {
    self.options = options
    self.log = log
    self.plugin = plugin
    let areas = try AreaPair(areaBytes: WireFormat.areaBytes)
    let supervisor = try Supervisor.shared()
    self.supervisor = supervisor
    process = try supervisor.start(
      executable, arguments: options.arguments.list, areas: areas, isConfined: options.isSandboxed)
    replies = areas.replies
    channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit)
  }

  /// Talks to whoever writes `areas`, where no process is to be started or ended.
  init(areas: AreaPair, options: WorkerOptions, plugin: String?, log: LayoutLog) {
    (self.options, self.plugin, self.log) = (options, plugin, log)
    supervisor = nil
    process = WorkerProcess(id: 0, descriptor: -1, replies: areas.replies)
    replies = areas.replies
    channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit)
  }

  deinit {
    guard let supervisor, process.end == nil else { return }
    if failure != nil || late != nil {
      process.kill()
    } else {
      try? channel.send(.stop, sequence: sequence &+ 1, epoch: 0)
      supervisor.retire(process, within: Int64(options.farewell * 1e9))
    }
  }

  // MARK: Exchange

  /// Sends a request and serves the plugin's questions until its answer is there.
  ///
  /// - Parameters:
  ///   - answers: The app's answers to nested questions; nil when there can be none.
  ///   - bulk: Goes behind the head.
  ///   - write: Writes the head.
  ///   - read: Reads the answer: its head, its bulk data still in shared memory, to be copied once.
  /// - Throws: The plugin's own error, ``failure``, or what `read` throws; a `wire` error becomes a
  ///   breach.
  func exchange<Answer>(
    _ request: Request, answers: QueryService? = nil, bulk: BulkLoad = .none,
    write: (inout WireWriter) -> Void = { _ in },
    read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if let failure { throw failure }
    if let late { try settle(late, before: request, answers) }
    sequence += 1
    counters.requests += 1
    var time = start(request)
    try send(request, bulk, write)
    do {
      try converse(request, answers, &time)
      var head = channel.head
      let hasFailed = channel.header.kind == WireKind.failed.rawValue
      let result: Result<Answer, LayoutError> =
        hasFailed
        ? .failure(try head.readError()) : .success(try read(&head, channel.bulk))
      try takeNotices(&head, answers?.shape.itemCounts ?? [])
      try head.finish()
      return try result.get()
    } catch {
      throw blame(error, request)
    }
  }

  /// Starts the clock of a request.
  private func start(_ request: Request) -> CallTime {
    guard let deadlines = options.deadlines else { return CallTime(deadline: options.deadline) }
    startTime = layout_sys_process_time_ns(process.id)
    let limits = deadlines.limits(of: request.kind, willPrepare: request.willPrepare)
    // Only a frame can be gone on without: what else is asked has to be known.
    return CallTime(deadline: limits.hard, soft: request.kind == .frame ? limits.soft : nil)
  }

  private func send(
    _ request: Request, _ bulk: BulkLoad, _ write: (inout WireWriter) -> Void
  ) throws(LayoutError) {
    // A worker that died between two frames would never take the message.
    if let end = process.end { throw fail(died(end, request)) }
    try channel.send(
      request.kind, sequence: sequence, epoch: request.epoch, bulkLength: bulk.byteCount,
      bulk: { bulk.copy(to: $0) }, head: write)
    isSettled = false
  }

  /// Collects what the layout said beside its answer; log lines go on at once.
  func takeNotices(
    _ head: inout WireReader, _ itemCounts: [UInt32]
  ) throws(LayoutError) {
    guard let said = try head.readNotices() else { return }
    try rules?.check(said, itemCounts: itemCounts)
    for line in said.log {
      log.write(LogEntry(level: line.level, message: line.message, plugin: plugin ?? ""))
    }
    for event in said.events where events.append(event) {
      log.write(EventQueue.dropped(by: plugin ?? ""))
    }
    notices.add(said)
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
      let kind = try channel.receive()
      guard channel.header.sequence == sequence else {
        throw .wire("an answer to request \(channel.header.sequence) where \(sequence) was made")
      }
      switch kind {
      case .done, .failed:
        isSettled = true
        guard channel.header.epoch == request.epoch else {
          throw .wire("an answer for epoch \(channel.header.epoch), not \(request.epoch)")
        }
        return
      case .askMany, .askOne:
        guard let answers else { throw .wire("a question where none is allowed") }
        // The next question can be here before the next look at the clock, each time anew.
        if time.isUp { throw hung(request, time) }
        let start = time.now
        let count = try answers.serve(
          kind, on: channel, epoch: now ?? request.epoch, counting: &counters)
        time.answered(count, since: start, by: answers)
      default: throw .wire("an answer of kind \(kind)")
      }
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
      case .ended:
        // A worker can write the mark itself; then it is ended for it.
        process.kill()
        throw died(process.waitForEnd(), request)
      }
    }
  }

  // MARK: Errors

  /// Turns a broken message into a breach that ends the worker, and remembers what is final.
  func blame(_ error: LayoutError, _ request: Request) -> LayoutError {
    switch error.code {
    case "wire":
      process.kill()
      return fail(
        LayoutError(
          "breach", "the worker sent \(error.message) (rule: wire)", plugin: plugin,
          call: request.call))
    case "breach":
      // What a plugin that broke a rule says next cannot be trusted either.
      process.kill()
      return fail(error)
    case "worker-died", "worker-hung": return fail(error)
    case "worker-late": return error
    default:
      if isSettled { return error }
      // It still waits for an answer that did not come about; it would take the next message for it.
      process.kill()
      return fail(error)
    }
  }

  /// Remembers the error that every later request throws.
  private func fail(_ error: LayoutError) -> LayoutError {
    failure = error
    return error
  }

  /// Notes that the failure is on record, and what it says since.
  func record(_ error: LayoutError) { (failure, isRecorded) = (error, true) }

  private func died(_ end: ProcessEnd, _ request: Request) -> LayoutError {
    isToBlame = end != .signalled(SIGKILL)
    let call = CallCrumb.name(layout_sys_load_relaxed_u32(replies.slot))
    return LayoutError(
      "worker-died",
      "its worker, process \(process.id), \(end.description); restart the layout to go on",
      plugin: plugin, call: call ?? request.call)
  }

  func hung(_ request: Request, _ time: CallTime) -> LayoutError {
    let call = CallCrumb.name(layout_sys_load_relaxed_u32(replies.slot))
    process.kill()
    return LayoutError(
      "worker-hung",
      "its worker, process \(process.id), was not done after \(time.spent) and was ended; restart "
        + "the layout to go on", plugin: plugin, call: call ?? request.call)
  }
}
