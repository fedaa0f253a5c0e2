// SPDX-License-Identifier: Apache-2.0
//
// The deadlines of a layout in this process, which cannot be interrupted.

import LayoutModel
import LayoutRuntime

/// Counts the strikes of a layout in this process: calls that took longer than their first limit,
/// and seconds of which it took most. A call is judged after it returns, and its answer is shown. A
/// call in parallel with the frames may take the second limit. After the last strike every call
/// throws `quarantined`.
public final class InProcessSupervision {
  private let deadlines: Deadlines
  private let plugin: String
  private let log: LayoutLog
  private let now: () -> Double
  private let onStrike: (LayoutError) -> Int?
  private let onQuarantine: (LayoutError) -> Void
  private var watchdog = Watchdog()
  private var load = LoadMeter()
  private var clock = FrameClock()

  /// Measures a connection from now on; it keeps this object.
  ///
  /// - Parameters:
  ///   - now: The seconds of a clock that never goes back.
  ///   - onStrike: Called with each strike. It returns the number of strikes on record for the same
  ///     bytes, including this one, and nil for bytes that are never quarantined.
  ///   - onQuarantine: Called with the last strike and its error.
  @discardableResult
  public init(
    _ connection: InProcessConnection, deadlines: Deadlines,
    now: @escaping () -> Double = SupervisedConnection.monotonicTime,
    onStrike: @escaping (LayoutError) -> Int? = { _ in 0 },
    onQuarantine: @escaping (LayoutError) -> Void = { _ in }
  ) {
    (self.deadlines, plugin, log) = (deadlines, connection.pluginID, connection.log)
    (self.now, self.onStrike, self.onQuarantine) = (now, onStrike, onQuarantine)
    connection.measure { self.judge($0) }
  }

  /// The strikes that count now.
  public var supervision: Watchdog { watchdog }

  /// Judges an operation after its end.
  ///
  /// - Returns: The error that every later operation throws, if this was the last strike; else nil.
  func judge(_ operation: OperationTime) -> LayoutError? {
    let real = now()
    if let time = operation.appTime { clock.frame(at: time, real) }
    // Work in parallel with the frames takes no time from them.
    let isCounted = operation.isAwaited && operation.own >= deadlines.rectangle.soft
    let time = clock.now(real)
    let isTooMuch = isCounted && load.count(operation.own, from: time - operation.own)
    guard let error = overrun(operation) ?? (isTooMuch ? .slow(plugin) : nil) else { return nil }
    log.write(LogEntry(level: .warning, message: error.message, plugin: plugin))
    watchdog.strike(at: real, onRecord: onStrike(error))
    guard watchdog.state == .quarantined else { return nil }
    onQuarantine(error)
    return Watchdog.quarantined(by: error)
  }

  private func overrun(_ operation: OperationTime) -> LayoutError? {
    let limits = deadlines.limits(of: operation.call, didPrepare: operation.didPrepare)
    let limit = operation.isAwaited ? limits.soft : limits.hard
    guard operation.own > limit else { return nil }
    let (own, most) = (CallTime.seconds(operation.own), CallTime.seconds(limit))
    return LayoutError(
      .layoutSlow, "it took \(own), and may take \(most)", plugin: plugin,
      call: operation.didPrepare ? Slot.prepare.rawValue : operation.call.rawValue)
  }
}

extension Deadlines {
  /// Returns the limits of an operation in this process whose last call is `call`.
  func limits(of call: Slot, didPrepare: Bool) -> Limits {
    if didPrepare { return limits(of: .frame, willPrepare: true) }
    switch call {
    case .create, .destroy, .setProperty, .getProperty, .action, .save, .load: return other
    default: return rectangle
    }
  }
}

extension CallTime {
  /// Returns the text for a time in seconds.
  static func seconds(_ seconds: Double) -> String { Self.seconds(Int64(seconds * 1e9)) }
}
