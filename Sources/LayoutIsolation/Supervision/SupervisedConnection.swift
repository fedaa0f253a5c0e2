// SPDX-License-Identifier: Apache-2.0
//
// A layout in a worker that is restarted automatically.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A worker's connection under a ``Watchdog``: when the worker ends, the next frame starts another worker with
/// the host's properties and bindings, and prepares everything. The running frame still throws, so that the app
/// is told; the view keeps its last frame.
///
/// After three strikes in ten minutes the plugin is quarantined: every call throws `quarantined`. Strikes
/// belong to a plugin's bytes. Strikes from other layouts and sessions count if the app records them.
public final class SupervisedConnection: LayoutLayer {
  let base: WorkerConnection
  private var watchdog = Watchdog()
  private var load = LoadMeter()
  private var clock = FrameClock()
  /// The error that ended the layout; nil once it runs again.
  private var lastError: LayoutError?
  /// The restart that runs in parallel with the frames, and the time that frames have waited for it, in
  /// nanoseconds.
  private var restarting: WorkerRestart?
  private var restartWait: Int64 = 0
  /// True if the next frame must tell the layout everything.
  private var isFresh = false
  private let now: () -> Double
  private let onStrike: (LayoutError) -> Int?
  private let onQuarantine: (LayoutError) -> Void

  /// Takes a connection; no other code may use it from now on.
  ///
  /// - Parameters:
  ///   - now: The seconds of a clock that never goes back.
  ///   - onStrike: Called with each strike. It returns the number of strikes on record for the same bytes,
  ///     including this one, and nil for bytes that are never quarantined.
  ///   - onQuarantine: Called with the third strike and its error.
  public init(
    _ base: WorkerConnection, now: @escaping () -> Double = SupervisedConnection.monotonicTime,
    onStrike: @escaping (LayoutError) -> Int? = { _ in 0 },
    onQuarantine: @escaping (LayoutError) -> Void = { _ in }
  ) {
    (self.base, self.now, self.onStrike, self.onQuarantine) = (base, now, onStrike, onQuarantine)
  }

  /// Returns the time of the monotonic clock, in seconds.
  public static func monotonicTime() -> Double { Double(layout_sys_monotonic_ns()) / 1e9 }

  /// The strikes that count now, and the state.
  public var supervision: Watchdog { watchdog }

  /// The id of the worker's process. It changes with each restart.
  public var processID: Int32 { base.processID }

  deinit { judgeExcess() }

  /// Judges a worker that used too much between two calls, and that gets no later request to report it.
  private func judgeExcess() {
    guard watchdog.state == .running, base.link.failure == nil else { return }
    if let error = base.link.endedForExcess() { _ = judge(error) }
  }

  // MARK: Watching

  /// Makes a call while the worker runs, and judges its outcome.
  func watch<Answer>(
    _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if watchdog.state != .running, let lastError { throw lastError }
    let answer: Answer
    do throws(LayoutError) { answer = try body() } catch {
      let cost = base.takeCost()
      // An error that is a fault by itself is counted as one fault only.
      if !Self.isFault(error), let error = judge(cost) { throw error }
      throw judge(error)
    }
    if let error = judge(base.takeCost()) { throw error }
    return answer
  }

  /// Counts the cost of calls.
  ///
  /// - Returns: The error for a last strike; the other strikes do not fail the call.
  private func judge(_ cost: CallCost) -> LayoutError? {
    guard cost.own > 0 else { return nil }
    let (time, own) = (clock.now(now()), Double(cost.own) / 1e9)
    let isTooMuch = load.count(own, from: time - own)
    guard let slow = cost.overrun ?? (isTooMuch ? .slow(pluginID) : nil) else { return nil }
    log.write(LogEntry(level: .warning, message: slow.message, plugin: pluginID))
    strike(slow, at: now())
    return watchdog.state == .quarantined ? quarantine(because: slow) : nil
  }

  private func quarantine(because error: LayoutError) -> LayoutError {
    let final = Watchdog.quarantined(by: error)
    lastError = final
    onQuarantine(error)
    return final
  }

  /// Returns true if an error is judged by itself.
  private static func isFault(_ error: LayoutError) -> Bool {
    CrashRecord.isDue(error) || [.workerLate, .workerEnded, .answerTooLarge].contains(error.code)
  }

