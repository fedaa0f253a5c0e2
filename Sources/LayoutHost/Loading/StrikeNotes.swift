// SPDX-License-Identifier: Apache-2.0
//
// The strikes of a plugin's bytes, noted where other layouts and sessions find them.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Notes what a plugin did, and that it was the third time, by the hash of its file. No frame waits for that:
/// it is written by the ``StrikeWriter``.
struct StrikeNotes {
  private let file: PluginFile
  /// Told what could not be noted: the session knows, only others do not.
  private let log: LayoutLog
  private let store = QuarantineStore()

  init(of file: PluginFile, log: LayoutLog = LayoutLog()) { (self.file, self.log) = (file, log) }

  /// A worker that is started again by itself, and whose strikes are noted.
  func supervised(_ worker: WorkerConnection) -> any LayoutConnection {
    SupervisedConnection(worker, onStrike: { _ in strike() }, onQuarantine: quarantine)
  }

  /// Measures a layout in this process, and notes its strikes.
  func supervise(_ connection: InProcessConnection, under deadlines: Deadlines) {
    InProcessSupervision(
      connection, deadlines: deadlines, onStrike: { _ in strike() }, onQuarantine: quarantine)
  }

  /// - Throws: `quarantined` when these bytes are in quarantine.
  func check() throws(LayoutError) {
    let writer = StrikeWriter.shared
    if writer.holdsQuarantine(of: file.hash, in: store), !writer.flush(within: 0.1) {
      throw LayoutError(
        .quarantined,
        "in quarantine; its entry waits until nobody else holds the lock of the state directory",
        plugin: file.note?.id)
    }
    if let refusal = store.refusal(of: file) { throw refusal }
  }

  /// Notes that the plugin ended its worker before there was a layout.
  ///
  /// - Returns: What to throw: `quarantined` when this was the third strike.
  func startFailed(_ error: LayoutError) -> LayoutError {
    guard let count = strike(), count >= Watchdog.strikeLimit else { return error }
    quarantine(because: error)
    return Watchdog.quarantined(by: error)
  }

  /// - Returns: How many strikes of these bytes count, this one among them; nil for what is trusted,
  ///   which is never in quarantine.
  private func strike() -> Int? {
    if file.trust.runsInProcess { return nil }
    return StrikeWriter.shared.strike(
      file.hash, window: Watchdog.window, in: store.strikes, onFailure: onFailure)
  }

  private func quarantine(because error: LayoutError) {
    StrikeWriter.shared.quarantine(
      file.hash, because: "\(file.path): \(error)", in: store, onFailure: onFailure)
  }

  private var onFailure: @Sendable (LayoutError) -> Void {
    let (log, plugin) = (log, file.note?.id ?? "")
    return { log.write(LogEntry(level: .warning, message: $0.message, plugin: plugin)) }
  }
}
