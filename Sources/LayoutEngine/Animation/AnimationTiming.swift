// SPDX-License-Identifier: Apache-2.0
//
// The time course of an animation: Bézier curves, damped springs, and what a view uses by default.

import CPortableMath
import Glibc

// MARK: - Timing

/// The progress of an animation from its start to its end, by the collection view's clock.
public struct AnimationTiming: Equatable, Sendable {
  /// The curve or spring that the motion follows.
  package enum Course: Equatable, Sendable {
    case curve(TimingCurve)
    case spring(SpringCurve)
  }

  package let course: Course
  /// The duration in seconds, not negative. 0 seconds means no animation.
  public let duration: Double

  /// A course along a curve.
  ///
  /// - Parameter duration: Seconds; anything but a finite number above 0 counts as 0.
  public static func curve(_ curve: TimingCurve = .easeInOut, duration: Double) -> Self {
    Self(course: .curve(curve), duration: duration)
  }

  /// A course on a spring, until the rest of the distance is negligible.
  public static func spring(_ spring: SpringCurve) -> Self {
    Self(course: .spring(spring), duration: spring.settlingDuration)
  }

  /// The default timing of a collection view: 0.3 seconds, `easeInOut`.
  public static let standard = Self.curve(.easeInOut, duration: 0.3)

  /// No duration.
  static let none = Self.curve(duration: 0)

  private init(course: Course, duration: Double) {
    self.course = course
    self.duration = duration.isFinite ? max(0, duration) : 0
  }

  /// Returns the remaining share `elapsed` seconds after the start: 1 at the start and exactly 0
  /// from ``duration`` on. A spring may go below 0 in between.
  public func remaining(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    return switch course {
    case .curve(let curve): 1 - curve.progress(at: elapsed / duration)
    case .spring(let spring): spring.remaining(at: elapsed)
    }
  }

  /// The same course in `share` of the time. A spring keeps its frequency.
  func shortened(to share: Double) -> Self {
    guard case .curve = course else { return self }
    return Self(course: course, duration: duration * min(max(share, 0), 1))
  }
}

// MARK: - Timing curve

/// A curve from (0, 0) to (1, 1): a cubic Bézier with two free control points, time along x,
/// progress along y.
///
/// - SeeAlso: W3C, "CSS Easing Functions Level 1", section 2.2, for the curve and its named forms.
public struct TimingCurve: Equatable, Sendable {
  /// x(s) = ((ax·s + bx)·s + cx)·s, and y likewise.
  private let ax, bx, cx, ay, by, cy: Double
  /// The control points as given: x1, y1, x2, y2. They cannot be computed exactly from the
  /// coefficients.
  package let controlPoints: [Double]

  /// The curve with the control points (x1, y1) and (x2, y2).
  ///
  /// - Parameters:
  ///   - x1: Clamped to 0 through 1, so that time never runs back; `x2` too.
  ///   - y1: Finite; anything else counts as 0. `y2` likewise as 1.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let (x1, x2) = (Self.share(x1), Self.share(x2))
    let (y1, y2) = (y1.isFinite ? y1 : 0, y2.isFinite ? y2 : 1)
    controlPoints = [x1, y1, x2, y2]
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  /// Constant speed.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// Starts slowly.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// Starts and ends slowly; UIKit's own choice.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// The progress at a share of the time; 0 up to 0 and 1 from 1 on, exactly.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if self == .linear { return time }
    let s = parameter(at: time)
    return ((ay * s + by) * s + cy) * s
  }

  /// The curve's parameter where x is `time`: Newton's method, and bisection if the curve is too
  /// flat for it.
  private func parameter(at time: Double) -> Double {
    var s = time
    for _ in 0..<8 {
      let error = x(s) - time
      if abs(error) < 1e-14 { return s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      guard abs(slope) > 1e-6 else { break }
      s -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if x(middle) < time { low = middle } else { high = middle }
    }
  }

  private func x(_ s: Double) -> Double { ((ax * s + bx) * s + cx) * s }

  private static func share(_ value: Double) -> Double {
    value.isFinite ? min(max(value, 0), 1) : 0
  }
}

// MARK: - Spring curve
//
// A damped spring in closed form, as the timing of an animation.

/// A mass on a damped spring, released at a distance of 1 from its rest: x″ + 2ζω·x′ + ω²·x = 0,
/// x(0) = 1, x′(0) = −velocity.
///
/// - SeeAlso: Any mechanics text on the damped harmonic oscillator, e.g. Feynman, "Lectures on
///   Physics", volume I, chapters 21, 23 and 24.
public struct SpringCurve: Equatable, Sendable {
  /// ζ; 1 is critical, less overshoots. At least 0.01, so that it comes to rest.
  public let dampingRatio: Double
  /// ω, radians a second, greater than 0.
  public let angularFrequency: Double
  /// ω/2π: swings a second without damping.
  public var frequency: Double { angularFrequency / (2 * .pi) }
  /// The velocity at the start, in whole distances a second, positive towards the rest.
  public let velocity: Double

