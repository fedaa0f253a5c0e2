// SPDX-License-Identifier: Apache-2.0
//
// A live layout in a process of its own.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A layout that runs in a worker: the same calls and the same answers as in this process, bit for
/// bit, and nothing that its plugin does can end or damage this one.
///
/// A frame is one exchange; each page of answers that the plugin asks for is one more. When the
/// worker dies, hangs or breaks the format of its messages, the call under way and all later ones
/// throw the same error until ``restart()``; the view keeps what it shows.
///
/// Not Sendable, like the view that owns it. Letting go of it ends the worker.
public final class WorkerConnection: LayoutConnection {
  /// The file whose copy runs.
  public let file: PluginFile
  public let pluginID: String
  /// The layout as it describes itself.
  public let descriptor: LayoutDescriptor
  public let queries: QueryTable
  public let log: LayoutLog

  let border: TrustBorder
  let options: WorkerOptions
  var link: WorkerLink {
    // What the last one said of its children's places goes on.
    willSet { toldSettings = childSettings }
  }
  private var extensions: Set<String>
  /// Values set so far, by index: what a new worker is given.
  var settings: [LayoutValue?]
  /// The properties of children that were set so far.
  private var toldSettings = ChildSettings()
  /// The same by the paths that the worker says they have now. It may move them, and nothing else.
  public internal(set) var childSettings: ChildSettings {
    get {
      guard let moved = link.notices.childSettings, moved.areMoved(from: toldSettings) else {
        return toldSettings
      }
      return moved
    }
    set {
      toldSettings = newValue
      link.notices.childSettings = nil
    }
  }
  /// The data of the last frame.
  var shape = DataShape()
  /// The data that the layout prepared for last; nil before it.
  var preparedShape: DataShape?
  /// The data of the frames that failed since: the layout may have prepared for them before it did.
  var doubtfulShapes: [DataShape] = []
  /// Items of each section before the batch under way; nil outside of one.
  var countsBeforeBatch: SectionCounts?
  /// The buffer in which the answer about a single element lands before it is checked.
  let single = AnswerBuffer()
  /// The state that the worker was told last, so that a frame only says what changed.
  var known = KnownState()
  /// The last calls, for the record of a crash.
  var ring: CallRing
  /// True while a request is under way, so that an app's answer that calls back is refused.
  var isBusy = false
  /// The frame, or the setting, that was started and not waited for.
  weak var started: (any WorkInWorker)?
  /// The action that was started: it goes on when nobody looks for its answer any more.
  var startedAction: ActionInWorker?
  private var pastCounters = ExchangeCounters()
  /// True when the plugin's own doing ended the last restart; nil when it did not end.
  var wasRestartPluginFault: Bool?

  /// The worker's knowledge of the data and the bindings.
  struct KnownState {
    var hasShape = false
    var bindingRevision: Int?
  }

  /// Starts a worker and makes a layout in it.
  ///
  /// - Parameter options: By default with one limit for all calls: limits for each kind of call are for who
  ///   counts strikes (``SupervisedConnection``).
  /// - Throws: `not-installed` when there is no `layout-worker`, `worker-start`, what
  ///   ``PluginImage/open(_:store:)`` throws, `unknown-layout`, or what the plugin says when it
  ///   cannot make the layout.
  public convenience init(
    file: PluginFile, layout id: String, options: WorkerOptions = WorkerOptions(deadlines: nil),
    log: LayoutLog = LayoutLog()
  ) throws(LayoutError) {
    let started = try WorkerStart(file: file, layout: id, options: options, log: log).wait()
    self.init(file: file, link: started.link, started: started.message, options: options, log: log)
  }

  /// Takes over a link to a worker that has started.
  init(
    file: PluginFile, link: WorkerLink, started: StartedMessage, options: WorkerOptions,
    log: LayoutLog
  ) {
    self.file = file
    self.options = options
    self.log = log
    self.link = link
    pluginID = started.pluginID
    descriptor = started.layout
    extensions = Set(started.extensions)
    border = TrustBorder(
      plugin: started.pluginID, descriptor: started.layout, limits: options.answerLimits)
    queries = QueryTable(started.layout.queries, plugin: started.pluginID)
    settings = Array(repeating: nil, count: started.layout.properties.count)
    ring = CallRing(values: settings)
  }

  public var hasPrepared: Bool { preparedShape != nil }

  /// The worker's process, for debuggers and tests. Another one after ``restart()``.
  public var processID: Int32 { link.process.id }

  /// The messages between the two processes so far.
  public var counters: ExchangeCounters { pastCounters + link.counters }

  public func offers(_ extensionID: String) -> Bool {
    extensions.contains(extensionID) || link.notices.offered.contains(extensionID)
  }

  /// Starts a new worker with the properties and bindings set so far; the old one is ended.
  ///
  /// - Throws: What ``init(file:layout:options:log:)`` throws, `changed` when the plugin now
  ///   describes its layout otherwise, `reentrant` from inside an answer to a query. The connection
  ///   is then as it was before.
  public func restart() throws(LayoutError) {
    let restart = try WorkerRestart(of: self, isAwaited: true)
    guard try restart.poll(.untilDone) else {
      preconditionFailure("a restart that was waited for is not done")
    }
  }

