// SPDX-License-Identifier: Apache-2.0
//
// How far scrolling drags an element along: the nearer to the finger, the firmer it holds.

import LayoutABI

/// The rule by which a touch that moves the content displaces what hangs on springs.
///
/// An element at the finger stays with the content; one at `distance` or further stays where it was
/// on the screen, and those between do so in part. None moves further than the content did.
public struct ScrollResistance: Equatable, Sendable {
  /// The movement of the content offset, points.
  public var delta: Vector
  /// The finger, content coordinates.
  public var touch: Point
  /// At this distance from the finger, horizontal and vertical parts added, an element lags wholly.
  /// Points, above 0.
  public var distance: Double

  /// The rule for one movement.
  public init(delta: Vector, touch: Point, distance: Double) {
    self.delta = delta
    self.touch = touch
    self.distance = distance
  }

  /// Returns the movement of the element whose frame at rest is given, points.
  public func displacement(of frame: Rect) -> Vector {
    let anchor = frame.center
    let resistance = ((touch.x - anchor.x).magnitude + (touch.y - anchor.y).magnitude) / distance
    return Vector(dx: part(of: delta.dx, resistance), dy: part(of: delta.dy, resistance))
  }

  private func part(of delta: Double, _ resistance: Double) -> Double {
    delta < 0 ? max(delta, delta * resistance) : min(delta, delta * resistance)
  }
}
