// SPDX-License-Identifier: Apache-2.0
//
// Scrolling that nothing stops: how far it goes, and where it is at any instant.

import CPortableMath

/// One axis of free scrolling, in closed form from the instant of the release.
///
/// v(t) = v0·d^(1000·t) and x(t) = x0 + v0·(d^(1000·t) − 1)/(1000·ln d), with d the rate a
/// millisecond: the integral, not the sum over milliseconds (which is 0.1 % less).
/// - SeeAlso: "Designing Fluid Interfaces", WWDC 2018, session 803; I. Lobanov, "How UIScrollView
///   works".
public struct Deceleration: Equatable, Sendable {
  /// The rate a millisecond at which most content slows down.
  public static let normalRate = 0.998
  /// The rate a millisecond of content that stops soon.
  public static let fastRate = 0.99
  /// Motion ends when this is left, in points; the offset is then exact.
  public static let threshold = 0.5

  /// The place at the release, points.
  public let start: Double
  /// The velocity at the release, points a second.
  public let velocity: Double
  /// 1000·ln d, a second⁻¹; negative.
  let decay: Double

  /// Free scrolling from `start`. `rate` is a millisecond's, between 0 and 1, both excluded.
  public init(start: Double, velocity: Double, rate: Double = normalRate) {
    self.start = start
    self.velocity = velocity
    decay = 1000 * portable_log(rate)
  }

  /// The place of rest: x0 − v0/(1000·ln d).
  public var rest: Double { start - velocity / decay }

  /// Seconds until `threshold` points are left; 0 when no more are left at the release.
  public func duration(threshold: Double = threshold) -> Double {
    guard abs(velocity) > -decay * threshold else { return 0 }
    return portable_log(-decay * threshold / abs(velocity)) / decay
  }

  /// The place `time` seconds after the release.
  public func position(at time: Double) -> Double {
    start + velocity * portable_expm1(decay * time) / decay
  }

  /// The velocity `time` seconds after the release, points a second.
  public func velocity(at time: Double) -> Double { velocity * portable_exp(decay * time) }

  /// When it passes `place`, or nil when it never does.
  public func time(reaching place: Double) -> Double? {
    let share = (place - start) * decay / velocity
    guard velocity != 0, share <= 0, share > -1 else { return nil }
    return portable_log1p(share) / decay
  }
}