  /// Goes on with the layout in a new worker, which has the properties set so far.
  func adopt(_ new: WorkerStart.Started) {
    pastCounters = counters
    link = new.link
    (wasRestartPluginFault, startedAction) = (nil, nil)
    ring.restart(values: settings)
    extensions = Set(new.message.extensions)
    known = KnownState()
    (preparedShape, countsBeforeBatch) = (nil, nil)
    doubtfulShapes.removeAll()
    queries.pendingError = nil
  }

  /// True when the last end, or the last overrun, was the plugin's own doing.
  var isPluginFault: Bool { wasRestartPluginFault ?? link.isPluginFault }

  /// Takes the cost of the calls that were waited for since the last time.
  func takeCost() -> CallCost {
    guard link.cost.own > 0 else { return CallCost() }
    defer { link.cost = CallCost() }
    return link.cost
  }

  // MARK: Requests

  /// Makes one request, with the app's answers at hand, and collects what the layout says beside its
  /// answer.
  func request<Answer>(
    _ kind: WireKind, call: String, with arguments: CallNote.Arguments = .none,
    bulk: BulkLoad = .none, willPrepare: Bool = false, whenDone: WorkerLink.WhenDone? = nil,
    write: (inout WireWriter) -> Void = { _ in },
    read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    try checkIdle(call)
    // Its answer is kept for whoever started it.
    try settleStarted(before: kind, willPrepare: willPrepare)
    isBusy = true
    defer { isBusy = false }
    ring.append(
      CallNote(
        call: kind == .frame ? "frame" : call, epoch: shape.epoch, arguments: arguments))
    do throws(LayoutError) {
      return unsafe try link.exchange(
        WorkerLink.Request(
          kind: kind, call: call, epoch: shape.epoch, willPrepare: willPrepare,
          whenDone: whenDone),
        answers: QueryService(queries: queries, shape: shape), bulk: bulk, write: write, read: read)
    } catch {
      throw keepingRecord(error)
    }
  }

  func checkIdle(_ call: String) throws(LayoutError) {
    guard !isBusy else {
      throw LayoutError(
        .reentrant,
        "the layout is in the middle of a call; an answer to a query must not call into it",
        plugin: pluginID, call: call)
    }
  }

  // MARK: What the layout says on the side

  public var reuseIdentifiers: [String?] {
    link.notices.reuseIdentifiers ?? Array(repeating: nil, count: descriptor.kinds.count)
  }

  public func takeEvents() -> [LayoutEvent] { link.events.take() }

  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    defer { (link.notices.marks, link.notices.elements) = (LAYOUT_MARK_NOTHING, []) }
    return (link.notices.marks, link.notices.elements)
  }

  // MARK: Properties

  func send(_ value: LayoutValue, forProperty index: Int) throws(LayoutError) {
    try checkProperty(index)
    let whenDone = WorkerLink.WhenDone { [weak self] in
      self?.settings[index] = value
      self?.link.notices.marks |= LAYOUT_MARK_PROPERTIES
    }
    unsafe try request(
      .setProperty, call: Self.settingCall, with: .value(value, property: index),
      whenDone: whenDone
    ) {
      $0.write(property: index)
      $0.write(value)
    } read: { _, _ in
    }
    settings[index] = value
  }

  func askProperty(at index: Int) throws(LayoutError) -> LayoutValue {
    try checkProperty(index)
    let property = descriptor.properties[index]
    return unsafe try request(.property, call: "get_property", with: .property(index)) {
      $0.write(property: index)
    } read: { head, _ throws(LayoutError) in
      let value = try head.readValue()
      try border.value(value, of: property)
      return value
    }
  }

  func checkProperty(_ index: Int) throws(LayoutError) {
    guard descriptor.properties.indices.contains(index) else {
      throw LayoutError(
        .unknownProperty,
        "the layout \(descriptor.id) has \(descriptor.properties.count) properties, none at \(index)",
        plugin: pluginID)
    }
  }
}

// MARK: - The last calls
//
// The record of a worker's last calls.

extension WorkerOptions {
  /// Hands a record to who keeps records.
  ///
  /// - Returns: The error, which says where the record is when it is kept.
  func keeping(_ record: @autoclosure () -> CrashRecord, of error: LayoutError) -> LayoutError {
    guard CrashRecord.isDue(error), let place = onCrash?(record()) else { return error }
    var error = error
    // Without deadlines the run would hang where the session did.
    let option = error.code == .workerHung ? " --deadlines" : ""
    error.message += "; its crash record is \(place), which 'layouthost probe\(option)' runs again"
    return error
  }
}

extension WorkerConnection {
  /// The error of a request; the first one that ends the layout goes on record.
  func keepingRecord(_ error: LayoutError) -> LayoutError {
    guard CrashRecord.isDue(error), !link.isRecorded else { return error }
    let told = options.keeping(
      CrashRecord(
        file: file, layout: descriptor.id, isSandboxed: options.isSandboxed, error: error,
        instance: CrashRecord.Instance(
          descriptor: descriptor, queries: queries, shape: shape, values: ring.earlierValues,
          childSettings: childSettings, calls: ring.calls, callCount: ring.count)),
      of: error)
    link.record(told)
    return told
  }
}
