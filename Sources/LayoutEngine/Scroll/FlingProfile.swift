// SPDX-License-Identifier: Apache-2.0
//
// The ways in which content runs out after a finger let it go.

/// The course by which free scrolling slows down.
public enum FlingProfile: Equatable, Sendable {
  /// The velocity shrinks by the same share in each millisecond, `decelerationRate`: iOS.
  case friction
  /// A spline of a duration and a distance that follow from the velocity: Android.
  ///
  /// - Parameter pointsPerInch: How many points are an inch; 160 where a point is Android's dp.
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

  /// When it passes `place`, or nil when it never does.
  public func time(reaching place: Double) -> Double? {
    switch self {
    case .friction(let motion): motion.time(reaching: place)
    case .spline(let motion): motion.time(reaching: place)
    }
  }

  /// Returns the rest of the fling at `time`, moved to `place`.
  func continued(from place: Double, at time: Double, rate: Double) -> Fling {
    switch self {
    // Friction has no memory: place and velocity are all there is to know.
    case .friction(let motion):
      .friction(Deceleration(start: place, velocity: motion.velocity(at: time), rate: rate))
    case .spline(let motion): .spline(motion.continued(from: place, at: time))
    }
  }
}

extension ScrollOptions {
  /// Free scrolling as these options want it.
  func fling(from start: Double, velocity: Double) -> Fling {
    switch fling {
    case .friction:
      .friction(Deceleration(start: start, velocity: velocity, rate: decelerationRate))
    case .spline(let pointsPerInch):
      .spline(SplineFling(start: start, velocity: velocity, pointsPerInch: pointsPerInch))
    }
  }
}
