// SPDX-License-Identifier: Apache-2.0
//
// An action that a worker runs while its host does other things.

import LayoutModel
import LayoutRuntime

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

  /// The action at `index`.
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

/// The action under way in a worker. Its connection keeps it until it is done.
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

  func poll(_ patience: Patience) throws(LayoutError) -> LayoutValue? {
    if let result { return try result.get() }
    guard let connection, let link, link === connection.link else {
      throw LayoutError(
        .workerEnded, "the layout was let go of, or restarted, before \(action.name) was done",
        call: action.name)
    }
    try connection.checkIdle(action.name)
    connection.isBusy = true
    defer { connection.isBusy = false }
    do throws(LayoutError) {
      guard try link.look(patience, now: connection.shape.epoch) else { return nil }
      let value = try link.collect { (head, _) throws(LayoutError) in
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
