// SPDX-License-Identifier: Apache-2.0
//
// A finger on the content: it follows, with a rubber band beyond its edges.

import LayoutModel

/// A drag under way.
struct DragState: Equatable {
  /// The offset without rubber band and clamp.
  var raw: Point
  /// The axis that a directional lock leaves free.
  var lock: Lock?

  enum Lock: Equatable { case horizontal, vertical }

  mutating func shift(by vector: Vector) {
    raw.x += vector.dx
    raw.y += vector.dy
  }
}

extension ScrollState {
  /// Moves the content with the finger: the offset changes by −`movement`.
  ///
  /// - Parameter place: The finger in the viewport before the movement; nil tells the layout of no
  ///   touch.
  package mutating func drag(by movement: Vector, at place: Point?) {
    var drag = self.drag ?? DragState(raw: unbanded(offset))
    if drag.lock == nil, options.isDirectionalLockEnabled { drag.lock = Self.lock(for: movement) }
    if canMoveHorizontally, drag.lock != .vertical { drag.raw.x -= movement.dx }
    if canMoveVertically, drag.lock != .horizontal { drag.raw.y -= movement.dy }
    self.drag = drag
    motion = nil
    goal = nil
    touch = place.map { Touch(place: $0, movement: movement) }
    offset = banded(drag.raw)
    isPlaced = true
  }

  /// True when a touch moves this axis: its content is longer than the room, or it always bounces.
  var canMoveHorizontally: Bool {
    let range = edges.horizontal
    return range.upperBound > range.lowerBound
      || (options.bounces && options.alwaysBouncesHorizontally)
  }

  var canMoveVertically: Bool {
    let range = edges.vertical
    return range.upperBound > range.lowerBound
      || (options.bounces && options.alwaysBouncesVertically)
  }

  private static func lock(for movement: Vector) -> DragState.Lock? {
    let (x, y) = (abs(movement.dx), abs(movement.dy))
    return x == y ? nil : x > y ? .horizontal : .vertical
  }

  private func banded(_ raw: Point) -> Point {
    let inside = edges.clamp(raw)
    guard options.bounces else { return inside }
    return Point(
      x: inside.x + RubberBand.shown(for: raw.x - inside.x, dimension: container.width),
      y: inside.y + RubberBand.shown(for: raw.y - inside.y, dimension: container.height))
  }

  private func unbanded(_ shown: Point) -> Point {
    let inside = edges.clamp(shown)
    return Point(
      x: inside.x + RubberBand.overshoot(showing: shown.x - inside.x, dimension: container.width),
      y: inside.y + RubberBand.overshoot(showing: shown.y - inside.y, dimension: container.height))
  }
}
