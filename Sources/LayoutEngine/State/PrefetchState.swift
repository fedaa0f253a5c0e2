// SPDX-License-Identifier: Apache-2.0
//
// Items that were requested ahead of the scroll, and the distance of the look-ahead: along the
// scroll axis, and across.

import LayoutModel
import LayoutRuntime

/// The requested items that are neither cancelled nor shown.
struct PrefetchLedger: Equatable {
  /// The items, ascending.
  private(set) var asked: [ItemPath] = []

  /// Updates the requests with the visible items and the items ahead.
  ///
  /// - Parameters:
  ///   - shown: Items on screen, ascending.
  ///   - ahead: Items to request, the next one first.
  ///   - likely: Items that may come at the highest speed; all others are cancelled.
  /// - Returns: The items to cancel, ascending, and the items to request, the next one first.
  mutating func update(
    shown: [ItemPath], ahead: [ItemPath], likely: Set<ItemPath>
  ) -> (cancelled: [ItemPath], wanted: [ItemPath]) {
    show(shown)
    let cancelled = asked.filter { !likely.contains($0) }
    let known = Set(shown).union(asked)
    let wanted = ahead.filter { !known.contains($0) }
    asked = (asked.filter(likely.contains) + wanted).sorted()
    return (cancelled, wanted)
  }

  /// Removes the items that are on screen.
  mutating func show(_ shown: [ItemPath]) {
    guard !asked.isEmpty else { return }
    let shown = Set(shown)
    asked.removeAll(where: shown.contains)
  }

  /// Drops all requests, after the data changed.
  mutating func forget() { asked = [] }
}

/// The state of the look-ahead between frames.
final class PrefetchState {
  var lookahead = Lookahead()
  var ledger = PrefetchLedger()
  /// Sections that moved across.
  var across = CrossLookaheads()
  /// The area of the last look; nil when it is stale.
  var covered: Rect?
  /// True when no item was on screen at the last look, or later.
  var isPastItems = false
  /// Cells ahead that can be prepared, the next one last.
  var candidates: [ItemPath] = []
  var time = 0.0
  var epoch: UInt64 = 0
  var prepareCount = 0
  /// The number of look-ahead queries to the layout.
  var lookCount = 0
}

// MARK: - Along the scroll
//
// The distance of the look-ahead of scrolling.

/// The direction and reach of the last scrolling.
struct Lookahead {
  /// −1, 0 or 1 in each axis: 0 if the content never moved.
  private(set) var direction = (x: 0.0, y: 0.0)
  /// The distance from the viewport, in viewports.
  private(set) var reach = 0.0

  /// The look-ahead covers half a second of scrolling, at least half a viewport and at most two.
  /// Movements without elapsed time count as frames of a sixtieth of a second.
  static let seconds = 0.5
  static let leastReach = 0.5
  static let mostReach = 2.0
  static let frameSeconds = 1.0 / 60

  /// Updates the direction and the reach with a movement of the viewport.
  ///
  /// - Returns: True when the direction changed.
  mutating func move(by movement: Vector, in seconds: Double, viewport: Size) -> Bool {
    guard movement != .zero else { return false }
    let time = seconds > 0 ? seconds : Self.frameSeconds
    let wanted = [(movement.dx, viewport.width), (movement.dy, viewport.height)].map {
      $1 > 0 ? abs($0) / time * Self.seconds / $1 : 0
    }
    reach = min(max(wanted[0], wanted[1], Self.leastReach), Self.mostReach)
    let old = direction
    if movement.dx != 0 { direction.x = movement.dx < 0 ? -1 : 1 }
    if movement.dy != 0 { direction.y = movement.dy < 0 ? -1 : 1 }
    return direction != old
  }

  /// The viewport and the area ahead of it, at most `far` viewports.
  func area(of bounds: Rect, reaching far: Double) -> Rect {
    let (dx, dy) = (direction.x * bounds.width * far, direction.y * bounds.height * far)
    return Rect(
      x: bounds.x + min(dx, 0), y: bounds.y + min(dy, 0), width: bounds.width + abs(dx),
      height: bounds.height + abs(dy))
  }
}

// MARK: - Across

/// The direction and speed of a section's last movement across.
struct CrossLookahead {
  let section: Int
  /// The offset of the section in the last frame.
  private var offset: Double
  /// −1, 0 or 1.
  private(set) var direction = 0.0
  /// The speed, points a second.
  private var speed = 0.0
  /// The range of the last look; nil when it is stale.
  private var covered: (low: Double, high: Double)?
  /// The length of the strip at the last look.
  private var length = 0.0

  /// True when anything happened since the last look.
  private var isDue = false

  /// A section whose offset was `offset` so far.
  init(section: Int, at offset: Double) { (self.section, self.offset) = (section, offset) }

  /// Updates the state with the offset of the section.
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

  /// Makes the last look stale.
  mutating func forget() {
    covered = nil
    isDue = direction != 0
  }

  /// Stops the look-ahead until the section moves again.
  mutating func rest() { isDue = false }

  /// True when the coming elements were not looked at.
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

  /// The visible part of the track and the part ahead.
  private func span(reaching far: Double, _ length: Double) -> (low: Double, high: Double) {
    let ahead = direction * far * length
    return (offset + min(ahead, 0), offset + length + max(ahead, 0))
  }

  /// Records a look at the strip.
  ///
  /// - Parameter extra: A further distance, in strips.
  /// - Returns: The area to request, and the area that may come at the highest speed, in content
  ///   coordinates.
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

  /// A strip, and the area ahead of it.
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

/// The look-aheads of sections, ascending by section, so that a frame visits them once, for any
/// number of sections.
struct CrossLookaheads {
  private(set) var entries: [CrossLookahead] = []
  /// The number of entries visited so far.
  private(set) var stepCount = 0

  /// The range of the entries.
  var indices: Range<Int> { entries.indices }
  var isEmpty: Bool { entries.isEmpty }

  subscript(index: Int) -> CrossLookahead {
    get { entries[index] }
    _modify { yield &entries[index] }
  }

  /// Removes all sections.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Updates all sections with their offsets. A section without an entry moved from its last
  /// reported offset.
  mutating func follow(_ offsets: CrossOffsets, from told: CrossOffsets, in seconds: Double) {
    var place = 0
    // By index: without optimisation an iterator over records allocates.
    for index in offsets.entries.indices {
      let standing = offsets.entries[index]
      while place < entries.count, entries[place].section < standing.section {
        move(&place, to: 0, in: seconds)
      }
      if place == entries.count || entries[place].section != standing.section {
        let section = standing.section
        entries.insert(CrossLookahead(section: section, at: told[section]), at: place)
      }
      move(&place, to: standing.offset, in: seconds)
    }
    while place < entries.count { move(&place, to: 0, in: seconds) }
  }

  private mutating func move(_ place: inout Int, to offset: Double, in seconds: Double) {
    entries[place].move(to: offset, in: seconds)
    place += 1
    stepCount += 1
  }

  /// Returns true when a section will reach elements that were not looked at.
  mutating func isBehind(_ section: Int) -> Bool {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].section < section { low = middle + 1 } else { high = middle }
      stepCount += 1
    }
    return low < entries.count && entries[low].section == section && entries[low].isBehind
  }
}
