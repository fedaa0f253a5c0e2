// SPDX-License-Identifier: Apache-2.0
//
// The time that one call has taken, and the side that used it.

import CLayoutSystem

/// The clock of one call.
///
/// The time of waiting for the worker counts against the deadline. The app's time for its answers
/// does not, as long as the plugin asks only for answers that it can use. Once it has asked for
/// more than ``QueryService/fairCount`` answers, it asks in a loop, and the app's time counts too.
/// Otherwise a slow app would keep a looping plugin alive, and for the user a call without end is
/// like any other hang.
struct CallTime {
  /// The time left, in nanoseconds; negative if there is no deadline.
  private(set) var left: Int64
  /// The time so far that counts against the deadline, in nanoseconds.
  private(set) var counted: Int64 = 0
  /// The part of ``counted`` that was charged to the layout, in nanoseconds.
  var charged: Int64 = 0
  private var waitedTime: Int64 = 0
  private var answerTime: Int64 = 0
  private var answerCount = 0
  /// The limit of answers, computed at the first question: most calls ask none.
  private var fairCount: Int?
  /// The number of questions about data that are gone or never existed: their answers are of no
  /// use.
  private var staleCount = 0
  /// More stale questions than a layout can ask before it learns that the data changed.
  private static let staleLimit = 64

  /// The time until the view goes on without the call, in nanoseconds; negative if the view waits.
  private(set) var softLeft: Int64 = -1
  private var isWaived = false
  /// The seconds by which the deadline was extended, including the time that had passed beyond it
  /// by then.
  private(set) var extended = 0.0
  /// The time beyond the deadline since the last extension, in nanoseconds.
  private var overrun: Int64 = 0
  /// True if the call was given the time of a `prepare`, which happens once. It keeps that time
  /// when it goes on to other calls.
  private(set) var mayPrepare = false

  /// Starts the clock.
  init(deadline: Double?, soft: Double? = nil) {
    left = deadline.map { Int64($0 * 1e9) } ?? -1
    softLeft = soft.map { Int64($0 * 1e9) } ?? -1
  }

  /// True if the call has to end. A message that ends it is still taken.
  var isUp: Bool { left == 0 }

  /// True if the view goes on without the call.
  var isLate: Bool { softLeft == 0 }

  /// The time to wait next; negative for no limit.
  var nextWait: Int64 { softLeft > 0 && (left < 0 || softLeft < left) ? softLeft : left }

  /// Resets the soft limit, for the wait for the next frame.
  mutating func rearm(soft: Double) {
    if !isWaived { softLeft = Int64(soft * 1e9) }
  }

  /// Removes the soft limit for good, because no caller waits.
  mutating func waive() { (softLeft, isWaived) = (-1, true) }

  /// True if the plugin asked for more answers than it can use.
  var isUnfair: Bool {
    staleCount > Self.staleLimit || (fairCount.map { answerCount > $0 } ?? false)
  }

  /// Extends the deadline by `seconds`.
  ///
  /// - Parameter limit: The bound of the seconds beyond the deadline that count. If they did not
  ///   count, a host that polls rarely would wait a multiple of the time. Without the bound a
  ///   suspended host would end the worker at once.
  mutating func extend(by seconds: Double, soft: Double? = nil, countingUpTo limit: Double = 0) {
    extended += max(seconds, min(Double(overrun) / 1e9, limit))
    overrun = 0
    if left >= 0 { left += Int64(seconds * 1e9) }
    softLeft = -1
    if let soft { rearm(soft: soft) }
  }

  /// Adds the time of a `prepare` that was not known when the call began.
  mutating func extend(toPrepare limits: Deadlines.Limits) {
    mayPrepare = true
    extend(by: limits.hard, soft: limits.soft)
  }

  /// The time of the monotonic clock; it is not read if there is no deadline.
  var now: Int64 { left < 0 ? 0 : layout_sys_monotonic_ns() }

  /// Counts the time spent waiting for the worker.
  mutating func waited(since start: Int64) {
    let time = now - start
    waitedTime += time
    count(time)
  }

  /// Counts the time that the app spent on `count` answers.
  mutating func answered(_ count: Int, since start: Int64, by answers: QueryService) {
    guard left >= 0 else { return }
    let time = now - start
    answerTime += time
    answerCount += count
    let fairCount = fairCount ?? answers.fairCount
    self.fairCount = fairCount
    if answerCount > fairCount { self.count(time) }
  }

  /// Counts the processor time that the host used to copy and check the answer.
  mutating func handled(_ time: Int64) {
    waitedTime += time
    count(time)
  }

  /// Counts a question about data that are not current. The app had no work with it, so all of its
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

  /// The whole time, as text for an error: "28.4 s (18.1 s of them for 90210 answers of the app)".
  var spent: String {
    let whole = Self.seconds(waitedTime + answerTime)
    guard answerCount > 0 else { return whole }
    return "\(whole) (\(Self.seconds(answerTime)) of them for \(answerCount) answers of the app)"
  }

  /// Returns the time as text: in milliseconds below a second, such as "8 ms", else in seconds with
  /// one decimal.
  static func seconds(_ nanoseconds: Int64) -> String {
    nanoseconds < 999_500_000
      ? "\((nanoseconds + 500_000) / 1_000_000) ms"
      : "\((Double(nanoseconds) / 1e8).rounded() / 10) s"
  }
}
