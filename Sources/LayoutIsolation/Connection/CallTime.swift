// SPDX-License-Identifier: Apache-2.0
//
// How long one call has taken, and whose time it was.

import CLayoutSystem

/// The clock of one call.
///
/// Waiting for the worker counts against the deadline. What the app takes for its answers is not the
/// plugin's fault, as long as the plugin asks for what it can use: once it has asked for more than
/// ``QueryService/fairCount`` answers it asks in a loop, and the app's time counts too. Without that,
/// a slow app would keep a looping plugin alive, and a call without end looks to the user like any
/// other.
struct CallTime {
  /// Nanoseconds left; negative when there is no deadline.
  private(set) var left: Int64
  /// Nanoseconds so far that count against the deadline.
  private(set) var counted: Int64 = 0
  /// Nanoseconds of those that were charged to the layout.
  var charged: Int64 = 0
  private var waitedTime: Int64 = 0
  private var answerTime: Int64 = 0
  private var answerCount = 0
  /// Counted at the first question: most calls ask none.
  private var fairCount: Int?
  /// Questions about data that are gone, or never were: no answer to them can be used.
  private var staleCount = 0
  /// More of them than a layout can have asked before it hears that the data are others.
  private static let staleLimit = 64

  /// Nanoseconds until the view goes on without the call; negative when it does not.
  private(set) var softLeft: Int64 = -1
  private var isWaived = false
  /// Seconds by which the deadline was put off, with the time that had passed beyond it by then.
  private(set) var extended = 0.0
  /// Nanoseconds beyond the deadline, since it was put off last.
  private var overrun: Int64 = 0
  /// True when it was given the time of a `prepare`, which is once. It keeps that time when
  /// it goes on to other calls.
  private(set) var mayPrepare = false

  /// Starts the clock.
  init(deadline: Double?, soft: Double? = nil) {
    left = deadline.map { Int64($0 * 1e9) } ?? -1
    softLeft = soft.map { Int64($0 * 1e9) } ?? -1
  }

  /// True when the call has to end; a message that ends it is still taken.
  var isUp: Bool { left == 0 }

  /// True when the view goes on without the call.
  var isLate: Bool { softLeft == 0 }

  /// The time to wait next: without end when negative.
  var nextWait: Int64 { softLeft > 0 && (left < 0 || softLeft < left) ? softLeft : left }

  /// Resets the soft limit, for the wait of the next frame.
  mutating func rearm(soft: Double) {
    if !isWaived { softLeft = Int64(soft * 1e9) }
  }

  /// Takes the soft limit away for good: nobody waits.
  mutating func waive() { (softLeft, isWaived) = (-1, true) }

  /// True when the plugin asked for more answers than it can use.
  var isUnfair: Bool {
    staleCount > Self.staleLimit || (fairCount.map { answerCount > $0 } ?? false)
  }

  /// Puts the deadline off by `seconds`.
  ///
  /// - Parameter limit: The bound of the seconds beyond the deadline that count. Without them a host that polls rarely
  ///   would wait a multiple of the time; without the bound a suspended host would end the worker at once.
  mutating func extend(by seconds: Double, soft: Double? = nil, countingUpTo limit: Double = 0) {
    extended += max(seconds, min(Double(overrun) / 1e9, limit))
    overrun = 0
    if left >= 0 { left += Int64(seconds * 1e9) }
    softLeft = -1
    if let soft { rearm(soft: soft) }
  }

  /// Adds the time of a `prepare` that nobody knew of.
  mutating func extend(toPrepare limits: Deadlines.Limits) {
    mayPrepare = true
    extend(by: limits.hard, soft: limits.soft)
  }

  /// The time by the monotonic clock; not read when there is no deadline.
  var now: Int64 { left < 0 ? 0 : layout_sys_monotonic_ns() }

  /// Counts time spent waiting for the worker.
  mutating func waited(since start: Int64) {
    let time = now - start
    waitedTime += time
    count(time)
  }

  /// Counts time that the app spent on `count` answers.
  mutating func answered(_ count: Int, since start: Int64, by answers: QueryService) {
    guard left >= 0 else { return }
    let time = now - start
    answerTime += time
    answerCount += count
    let fairCount = fairCount ?? answers.fairCount
    self.fairCount = fairCount
    if answerCount > fairCount { self.count(time) }
  }

  /// Counts processor time that the host took to copy and check the answer.
  mutating func handled(_ time: Int64) {
    waitedTime += time
    count(time)
  }

  /// Counts a question about other data than there are. The app had nothing to do for it, so all of its
  /// time is the plugin's.
  mutating func answeredStale(since start: Int64) {
    staleCount += 1
    waited(since: start)
  }

  private mutating func count(_ time: Int64) {
    counted += time
    if left >= 0 {
      overrun += max(0, time - left)
      left = max(0, left - time)
    }
    if softLeft >= 0 { softLeft = max(0, softLeft - time) }
  }

  /// The whole time, for an error: "28.4 s (18.1 s of them for 90210 answers of the app)".
  var spent: String {
    let whole = Self.seconds(waitedTime + answerTime)
    guard answerCount > 0 else { return whole }
    return "\(whole) (\(Self.seconds(answerTime)) of them for \(answerCount) answers of the app)"
  }

  /// In milliseconds below a second, "8 ms", else in seconds with a tenth.
  static func seconds(_ nanoseconds: Int64) -> String {
    nanoseconds < 999_500_000
      ? "\((nanoseconds + 500_000) / 1_000_000) ms"
      : "\((Double(nanoseconds) / 1e8).rounded() / 10) s"
  }
}
