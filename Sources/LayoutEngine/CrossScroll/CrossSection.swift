// SPDX-License-Identifier: Apache-2.0
//
// One section that is dragged, or moves by itself, across the view.

import LayoutModel
import LayoutRuntime

/// A section as a scroll view: its viewport is the strip, and it uses the view's laws of motion.
struct CrossSection: Equatable {
  var section: Int
  private var isVertical: Bool
  private var scroll: ScrollState

  /// A section at rest.
  ///
  /// - Parameters:
  ///   - offset: The offset, points along its track.
  ///   - options: The scroll options of the view. Pages and the lock of a direction do not apply: a
  ///     section stops where its layout says.
  init(_ track: CrossTrack, at offset: Double, options: ScrollOptions) {
    section = track.section
    isVertical = track.isVertical
    scroll = ScrollState(viewportSize: track.frame.size)
    scroll.contentSize = Self.contentSize(track)
    scroll.options = options
    scroll.options.isPaging = false
    scroll.options.isDirectionalLockEnabled = false
    if track.isVertical {
      scroll.options.alwaysBouncesHorizontally = false
    } else {
      scroll.options.alwaysBouncesVertically = false
    }
    scroll.jump(to: point(offset))
  }

  /// As wide, or as high, as the strip, so that the other axis never moves.
  private static func contentSize(_ track: CrossTrack) -> Size {
    track.isVertical
      ? Size(width: track.frame.width, height: track.contentLength)
      : Size(width: track.contentLength, height: track.frame.height)
  }

  private func point(_ offset: Double) -> Point {
    isVertical ? Point(x: 0, y: offset) : Point(x: offset, y: 0)
  }

  private func along(_ point: Point) -> Double { isVertical ? point.y : point.x }

  /// The offset, points along its track; beyond the ends during a bounce.
  var offset: Double { along(scroll.offset) }

  /// The offset at which it comes to rest; the current one when it does not move.
  var rest: Double { along(scroll.motion?.rest ?? scroll.offset) }

  /// True when a finger drags it.
  var isHeld: Bool { scroll.drag != nil }

  /// True when it moves by itself.
  var isMoving: Bool { scroll.motion != nil }

  /// True when a finger can move it.
  var canMove: Bool { isVertical ? scroll.canMoveVertically : scroll.canMoveHorizontally }

  /// The part of a movement or velocity along the track.
  func along(_ vector: Vector) -> Double { isVertical ? vector.dy : vector.dx }

  /// Returns true when a movement is larger along the track than perpendicular to it.
  func follows(_ movement: Vector) -> Bool {
    isVertical ? abs(movement.dy) > abs(movement.dx) : abs(movement.dx) > abs(movement.dy)
  }

  /// Moves it with the finger, or stops it for a zero movement.
  mutating func drag(by movement: Vector) { scroll.drag(by: movement, at: nil) }

  /// Returns the natural resting offset, inside the ends, and the effective velocity.
  func proposal(velocity: Vector) -> (offset: Double, velocity: Double) {
    let (offset, counting) = scroll.proposal(velocity: velocity)
    return (along(offset), along(counting))
  }

  /// Ends the drag; a target beyond the ends is clamped.
  ///
  /// - Parameter velocity: The velocity from ``proposal(velocity:)``.
  mutating func settle(proposed: Double, target: Double, velocity: Double, at time: Double) {
    scroll.settle(
      proposed: point(proposed), target: scroll.edges.clamp(point(target)),
      velocity: isVertical ? Vector(dx: 0, dy: velocity) : Vector(dx: velocity, dy: 0), at: time)
  }

  /// Starts a motion towards an offset, which is clamped to the ends.
  mutating func glide(to offset: Double, at time: Double) {
    scroll.glide(to: scroll.edges.clamp(point(offset)), at: time)
  }

  /// Advances to `time`.
  mutating func advance(to time: Double) { scroll.advance(to: time) }

  /// Continues in a changed track.
  mutating func adapt(to track: CrossTrack, at time: Double) {
    guard track.isVertical == isVertical else { return scroll.stop() }
    scroll.viewportSize = track.frame.size
    scroll.contentSize = Self.contentSize(track)
    scroll.replan(at: time)
  }
}
