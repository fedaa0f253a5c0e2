// SPDX-License-Identifier: Apache-2.0
//
// The springs of a tile along one axis, which are none while nothing is away along it.

import LayoutABI

/// Springs of elements whose list changes from time to time, along one axis.
struct AxisSprings {
  private(set) var bank = SpringBank()
  private var spare = SpringBank()
  /// True when any spring still moves.
  private(set) var isMoving = false
  /// True when every element is where it would be without springs.
  private(set) var isPlain = true

  /// Returns the distance of an element from its place, points.
  func displacement(at index: Int) -> Double { isPlain ? 0 : bank.displacement(at: index) }

  /// The greatest distance of an element from its place, points.
  var reach: Double { isPlain ? 0 : bank.reach }

  // MARK: A new list

  /// Begins a list of `count` elements, which hang on no springs yet.
  mutating func begin(count: Int) { spare.reset(count: count) }

  /// The element at `old` of the present list is at `new` of the one that began.
  mutating func keep(_ new: Int, from old: Int) {
    if !isPlain { spare.take(new, from: bank, at: old) }
  }

  /// The element at `new` of the list that began starts that far away.
  mutating func arrive(_ new: Int, by distance: Double, length: Double) {
    if distance == 0 { return }
    spare.push(new, by: distance, length: length)
    (isMoving, isPlain) = (true, false)
  }

  /// The list that began is the present one.
  mutating func commit() { swap(&bank, &spare) }

  // MARK: Motion

  /// Moves an element by hand.
  mutating func push(_ index: Int, by distance: Double, length: Double) {
    if distance == 0 { return }
    bank.push(index, by: distance, length: length)
    (isMoving, isPlain) = (true, false)
  }

  /// Puts an element where it would be without a spring.
  mutating func stop(_ index: Int) {
    if !isPlain { bank.restore(index, deviation: 0, velocity: 0, rest: 0) }
  }

  /// Puts a spring into a state that it was saved in.
  mutating func restore(_ index: Int, deviation: Double, velocity: Double, rest: Double) {
    bank.restore(index, deviation: deviation, velocity: velocity, rest: rest)
    isPlain = false
    if deviation != 0 || velocity != 0 { isMoving = true }
  }

  /// Lets the springs act for `time` seconds.
  mutating func advance(by time: Double, law: SpringLaw) {
    guard isMoving else { return }
    let omega = law.angularFrequency
    let energy = bank.advance(by: law.step(over: time), angularFrequency: omega)
    let least = 1e-3 * omega
    if energy <= least * least {
      isPlain = bank.settle()
      isMoving = false
    }
  }

  /// Forgets all springs; there are `count` elements.
  mutating func clear(count: Int) {
    bank.reset(count: count)
    (isMoving, isPlain) = (false, true)
  }
}
