// SPDX-License-Identifier: Apache-2.0
//
// Measures the time that a layout takes in this process, for deadlines and reports.

import Glibc
import LayoutLoading
import LayoutModel

/// The time of one operation of a layout in this process.
package struct OperationTime {
  /// The last call into the plugin in the operation.
  package var call: Slot
  /// True if the layout prepared in the operation.
  package var didPrepare: Bool
  /// The seconds that the layout computed or slept: without the app's answers, and without waiting
  /// for a processor.
  package var own: Double
  /// The app's time of the frame; nil for other operations.
  package var appTime: Double?
  /// False if frames were shown meanwhile.
  package var isAwaited = true
}

/// Measures the operations of a layout in this process.
///
/// A full measurement takes some microseconds. So it begins with the operation after one that took
/// a millisecond, and ends if no operation took that long for two seconds. Otherwise only the clock
/// is read twice. An animated batch asks for each element by itself, so short operations share the
/// reading that takes longest.
final class OperationClock {
  /// True if the current operation prepared the layout.
  var didPrepare = false
  /// The app's time of the current frame.
  var appTime: Double?

  private let queries: QueryTable
  private let judge: (OperationTime) -> LayoutError?
  private var start: Int64 = 0
  /// The time that the thread had waited for a processor when the full measurement began; nil if
  /// the kernel does not count it.
  private var waited: Int64?
  private var used: Int64 = 0
  private var lastReading: (thread: pthread_t, time: Int64, waited: Int64?)?
  private var isExact = false
  private var exactUntil = Int64.min

  /// The time in nanoseconds below which an operation is not measured in full.
  private static let shortTime: Int64 = 1_000_000
  private static let exactTime: Int64 = 2_000_000_000
  /// The age in nanoseconds up to which the last reading is used: an operation may seem shorter by the
  /// wait since then, at most a quarter of what is judged at all.
  private static let readingAge = shortTime / 4

  /// - Parameter judge: Called with each measured operation. It returns the error that every later
  ///   operation throws, or nil.
  init(_ queries: QueryTable, judge: @escaping (OperationTime) -> LayoutError?) {
    (self.queries, self.judge) = (queries, judge)
  }

  /// Begins an operation.
  func begin() {
    (didPrepare, appTime) = (false, nil)
    start = Self.now(CLOCK_MONOTONIC)
    isExact = start < exactUntil
    guard isExact else { return }
    (waited, used) = (waitedTime(at: start), Self.now(CLOCK_THREAD_CPUTIME_ID))
    queries.beginTiming()
  }

  /// Ends an operation.
  ///
  /// - Returns: The error that every later operation throws, or nil.
  func end(in call: Slot) -> LayoutError? {
    let now = Self.now(CLOCK_MONOTONIC)
    let whole = now - start
    if whole >= Self.shortTime { exactUntil = now + Self.exactTime }
    guard isExact else { return nil }
    let answers = queries.endTiming()
    guard whole >= Self.shortTime else { return nil }
    let own: Int64
    if let waited, let waitedNow = ProcFile.waitedTime(of: "thread-self") {
      own = whole - (waitedNow - waited) - answers
    } else {
      own = Self.now(CLOCK_THREAD_CPUTIME_ID) - used - answers
    }
    return judge(
      OperationTime(
        call: call, didPrepare: didPrepare, own: Double(max(0, own)) / 1e9, appTime: appTime))
  }

  /// Judges an operation that was measured elsewhere.
  ///
  /// - Returns: The error that every later operation throws, or nil.
  func judge(elsewhere time: OperationTime) -> LayoutError? {
    time.own * 1e9 < Double(Self.shortTime) ? nil : judge(time)
  }

  /// The time that this thread has waited for a processor, in nanoseconds, as of now or a moment ago.
  private func waitedTime(at time: Int64) -> Int64? {
    let thread = pthread_self()
    if let last = lastReading, last.thread == thread, time - last.time < Self.readingAge {
      return last.waited
    }
    let waited = ProcFile.waitedTime(of: "thread-self")
    lastReading = (thread, time, waited)
    return waited
  }

  static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
