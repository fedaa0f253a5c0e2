// SPDX-License-Identifier: Apache-2.0
//
// A layout in a worker that is started again by itself.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A worker's connection under a ``Watchdog``: when the worker ends, the next frame starts another
/// with the properties and bindings that the host has, and prepares everything. The frame under way
/// still throws, so that the app hears of it; the view keeps what it shows.
///
/// After three strikes in ten minutes the plugin is in quarantine: every call throws `quarantined`.
/// Strikes belong to a plugin's bytes: those of other layouts and sessions count, when the app keeps
/// them.
public final class SupervisedConnection: LayoutLayer {
  let base: WorkerConnection
  private var watchdog = Watchdog()
  private var load = LoadMeter()
  private var clock = FrameClock()
  /// The error that ended the layout, until it runs again.
  private var lastError: LayoutError?
  /// The restart that goes on beside the frames, and the nanoseconds that frames have waited for it.
  private var restarting: WorkerRestart?
  private var restartWait: Int64 = 0
  /// True when the layout has to be told everything with the next frame.
  private var isFresh = false
  private let now: () -> Double
  private let onStrike: (LayoutError) -> Int?
  private let onQuarantine: (LayoutError) -> Void

  /// Takes over a connection; no one else may use it from now on.
  ///
  /// - Parameters:
  ///   - now: Seconds of a clock that never goes back.
  ///   - onStrike: Hears of each strike; gives the strikes of the same bytes that are on record, this
  ///     one among them, and nil for bytes that are never in quarantine.
  ///   - onQuarantine: Hears of the third strike, with the error that was it.
  public init(
    _ base: WorkerConnection, now: @escaping () -> Double = SupervisedConnection.monotonicTime,
    onStrike: @escaping (LayoutError) -> Int? = { _ in 0 },
    onQuarantine: @escaping (LayoutError) -> Void = { _ in }
  ) {
    (self.base, self.now, self.onStrike, self.onQuarantine) = (base, now, onStrike, onQuarantine)
  }

  /// The monotonic clock, in seconds.
  public static func monotonicTime() -> Double { Double(layout_sys_monotonic_ns()) / 1e9 }

  /// The strikes that count now, and what may happen.
  public var supervision: Watchdog { watchdog }

  /// The worker's process. Another one after each restart.
  public var processID: Int32 { base.processID }

  deinit {
    // Nobody asks any more, so the end of a worker that used too much is noted here.
    guard watchdog.state == .running, base.link.failure == nil else { return }
    if let error = base.link.endedForExcess() { _ = judge(error) }
  }

  // MARK: Watching

  /// Makes a call while the worker runs, and judges how it ended.
  func watch<Answer>(
    _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if watchdog.state != .running, let lastError { throw lastError }
    let answer: Answer
    do throws(LayoutError) { answer = try body() } catch {
      let cost = base.takeCost()
      // What is a fault of its own is one fault.
      if !Self.isFault(error), let error = judge(cost) { throw error }
      throw judge(error)
    }
    if let error = judge(base.takeCost()) { throw error }
    return answer
  }

  /// Counts what calls took.
  ///
  /// - Returns: The error for a strike that was the last one; the others do not fail the call.
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

  /// Returns true when an error is judged by itself.
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
      // The host let go of what it had asked, which is nobody's fault.
      watchdog.ended(at: time)
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

  /// Returns true when an end is the plugin's own doing.
  private func isStrike(_ error: LayoutError, at time: Double) -> Bool {
    if base.isPluginFault || error.code != .workerDied {
      return base.isPluginFault || error.endsInstance
    }
    return !watchdog.killed(at: time, canKillItself: !base.options.isSandboxed)
  }

  private func strike(_ error: LayoutError, at time: Double) {
    watchdog.strike(at: time, onRecord: onStrike(error))
  }

  /// True when the worker has ended and the time has come to start it again.
  var mayRevive: Bool {
    guard case .waiting(let time) = watchdog.state else { return false }
    return now() >= time
  }

  /// Starts the worker again when its time has come. A frame waits for that as long as for a `prepare`, but
  /// all frames together no longer; then they go by until it is there.
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
      // Nobody writes the word: to sleep on it is to sleep.
      var word: UInt32 = 0
      _ = unsafe layout_sys_futex_wait(&word, 0, 200_000)
      restartWait += layout_sys_monotonic_ns() - start
    }
  }

  /// Starts the worker again and waits for that.
  private func startAgain() throws(LayoutError) {
    try judgingStart { () throws(LayoutError) in
      try base.restart()
      return true
    }
  }

  /// Makes a start. How the plugin ends it is judged like any other end.
  private func judgingStart(_ body: () throws(LayoutError) -> Bool) throws(LayoutError) {
    do throws(LayoutError) {
      guard try body() else { return }
    } catch {
      (restarting, restartWait) = (nil, 0)
      if CrashRecord.isDue(error) { throw judge(error) }
      // Otherwise the worker that was there is still there, if it was.
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

  /// A frame that was started has been shown.
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
    if watchdog.state == .quarantined, let lastError { throw lastError }
    try startAgain()
  }
}
