// SPDX-License-Identifier: Apache-2.0
//
// Decides when a layout that ended is restarted, and when it is not restarted any more. The time is
// an input; another part of the code measures it.

import LayoutModel

/// Counts strikes and plans restarts of one layout.
///
/// A strike is a fault of the plugin: it crashed, hung, answered wrongly, or took too long. A
/// worker that was killed from outside is restarted without a strike, as long as this does not
/// happen each time.
public struct Watchdog: Equatable, Sendable {
  /// The number of strikes within ``window`` after which the plugin is quarantined.
  public static let strikeLimit = 3
  /// The seconds after which a strike is forgotten.
  public static let window = 600.0
  /// The number of kills from outside that are believed: in a row, and also within ``window`` if a
  /// plugin can kill its own process.
  public static let excuseLimit = 3
  /// The seconds before the first delayed restart; each later one waits twice as long.
  public static let firstPause = 0.1
  /// The longest wait, in seconds.
  public static let longestPause = 5.0

  /// The current state, which decides what may happen now.
  public enum State: Equatable, Sendable {
    /// The layout answers.
    case running
    /// The layout ended and is restarted at this time.
    case waiting(until: Double)
    /// The layout gets no further call.
    case quarantined
  }

  /// The current state.
  public private(set) var state = State.running
  /// The times of the strikes that count.
  public private(set) var strikes: [Double] = []
  /// The number of strikes of the same bytes, in this and other sessions and layouts, when the last
  /// one was noted.
  private var strikesOnRecord = 0
  /// The times of the kills from outside, as many as matter.
  private var kills: [Double] = []
  /// The number of ends without a good frame between them, and of those of them that were kills from outside. The
  /// others, such as a restart without memory for it, make no kill less credible.
  private var (endsInARow, killsInARow) = (0, 0)

  /// Creates a watchdog without strikes.
  public init() {}

  /// Notes a strike at `time`, in seconds.
  ///
  /// - Parameter count: The number of strikes on record for the same bytes, including this one:
  ///   other layouts and sessions may have had some. Nil for bytes that the user trusts: they are
  ///   always restarted, only later each time.
  public mutating func strike(at time: Double, onRecord count: Int? = 0) {
    strikes.removeAll { $0 <= time - Self.window }
    strikes.append(time)
    strikesOnRecord = max(count ?? 0, strikes.count)
    if count != nil, strikesOnRecord >= Self.strikeLimit { state = .quarantined }
  }

  /// Notes that the worker was killed from outside, before ``ended(at:)``.
  ///
  /// - Parameter canKillItself: True if the plugin could have sent the signal; in the sandbox it
  ///   cannot.
  /// - Returns: True if the kill is believed; otherwise it counts as a strike.
  public mutating func killed(at time: Double, canKillItself: Bool) -> Bool {
    kills.removeAll { $0 <= time - Self.window }
    kills = kills.suffix(Self.excuseLimit) + [time]
    killsInARow += 1
    return killsInARow <= Self.excuseLimit && !(canKillItself && kills.count > Self.excuseLimit)
  }

  /// Notes that the worker ended, and plans the restart. The first two restarts follow at once, so
  /// that a session is back with the next frame. Each later restart waits longer.
  public mutating func ended(at time: Double) {
    guard state != .quarantined else { return }
    endsInARow += 1
    let waits = max(endsInARow - 2, strikesOnRecord - 1)
    var pause = waits > 0 ? Self.firstPause : 0
    for _ in 1..<max(2, min(waits, 16)) where waits > 1 { pause *= 2 }
    state = .waiting(until: time + min(pause, Self.longestPause))
  }

  /// Notes that the worker runs again.
  public mutating func restarted() {
    if state != .quarantined { state = .running }
  }

  /// Notes that a frame was shown.
  public mutating func shown() { (endsInARow, killsInARow) = (0, 0) }
}

extension Watchdog {
  /// The advice in an error, for an app that restarts workers itself.
  static let advice = "; restart the layout to go on"

  /// Returns the error of a plugin in quarantine, whose last strike was `error`.
  package static func quarantined(by error: LayoutError) -> LayoutError {
    LayoutError(
      .quarantined,
      "\(strikeLimit) strikes in \(Int(window / 60)) minutes, the last one: "
        + "\(error.message.replacing(advice, with: "")); it gets no further call",
      plugin: error.plugin, call: error.call)
  }
}
