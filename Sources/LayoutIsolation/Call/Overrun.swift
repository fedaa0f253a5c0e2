// SPDX-License-Identifier: Apache-2.0
//
// Why a request took too long. Takes the figures as an input: who reads them is not decided here.

/// A request beyond a limit, and how its worker got its processor since it began. Times in nanoseconds.
struct Overrun {
  enum Cause: Equatable {
    /// The layout computed, or slept.
    case layout
    /// There was no processor for it.
    case machine
    /// It waits for a processor or a page now, or its question did for who was to answer: for how long
    /// will show.
    case unknown
  }

  /// Of the request, as far as it counts against the layout.
  var time: Int64
  var limit: Int64
  let before: Scheduling
  let now: Scheduling
  /// True when the worker was answered a question a moment ago, and has asked for no more than it can
  /// use. Its question may have waited while the host's thread had no processor.
  var asks = false

  /// Blames the layout if it used its processor-time limit, or half of the elapsed time unless it asks.
  /// Otherwise blames the machine if the worker waited for a processor for at least half of the rest: a
  /// state at the moment of one look says nothing of the time before.
  var cause: Cause {
    let used = now.used - before.used
    guard used < (asks ? limit : min(time / 2, limit)) else { return .layout }
    let idle: Cause = asks ? .unknown : .layout
    guard let waitedNow = now.waited, let waitedBefore = before.waited else {
      return now.isReady ? .machine : idle
    }
    if waitedNow - waitedBefore >= (time - used) / 2 { return .machine }
    return now.isReady && !now.isRunning ? .unknown : idle
  }
}
