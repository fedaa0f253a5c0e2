// SPDX-License-Identifier: Apache-2.0
//
// The damped spring in closed form, and many springs of one law side by side.

import CPortableMath
import LayoutABI

// MARK: - One spring
//
// The damped spring in closed form: its state after any time, without a step size.

/// A linear spring with damping: x″ + 2ζωx′ + ω²x = 0, with ω = 2πf.
public struct SpringLaw: Equatable, Sendable {
  /// ζ: below 1 it swings beyond its rest, 1 is critical, above 1 it approaches slowly. Not
  /// negative.
  public var damping: Double
  /// f: swings per second without damping. 0 is a rigid rod: nothing moves.
  public var frequency: Double

  /// A spring by its damping ratio and its frequency in 1/s.
  public init(damping: Double, frequency: Double) {
    self.damping = damping
    self.frequency = frequency
  }

  /// ω, in radians a second.
  public var angularFrequency: Double { 2 * .pi * frequency }

  /// Returns the map of a state (x, v) over `time` seconds: the exact propagator, so that any
  /// number of steps over the same time gives the same state, up to rounding.
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

  /// Returns e^−decay · cosh r and e^−decay · sinh r / r for r² = `square`, without overflow for
  /// large r.
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

/// The linear map of a spring's state over a time: x′ = xx·x + xv·v, v′ = vx·x + vv·v.
public struct SpringStep: Equatable, Sendable {
  /// From position to position, without unit.
  public var xx: Double
  /// From velocity to position, seconds.
  public var xv: Double
  /// From position to velocity, 1/s.
  public var vx: Double
  /// From velocity to velocity, without unit.
  public var vv: Double
}

// MARK: - Many springs
//
// Many springs of one law, side by side, so that a step is a few vector instructions for each.

/// The states of many springs along one axis.
///
/// A spring of length 0 pulls to its anchor. A spring with a length comes to rest at that distance,
/// on the side of its last push; without a push it stays at its anchor.
public struct SpringBank {
  // Four springs per vector; the lanes behind the last spring are zero, and every step keeps them
  // zero.
  private var deviations: ContiguousArray<SIMD4<Double>> = []
  private var velocities: ContiguousArray<SIMD4<Double>> = []
  private var rests: ContiguousArray<SIMD4<Double>> = []
  /// The number of springs.
  public private(set) var count = 0

  /// No springs.
  public init() {}

  /// Makes room for `count` springs, all at rest at their anchors.
  /// - Complexity: O(`count`). Allocates only beyond the largest count so far.
  public mutating func reset(count: Int) {
    let vectors = (count + 3) / 4
    self.count = count
    for index in 0..<min(vectors, deviations.count) {
      deviations[index] = .zero
      velocities[index] = .zero
      rests[index] = .zero
    }
    while deviations.count < vectors {
      deviations.append(.zero)
      velocities.append(.zero)
      rests.append(.zero)
    }
  }

  /// Returns the distance of a spring's end from its anchor, points.
  public func displacement(at index: Int) -> Double {
    deviations[index >> 2][index & 3] + rests[index >> 2][index & 3]
  }

  /// Returns the velocity of a spring's end, points per second.
  public func velocity(at index: Int) -> Double { velocities[index >> 2][index & 3] }

  /// Moves a spring's end; its velocity does not change.
  public mutating func push(_ index: Int, by distance: Double, length: Double = 0) {
    let place = displacement(at: index) + distance
    let rest = place == 0 ? 0 : place < 0 ? -length : length
    rests[index >> 2][index & 3] = rest
    deviations[index >> 2][index & 3] = place - rest
  }

  /// Returns the deviation of a spring's end from its place of rest, its velocity, and the distance
  /// of that place from its anchor.
  func state(at index: Int) -> (deviation: Double, velocity: Double, rest: Double) {
    (
      deviations[index >> 2][index & 3], velocities[index >> 2][index & 3],
      rests[index >> 2][index & 3]
    )
  }

  /// Sets the state of a spring, such as the saved state of another one.
  mutating func restore(_ index: Int, deviation: Double, velocity: Double, rest: Double) {
    deviations[index >> 2][index & 3] = deviation
    velocities[index >> 2][index & 3] = velocity
    rests[index >> 2][index & 3] = rest
  }

  /// Copies the states of neighbouring springs of another bank, from `old` on.
  /// - Precondition: Both banks have these springs.
  /// - Complexity: O(springs). Does not allocate.
  public mutating func take(
    _ springs: Range<Int>, from other: borrowing SpringBank, at old: Int
  ) {
    precondition(
      springs.lowerBound >= 0 && springs.upperBound <= count && old >= 0
        && springs.count <= other.count - old, "no such springs")
    Self.copy(springs, of: &deviations, from: other.deviations, at: old)
    Self.copy(springs, of: &velocities, from: other.velocities, at: old)
    Self.copy(springs, of: &rests, from: other.rests, at: old)
  }

  /// Copies numbers, four of which are a vector. Memory safety: both have them, see above.
  private static func copy(
    _ range: Range<Int>, of numbers: inout ContiguousArray<SIMD4<Double>>,
    from other: borrowing ContiguousArray<SIMD4<Double>>, at old: Int
  ) {
    let size = MemoryLayout<Double>.size
    unsafe numbers.withUnsafeMutableBytes { to in
      unsafe other.withUnsafeBytes { from in
        let source = unsafe from[old * size..<(old + range.count) * size]
        unsafe UnsafeMutableRawBufferPointer(rebasing: to[(range.lowerBound * size)...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
      }
    }
  }

  /// Moves every spring by one step.
  /// - Returns: The sum of (ω·deviation)² + velocity², an upper bound for each spring.
  /// - Complexity: O(`count`), four springs at a time. Does not allocate.
  public mutating func advance(by step: SpringStep, angularFrequency: Double) -> Double {
    let (xx, xv) = (SIMD4(repeating: step.xx), SIMD4(repeating: step.xv))
    let (vx, vv) = (SIMD4(repeating: step.vx), SIMD4(repeating: step.vv))
    let square = SIMD4(repeating: angularFrequency * angularFrequency)
    let vectors = (count + 3) / 4
    var energy = SIMD4<Double>.zero
    unsafe deviations.withUnsafeMutableBufferPointer { places in
      unsafe velocities.withUnsafeMutableBufferPointer { speeds in
        for index in 0..<vectors {
          let (x, v) = unsafe (places[index], speeds[index])
          let (newX, newV) = (xx * x + xv * v, vx * x + vv * v)
          unsafe (places[index], speeds[index]) = (newX, newV)
          energy += square * (newX * newX) + newV * newV
        }
      }
    }
    return energy.sum()
  }

  /// The largest distance of a spring's end from its anchor, points.
  /// - Complexity: O(`count`), four springs at a time.
  public var reach: Double {
    var most = SIMD4<Double>.zero
    for index in 0..<((count + 3) / 4) {
      let place = deviations[index] + rests[index]
      most = most.replacing(with: place, where: place .> most)
      most = most.replacing(with: -place, where: -place .> most)
    }
    return most.max()
  }

  /// Moves every spring to its place of rest.
  /// - Returns: True when all of them are at their anchors now.
  public mutating func settle() -> Bool {
    var away = SIMD4<Double>.zero
    for index in 0..<((count + 3) / 4) {
      deviations[index] = .zero
      velocities[index] = .zero
      away += rests[index] * rests[index]
    }
    return away == .zero
  }
}
