// SPDX-License-Identifier: Apache-2.0
//
// The time course of an animation.

/// The course of an animation from its start to its end, by the collection view's clock.
public struct AnimationTiming: Equatable, Sendable {
  /// The curve or spring that the motion follows.
  package enum Course: Equatable, Sendable {
    case curve(TimingCurve)
    case spring(SpringCurve)
  }

  package let course: Course
  /// Seconds until it is over, not negative. One of 0 seconds is no animation.
  public let duration: Double

  /// A course along a curve.
  ///
  /// - Parameter duration: Seconds; anything but a finite number above 0 counts as 0.
  public static func curve(_ curve: TimingCurve = .easeInOut, duration: Double) -> Self {
    Self(course: .curve(curve), duration: duration)
  }

  /// A course on a spring, until hardly anything is left of the way.
  public static func spring(_ spring: SpringCurve) -> Self {
    Self(course: .spring(spring), duration: spring.settlingDuration)
  }

  /// The timing that a collection view uses unless told otherwise: 0.3 seconds, `easeInOut`.
  public static let standard = Self.curve(.easeInOut, duration: 0.3)

  /// No time at all.
  static let none = Self.curve(duration: 0)

  private init(course: Course, duration: Double) {
    self.course = course
    self.duration = duration.isFinite ? max(0, duration) : 0
  }

  /// Returns the share of the way that is left `elapsed` seconds after the start: 1 at the
  /// start and exactly 0 from ``duration`` on. A spring may go below 0 in between.
  public func remaining(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    return switch course {
    case .curve(let curve): 1 - curve.progress(at: elapsed / duration)
    case .spring(let spring): spring.remaining(at: elapsed)
    }
  }

  /// The same course in `share` of the time. A spring keeps its own pace.
  func shortened(to share: Double) -> Self {
    guard case .curve = course else { return self }
    return Self(course: course, duration: duration * min(max(share, 0), 1))
  }
}
