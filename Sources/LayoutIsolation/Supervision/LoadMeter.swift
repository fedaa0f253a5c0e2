// SPDX-License-Identifier: Apache-2.0
//
// The share of each second that a layout takes. The time is an input; another part of the code
// measures it.

import LayoutModel

/// Adds up the time that calls into one layout take, second by second.
///
/// A call within its own limit can still be too long if it is made for each frame: 240 ms in each
/// `prepare` leave four frames a second. So the meter reports a layout that takes more than
/// ``share`` of each of ``windowCount`` seconds in a row.
public struct LoadMeter: Equatable, Sendable {
  /// The seconds of a window.
  public static let window = 1.0
  /// The share of a window that a layout may take.
  public static let share = 0.6
  /// The number of windows in a row above ``share`` that make one fault.
  public static let windowCount = 2

  /// The largest number of seconds of a call that are counted.
  private static let longestCall = 60.0

  /// The start of the current window; nil before the first call.
  private var start: Double?
  /// The seconds taken in the current window.
  private var taken = 0.0
  /// The number of windows in a row, up to the current one, in which it took more than its share.
  private var busyCount = 0

  /// Creates a meter at zero.
  public init() {}

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - spent: The seconds that the layout computed or slept in it.
  ///   - begin: The start of the call, in seconds of a clock that never goes back.
  /// - Returns: True if the layout has taken too much of the last seconds, once for each such
  ///   period.
  /// - Complexity: O(windows that the call lasted).
  public mutating func count(_ spent: Double, from begin: Double) -> Bool {
    guard spent > 0 else { return false }
    var isTooMuch = advance(to: begin)
    // More time makes no difference.
    var left = min(spent, Self.longestCall)
    while let start, left > 0 {
      // At the earliest, a call continues where the time counted so far ends.
      let place = max(start + taken, begin)
      let part = min(left, max(0, start + Self.window - place))
      taken += part
      left -= part
      if left > 0 { isTooMuch = close() || isTooMuch }
    }
    return isTooMuch
  }

  /// Ends the windows before `time`.
  private mutating func advance(to time: Double) -> Bool {
    guard let first = start, time < first + 3 * Self.window else {
      // There was no call for a while, or none at all.
      (start, taken, busyCount) = (time, 0, 0)
      return false
    }
    var isTooMuch = false
    while let start, time >= start + Self.window { isTooMuch = close() || isTooMuch }
    return isTooMuch
  }

  /// Ends the current window and begins the next one.
  private mutating func close() -> Bool {
    busyCount = taken > Self.share * Self.window ? busyCount + 1 : 0
    start = start.map { $0 + Self.window }
    taken = 0
    guard busyCount >= Self.windowCount else { return false }
    busyCount = 0
    return true
  }
}

// MARK: - Frame clock

/// A clock that runs with the machine's clock, or with the app's clock if that one is faster. A
/// session that runs an hour of scrolling in a minute asks its layout for an hour's frames, and
/// that is not the layout's fault.
struct FrameClock {
  private var time = 0.0
  /// The machine's clock and the app's clock, when they were last read.
  private var last: (real: Double, app: Double)?

  /// Returns the time in seconds, when the machine's clock shows `real`.
  func now(_ real: Double) -> Double {
    guard let last else { return time + real }
    return time + max(0, real - last.real)
  }

  /// Notes that the app requests its frame of the time `app`.
  mutating func frame(at app: Double, _ real: Double) {
    defer { last = (real, app) }
    guard let last else {
      time += real
      return
    }
    let passed = app - last.app
    time += max(0, real - last.real, passed.isFinite ? passed : 0)
  }
}

extension LayoutError {
  /// Returns `layout-slow`, the error of a layout that takes most of each second.
  static func slow(_ plugin: String) -> LayoutError {
    let share = Int((LoadMeter.share * 100).rounded())
    return LayoutError(
      .layoutSlow,
      "it took more than \(share) % of each of \(LoadMeter.windowCount) seconds in a row",
      plugin: plugin)
  }
}
