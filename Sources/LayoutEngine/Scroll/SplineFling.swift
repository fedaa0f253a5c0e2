// SPDX-License-Identifier: Apache-2.0
//
// Free scrolling as Android does it: duration and distance from the velocity, a curve in between.

import CPortableMath

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

  /// When it passes `place`, or nil when it never does.
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

  /// Returns the argument at which a rising curve has this value; bisected to the last bit,
  /// so that it depends on nothing.
  private static func solve(_ curve: (Double) -> Double, _ value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if curve(middle) <= value { low = middle } else { high = middle }
    }
  }
}