  private func judge(_ error: LayoutError) -> LayoutError {
    let time = now()
    switch error.code {
    case "worker-late":
      if base.isPluginFault { strike(error, at: time) }
    case "worker-died", "worker-hung", .breach, .answerTooLarge:
      if isStrike(error, at: time) { strike(error, at: time) }
      watchdog.ended(at: time)
    case "worker-ended":
      // The host dropped its own request, so there is no fault. After a restart the error is about
      // the worker before, and the new one runs.
      if base.link.failure != nil { watchdog.ended(at: time) }
    default: return error
    }
    guard watchdog.state == .quarantined else {
      guard watchdog.state != .running else { return error }
      var error = error
      error.message.replace(Watchdog.advice, with: "; it is started again by itself")
      lastError = error
      return error
    }
    return quarantine(because: error)
  }

  /// Returns true if the plugin caused the end.
  private func isStrike(_ error: LayoutError, at time: Double) -> Bool {
    if base.isPluginFault || error.code != .workerDied {
      return base.isPluginFault || error.endsInstance
    }
    return !watchdog.killed(at: time, canKillItself: !base.options.isSandboxed)
  }

  private func strike(_ error: LayoutError, at time: Double) {
    watchdog.strike(at: time, onRecord: onStrike(error))
  }

  /// True if the worker has ended and the time to restart it has come.
  var mayRevive: Bool {
    guard case .waiting(let time) = watchdog.state else { return false }
    return now() >= time
  }

  /// Restarts the worker when its time has come. A frame waits for that for at most the time of a `prepare`,
  /// and all frames together do not wait longer than that. After that, frames fail until the worker is there.
  private func revive() throws(LayoutError) {
    guard mayRevive else { return }
    try judgingStart { () throws(LayoutError) in
      let restart =
        if let restarting { restarting } else { try WorkerRestart(of: base, isAwaited: false) }
      restarting = restart
      guard let limit = base.options.deadlines?.prepare.soft else {
        return try restart.poll(.untilDone)
      }
      return try wait(for: restart, Int64(limit * 1e9))
    }
    if watchdog.state != .running, let lastError { throw lastError }
  }

  private func wait(for restart: WorkerRestart, _ limit: Int64) throws(LayoutError) -> Bool {
    while true {
      let start = layout_sys_monotonic_ns()
      if try restart.poll(.step) { return true }
      guard restartWait < limit else { return false }
      // No thread changes this word, so waiting on it is a sleep.
      var word: UInt32 = 0
      _ = unsafe layout_sys_futex_wait(&word, 0, 200_000)
      restartWait += layout_sys_monotonic_ns() - start
    }
  }

  /// Restarts the worker and waits for that.
  private func startAgain() throws(LayoutError) {
    try judgingStart { () throws(LayoutError) in
      try base.restart()
      return true
    }
  }

  /// Makes a start. If the plugin ends it, this is judged like any other end.
  private func judgingStart(_ body: () throws(LayoutError) -> Bool) throws(LayoutError) {
    do throws(LayoutError) {
      guard try body() else { return }
    } catch {
      // It is about this start only: the worker before may still run.
      defer { base.wasRestartPluginFault = nil }
      (restarting, restartWait) = (nil, 0)
      if CrashRecord.isDue(error) { throw judge(error) }
      // Otherwise the previous worker still runs, if there was one.
      if watchdog.state != .running {
        watchdog.ended(at: now())
        lastError = error
      }
      throw error
    }
    (restarting, restartWait) = (nil, 0)
    watchdog.restarted()
    (lastError, isFresh) = (nil, true)
  }

  public func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    clock.frame(at: request.time, now())
    try revive()
    return try watch { () throws(LayoutError) in
      var request = request
      if isFresh { request.marks |= LAYOUT_MARK_EVERYTHING }
      let outcome = try base.frame(request, shape: shape, into: buffer)
      shown()
      return outcome
    }
  }

  public func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    try revive()
    return try watch { () throws(LayoutError) in
      var request = request
      if isFresh { request.marks |= LAYOUT_MARK_EVERYTHING }
      return SupervisedFrame(
        try base.startFrame(request, shape: shape, into: buffer), of: self)
    }
  }

  /// Notes that a started frame was shown.
  func shown() {
    isFresh = false
    watchdog.shown()
  }

  public func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    try watch { () throws(LayoutError) in
      SupervisedSetting(try base.startSetting(at: index, to: value), of: self)
    }
  }

  public func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    try watch { () throws(LayoutError) in
      SupervisedAction(try base.startCall(action: index, arguments: arguments), of: self)
    }
  }

  public func restart() throws(LayoutError) {
    judgeExcess()
    if watchdog.state == .quarantined, let lastError { throw lastError }
    try startAgain()
  }
}
