// SPDX-License-Identifier: Apache-2.0
//
// How long something was asked of a worker: time in which it may use its processors.

import CLayoutSystem
import LayoutLoading
import Synchronization

/// Kept by who asks, read by who watches. Times are nanoseconds of the monotonic clock.
final class RequestAccount: Sendable {
  private struct State {
    /// Of requests that were answered.
    var granted: Int64 = 0
    /// Of the request under way; nil between requests.
    var begun: Int64?
    /// When it should have been answered at last, once nobody waits for it.
    var end = Int64.max

    func total(at now: Int64) -> Int64 {
      granted + (begun.map { max(0, min(now, end) - $0) } ?? 0)
    }
  }

  private let state: Mutex<State>

  /// The processor time granted after each answer: a worker looks for the next request for 20 µs, and then goes to
  /// sleep. With 25 µs a worker that a busy host asked thousands of times a second was ended. The bound is an
  /// estimate with room to spare, and at 60 frames a second it is less than a hundredth of a processor.
  private static let lookout: Int64 = 100_000

  /// Of a worker that starts now, as if it was asked to.
  init(at now: Int64) { state = Mutex(State(begun: now)) }

  /// Something is asked, or waited for again.
  func begin(at now: Int64) {
    state.withLock { $0 = State(granted: $0.total(at: now), begun: now) }
  }

  /// Nobody waits any more for what was asked; it may take `grace` longer, without end when negative.
  func leave(at now: Int64, grace: Int64) {
    state.withLock { if grace >= 0 { $0.end = now + grace } }
  }

  /// It was answered.
  func end(at now: Int64) {
    state.withLock { $0 = State(granted: $0.total(at: now) + Self.lookout) }
  }

  /// All of it up to `now`.
  func total(at now: Int64) -> Int64 { state.withLock { $0.total(at: now) } }
}

// MARK: - Scheduling
//
// How a process got its processor, by what the kernel says of it.

/// The kernel's figures of a process at one moment.
struct Scheduling: Equatable {
  /// Nanoseconds of processor time in its life.
  var used: Int64
  /// Nanoseconds in its life in which it could have run and waited for a processor, up to the last one
  /// that it got; nil where the kernel does not count them.
  var waited: Int64?
  /// True when it is neither asleep nor stopped: it runs, waits for a processor, or for a page.
  var isReady: Bool
  /// True when it runs.
  var isRunning: Bool
}

extension Scheduling {
  /// Of a process now; of one that is gone, nothing.
  init(of id: Int32) {
    let before = layout_sys_process_time_ns(id)
    isReady = Self.state(of: id).map { $0 == UInt8(ascii: "R") || $0 == UInt8(ascii: "D") } ?? false
    waited = Self.waited(by: id)
    used = layout_sys_process_time_ns(id)
    isRunning = used > before
  }

  /// The letter by which `/proc` names what it does.
  private static func state(of id: Int32) -> UInt8? {
    guard let text = try? FileSystem.contents(of: "/proc/\(id)/stat").bytes,
      let name = text.lastIndex(of: UInt8(ascii: ")")), name + 2 < text.count
    else { return nil }
    return text[name + 2]
  }

  /// The second of three numbers: time that it ran, time that it waited, how often it ran.
  private static func waited(by id: Int32) -> Int64? {
    guard let text = try? FileSystem.contents(of: "/proc/\(id)/schedstat").bytes else { return nil }
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ").map { Int64($0) }
    // A kernel that does not count has three zeros.
    guard numbers.count == 3, let ran = numbers[0], ran > 0 else { return nil }
    return numbers[1]
  }
}
