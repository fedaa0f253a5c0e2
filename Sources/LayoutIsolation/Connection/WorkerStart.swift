// SPDX-License-Identifier: Apache-2.0
//
// The start of a layout in a worker: first the process, then the layout in it, and the same steps again after a
// worker has ended.

import CLayoutSystem
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - The process

/// A process that was ordered. The link to it exists once the process runs and has greeted as a worker of this
/// version. Releasing a start that is not finished ends the process.
final class LinkStart {
  private let areas: AreaPair
  private let options: WorkerOptions
  private let executable: String
  private let plugin: String?
  private let log: LayoutLog
  /// The order; nil once there is a link.
  private var launch: (any WorkerOrder)?
  /// The time by which the process must have greeted, in nanoseconds of the monotonic clock.
  private var deadline: Int64?

  /// Orders a process.
  ///
  /// - Parameter images: The copy of the plugin to load, and the copies of its children.
  /// - Throws: ``LayoutError`` `invalid-argument`, `not-installed`, `worker-start` or `shared-memory`.
  init(
    images: [String], options: WorkerOptions, plugin: String?, log: LayoutLog
  ) throws(LayoutError) {
    (self.options, self.plugin, self.log) = (options, plugin, log)
    try options.check()
    executable = try options.locate()
    areas = try AreaPair(areaBytes: WireFormat.areaBytes)
    if let order = options.order {
      launch = try order(areas, images)
      return
    }
    launch = try Supervisor.shared().start(
      executable, arguments: options.arguments.list, areas: areas, images: images,
      limits: options.watchLimits, isConfined: options.isSandboxed)
  }

  deinit { launch?.cancel() }

  /// Returns the link, once.
  ///
  /// - Throws: ``LayoutError`` `worker-start`.
  func poll(_ mode: WaitMode) throws(LayoutError) -> WorkerLink? {
    guard let launch else { return nil }
    let process = mode == .untilDone ? try launch.wait() : try launch.process
    guard let process, try hasGreeted(process, mode) else { return nil }
    self.launch = nil
    return WorkerLink(process: process, areas: areas, options: options, plugin: plugin, log: log)
  }

  /// - Throws: `worker-start` if the process is not a worker that this host can talk to.
  private func hasGreeted(
    _ process: WorkerProcess, _ mode: WaitMode
  ) throws(LayoutError) -> Bool {
    let allowedTime = Int64(options.greetingLimit * 1e9)
    let limit = deadline ?? layout_sys_monotonic_ns() + allowedTime
    deadline = limit
    while try !isWorker(process) {
      let left = limit - layout_sys_monotonic_ns()
      guard left > 0 else {
        process.kill()
        let time = CallTime.seconds(allowedTime)
        throw stranger("did not say within \(time) that it is \(Self.one)")
      }
      if mode == .step { return false }
      _ = unsafe layout_sys_futex_wait(areas.replies.greeting, 0, left)
    }
    return true
  }

  /// Returns true if the process has greeted as a worker; false if it has not greeted yet.
  private func isWorker(_ process: WorkerProcess) throws(LayoutError) -> Bool {
    switch unsafe layout_sys_load_acquire_u32(areas.replies.greeting) {
    case UInt32(WireFormat.version): return true
    case 0: return false
    case SharedArea.ended:
      throw stranger("\(process.waitForEnd().description) before it said that it is \(Self.one)")
    case let other:
      process.kill()
      if let failure = SetUpFailure(word: other) { throw failure.error(in: executable) }
      throw stranger(
        "is a layout-worker of another version (wire \(other), this host \(WireFormat.version))")
    }
  }

  /// The name of the expected kind of program.
  private static var one: String {
    "a layout-worker of this version (wire \(WireFormat.version))"
  }

  private func stranger(_ what: String) -> LayoutError {
    LayoutError(
      .workerStart,
      "\(executable) \(what); reinstall LayoutHost, or set LAYOUTHOST_LIBEXEC to the directory of "
        + "the layout-worker that came with this host")
  }
}

// MARK: - The layout

/// Starts a worker and makes a layout in it without blocking a caller: poll it between other work. Releasing a
/// start that is not finished ends its process.
public final class WorkerStart {
  /// The parts of a connection.
  struct Started {
    let link: WorkerLink
    let message: StartedMessage
  }

  private enum Way {
    case process(LinkStart)
    case layout(WorkerLink)
    case ended
  }

  private let file: PluginFile
  private let layoutID: String
  private let options: WorkerOptions
  private let log: LayoutLog
  private let paths: HiddenPaths
  /// The ids of layouts that the layout may have inside.
  private let childLayouts: [String]
  private var way: Way
  /// True if the layout caused the end of the start: its constructors, its entry or its `create`.
  public private(set) var isPluginFault = false
  /// True if a caller waits for it: under deadlines the plugin has ``Deadlines/opening`` then. Must be set
  /// before the first look.
  public var isAwaited = false
  /// The settings that children take before they first prepare. Must be set before the first look.
  var childSettings = ChildSettings()

  /// Orders a process, and returns at once.
  ///
  /// - Parameter image: The copy in the image store, if it was just placed there; nil places it.
  /// - Throws: `not-installed` if there is no `layout-worker`, `worker-start`, or the errors of
  ///   ``ImageStore/place(_:)``.
  public init(
    file: PluginFile, layout id: String, image: String? = nil,
    options: WorkerOptions = WorkerOptions(deadlines: nil), log: LayoutLog = LayoutLog()
  ) throws(LayoutError) {
    (self.file, layoutID, self.options, self.log) = (file, id, options, log)
    let path = if let image { image } else { try ImageStore().place(file) }
    let children = ChildFiles(for: file, from: options.children)
    paths = HiddenPaths(file, image: path, children: children)
    childLayouts = children.layouts
    way = .process(
      try LinkStart(
        images: [path] + children.images, options: options, plugin: file.note?.id, log: log))
  }

