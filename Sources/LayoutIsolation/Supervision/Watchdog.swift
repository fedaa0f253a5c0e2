// SPDX-License-Identifier: Apache-2.0
//
// When a layout that ended is started again, and when it is not any more. Takes the time as an
// input: who measures it is not decided here.

import LayoutModel

/// Counts strikes and plans restarts of one layout.
///
/// A strike is what the plugin did: it crashed, hung, lied, or took too long. A worker that somebody
/// killed is started again without one, as long as that does not happen each time.
public struct Watchdog: Equatable, Sendable {
  /// Strikes within ``window`` after which the plugin is put into quarantine.
  public static let strikeLimit = 3
  /// Seconds after which a strike is forgotten.
  public static let window = 600.0
  /// Kills from outside that are believed: in a row, and within ``window`` where a plugin can kill
  /// its own process.
  public static let excuseLimit = 3
  /// Seconds before the first restart that waits; each later one waits twice as long.
  public static let firstPause = 0.1
  /// The longest wait, in seconds.
  public static let longestPause = 5.0

  /// The state that decides what may happen now.
  public enum State: Equatable, Sendable {
    /// It answers.
    case running
    /// It ended and is started again at this time.
    case waiting(until: Double)
    /// It gets no further call.
    case quarantined
  }

  /// The state now.
  public private(set) var state = State.running
  /// Times of the strikes that count.
  public private(set) var strikes: [Double] = []
  /// Strikes of the same bytes in other sessions and layouts, and these, when the last one was noted.
  private var strikesOnRecord = 0
  /// Times of the kills from outside, as many as matter.
  private var kills: [Double] = []
  /// Ends without a good frame between them.
  private var endsInARow = 0

  /// No strike yet.
  public init() {}

  /// Notes a strike at `time`, in seconds.
  ///
  /// - Parameter count: Strikes of the same bytes that are on record, this one among them: other
  ///   layouts and sessions may have had some. Nil for bytes that the user trusts: they are started
  ///   again however often, only later each time.
  public mutating func strike(at time: Double, onRecord count: Int? = 0) {
    strikes.removeAll { $0 <= time - Self.window }
    strikes.append(time)
    strikesOnRecord = max(count ?? 0, strikes.count)
    if count != nil, strikesOnRecord >= Self.strikeLimit { state = .quarantined }
  }

  /// Notes that the worker was killed from outside, before ``ended(at:)``.
  ///
  /// - Parameter canKillItself: Whether the plugin could have sent the signal; in the sandbox it
  ///   cannot.
  /// - Returns: Whether that is believed; when not, it is a strike.
  public mutating func killed(at time: Double, canKillItself: Bool) -> Bool {
    kills.removeAll { $0 <= time - Self.window }
    kills = kills.suffix(Self.excuseLimit) + [time]
    return endsInARow < Self.excuseLimit && !(canKillItself && kills.count > Self.excuseLimit)
  }

  /// Notes that the worker ended, and plans the restart. The first two follow at once, so that a
  /// session is back with the next frame; then each waits longer.
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
  public mutating func shown() { endsInARow = 0 }
}

extension Watchdog {
  /// The advice of an error for an app that restarts workers itself.
  static let advice = "; restart the layout to go on"

  /// The error of a plugin in quarantine, whose last strike was `error`.
  package static func quarantined(by error: LayoutError) -> LayoutError {
    LayoutError(
      .quarantined,
      "\(strikeLimit) strikes in \(Int(window / 60)) minutes, the last one: "
        + "\(error.message.replacing(advice, with: "")); it gets no further call",
      plugin: error.plugin, call: error.call)
  }
}
