// SPDX-License-Identifier: Apache-2.0
//
// A layout that is made again in another worker, while its host does other things.

import LayoutModel
import LayoutRuntime

/// A restart on its way: a process, the layout in it, then each property that was set. The connection is
/// as it was until all that is done. Letting go of one that is under way ends its process.
final class WorkerRestart {
  private let connection: WorkerConnection
  private let start: WorkerStart
  private var made: WorkerStart.Started?
  /// The property to set next, and whether the new layout was told of it.
  private var next = (index: 0, isSent: false)

  /// Orders a process.
  ///
  /// - Parameter isAwaited: Whether somebody waits for it.
  /// - Throws: What ``WorkerStart/init(file:layout:image:options:log:)`` throws, `reentrant` from inside
  ///   an answer to a query.
  init(of connection: WorkerConnection, isAwaited: Bool) throws(LayoutError) {
    try connection.checkIdle("create")
    self.connection = connection
    start = try WorkerStart(
      file: connection.file, layout: connection.descriptor.id, options: connection.options,
      log: connection.log)
    start.isAwaited = isAwaited
  }

  /// Takes what came since the last look.
  ///
  /// - Returns: Whether the connection has its new worker.
  /// - Throws: What ``WorkerConnection/restart()`` throws.
  func poll(_ patience: Patience) throws(LayoutError) -> Bool {
    if made == nil { made = try make(patience) }
    guard let made else { return false }
    while next.index < connection.settings.count {
      if let value = connection.settings[next.index] {
        guard try isSet(value, in: made.link, patience) else { return false }
      }
      next = (next.index + 1, false)
    }
    connection.adopt(made)
    return true
  }

  private func make(_ patience: Patience) throws(LayoutError) -> WorkerStart.Started? {
    let made: WorkerStart.Started?
    do throws(LayoutError) { made = try start.advance(patience) } catch {
      connection.wasRestartToBlame = start.isToBlame
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
    _ value: LayoutValue, in link: WorkerLink, _ patience: Patience
  ) throws(LayoutError) -> Bool {
    do throws(LayoutError) {
      if !next.isSent {
        let request = WorkerLink.Request(
          kind: .setProperty, call: WorkerConnection.settingCall, isAwaited: start.isAwaited)
        try link.begin(request) {
          $0.write(count: next.index)
          $0.write(value)
        }
        next.isSent = true
      }
      guard try link.look(patience, waiting: StepBudget.lull) else { return false }
      try link.collect { _, _ in }
      return true
    } catch {
      connection.wasRestartToBlame = link.isToBlame
      throw connection.options.keeping(
        CrashRecord(
          file: connection.file, layout: connection.descriptor.id,
          isSandboxed: connection.options.isSandboxed, error: error, instance: nil), of: error)
    }
  }
}
