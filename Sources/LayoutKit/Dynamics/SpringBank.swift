// SPDX-License-Identifier: Apache-2.0
//
// Many springs of one law, laid side by side so that a step is a few vector instructions each.

/// The states of many springs along one axis.
///
/// A spring of length 0 pulls to its anchor. With a length it comes to rest that far from it, on the
/// side to which it was pushed last; one that was never pushed stays at its anchor.
public struct SpringBank {
  // Four springs a vector; the lanes behind the last spring hold zeros, which every step keeps.
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

  /// Returns its velocity, points a second.
  public func velocity(at index: Int) -> Double { velocities[index >> 2][index & 3] }

  /// Moves a spring's end by hand; its velocity stays.
  public mutating func push(_ index: Int, by distance: Double, length: Double = 0) {
    let place = displacement(at: index) + distance
    let rest = place == 0 ? 0 : place < 0 ? -length : length
    rests[index >> 2][index & 3] = rest
    deviations[index >> 2][index & 3] = place - rest
  }

  /// Returns the deviation of a spring's end from its place of rest, its velocity, and how
  /// far from its anchor it comes to rest.
  func state(at index: Int) -> (deviation: Double, velocity: Double, rest: Double) {
    (
      deviations[index >> 2][index & 3], velocities[index >> 2][index & 3],
      rests[index >> 2][index & 3]
    )
  }

  /// Puts a spring into a state that another one had.
  mutating func restore(_ index: Int, deviation: Double, velocity: Double, rest: Double) {
    deviations[index >> 2][index & 3] = deviation
    velocities[index >> 2][index & 3] = velocity
    rests[index >> 2][index & 3] = rest
  }

  /// Takes over the state of a spring of another bank.
  public mutating func take(_ index: Int, from other: borrowing SpringBank, at old: Int) {
    deviations[index >> 2][index & 3] = other.deviations[old >> 2][old & 3]
    velocities[index >> 2][index & 3] = other.velocities[old >> 2][old & 3]
    rests[index >> 2][index & 3] = other.rests[old >> 2][old & 3]
  }

  /// Moves every spring by one step.
  /// - Returns: The sum of (ω·deviation)² + velocity², which bounds each spring's share.
  /// - Complexity: O(`count`), four springs at a time. Does not allocate.
  public mutating func advance(by step: SpringStep, angularFrequency: Double) -> Double {
    let (xx, xv) = (SIMD4(repeating: step.xx), SIMD4(repeating: step.xv))
    let (vx, vv) = (SIMD4(repeating: step.vx), SIMD4(repeating: step.vv))
    let square = SIMD4(repeating: angularFrequency * angularFrequency)
    let vectors = (count + 3) / 4
    var energy = SIMD4<Double>.zero
    deviations.withUnsafeMutableBufferPointer { places in
      velocities.withUnsafeMutableBufferPointer { speeds in
        for index in 0..<vectors {
          let (x, v) = (places[index], speeds[index])
          let (newX, newV) = (xx * x + xv * v, vx * x + vv * v)
          (places[index], speeds[index]) = (newX, newV)
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

  /// Puts every spring where it would come to rest.
  /// - Returns: Whether all of them are at their anchors now.
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
