// SPDX-License-Identifier: Apache-2.0
//
// How far ahead of the viewport scrolling looks.

import LayoutModel

/// The direction and reach of the scrolling seen last.
struct Lookahead {
  /// −1, 0 or 1 in each axis: 0 where the content never moved.
  private(set) var direction = (x: 0.0, y: 0.0)
  /// The distance from the viewport, in viewports.
  private(set) var reach = 0.0

  /// Half a second of scrolling is looked ahead, at least half a viewport and at most two. Movements
  /// between which no time passed count as frames of a sixtieth of a second.
  static let seconds = 0.5
  static let leastReach = 0.5
  static let mostReach = 2.0
  static let frameSeconds = 1.0 / 60

  /// Takes in a movement of the viewport.
  ///
  /// - Returns: Whether the direction turned.
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

  /// The viewport and what lies ahead of it, `far` viewports away at most.
  func area(of bounds: Rect, reaching far: Double) -> Rect {
    let (dx, dy) = (direction.x * bounds.width * far, direction.y * bounds.height * far)
    return Rect(
      x: bounds.x + min(dx, 0), y: bounds.y + min(dy, 0), width: bounds.width + abs(dx),
      height: bounds.height + abs(dy))
  }
}