  /// The share of the distance at which the animation counts as over.
  public static let threshold = 1e-4
  /// Within this distance of 1, ζ counts as critical: the general forms lose precision there.
  private static let criticalBand = 1e-6

  /// A spring by the time of one undamped oscillation.
  ///
  /// - Parameters:
  ///   - dampingRatio: ζ; at least 0.01.
  ///   - response: Seconds, 2π/ω; at least 0.001.
  ///   - velocity: At the start, in whole distances a second.
  public init(dampingRatio: Double, response: Double, velocity: Double = 0) {
    let response = response.isFinite ? max(response, 0.001) : 0.001
    self.init(
      dampingRatio: dampingRatio, angularFrequency: 2 * Double.pi / response, velocity: velocity)
  }

  /// A spring by its mechanics: ω = √(stiffness/mass), ζ = damping/(2·√(stiffness·mass)).
  ///
  /// - Parameters:
  ///   - mass: Greater than 0; anything else counts as 1. `stiffness` too.
  ///   - damping: A factor on the velocity, in mass a second; the ratio ζ is at least 0.01.
  ///   - velocity: At the start, in whole distances a second.
  public init(mass: Double, stiffness: Double, damping: Double, velocity: Double = 0) {
    let mass = mass > 0 && mass.isFinite ? mass : 1
    let stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 1
    self.init(
      dampingRatio: damping / (2 * (stiffness * mass).squareRoot()),
      angularFrequency: (stiffness / mass).squareRoot(), velocity: velocity)
  }

  /// A spring by its parameters.
  package init(dampingRatio: Double, angularFrequency: Double, velocity: Double) {
    self.dampingRatio = dampingRatio.isFinite ? max(dampingRatio, 0.01) : 1
    self.angularFrequency = angularFrequency
    self.velocity = velocity.isFinite ? velocity : 0
  }

  /// Returns the share of the distance that is left at `time` seconds; negative beyond the rest.
  public func remaining(at time: Double) -> Double {
    guard time > 0 else { return 1 }
    let decay = dampingRatio * angularFrequency
    if abs(dampingRatio - 1) < Self.criticalBand {
      return (1 + (angularFrequency - velocity) * time) * portable_exp(-angularFrequency * time)
    }
    if dampingRatio < 1 {
      let swing = angularFrequency * (1 - dampingRatio * dampingRatio).squareRoot()
      let sine = (decay - velocity) / swing * portable_sin(swing * time)
      return (portable_cos(swing * time) + sine) * portable_exp(-decay * time)
    }
    let (slow, fast) = rates
    let share = (-velocity - fast) / (slow - fast)
    return share * portable_exp(slow * time) + (1 - share) * portable_exp(fast * time)
  }

  /// Seconds until at most ``threshold`` of the distance is left permanently, by the envelope.
  public var settlingDuration: Double {
    let decay = dampingRatio * angularFrequency
    if abs(dampingRatio - 1) < Self.criticalBand { return criticalDuration }
    if dampingRatio < 1 {
      let swing = angularFrequency * (1 - dampingRatio * dampingRatio).squareRoot()
      let sine = (decay - velocity) / swing
      return portable_log((1 + sine * sine).squareRoot() / Self.threshold) / decay
    }
    let (slow, fast) = rates
    let share = (-velocity - fast) / (slow - fast)
    return portable_log((abs(share) + abs(1 - share)) / Self.threshold) / -slow
  }

  /// The two rates of a spring with ζ > 1, a second⁻¹, both negative.
  private var rates: (slow: Double, fast: Double) {
    let root = (dampingRatio * dampingRatio - 1).squareRoot()
    return (-angularFrequency * (dampingRatio - root), -angularFrequency * (dampingRatio + root))
  }

  /// The time at which (1 + |ω − v|·t)·e^(−ω·t) falls to the threshold: it decreases after its
  /// peak, so bisection finds the time.
  private var criticalDuration: Double {
    let slope = abs(angularFrequency - velocity)
    func envelope(_ time: Double) -> Double {
      (1 + slope * time) * portable_exp(-angularFrequency * time)
    }
    var (low, high) = (
      slope > 0 ? max(0, 1 / angularFrequency - 1 / slope) : 0, 20 / angularFrequency
    )
    while envelope(high) > Self.threshold { high *= 2 }
    for _ in 0..<60 {
      let middle = low + (high - low) / 2
      if envelope(middle) > Self.threshold { low = middle } else { high = middle }
    }
    return high
  }
}

// MARK: - A view's settings
//
// The animation settings of a collection view, which a call may override.

/// Settings for every change of one collection view.
public struct AnimationSettings: Equatable, Sendable {
  /// False shows the result of every change at once.
  public var isEnabled = true
  /// The time course of changes without their own.
  public var timing = AnimationTiming.standard

  /// Changes are animated, in ``AnimationTiming/standard``.
  public init() {}

  /// The course of a change; nil to show it at once.
  package func timing(isAnimated: Bool, _ timing: AnimationTiming?) -> AnimationTiming? {
    let chosen = timing ?? self.timing
    return isEnabled && isAnimated && chosen.duration > 0 ? chosen : nil
  }
}
