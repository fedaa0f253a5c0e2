// SPDX-License-Identifier: Apache-2.0
//
// The damped spring in closed form: where it is after any time, without a step size to choose.

import CPortableMath

/// A linear spring with damping: x″ + 2ζωx′ + ω²x = 0, with ω = 2πf.
public struct SpringLaw: Equatable, Sendable {
  /// ζ: below 1 it swings past its rest, 1 is critical, above 1 it creeps. Not negative.
  public var damping: Double
  /// f: swings a second without damping. 0 is a rigid rod: nothing moves.
  public var frequency: Double

  /// A spring by its damping ratio and its frequency in 1/s.
  public init(damping: Double, frequency: Double) {
    self.damping = damping
    self.frequency = frequency
  }

  /// ω, in radians a second.
  public var angularFrequency: Double { 2 * .pi * frequency }

  /// Returns the step that `time` seconds make of a state (x, v): the exact propagator, so
  /// that any number of steps over the same time gives the same state, to rounding.
  ///
  /// With k = ζωt and r² = (ζ² − 1)(ωt)² it is
  /// e^−k · [cosh r + k·sinh r/r, t·sinh r/r; −ω²t·sinh r/r, cosh r − k·sinh r/r]; below critical r
  /// is imaginary and the functions are cos and sin.
  /// - Parameter time: Seconds, not negative.
  /// - SeeAlso: Any textbook on linear oscillators; the form with sinh r/r has no pole at ζ = 1.
  public func step(over time: Double) -> SpringStep {
    let turn = angularFrequency * time
    guard frequency > 0 else { return SpringStep(xx: 0, xv: 0, vx: 0, vv: 0) }
    let decay = damping * turn
    let square = (damping * damping - 1) * turn * turn
    let (even, odd) = Self.waves(square: square, decay: decay)
    return SpringStep(
      xx: even + decay * odd, xv: time * odd, vx: -angularFrequency * turn * odd,
      vv: even - decay * odd)
  }

  /// e^−decay · cosh r and e^−decay · sinh r / r for r² = `square`, without overflow for large r.
  private static func waves(square: Double, decay: Double) -> (even: Double, odd: Double) {
    // Near the critical case the quotient is 0/0; two terms of its series are exact to rounding.
    if square.magnitude < 1e-6 {
      let fade = portable_exp(-decay)
      return (fade * (1 + square / 2), fade * (1 + square / 6))
    }
    if square < 0 {
      let (fade, root) = (portable_exp(-decay), (-square).squareRoot())
      return (fade * portable_cos(root), fade * portable_sin(root) / root)
    }
    // r < decay, so neither exponent is positive.
    let root = square.squareRoot()
    let (slow, fast) = (portable_exp(root - decay), portable_exp(-root - decay))
    return ((slow + fast) / 2, (slow - fast) / (2 * root))
  }
}

/// The linear map of a spring's state over one span of time: x′ = xx·x + xv·v, v′ = vx·x + vv·v.
public struct SpringStep: Equatable, Sendable {
  /// From place to place, without unit.
  public var xx: Double
  /// From speed to place, seconds.
  public var xv: Double
  /// From place to speed, 1/s.
  public var vx: Double
  /// From speed to speed, without unit.
  public var vv: Double
}
