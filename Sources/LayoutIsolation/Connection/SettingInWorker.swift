// SPDX-License-Identifier: Apache-2.0
//
// A property that a worker takes while its host does other things.

import LayoutModel
import LayoutRuntime

/// A request to a worker that nobody waits for.
protocol WorkInWorker: AnyObject {
  /// Waits for the answer: something else is to be asked.
  func settle()
}

extension WorkerConnection {
  public func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    try checkProperty(index)
    try checkIdle(Self.settingCall)
    started?.settle()
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

  func settle() {
    guard result == nil, link === connection.link else { return }
    _ = try? poll(.untilDone)
  }
}
