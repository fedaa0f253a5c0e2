// SPDX-License-Identifier: Apache-2.0
//
// The time of requests to a worker, in which the worker may use its processors.

import CLayoutSystem
import LayoutLoading
import Synchronization

/// Written by the thread that makes requests, read by the thread that watches workers. Times are
/// nanoseconds of the monotonic clock.
final class RequestAccount: Sendable {
  private struct State {
    /// The time of requests that were answered.
    var granted: Int64 = 0
    /// The start of the current request; nil between requests.
    var begun: Int64?
    /// The time by which the request must be answered, after its caller stopped waiting.
    var end = Int64.max

    func total(at now: Int64) -> Int64 {
      granted + (begun.map { max(0, min(now, end) - $0) } ?? 0)
    }
  }

  private let state: Mutex<State>

  /// The processor time granted after each answer: a worker spins for the next request for 20 µs,
  /// and then sleeps. With 25 µs a worker was ended that a busy host asked thousands of times a
  /// second. The bound is an estimate with a margin. At 60 frames a second it is less than a
  /// hundredth of a processor.
  private static let lookout: Int64 = 100_000

  /// Creates the account of a worker that starts now. The start counts as a request.
  init(at now: Int64) { state = Mutex(State(begun: now)) }

  /// Notes that a request begins, or that its caller waits again.
  func begin(at now: Int64) {
    state.withLock { $0 = State(granted: $0.total(at: now), begun: now) }
  }

  /// Notes that the caller stopped waiting. The request may take `grace` longer, without end if
  /// negative.
  func leave(at now: Int64, grace: Int64) {
    state.withLock { if grace >= 0 { $0.end = now + grace } }
  }

  /// Notes that the request was answered.
  func end(at now: Int64) {
    state.withLock { $0 = State(granted: $0.total(at: now) + Self.lookout) }
  }

  /// Returns the whole time up to `now`.
  func total(at now: Int64) -> Int64 { state.withLock { $0.total(at: now) } }
}

// MARK: - Scheduling
//
// The processor use of a process, as the kernel reports it.

/// The kernel's figures for a process at one moment.
struct Scheduling: Equatable {
  /// The processor time in its life, in nanoseconds.
  var used: Int64
  /// The time in its life in which it was ready and waited for a processor, in nanoseconds, up to
  /// the last time that it got one; nil if the kernel does not count it.
  var waited: Int64?
  /// True if it is neither asleep nor stopped: it runs, or waits for a processor or a page.
  var isReady: Bool
  /// True if it runs.
  var isRunning: Bool
}

extension Scheduling {
  /// Reads the figures of a process now; all are zero for a process that has ended.
  init(of id: Int32) {
    let before = layout_sys_process_time_ns(id)
    isReady = Self.state(of: id).map { $0 == UInt8(ascii: "R") || $0 == UInt8(ascii: "D") } ?? false
    waited = ProcFile.waitedTime(of: "\(id)")
    used = layout_sys_process_time_ns(id)
    isRunning = used > before
  }

  /// Returns the letter by which `/proc` names its state.
  private static func state(of id: Int32) -> UInt8? {
    guard let text = ProcFile.bytes(of: "\(id)/stat"),
      let name = text.lastIndex(of: UInt8(ascii: ")")), name + 2 < text.count
    else { return nil }
    return text[name + 2]
  }
}
