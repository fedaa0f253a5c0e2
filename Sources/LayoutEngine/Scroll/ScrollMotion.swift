// SPDX-License-Identifier: Apache-2.0
//
// Motion of scrolling in both axes, as a function of the clock.

import CPortableMath
import LayoutModel

/// Two axes from one release. Evaluated from the time of the release, never step by step, so that
/// the frame rate has no effect.
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

  /// The motion from `offset` with its current velocity, for other edges. An axis with the same
  /// edges and start continues unchanged.
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

// MARK: - One axis
//
// The motion of one axis after a release: free, into an edge, or to a chosen target.

/// One axis from the release to its rest, as a pure function of the time since.
public struct AxisMotion: Equatable, Sendable {
  private enum Law: Equatable, Sendable {
    case still
    case free(Fling)
    case spring(CriticalSpring)
    /// Free until `handover` seconds, then returning from the edge.
    case edge(Fling, handover: Double, CriticalSpring)
  }

  private let law: Law
  /// The exact place of rest.
  public let rest: Double
  /// Seconds from the release to the rest.
  public let duration: Double

  private init(_ law: Law, rest: Double, duration: Double) {
    self.law = law
    self.rest = rest
    self.duration = duration
  }

  /// No motion.
  public static func still(at place: Double) -> Self { Self(.still, rest: place, duration: 0) }

  /// An unchanged release from `start`: free scrolling, and at an edge a spring that takes over
  /// with the current velocity.
  ///
  /// - Parameters:
  ///   - edges: The offsets at which the content's edges meet the viewport's.
  ///   - bounces: False stops scrolling at the edge.
  public static func free(
    _ fling: Fling, edges: ClosedRange<Double>, bounces: Bool
  ) -> Self {
    let rest = fling.rest
    let edge = min(max(rest, edges.lowerBound), edges.upperBound)
    guard edge != rest else { return Self(.free(fling), rest: rest, duration: fling.duration) }
    let isBeyond = (rest > edge) == (fling.start >= edge)
    let handover = isBeyond ? 0 : fling.time(reaching: edge) ?? 0
    guard bounces else { return Self(.free(fling), rest: edge, duration: handover) }
    let spring = CriticalSpring(
      start: isBeyond ? fling.start : edge, velocity: fling.velocity(at: handover),
      target: edge, frequency: CriticalSpring.edgeFrequency)
    return Self(
      .edge(fling, handover: handover, spring), rest: edge,
      duration: handover + spring.duration())
  }

  /// The same for scrolling by friction.
  public static func free(
    _ deceleration: Deceleration, edges: ClosedRange<Double>, bounces: Bool
  ) -> Self {
    free(.friction(deceleration), edges: edges, bounces: bounces)
  }

  /// A release to a target that differs from the natural resting place.
  public static func damped(_ spring: CriticalSpring) -> Self {
    Self(.spring(spring), rest: spring.target, duration: spring.duration())
  }

  /// True when the layout chose the target.
  var isTowardsChosenTarget: Bool {
    if case .spring = law { true } else { false }
  }

  /// The fling that moves it at `time`; nil during a spring, or at rest.
  func freeFling(at time: Double) -> Fling? {
    switch law {
    case .free(let fling): time < duration ? fling : nil
    case .edge(let fling, let handover, _): time < handover ? fling : nil
    case .still, .spring: nil
    }
  }

  /// The place `time` seconds after the release; `rest` itself from `duration` on.
  public func position(at time: Double) -> Double {
    guard time < duration else { return rest }
    return switch law {
    case .still: rest
    case .free(let fling): fling.position(at: time)
    case .spring(let spring): spring.position(at: time)
    case .edge(let fling, let handover, let spring):
      time < handover
        ? fling.position(at: time) : spring.position(at: time - handover)
    }
  }

  /// The velocity `time` seconds after the release, points a second; 0 from `duration` on.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return switch law {
    case .still: 0
    case .free(let fling): fling.velocity(at: time)
    case .spring(let spring): spring.velocity(at: time)
    case .edge(let fling, let handover, let spring):
      time < handover
        ? fling.velocity(at: time) : spring.velocity(at: time - handover)
    }
  }
}

// MARK: - Critical spring
//
// A critically damped spring in closed form: for the return from an edge, and for a chosen target.

/// One axis of critically damped motion towards `target`:
/// x(t) = target + (a + b·t)·e^(−ω·t), a = x0 − target, b = v0 + ω·a.
public struct CriticalSpring: Equatable, Sendable {
  /// ω for mass 1 and stiffness 200, a second⁻¹: the return of content from beyond an edge.
  public static let edgeFrequency = 200.0.squareRoot()

  /// The place of rest, points.
  public let target: Double
  /// ω, a second⁻¹.
  public let frequency: Double
  let displacement: Double
  let drift: Double

  /// The spring at `start` with `velocity` (points a second) at time 0.
  public init(start: Double, velocity: Double, target: Double, frequency: Double) {
    self.target = target
    self.frequency = frequency
    displacement = start - target
    drift = velocity + frequency * (start - target)
  }

  /// The spring to a target chosen by the layout: ω = max(10, |v0|/|x0 − target|), so that it never
  /// overshoots.
  public init(start: Double, velocity: Double, chosenTarget target: Double) {
    let distance = abs(start - target)
    let frequency = distance > 0 ? max(10, abs(velocity) / distance) : 10
    self.init(
      start: start, velocity: distance > 0 ? velocity : 0, target: target, frequency: frequency)
  }

  /// The place at `time` seconds.
  public func position(at time: Double) -> Double {
    target + (displacement + drift * time) * portable_exp(-frequency * time)
  }

  /// The velocity at `time` seconds, points a second.
  public func velocity(at time: Double) -> Double {
    (drift - frequency * (displacement + drift * time)) * portable_exp(-frequency * time)
  }

  /// Seconds until at most `threshold` points are left permanently.
  ///
  /// The distance has at most one extremum after the start, at t* = 1/ω − a/b, and only decreases
  /// after it. Bisection finds the last crossing there or, when the extremum is within the
  /// threshold, before the preceding zero.
  public func duration(threshold: Double = Deceleration.threshold) -> Double {
    let extremum = drift == 0 ? 0 : max(0, 1 / frequency - displacement / drift)
    if abs(position(at: extremum) - target) > threshold {
      var late = extremum + 1 / frequency
      while abs(position(at: late) - target) > threshold { late += late - extremum }
      return lastCrossing(between: extremum, and: late, threshold)
    }
    guard abs(displacement) > threshold else { return 0 }
    let zero = drift == 0 ? extremum : max(0, -displacement / drift)
    return lastCrossing(between: 0, and: min(zero, extremum), threshold)
  }

  /// The time between a distance above and one within the threshold, by bisection to the last bit,
  /// so that it does not depend on the frames.
  private func lastCrossing(between far: Double, and near: Double, _ threshold: Double) -> Double {
    var (far, near) = (far, near)
    while true {
      let middle = far + (near - far) / 2
      guard middle > far, middle < near else { return near }
      if abs(position(at: middle) - target) > threshold { far = middle } else { near = middle }
    }
  }
}

// MARK: - Phases

/// The cause of the current movement of the content, or of a section that scrolls across. A wheel, and an
/// offset that is set at once, move the content without a phase.
public enum ScrollPhase: Equatable, Sendable {
  /// Nothing scrolls.
  case idle
  /// A finger moves it, or holds a section that it stopped: until the release, or until the offset is
  /// set.
  case dragging
  /// It moves by itself: a fling, a bounce, an animated change of the offset.
  case moving
}
