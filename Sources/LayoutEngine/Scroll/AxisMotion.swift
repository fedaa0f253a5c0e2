// SPDX-License-Identifier: Apache-2.0
//
// The motion of one axis after a release: free, into an edge, or to a chosen target.

/// One axis from the release to its rest, as a pure function of the time since.
public struct AxisMotion: Equatable, Sendable {
  private enum Law: Equatable, Sendable {
    case still
    case free(Fling)
    case spring(CriticalSpring)
    /// Free until `handover` seconds, then back from the edge.
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

  /// A release from `start` that the layout lets run: free scrolling, and from the edge that it
  /// meets, if any, a spring that takes over with the velocity it has.
  ///
  /// - Parameters:
  ///   - edges: The offsets at which the content's edges meet the viewport's.
  ///   - bounces: Without it, scrolling stops dead at the edge.
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

  /// A release to a target that differs from where it would have come to rest.
  public static func damped(_ spring: CriticalSpring) -> Self {
    Self(.spring(spring), rest: spring.target, duration: spring.duration())
  }

  /// True when the layout chose the target.
  var isTowardsChosenTarget: Bool {
    if case .spring = law { true } else { false }
  }

  /// The fling that moves it at `time`; nil where a spring does, or nothing.
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
