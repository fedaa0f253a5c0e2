// SPDX-License-Identifier: Apache-2.0
//
// The two ways in which a fling slows down: by friction, or by Android's spline.

import CPortableMath

// MARK: - Profiles

/// The deceleration of free scrolling.
public enum FlingProfile: Equatable, Sendable {
  /// The velocity shrinks by the same share in each millisecond, `decelerationRate`: iOS.
  case friction
  /// A spline of a duration and a distance that follow from the velocity: Android.
  ///
  /// - Parameter pointsPerInch: Points per inch; 160 if a point is Android's dp.
  case spline(pointsPerInch: Double)
}

/// Free scrolling by either profile.
public enum Fling: Equatable, Sendable {
  /// By friction.
  case friction(Deceleration)
  /// By Android's spline.
  case spline(SplineFling)

  /// The place at the release, points.
  public var start: Double {
    switch self {
    case .friction(let motion): motion.start
    case .spline(let motion): motion.start
    }
  }

  /// The place of rest, points.
  public var rest: Double {
    switch self {
    case .friction(let motion): motion.rest
    case .spline(let motion): motion.rest
    }
  }

  /// Seconds until it rests.
  public var duration: Double {
    switch self {
    case .friction(let motion): motion.duration()
    case .spline(let motion): motion.duration
    }
  }

  /// The place `time` seconds after the release.
  public func position(at time: Double) -> Double {
    switch self {
    case .friction(let motion): motion.position(at: time)
    case .spline(let motion): motion.position(at: time)
    }
  }

  /// The velocity `time` seconds after the release, points a second.
  public func velocity(at time: Double) -> Double {
    switch self {
    case .friction(let motion): motion.velocity(at: time)
    case .spline(let motion): motion.velocity(at: time)
    }
  }

  /// The time at which it passes `place`, or nil when it never does.
  public func time(reaching place: Double) -> Double? {
    switch self {
    case .friction(let motion): motion.time(reaching: place)
    case .spline(let motion): motion.time(reaching: place)
    }
  }

  /// Returns the rest of the fling at `time`, moved to `place`.
  func continued(from place: Double, at time: Double, rate: Double) -> Fling {
    switch self {
    // Friction is memoryless: place and velocity are sufficient.
    case .friction(let motion):
      .friction(Deceleration(start: place, velocity: motion.velocity(at: time), rate: rate))
    case .spline(let motion): .spline(motion.continued(from: place, at: time))
    }
  }
}

extension ScrollOptions {
  /// Free scrolling with these options.
  func fling(from start: Double, velocity: Double) -> Fling {
    switch fling {
    case .friction:
      .friction(Deceleration(start: start, velocity: velocity, rate: decelerationRate))
    case .spline(let pointsPerInch):
      .spline(SplineFling(start: start, velocity: velocity, pointsPerInch: pointsPerInch))
    }
  }
}

// MARK: - Deceleration
//
// Unbounded scrolling: its distance, and its position at any time.

/// One axis of free scrolling, in closed form from the time of the release.
///
/// v(t) = v0·d^(1000·t) and x(t) = x0 + v0·(d^(1000·t) − 1)/(1000·ln d), with d the rate a
/// millisecond: the integral, not the sum over milliseconds (which is 0.1 % less).
/// - SeeAlso: "Designing Fluid Interfaces", WWDC 2018, session 803; I. Lobanov, "How UIScrollView
///   works".
public struct Deceleration: Equatable, Sendable {
  /// The rate a millisecond at which most content slows down.
  public static let normalRate = 0.998
  /// The rate a millisecond for fast deceleration.
  public static let fastRate = 0.99
  /// The limits of a rate: below the first nothing moves on, above the second nothing ever stops.
  static let (leastRate, mostRate) = (0.001, 0.999_99)
  /// Motion ends when this distance is left, in points; the offset is then exact.
  public static let threshold = 0.5

  /// The place at the release, points.
  public let start: Double
  /// The velocity at the release, points a second.
  public let velocity: Double
  /// 1000·ln d, a second⁻¹; negative.
  let decay: Double

  /// Free scrolling from `start`. `rate` is a millisecond's, between 0.001 and 0.99999; another one
  /// counts as the nearer limit, one that is no number as the lower one.
  public init(start: Double, velocity: Double, rate: Double = normalRate) {
    self.start = start
    self.velocity = velocity
    let limited = rate > Self.leastRate ? min(rate, Self.mostRate) : Self.leastRate
    decay = 1000 * portable_log(limited)
  }

  /// The place of rest: x0 − v0/(1000·ln d).
  public var rest: Double { start - velocity / decay }

  /// Seconds until `threshold` points are left; 0 when at most that is left at the release.
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

