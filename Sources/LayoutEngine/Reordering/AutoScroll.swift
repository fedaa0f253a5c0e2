// SPDX-License-Identifier: Apache-2.0
//
// Content that scrolls by itself while something is held at its edge.

import LayoutModel

/// The speed of the content while a pointer stays at an edge of the viewport.
enum AutoScroll {
  /// The distance from an edge at which it begins, points; never more than a quarter of the room.
  static let reach = 48.0
  /// At the edge and beyond it, points a second.
  static let speed = 900.0

  /// The velocity of the content offset. Grows from 0 where the reach begins.
  ///
  /// - Parameters:
  ///   - place: The pointer in the viewport.
  ///   - room: What the insets leave of the viewport, in its coordinates.
  static func velocity(at place: Point, room: Rect) -> Vector {
    func axis(_ place: Double, _ start: Double, _ length: Double) -> Double {
      let reach = min(reach, length / 4)
      guard reach > 0 else { return 0 }
      let (before, behind) = (place - start, start + length - place)
      if before < reach { return -speed * min(1, (reach - before) / reach) }
      if behind < reach { return speed * min(1, (reach - behind) / reach) }
      return 0
    }
    return Vector(
      dx: axis(place.x, room.x, room.width), dy: axis(place.y, room.y, room.height))
  }
}
