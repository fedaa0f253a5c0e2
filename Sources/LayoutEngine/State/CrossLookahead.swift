// SPDX-License-Identifier: Apache-2.0
//
// How far ahead of a section that scrolls across is looked.

import LayoutModel
import LayoutRuntime

/// The direction and speed of a section's movement across, seen last.
struct CrossLookahead {
  let section: Int
  /// The offset of the section in the last frame.
  private var offset: Double
  /// −1, 0 or 1.
  private(set) var direction = 0.0
  /// Points a second.
  private var speed = 0.0
  /// The range that was looked through last, from one end to the other; nil when it has to be
  /// looked through anew.
  private var covered: (low: Double, high: Double)?
  /// Of the strip, when it was looked through.
  private var length = 0.0

  /// True when anything happened since it was looked.
  private var isDue = false

  /// A section that stood at `offset` so far.
  init(section: Int, at offset: Double) { (self.section, self.offset) = (section, offset) }

  /// Takes in where the section stands.
  mutating func move(to next: Double, in seconds: Double) {
    let movement = next - offset
    guard movement != 0 else { return }
    offset = next
    speed = abs(movement) / (seconds > 0 ? seconds : Lookahead.frameSeconds)
    let turned: Double = movement < 0 ? -1 : 1
    if turned != direction { covered = nil }
    direction = turned
    isDue = true
  }

  /// Everything has to be looked at anew.
  mutating func forget() {
    covered = nil
    isDue = direction != 0
  }

  /// There is nothing to look through until it moves again.
  mutating func rest() { isDue = false }

  /// True when the coming elements were not looked through.
  var isBehind: Bool {
    guard isDue else { return false }
    guard let covered else { return true }
    let span = span(reaching: reach(length), length)
    return span.low < covered.low || span.high > covered.high
  }

  /// Returns the distance to look ahead, in strips.
  private func reach(_ length: Double) -> Double {
    guard length > 0 else { return Lookahead.mostReach }
    return min(max(speed * Lookahead.seconds / length, Lookahead.leastReach), Lookahead.mostReach)
  }

  /// The part of the track in sight and ahead.
  private func span(reaching far: Double, _ length: Double) -> (low: Double, high: Double) {
    let ahead = direction * far * length
    return (offset + min(ahead, 0), offset + length + max(ahead, 0))
  }

  /// Notes that the strip is looked through.
  ///
  /// - Parameter extra: Further than needed, in strips.
  /// - Returns: What is to be asked for, and what may come at the fastest, in content coordinates.
  mutating func look(_ track: CrossTrack, extra: Double) -> (near: Rect, far: Rect) {
    length = track.length
    isDue = false
    let reach = reach(length) + extra
    covered = span(reaching: reach, length)
    return (
      Self.area(track, direction * reach * length),
      Self.area(track, direction * (Lookahead.mostReach + extra) * length)
    )
  }

  /// A strip, and what lies ahead of it.
  private static func area(_ track: CrossTrack, _ ahead: Double) -> Rect {
    var area = track.frame
    if track.isVertical {
      area.y += min(ahead, 0)
      area.height += abs(ahead)
    } else {
      area.x += min(ahead, 0)
      area.width += abs(ahead)
    }
    return area
  }
}
