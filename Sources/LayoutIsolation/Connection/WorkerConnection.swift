// SPDX-License-Identifier: Apache-2.0
//
// A live layout in its own process.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A layout that runs in a worker: the same calls and the same answers as in this process, bit for bit. Its
/// plugin cannot end or damage this process.
///
/// A frame is one exchange; each page of answers that the plugin asks for is one more. If the worker dies,
/// hangs or breaks the format of its messages, the current call and all later calls throw the same error
/// until ``restart()``. The view keeps its last frame.
///
/// Not Sendable, like the view that owns it. Releasing it ends the worker.
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
    // The children's places that the last worker reported stay valid.
    willSet { toldSettings = childSettings }
  }
  private var extensions: Set<String>
  public internal(set) var settings: [LayoutValue?]
  /// The properties of children that were set so far.
  private var toldSettings = ChildSettings()
  /// The same settings by the paths that the worker reports now. The worker may only change these paths.
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
  /// The data of the frames that failed since: the layout may have prepared for them before it failed.
  var doubtfulShapes: [DataShape] = []
  /// The number of items of each section before the current batch; nil outside of one.
  var countsBeforeBatch: SectionCounts?
  /// The buffer for the answer about a single element, before it is checked.
  let single = AnswerBuffer()
  /// The state that the worker was last told, so that a frame only sends changes.
  var known = KnownState()
  /// The last calls, for the record of a crash.
  var ring: CallRing
  /// True while a request runs, so that a call from inside an app's answer is refused.
  var isBusy = false
  /// The frame or the setting that was started without waiting.
  weak var started: (any WorkInWorker)?
  /// The action that was started. It goes on even if its caller drops it.
  var startedAction: ActionInWorker?
  private var pastCounters = ExchangeCounters()
  /// True if the plugin caused the end of the last restart; nil if the restart did not fail, or was judged.
  var wasRestartPluginFault: Bool?

  /// The worker's knowledge of the data and the bindings.
  struct KnownState {
    var hasShape = false
    var bindingRevision: Int?
  }

  /// Starts a worker and makes a layout in it.
  ///
  /// - Parameter options: By default with one limit for all calls. Limits for each kind of call are meant
  ///   for connections that count strikes (``SupervisedConnection``).
  /// - Throws: `not-installed` if there is no `layout-worker`, `worker-start`, the errors of
  ///   ``PluginImage/open(_:store:)``, `unknown-layout`, or the plugin's error if it cannot make the
  ///   layout.
  public convenience init(
    file: PluginFile, layout id: String, options: WorkerOptions = WorkerOptions(deadlines: nil),
    log: LayoutLog = LayoutLog()
  ) throws(LayoutError) {
    let started = try WorkerStart(file: file, layout: id, options: options, log: log).wait()
    self.init(file: file, link: started.link, started: started.message, options: options, log: log)
  }

  /// Takes a link to a worker that has started.
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

  /// The id of the worker's process, for debuggers and tests. It changes with ``restart()``.
  public var processID: Int32 { link.process.id }

  /// The number of messages between the two processes so far.
  public var counters: ExchangeCounters { pastCounters + link.counters }

  public func offers(_ extensionID: String) -> Bool {
    extensions.contains(extensionID) || link.notices.offered.contains(extensionID)
  }

  /// Starts a new worker with the properties and bindings set so far, and ends the old one.
  ///
  /// - Throws: The errors of ``init(file:layout:options:log:)``, `changed` if the plugin's description of
  ///   its layout is now another one, `reentrant` inside an answer to a query. The connection is then as it
  ///   was before.
  public func restart() throws(LayoutError) {
    let restart = try WorkerRestart(of: self, isAwaited: true)
    guard try restart.poll(.untilDone) else {
      preconditionFailure("a restart that was waited for is not done")
    }
  }

  /// Continues with the layout in a new worker, which has the properties set so far.
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

  /// True if the plugin caused the last end or the last overrun.
  var isPluginFault: Bool { wasRestartPluginFault ?? link.isPluginFault }

  /// Takes the cost of the waited calls since the last time.
  func takeCost() -> CallCost {
    guard link.cost.own > 0 else { return CallCost() }
    defer { link.cost = CallCost() }
    return link.cost
  }

  // MARK: Requests

  /// Makes one request, with the app's answers available, and collects the layout's notices beside its
  /// answer.
  func request<Answer>(
    _ kind: WireKind, call: String, with arguments: CallNote.Arguments = .none,
    bulk: BulkLoad = .none, willPrepare: Bool = false, isAboutChildren: Bool = false,
    whenDone: WorkerLink.WhenDone? = nil,
    write: (inout WireWriter) -> Void = { _ in },
    read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    try checkIdle(call)
    // Its answer is kept for the caller that started it.
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
          isAboutChildren: isAboutChildren, whenDone: whenDone),
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
  /// Hands a record to the app's handler, which stores it.
  ///
  /// - Returns: The error, with the place of the record if it is stored.
  func keeping(_ record: @autoclosure () -> CrashRecord, of error: LayoutError) -> LayoutError {
    guard CrashRecord.isDue(error), let place = onCrash?(record()) else { return error }
    var error = error
    // Without deadlines the replay would hang where the session hung.
    let option = error.code == .workerHung ? " --deadlines" : ""
    error.message += "; its crash record is \(place), which 'layouthost probe\(option)' runs again"
    return error
  }
}

extension WorkerConnection {
  /// Returns the error of a request. The first error that ends the layout is recorded.
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
