// SPDX-License-Identifier: Apache-2.0
//
// The deadlines of a layout in this process, which nobody can interrupt.

import LayoutModel
import LayoutRuntime

/// Counts the strikes of a layout in this process: calls that took longer than their first limit, and
/// seconds of which it took most. A call is judged when it is over, and what it answered is shown. One that
/// was made beside the frames may take the second limit. After the strike that is the last one every call
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
  ///   - now: Seconds of a clock that never goes back.
  ///   - onStrike: Hears of each strike; gives the strikes of the same bytes that are on record, this
  ///     one among them, and nil for bytes that are never in quarantine.
  ///   - onQuarantine: Hears of the last strike, with the error that was it.
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

  /// Judges an operation that is over.
  ///
  /// - Returns: The error that every later one throws, when this was the last strike.
  func judge(_ operation: OperationTime) -> LayoutError? {
    let real = now()
    if let time = operation.appTime { clock.frame(at: time, real) }
    // What is made beside the frames takes nothing of their time.
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
  /// The limits of an operation in this process, whose last call is `call`.
  func limits(of call: Slot, didPrepare: Bool) -> Limits {
    if didPrepare { return limits(of: .frame, willPrepare: true) }
    switch call {
    case .create, .destroy, .setProperty, .getProperty, .action, .save, .load: return other
    default: return rectangle
    }
  }
}

extension CallTime {
  /// The same, of seconds.
  static func seconds(_ seconds: Double) -> String { Self.seconds(Int64(seconds * 1e9)) }
}
