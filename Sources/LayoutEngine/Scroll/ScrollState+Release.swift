// SPDX-License-Identifier: Apache-2.0
//
// The finger lifts: where scrolling would rest, where it shall rest, and how it gets there.

import Glibc
import LayoutModel

extension ScrollState {
  /// Returns the offset at which the content would come to rest by itself, inside the edges,
  /// and the velocity that counts: an axis that cannot move has none.
  package func proposal(velocity: Vector) -> (offset: Point, velocity: Vector) {
    let velocity = Vector(
      dx: canMoveHorizontally && drag?.lock != .vertical ? velocity.dx : 0,
      dy: canMoveVertically && drag?.lock != .horizontal ? velocity.dy : 0)
    let rest = Point(
      x: options.fling(from: offset.x, velocity: velocity.dx).rest,
      y: options.fling(from: offset.y, velocity: velocity.dy).rest)
    return (edges.clamp(rest), velocity)
  }

  /// The page on which a release comes to rest: the next one in the velocity's direction, or the
  /// nearest without velocity; never more than one page on.
  package func pageTarget(velocity: Vector) -> Point {
    let edges = edges
    func page(_ offset: Double, _ start: Double, _ length: Double, _ velocity: Double) -> Double {
      guard length > 0 else { return offset }
      let pages = (offset - start) / length
      let page =
        velocity > 0 ? floor(pages) + 1 : velocity < 0 ? ceil(pages) - 1 : floor(pages + 0.5)
      return start + page * length
    }
    return edges.clamp(
      Point(
        x: page(offset.x, edges.horizontal.lowerBound, container.width, velocity.dx),
        y: page(offset.y, edges.vertical.lowerBound, container.height, velocity.dy)))
  }

  /// Sets the content in motion towards `target`, which is inside the edges.
  package mutating func settle(
    proposed: Point, target: Point, velocity: Vector, at time: Double
  ) {
    let edges = edges
    func plan(
      _ start: Double, _ velocity: Double, _ proposed: Double, _ target: Double,
      _ range: ClosedRange<Double>
    ) -> AxisMotion {
      proposed == target
        ? .free(
          options.fling(from: start, velocity: velocity), edges: range, bounces: options.bounces)
        : .damped(CriticalSpring(start: start, velocity: velocity, chosenTarget: target))
    }
    let motion = ScrollMotion(
      start: time,
      horizontal: plan(offset.x, velocity.dx, proposed.x, target.x, edges.horizontal),
      vertical: plan(offset.y, velocity.dy, proposed.y, target.y, edges.vertical), edges: edges)
    drag = nil
    goal = nil
    self.motion = motion
    if motion.isOver(at: time) {
      offset = motion.position(at: time)
      self.motion = nil
    }
  }
}
