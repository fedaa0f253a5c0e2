// SPDX-License-Identifier: Apache-2.0
//
// Requests that a worker handles while its host does other work: a frame, an action, a property.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - A frame

extension WorkerConnection {
  public func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    try checkIdle(Self.frameCall)
    try settleStarted(before: .frame)
    let news = news(for: shape)
    self.shape = shape
    let frame = FrameInWorker(
      connection: self, request: request, shape: shape, bindingRevision: queries.revision,
      buffer: buffer)
    ring.append(
      CallNote(call: "frame", epoch: shape.epoch, arguments: .frame(CallNote.Frame(request, shape)))
    )
    do throws(LayoutError) {
      try link.begin(
        WorkerLink.Request(
          kind: .frame, call: Self.frameCall, epoch: shape.epoch,
          willPrepare: news.willPrepare(request)),
        answers: QueryService(queries: queries, shape: shape),
        bulk: .counts(news.shape?.itemCounts.list ?? [])
      ) { $0.write(request, news: news) }
    } catch {
      forgetFrame(shape, buffer)
      throw keepingRecord(error)
    }
    started = frame
    return frame
  }
}

/// The current frame in a worker.
final class FrameInWorker: FrameInProgress, WorkInWorker {
  private let connection: WorkerConnection
  private let link: WorkerLink
  private let request: FrameRequest
  private let shape: DataShape
  /// The revision of the bindings that the worker was told.
  private let bindingRevision: Int
  private let buffer: AnswerBuffer
  private var result: Result<FrameOutcome, LayoutError>?

  init(
    connection: WorkerConnection, request: FrameRequest, shape: DataShape, bindingRevision: Int,
    buffer: AnswerBuffer
  ) {
    (self.connection, link) = (connection, connection.link)
    (self.request, self.shape, self.buffer) = (request, shape, buffer)
    self.bindingRevision = bindingRevision
  }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let result { return try result.get() }
    // What the connection knows about its worker is about the new one after a restart.
    guard link === connection.link else { throw .letGo(before: call) }
    try connection.checkIdle(WorkerConnection.frameCall)
    connection.isBusy = true
    defer { connection.isBusy = false }
    do throws(LayoutError) {
      guard try link.look(mode, now: epoch) else { return nil }
      let outcome = unsafe try link.collect { (head, bulk) throws(LayoutError) in
        unsafe try connection.takeFrame(&head, bulk, request, shape, into: buffer)
      }
      // The worker has not yet been told the bindings that were made meanwhile.
      connection.known.bindingRevision = bindingRevision
      result = .success(outcome)
      return outcome
    } catch {
      connection.forgetFrame(shape, buffer)
      let error = connection.keepingRecord(error)
      result = .failure(error)
      throw error
    }
  }

  var call: String { WorkerConnection.frameCall }

  var isSettled: Bool { result != nil || link !== connection.link }

  func settle() { if !isSettled { _ = try? poll(.untilDone, epoch: shape.epoch) } }

  func look() { if !isSettled { _ = try? poll(.step, epoch: shape.epoch) } }
}

// MARK: - An action

extension WorkerConnection {
  public func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    let action = try action(at: index)
    try checkIdle(action.name)
    try settleStarted(before: .action)
    ring.append(
      CallNote(
        call: action.name, epoch: shape.epoch, arguments: .action(index, arguments: arguments)))
    do throws(LayoutError) {
      try link.begin(
        WorkerLink.Request(kind: .action, call: action.name, epoch: shape.epoch),
        answers: QueryService(queries: queries, shape: shape)
      ) {
        $0.write(count: index)
        $0.write(each: arguments) { $0.write($1) }
      }
    } catch {
      throw keepingRecord(error)
    }
    let started = ActionInWorker(self, action)
    self.started = started
    startedAction = started
    return started
  }

  /// Returns the action at `index`.
  ///
  /// - Throws: `unknown-action`.
  func action(at index: Int) throws(LayoutError) -> ActionDescriptor {
    guard descriptor.actions.indices.contains(index) else {
      throw LayoutError(
        .unknownAction,
        "the layout \(descriptor.id) offers \(descriptor.actions.count) actions, none at \(index)",
        plugin: pluginID)
    }
    return descriptor.actions[index]
  }
}

/// The current action in a worker. Its connection keeps it until it is done.
final class ActionInWorker: ActionInProgress, WorkInWorker {
  private weak var connection: WorkerConnection?
  private weak var link: WorkerLink?
  private let action: ActionDescriptor
  private var result: Result<LayoutValue, LayoutError>?

