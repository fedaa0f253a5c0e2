// SPDX-License-Identifier: Apache-2.0
//
// One section that a finger holds, or that moves by itself, across the view.

import LayoutModel
import LayoutRuntime

/// A section as a scroll view of its own: its viewport is the strip, and the laws of motion are the
/// view's.
struct CrossSection: Equatable {
  var section: Int
  private var isVertical: Bool
  private var scroll: ScrollState

  /// A section at rest.
  ///
  /// - Parameters:
  ///   - offset: Where it stands, points along its track.
  ///   - options: How the view scrolls. Pages and the lock of a direction are the view's own: a section
  ///     stops where its layout says.
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

  /// The offset at which it comes to rest; the present one when nothing moves it.
  var rest: Double { along(scroll.motion?.rest ?? scroll.offset) }

  /// True when a finger holds it.
  var isHeld: Bool { scroll.drag != nil }

  /// True when it moves by itself.
  var isMoving: Bool { scroll.motion != nil }

  /// True when a finger can move it.
  var canMove: Bool { isVertical ? scroll.canMoveVertically : scroll.canMoveHorizontally }

  /// The part of a movement or velocity along the track.
  func along(_ vector: Vector) -> Double { isVertical ? vector.dy : vector.dx }

  /// Returns true when a movement goes more along the track than over it.
  func follows(_ movement: Vector) -> Bool {
    isVertical ? abs(movement.dy) > abs(movement.dx) : abs(movement.dx) > abs(movement.dy)
  }

  /// The finger moves, or comes to rest on it.
  mutating func drag(by movement: Vector) { scroll.drag(by: movement, at: nil) }

  /// Returns the offset at which it would come to rest by itself, inside the ends, and the
  /// velocity that counts.
  func proposal(velocity: Vector) -> (offset: Double, velocity: Double) {
    let (offset, counting) = scroll.proposal(velocity: velocity)
    return (along(offset), along(counting))
  }

  /// The finger lifts; a target beyond the ends is brought inside.
  ///
  /// - Parameter velocity: As ``proposal(velocity:)`` has it.
  mutating func settle(proposed: Double, target: Double, velocity: Double, at time: Double) {
    scroll.settle(
      proposed: point(proposed), target: scroll.edges.clamp(point(target)),
      velocity: isVertical ? Vector(dx: 0, dy: velocity) : Vector(dx: velocity, dy: 0), at: time)
  }

  /// Sets it in motion towards an offset, which is brought inside the ends.
  mutating func glide(to offset: Double, at time: Double) {
    scroll.glide(to: scroll.edges.clamp(point(offset)), at: time)
  }

  /// Moves on to `time`.
  mutating func advance(to time: Double) { scroll.advance(to: time) }

  /// Goes on in a track that is another one now.
  mutating func adapt(to track: CrossTrack, at time: Double) {
    guard track.isVertical == isVertical else { return scroll.stop() }
    scroll.viewportSize = track.frame.size
    scroll.contentSize = Self.contentSize(track)
    scroll.replan(at: time)
  }
}
