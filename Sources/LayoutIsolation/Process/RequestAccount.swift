// SPDX-License-Identifier: Apache-2.0
//
// How long something was asked of a worker: time in which it may use its processors.

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

  /// After an answer a worker looks out for the next request for so long before it sleeps.
  private static let lookout: Int64 = 25_000

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
