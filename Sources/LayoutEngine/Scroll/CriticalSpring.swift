// SPDX-License-Identifier: Apache-2.0
//
// A critically damped spring in closed form: back from an edge, and on to a chosen target.

import CPortableMath

/// One axis of critically damped motion towards `target`:
/// x(t) = target + (a + b·t)·e^(−ω·t), a = x0 − target, b = v0 + ω·a.
public struct CriticalSpring: Equatable, Sendable {
  /// ω of mass 1 on stiffness 200, a second⁻¹: what brings content back from beyond an edge.
  public static let edgeFrequency = 200.0.squareRoot()

  /// The place of rest, points.
  public let target: Double
  /// ω, a second⁻¹.
  public let frequency: Double
  let displacement: Double
  let drift: Double

  /// The spring that is at `start` with `velocity` (points a second) at time 0.
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

  /// Seconds until no more than `threshold` points are left for good.
  ///
  /// The distance has at most one extremum after the start, at t* = 1/ω − a/b; behind it the distance
  /// only shrinks, so that the last crossing is found by bisection there or, when the extremum is
  /// within the threshold, on the way to the zero before it.
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

  /// The instant between a distance above and one within the threshold; bisected to the last bit, so
  /// that it does not depend on the frames.
  private func lastCrossing(between far: Double, and near: Double, _ threshold: Double) -> Double {
    var (far, near) = (far, near)
    while true {
      let middle = far + (near - far) / 2
      guard middle > far, middle < near else { return near }
      if abs(position(at: middle) - target) > threshold { far = middle } else { near = middle }
    }
  }
}
