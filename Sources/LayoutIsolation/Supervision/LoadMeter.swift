// SPDX-License-Identifier: Apache-2.0
//
// The share of each second that a layout takes. Takes the time as an input: who measures it is not
// decided here.

import LayoutModel

/// Adds up the time that calls into one layout take, second by second.
///
/// A call within its own limit can be too long nevertheless, when it is made for each frame: 240 ms in each
/// `prepare` leave four frames a second. So a layout that takes more than ``share`` of each of
/// ``windowCount`` seconds in a row is found out.
public struct LoadMeter: Equatable, Sendable {
  /// Seconds of a window.
  public static let window = 1.0
  /// The share of a window that a layout may take.
  public static let share = 0.6
  /// Windows in a row beyond ``share`` that are one fault.
  public static let windowCount = 2

  /// Seconds of a call that are counted at most.
  private static let longestCall = 60.0

  /// The beginning of the window under way; nil before the first call.
  private var start: Double?
  /// Seconds taken in the window under way.
  private var taken = 0.0
  /// Windows in a row, up to the one under way, in which it took more than its share.
  private var busyCount = 0

  /// Nothing counted yet.
  public init() {}

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - spent: Seconds that the layout computed or slept in it.
  ///   - begin: When it began, in seconds of a clock that never goes back.
  /// - Returns: Whether the layout has taken too much of the last seconds, once for each such time.
  /// - Complexity: O(windows that the call lasted).
  public mutating func count(_ spent: Double, from begin: Double) -> Bool {
    guard spent > 0 else { return false }
    var isTooMuch = advance(to: begin)
    // What is beyond makes no difference.
    var left = min(spent, Self.longestCall)
    while let start, left > 0 {
      // A call goes on where the time counted so far ends, at the earliest.
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
      // Nothing was asked for a while, or ever.
      (start, taken, busyCount) = (time, 0, 0)
      return false
    }
    var isTooMuch = false
    while let start, time >= start + Self.window { isTooMuch = close() || isTooMuch }
    return isTooMuch
  }

  /// Ends the window under way and begins the next one.
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

/// Runs with the machine's clock, or with the app's where that one is faster: a session that runs an hour of
/// scrolling in a minute asks its layout for an hour's frames, and the layout is not to blame for that.
struct FrameClock {
  private var time = 0.0
  /// The machine's clock and the app's, when they were last looked at.
  private var last: (real: Double, app: Double)?

  /// The time, when the machine's clock says `real`. Seconds.
  func now(_ real: Double) -> Double {
    guard let last else { return time + real }
    return time + max(0, real - last.real)
  }

  /// Notes that the app asks for its frame of the time `app`.
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
  /// `layout-slow`, of a layout that takes most of each second.
  static func slow(_ plugin: String) -> LayoutError {
    let share = Int((LoadMeter.share * 100).rounded())
    return LayoutError(
      .layoutSlow,
      "it took more than \(share) % of each of \(LoadMeter.windowCount) seconds in a row",
      plugin: plugin)
  }
}
