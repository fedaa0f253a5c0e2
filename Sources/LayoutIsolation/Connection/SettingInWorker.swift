// SPDX-License-Identifier: Apache-2.0
//
// A property that a worker takes while its host does other things.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutRuntime

/// A request to a worker that nobody waits for.
protocol WorkInWorker: AnyObject {
  /// The name of what was asked.
  var call: String { get }
  /// True when its answer was taken.
  var isSettled: Bool { get }
  /// Waits for the answer: something else is to be asked.
  func settle()
  /// Takes what came since the last look.
  func look()
}

extension WorkerConnection {
  /// Waits for what was started, as long as what is asked next may take.
  ///
  /// - Throws: `worker-late` when it is not done by then; it has the time that it was given.
  func settleStarted(before kind: WireKind, willPrepare: Bool = false) throws(LayoutError) {
    guard let started, !started.isSettled else { return }
    guard let deadlines = options.deadlines else { return started.settle() }
    let limit = deadlines.limits(of: kind, willPrepare: willPrepare).soft
    let end = layout_sys_monotonic_ns() + Int64(limit * 1e9)
    while !started.isSettled {
      started.look()
      if started.isSettled { return }
      guard layout_sys_monotonic_ns() < end else {
        link.isToBlame = false
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
        $0.write(count: index)
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

/// The setting under way in a worker.
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

  func poll(_ patience: Patience) throws(LayoutError) -> Bool {
    if result == nil {
      try connection.checkIdle(WorkerConnection.settingCall)
      connection.isBusy = true
      defer { connection.isBusy = false }
      do throws(LayoutError) {
        guard try link.look(patience, waiting: StepBudget.lull) else { return false }
        try link.collect { _, _ in }
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