  /// The time at which it passes `place`, or nil when it never does.
  public func time(reaching place: Double) -> Double? {
    let share = (place - start) * decay / velocity
    guard velocity != 0, share <= 0, share > -1 else { return nil }
    return portable_log1p(share) / decay
  }
}

// MARK: - Spline fling
//
// Free scrolling as in Android: duration and distance from the velocity, a curve in between.

/// One axis of Android's fling, exact where Android reads a table of a hundred places.
///
/// With l = ln(0.35·|v|/(f·c)), friction f = 0.015, c = 9.80665·39.37·ppi·0.84 and the rate
/// r = ln 0.78/ln 0.9: duration e^(l/(r − 1)) seconds, distance f·c·e^(l·r/(r − 1)). In between
/// the place follows the cubic Bézier curve through (0, 0), (0.175, 0.5), (0.35, 1), (1, 1), time
/// across and distance up; its slope at the start is 1/0.35, which makes the velocity there v.
/// - SeeAlso: `OverScroller.SplineOverScroller` in the Android Open Source Project.
public struct SplineFling: Equatable, Sendable {
  /// f: the friction of a scrolling view.
  public static let friction = 0.015
  /// The point where the two tension lines of the curve meet.
  public static let inflexion = 0.35
  /// r: ln 0.78/ln 0.9.
  public static let rate = portable_log(0.78) / portable_log(0.9)

  /// The place at the release, points.
  public let start: Double
  /// The start of the whole curve, its distance and its duration.
  private let origin: Double
  private let distance: Double
  private let total: Double
  /// Seconds of the curve that lie before the start.
  private let elapsed: Double

  /// A fling from `start` with `velocity` in points a second.
  public init(start: Double, velocity: Double, pointsPerInch: Double = 160) {
    let deceleration = 9.80665 * 39.37 * pointsPerInch * 0.84 * Self.friction
    let logarithm = portable_log(Self.inflexion * abs(velocity) / deceleration)
    let isMoving = velocity != 0 && deceleration > 0
    total = isMoving ? portable_exp(logarithm / (Self.rate - 1)) : 0
    let length =
      isMoving ? deceleration * portable_exp(logarithm * Self.rate / (Self.rate - 1)) : 0
    distance = velocity < 0 ? -length : length
    (self.start, origin, elapsed) = (start, start, 0)
  }

  private init(_ whole: SplineFling, from place: Double, at time: Double) {
    start = place
    origin = whole.origin + place - whole.position(at: time)
    (distance, total) = (whole.distance, whole.total)
    elapsed = whole.elapsed + time
  }

  /// The place of rest, points.
  public var rest: Double { origin + distance }

  /// Seconds until it rests.
  public var duration: Double { max(0, total - elapsed) }

  /// The place `time` seconds after the release.
  public func position(at time: Double) -> Double {
    time < duration ? origin + distance * Self.height(parameter(at: time)) : rest
  }

  /// The velocity `time` seconds after the release, points a second.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    let s = parameter(at: time)
    return distance / total * Self.heightSlope(s) / Self.widthSlope(s)
  }

  /// The time at which it passes `place`, or nil when it never does.
  public func time(reaching place: Double) -> Double? {
    let share = distance == 0 ? -1 : (place - origin) / distance
    guard share >= 0, share < 1 else { return nil }
    let time = total * Self.width(Self.solve(Self.height, share)) - elapsed
    return time >= 0 ? time : nil
  }

  /// The rest of this fling at `time`, moved to `place`.
  func continued(from place: Double, at time: Double) -> SplineFling {
    SplineFling(self, from: place, at: time)
  }

  // MARK: The curve, by its parameter from 0 to 1

  private func parameter(at time: Double) -> Double {
    Self.solve(Self.width, (time + elapsed) / total)
  }

  private static func bezier(_ s: Double, _ first: Double, _ second: Double) -> Double {
    3 * s * (1 - s) * ((1 - s) * first + s * second) + s * s * s
  }

  private static func slope(_ s: Double, _ first: Double, _ second: Double) -> Double {
    3 * ((1 - s) * (1 - s) * first + 2 * s * (1 - s) * (second - first) + s * s * (1 - second))
  }

  private static func width(_ s: Double) -> Double { bezier(s, 0.175, 0.35) }
  private static func widthSlope(_ s: Double) -> Double { slope(s, 0.175, 0.35) }
  private static func height(_ s: Double) -> Double { bezier(s, 0.5, 1) }
  private static func heightSlope(_ s: Double) -> Double { slope(s, 0.5, 1) }

  /// Returns the argument at which a rising curve has this value, by bisection to the last bit, so
  /// that the result is unique.
  private static func solve(_ curve: (Double) -> Double, _ value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if curve(middle) <= value { low = middle } else { high = middle }
    }
  }
}
