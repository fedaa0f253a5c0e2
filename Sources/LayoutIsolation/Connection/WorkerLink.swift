// SPDX-License-Identifier: Apache-2.0
//
// One worker's process and channel, and the exchange of one request for one answer.

import CLayoutSystem
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
  }

  let process: WorkerProcess
  private let channel: Channel
  private let replies: SharedArea
  private let supervisor: Supervisor
  private let options: WorkerOptions
  private let plugin: String?
  private var sequence: UInt64 = 0
  /// False between a request and its answer.
  private var isSettled = true
  /// Set by the first breach, death or hanging; every later request throws it.
  private(set) var failure: LayoutError?
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
    supervisor = try Supervisor.shared()
    process = try supervisor.start(
      executable, arguments: options.arguments.list, areas: areas, isConfined: options.isSandboxed)
    replies = areas.replies
    channel = Channel(
      outgoing: areas.requests, incoming: areas.replies, headLimit: WireFormat.replyHeadLimit)
  }

  deinit {
    guard process.end == nil else { return }
    if failure != nil {
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
    sequence += 1
    counters.requests += 1
    try send(request, bulk, write)
    do {
      try converse(request, answers)
      var head = channel.head
      let hasFailed = channel.header.kind == WireKind.failed.rawValue
      let result: Result<Answer, LayoutError> =
        hasFailed
        ? .failure(try head.readError()) : .success(try read(&head, channel.bulk))
      try takeNotices(&head, answers)
      try head.finish()
      return try result.get()
    } catch {
      throw blame(error, request)
    }
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
  private func takeNotices(
    _ head: inout WireReader, _ answers: QueryService?
  ) throws(LayoutError) {
    guard let said = try head.readNotices() else { return }
    try rules?.check(said, itemCounts: answers?.shape.itemCounts ?? [])
    for line in said.log {
      log.write(LogEntry(level: line.level, message: line.message, plugin: plugin ?? ""))
    }
    for event in said.events where events.append(event) {
      log.write(EventQueue.dropped(by: plugin ?? ""))
    }
    notices.add(said)
  }

  /// Waits for the answer and serves what is asked before it.
  private func converse(_ request: Request, _ answers: QueryService?) throws(LayoutError) {
    var time = CallTime(deadline: options.deadline)
    while true {
      try wait(for: request, &time)
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
          kind, on: channel, epoch: request.epoch, counting: &counters)
        time.answered(count, since: start, by: answers)
      default: throw .wire("an answer of kind \(kind)")
      }
    }
  }

  /// Waits for the next message.
  private func wait(for request: Request, _ time: inout CallTime) throws(LayoutError) {
    let start = time.now
    let outcome = channel.wait(nanoseconds: time.left)
    time.waited(since: start)
    switch outcome {
    case .message: return
    case .timedOut: throw hung(request, time)
    case .ended:
      // A worker can write the mark itself; then it is ended for it.
      process.kill()
      throw died(process.waitForEnd(), request)
    }
  }

  // MARK: Errors

  /// Turns a broken message into a breach that ends the worker, and remembers what is final.
  private func blame(_ error: LayoutError, _ request: Request) -> LayoutError {
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

  private func died(_ end: ProcessEnd, _ request: Request) -> LayoutError {
    let call = CallCrumb.name(layout_sys_load_relaxed_u32(replies.slot))
    return LayoutError(
      "worker-died",
      "its worker, process \(process.id), \(end.description); restart the layout to go on",
      plugin: plugin, call: call ?? request.call)
  }

  private func hung(_ request: Request, _ time: CallTime) -> LayoutError {
    let call = CallCrumb.name(layout_sys_load_relaxed_u32(replies.slot))
    process.kill()
    return LayoutError(
      "worker-hung",
      "its worker, process \(process.id), was not done after \(time.spent) and was ended; restart "
        + "the layout to go on", plugin: plugin, call: call ?? request.call)
  }
}
