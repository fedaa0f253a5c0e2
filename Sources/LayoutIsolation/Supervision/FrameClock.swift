// SPDX-License-Identifier: Apache-2.0
//
// The clock by which the seconds of a layout are counted.

import LayoutModel

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
