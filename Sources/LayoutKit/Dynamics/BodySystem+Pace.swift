// SPDX-License-Identifier: Apache-2.0
//
// How fast things can happen to bodies: what the steps of their flight have to follow, and when there
// is nothing left to follow.

import LayoutABI

extension BodySystem {
  /// The fastest rate that a part of a step follows, times its length. Runge and Kutta's method grows
  /// without bound from 2.78 on; at this a swing is out of step by a part in a million.
  private static var reach: Double { 0.1 }
  /// The most parts of a step: what would want more is refused when it is attached.
  private static var partLimit: Int { 4096 }

  /// The fastest rate that steps of `time` follow, 1/s.
  static func rateLimit(for time: Double) -> Double { reach * Double(partLimit) / time }

  /// In how many parts to take a step.
  func partCount(of time: Double) -> Int {
    let parts = ((fastestRate ?? 0) * time / Self.reach).rounded(.up)
    return Int(min(max(parts, 1), Double(Self.partLimit)))
  }

  /// Works out the fastest that anything here changes by itself: no more than the springs of a body
  /// together and what slows it. After every change of springs or bodies.
  mutating func measurePace() {
    var rates = ContiguousArray(repeating: 0.0, count: bodies.count)
    for index in 0..<bodies.count { rates[index] = bodies[index].resistance }
    for tie in ties where !tie.isRod {
      rates[tie.body] += tie.law.fastestRate
      if tie.other >= 0 { rates[tie.other] += tie.law.fastestRate }
    }
    var fastest = 0.0
    for rate in rates { fastest = max(fastest, rate) }
    fastestRate = fastest
  }

  /// Returns the distance of a body that stands still from where springs and forces would
  /// have it stand, points; 0 where no spring holds it.
  func distanceToRest(of index: Int) -> Double {
    let body = bodies[index]
    if body.isAnchored { return 0 }
    var still = Vector(dx: 100 * body.force.dx / body.mass, dy: 100 * body.force.dy / body.mass)
    if body.isHeavy {
      still.dx += gravity.dx
      still.dy += gravity.dy
    }
    var stiffness = 0.0
    for tie in 0..<ties.count where !ties[tie].isRod && ties[tie].holds(index) {
      let pull = restPull(ties[tie], on: index)
      still.dx += pull.dx
      still.dy += pull.dy
      let omega = ties[tie].law.angularFrequency
      stiffness += omega * omega
    }
    guard stiffness > 0 else { return 0 }
    return (still.dx * still.dx + still.dy * still.dy).squareRoot() / stiffness
  }
}

extension Tie {
  /// Returns true when it acts on the body.
  func holds(_ index: Int) -> Bool { body == index || other == index }
}

extension SpringLaw {
  /// The larger of the rates at which it swings and dies away, 1/s.
  var fastestRate: Double {
    let over = max(0, damping * damping - 1)
    return angularFrequency * max(1, damping + over.squareRoot())
  }
}