  init(_ connection: WorkerConnection, _ action: ActionDescriptor) {
    (self.connection, link, self.action) = (connection, connection.link, action)
  }

  var call: String { action.name }

  var isSettled: Bool { result != nil || link == nil || link !== connection?.link }

  func settle() { if !isSettled { _ = try? poll(.untilDone) } }

  func look() { if !isSettled { _ = try? poll(.step) } }

  func poll(_ mode: WaitMode) throws(LayoutError) -> LayoutValue? {
    if let result { return try result.get() }
    guard let connection, let link, link === connection.link else { throw .letGo(before: call) }
    try connection.checkIdle(action.name)
    connection.isBusy = true
    defer { connection.isBusy = false }
    do throws(LayoutError) {
      guard try link.look(mode, now: connection.shape.epoch) else { return nil }
      let value = unsafe try link.collect { (head, _) throws(LayoutError) in
        let value = try head.readValue()
        try connection.border.result(value, of: action)
        return value
      }
      finish(.success(value))
      return value
    } catch {
      let error = connection.keepingRecord(error)
      finish(.failure(error))
      throw error
    }
  }

  private func finish(_ result: Result<LayoutValue, LayoutError>) {
    self.result = result
    if connection?.startedAction === self { connection?.startedAction = nil }
  }
}

// MARK: - A property

/// A request to a worker that was sent without waiting for the answer.
protocol WorkInWorker: AnyObject {
  /// The name of the call.
  var call: String { get }
  /// True if its answer was taken.
  var isSettled: Bool { get }
  /// Waits for the answer, because another request is due.
  func settle()
  /// Takes what has arrived since the last look.
  func look()
}

extension WorkerConnection {
  /// Waits for the started request, for at most the time that the next request may take.
  ///
  /// - Throws: `worker-late` if it is not done by then. It keeps the time that it was given.
  func settleStarted(before kind: WireKind, willPrepare: Bool = false) throws(LayoutError) {
    guard let started, !started.isSettled else { return }
    guard let deadlines = options.deadlines else { return started.settle() }
    let limit = deadlines.limits(of: kind, willPrepare: willPrepare).soft
    let end = layout_sys_monotonic_ns() + Int64(limit * 1e9)
    while !started.isSettled {
      started.look()
      if started.isSettled { return }
      guard layout_sys_monotonic_ns() < end else {
        link.isPluginFault = false
        throw LayoutError(
          .workerLate,
          "its worker, process \(processID), is not done with what was asked before; "
            + "the last frame stays", plugin: pluginID, call: started.call)
      }
      usleep(200)
    }
  }
}

extension WorkerConnection {
  public func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    try checkProperty(index)
    try checkIdle(Self.settingCall)
    try settleStarted(before: .setProperty)
    ring.append(
      CallNote(
        call: Self.settingCall, epoch: shape.epoch, arguments: .value(value, property: index)))
    do throws(LayoutError) {
      try link.begin(
        WorkerLink.Request(kind: .setProperty, call: Self.settingCall, epoch: shape.epoch),
        answers: QueryService(queries: queries, shape: shape)
      ) {
        $0.write(property: index)
        $0.write(value)
      }
    } catch {
      throw keepingRecord(error)
    }
    let setting = SettingInWorker(self, index, value)
    started = setting
    return setting
  }

  static var settingCall: String { "set_property" }
}

/// The current setting in a worker.
private final class SettingInWorker: SettingInProgress, WorkInWorker {
  private let connection: WorkerConnection
  private let link: WorkerLink
  private let index: Int
  private let value: LayoutValue
  private var result: Result<Void, LayoutError>?

  init(_ connection: WorkerConnection, _ index: Int, _ value: LayoutValue) {
    (self.connection, link) = (connection, connection.link)
    (self.index, self.value) = (index, value)
  }

  func poll(_ mode: WaitMode) throws(LayoutError) -> Bool {
    if result == nil {
      guard link === connection.link else { throw .letGo(before: call) }
      try connection.checkIdle(WorkerConnection.settingCall)
      connection.isBusy = true
      defer { connection.isBusy = false }
      do throws(LayoutError) {
        guard try link.look(mode, waiting: StepBudget.lull) else { return false }
        unsafe try link.collect { _, _ in }
        connection.settings[index] = value
        result = .success(())
      } catch {
        result = .failure(connection.keepingRecord(error))
      }
    }
    try result?.get()
    return true
  }

  var call: String { WorkerConnection.settingCall }

  var isSettled: Bool { result != nil || link !== connection.link }

  func settle() { if !isSettled { _ = try? poll(.untilDone) } }

  func look() { if !isSettled { _ = try? poll(.step) } }
}