  /// Takes what has arrived since the last look.
  ///
  /// - Returns: The layout, once it is there; nil before and afterwards.
  /// - Throws: The errors of ``WorkerConnection/init(file:layout:options:log:)``.
  public func poll(_ mode: WaitMode) throws(LayoutError) -> WorkerConnection? {
    try advance(mode).map {
      WorkerConnection(
        file: file, link: $0.link, started: $0.message, options: options, log: log)
    }
  }

  func advance(_ mode: WaitMode) throws(LayoutError) -> Started? {
    do throws(LayoutError) {
      if case .process(let start) = way, let link = try start.poll(mode) {
        link.childLayouts = childLayouts
        let request = WorkerLink.Request(kind: .start, call: "create", isAwaited: isAwaited)
        var message = paths.message(layout: layoutID, limits: options.answerLimits)
        message.childSettings = childSettings
        try link.begin(request) { $0.write(message) }
        way = .layout(link)
      }
      guard case .layout(let link) = way, try link.look(mode) else { return nil }
      let started = Started(link: link, message: try collect(link))
      way = .ended
      return started
    } catch {
      if case .layout(let link) = way { isPluginFault = link.isPluginFault || error.endsInstance }
      way = .ended
      let error = paths.restore(error)
      throw options.keeping(
        CrashRecord(
          file: file, layout: layoutID, isSandboxed: options.isSandboxed, error: error,
          instance: nil), of: error)
    }
  }

  private func collect(_ link: WorkerLink) throws(LayoutError) -> StartedMessage {
    unsafe try link.collect { (head, _) throws(LayoutError) in
      let started = try head.readStarted()
      try started.check(from: file, layout: layoutID)
      link.rules = NoticeRules(
        started, children: childLayouts, limits: options.answerLimits)
      return started
    }
  }

  /// Returns the layout, and waits as long as that takes.
  func wait() throws(LayoutError) -> Started {
    guard let started = try advance(.untilDone) else {
      preconditionFailure("a start that was waited for is not done")
    }
    return started
  }
}

// MARK: - Again
//
// Makes a layout again in another worker, while its host does other work.

/// A running restart: a process, the layout in it, then each property that was set. The connection does not
/// change until all of this is done. Releasing a restart that is not finished ends its process.
final class WorkerRestart {
  private let connection: WorkerConnection
  private let start: WorkerStart
  private var made: WorkerStart.Started?
  /// The property to set next, and true if the new layout was told of it.
  private var next = (index: 0, isSent: false)

  /// Orders a process.
  ///
  /// - Parameter isAwaited: True if a caller waits for it.
  /// - Throws: The errors of ``WorkerStart/init(file:layout:image:options:log:)``, `reentrant` inside an answer
  ///   to a query.
  init(of connection: WorkerConnection, isAwaited: Bool) throws(LayoutError) {
    try connection.checkIdle("create")
    self.connection = connection
    start = try WorkerStart(
      file: connection.file, layout: connection.descriptor.id, options: connection.options,
      log: connection.log)
    (start.isAwaited, start.childSettings) = (isAwaited, connection.childSettings)
  }

  /// Takes what has arrived since the last look.
  ///
  /// - Returns: True if the connection has its new worker.
  /// - Throws: The errors of ``WorkerConnection/restart()``.
  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if made == nil { made = try make(mode) }
    guard let made else { return false }
    while next.index < connection.settings.count {
      if let value = connection.settings[next.index] {
        guard try isSet(value, in: made.link, mode) else { return false }
      }
      next = (next.index + 1, false)
    }
    connection.adopt(made)
    return true
  }

  private func make(_ mode: WaitMode) throws(LayoutError) -> WorkerStart.Started? {
    let made: WorkerStart.Started?
    do throws(LayoutError) { made = try start.advance(mode) } catch {
      connection.wasRestartPluginFault = start.isPluginFault
      throw error
    }
    guard let made else { return nil }
    guard made.message.layout == connection.descriptor else {
      throw LayoutError(
        .changed,
        "the layout \(connection.descriptor.id) describes itself otherwise than before; open it anew",
        plugin: connection.pluginID, call: "create")
    }
    return made
  }

  private func isSet(
    _ value: LayoutValue, in link: WorkerLink, _ mode: WaitMode
  ) throws(LayoutError) -> Bool {
    do throws(LayoutError) {
      if !next.isSent {
        let request = WorkerLink.Request(
          kind: .setProperty, call: WorkerConnection.settingCall, isAwaited: start.isAwaited)
        try link.begin(request) {
          $0.write(property: next.index)
          $0.write(value)
        }
        next.isSent = true
      }
      guard try link.look(mode, waiting: StepBudget.lull) else { return false }
      unsafe try link.collect { _, _ in }
      return true
    } catch {
      connection.wasRestartPluginFault = link.isPluginFault
      throw connection.options.keeping(
        CrashRecord(
          file: connection.file, layout: connection.descriptor.id,
          isSandboxed: connection.options.isSandboxed, error: error, instance: nil), of: error)
    }
  }
}
