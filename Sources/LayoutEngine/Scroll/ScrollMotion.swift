// SPDX-License-Identifier: Apache-2.0
//
// Scrolling under way in both axes, as a function of the clock.

import LayoutModel

/// Two axes from one release. Evaluated from the instant of the release, never step by step, so that
/// the frames in between do not matter.
package struct ScrollMotion: Equatable, Sendable {
  /// The clock at the release, seconds.
  let start: Double
  let horizontal: AxisMotion
  let vertical: AxisMotion
  /// The edges for which it was planned.
  let edges: ScrollEdges

  /// The offset at this clock.
  func position(at clock: Double) -> Point {
    Point(
      x: horizontal.position(at: clock - start), y: vertical.position(at: clock - start))
  }

  /// The velocity at this clock, points a second.
  func velocity(at clock: Double) -> Vector {
    Vector(
      dx: horizontal.velocity(at: clock - start), dy: vertical.velocity(at: clock - start))
  }

  /// The place of rest of both axes.
  var rest: Point { Point(x: horizontal.rest, y: vertical.rest) }

  /// Returns true when both axes rest.
  func isOver(at clock: Double) -> Bool {
    clock - start >= max(horizontal.duration, vertical.duration)
  }

  /// The motion from `offset` with the velocity it has, for other edges. An axis whose edges are the
  /// same and that starts where it is goes on as it was.
  func adapted(
    to edges: ScrollEdges, from offset: Point, at clock: Double, options: ScrollOptions
  ) -> ScrollMotion {
    let elapsed = clock - start
    return ScrollMotion(
      start: clock,
      horizontal: horizontal.adapted(
        to: edges.horizontal, from: offset.x, at: elapsed, options: options),
      vertical: vertical.adapted(
        to: edges.vertical, from: offset.y, at: elapsed, options: options), edges: edges)
  }
}

extension AxisMotion {
  /// The same kind of motion from `place`, with the velocity of this one at `time`.
  func adapted(
    to edges: ClosedRange<Double>, from place: Double, at time: Double, options: ScrollOptions
  ) -> AxisMotion {
    let velocity = velocity(at: time)
    if isTowardsChosenTarget {
      let moved = rest + place - position(at: time)
      let target = min(max(moved, edges.lowerBound), edges.upperBound)
      return .damped(CriticalSpring(start: place, velocity: velocity, chosenTarget: target))
    }
    let fling =
      freeFling(at: time)?.continued(from: place, at: time, rate: options.decelerationRate)
      ?? options.fling(from: place, velocity: velocity)
    return .free(fling, edges: edges, bounces: options.bounces)
  }
}
