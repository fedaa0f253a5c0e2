// SPDX-License-Identifier: Apache-2.0
//
// The springs of a tile along one axis; none while all elements are at their places along it.

/// The springs of elements along one axis; the list of elements changes at times.
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

  /// Begins a list of `count` elements, which have no springs yet.
  mutating func begin(count: Int) { spare.reset(count: count) }

  /// Copies the springs from `old` on of the present list to places of the list that was begun.
  mutating func keep(_ places: Range<Int>, from old: Int) {
    if !isPlain { spare.take(places, from: bank, at: old) }
  }

  /// Starts the element at `new` of the list that was begun at this distance.
  mutating func arrive(_ new: Int, by distance: Double, length: Double) {
    if distance == 0 { return }
    spare.push(new, by: distance, length: length)
    (isMoving, isPlain) = (true, false)
  }

  /// Replaces the present list with the list that was begun.
  mutating func commit() { swap(&bank, &spare) }

  // MARK: Motion

  /// Moves an element.
  mutating func push(_ index: Int, by distance: Double, length: Double) {
    if distance == 0 { return }
    bank.push(index, by: distance, length: length)
    (isMoving, isPlain) = (true, false)
  }

  /// Moves an element to its place without a spring.
  mutating func stop(_ index: Int) {
    if !isPlain { bank.restore(index, deviation: 0, velocity: 0, rest: 0) }
  }

  /// Sets the saved state of a spring.
  mutating func restore(_ index: Int, deviation: Double, velocity: Double, rest: Double) {
    bank.restore(index, deviation: deviation, velocity: velocity, rest: rest)
    isPlain = false
    if deviation != 0 || velocity != 0 { isMoving = true }
  }

  /// Advances the springs by `time` seconds.
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

  /// Removes all springs; there are `count` elements.
  mutating func clear(count: Int) {
    bank.reset(count: count)
    (isMoving, isPlain) = (false, true)
  }
}
