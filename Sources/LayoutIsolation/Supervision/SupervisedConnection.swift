// SPDX-License-Identifier: Apache-2.0
//
// A layout in a worker that is started again by itself.

import CLayoutSystem
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A worker's connection under a ``Watchdog``: when the worker ends, the next frame starts another
/// with the properties and bindings that the host has, and prepares everything. The frame under way
/// still throws, so that the app hears of it; the view keeps what it shows.
///
/// After three strikes in ten minutes the plugin is in quarantine: every call throws `quarantined`.
public final class SupervisedConnection: LayoutConnection {
  let base: WorkerConnection
  private var watchdog = Watchdog()
  /// What ended the layout, until it runs again.
  private var lastError: LayoutError?
  /// Whether the layout has to be told everything with the next frame.
  private var isFresh = false
  private let now: () -> Double
  private let onQuarantine: (LayoutError) -> Void

  /// Takes over a connection; no one else may use it from now on.
  ///
  /// - Parameters:
  ///   - now: Seconds of a clock that never goes back.
  ///   - onQuarantine: Hears of the third strike, with the error that was it.
  public init(
    _ base: WorkerConnection, now: @escaping () -> Double = SupervisedConnection.monotonicTime,
    onQuarantine: @escaping (LayoutError) -> Void = { _ in }
  ) {
    (self.base, self.now, self.onQuarantine) = (base, now, onQuarantine)
  }

  /// The monotonic clock, in seconds.
  public static func monotonicTime() -> Double { Double(layout_sys_monotonic_ns()) / 1e9 }

  /// The strikes that count now, and what may happen.
  public var supervision: Watchdog { watchdog }

  /// The worker's process. Another one after each restart.
  public var processID: Int32 { base.processID }

  // MARK: Watching

  /// Makes a call while the worker runs, and judges how it ended.
  func watch<Answer>(
    _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if watchdog.state != .running, let lastError { throw lastError }
    do throws(LayoutError) { return try body() } catch { throw judge(error) }
  }

  private func judge(_ error: LayoutError) -> LayoutError {
    let time = now()
    switch error.code {
    case "worker-late":
      if base.link.isToBlame { watchdog.strike(at: time) }
    case "worker-died", "worker-hung", .breach:
      if base.link.isToBlame || error.code == .breach { watchdog.strike(at: time) }
      watchdog.ended(at: time)
    default: return error
    }
    guard watchdog.state == .quarantined else {
      if watchdog.state != .running { lastError = error }
      return error
    }
    let final = Self.quarantined(error)
    lastError = final
    onQuarantine(error)
    return final
  }

  private static func quarantined(_ error: LayoutError) -> LayoutError {
    LayoutError(
      "quarantined",
      "\(Watchdog.strikeLimit) strikes in \(Int(Watchdog.window / 60)) minutes, the last one: "
        + "\(error.message.replacingRestart); it gets no further call", plugin: error.plugin,
      call: error.call)
  }

  /// Starts the worker again when its time has come.
  private func revive() throws(LayoutError) {
    guard case .waiting(let time) = watchdog.state, now() >= time else { return }
    do throws(LayoutError) { try base.restart() } catch {
      watchdog.ended(at: now())
      lastError = error
      throw error
    }
    watchdog.restarted()
    (lastError, isFresh) = (nil, true)
  }

  public func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    try revive()
    return try watch { () throws(LayoutError) in
      var request = request
      if isFresh { request.marks |= LAYOUT_MARK_EVERYTHING }
      let outcome = try base.frame(request, shape: shape, into: buffer)
      isFresh = false
      watchdog.shown()
      return outcome
    }
  }

  public func restart() throws(LayoutError) {
    if watchdog.state == .quarantined, let lastError { throw lastError }
    try base.restart()
    watchdog.restarted()
    (lastError, isFresh) = (nil, true)
  }
}

extension String {
  /// The text without the advice to restart: it is no use any more.
  fileprivate var replacingRestart: String {
    replacing("; restart the layout to go on", with: "")
  }
}
