// SPDX-License-Identifier: Apache-2.0
//
// A damped spring in closed form, as the timing of an animation.

import CPortableMath

/// A mass on a damped spring that is let go a whole distance away from its rest:
/// x″ + 2ζω·x′ + ω²·x = 0, x(0) = 1, x′(0) = −velocity.
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
  /// At the start, in whole distances a second, positive towards the rest.
  public let velocity: Double

  /// The share of the distance at which the animation counts as over.
  public static let threshold = 1e-4
  /// This close to 1, ζ counts as critical: the general forms lose their digits there.
  private static let criticalBand = 1e-6

  /// A spring by the time of one undamped oscillation.
  ///
  /// - Parameters:
  ///   - dampingRatio: ζ; at least 0.01 is taken.
  ///   - response: Seconds, 2π/ω; at least 0.001 is taken.
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

  /// A spring by its own numbers.
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

  /// Seconds until no more than ``threshold`` of the distance is left for good, by the envelope.
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

  /// The time at which (1 + |ω − v|·t)·e^(−ω·t) falls to the threshold: it falls all the way
  /// after its peak, so bisection finds the place.
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
