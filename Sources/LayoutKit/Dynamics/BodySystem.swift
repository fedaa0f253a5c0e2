// SPDX-License-Identifier: Apache-2.0
//
// The free flight of bodies under gravity, pushes, springs and rods, by Runge and Kutta's method in
// double precision. Collisions are somebody else's.

import LayoutABI

/// A body as the forces see it.
struct FreeBody {
  var mass = 1.0
  /// Kilograms times square points.
  var inertia = 1.0
  var x = 0.0
  var y = 0.0
  var vx = 0.0
  var vy = 0.0
  var angle = 0.0
  var spin = 0.0
  /// Newton of 100 points a second squared for a kilogram.
  var force = Vector.zero
  var resistance = 0.0
  var angularResistance = 0.0
  var isHeavy = false
  var isAnchored = false
}

/// Holds a body at a distance from a point or from another body.
struct Tie: Equatable {
  var body: Int
  /// The other end, or -1 for the point.
  var other = -1
  var point = Point.zero
  var length = 0.0
  var law: SpringLaw
  /// True when it turns the body upright too.
  var isSnap = false
  /// Its number in the library of rigid bodies; nil when that does not know it.
  var handle: UInt32?

  var isRod: Bool { law.frequency == 0 }
}

/// The bodies with all that acts on them between collisions.
struct BodySystem {
  var bodies: ContiguousArray<FreeBody> = []
  var ties: ContiguousArray<Tie> = []
  var gravity = Vector.zero
  /// The fastest that anything here changes by itself, 1/s; nil when it has to be worked out anew.
  var fastestRate: Double?

  // The four slopes of a step and the states in between, kept so that steps allocate nothing.
  private(set) var start: ContiguousArray<FreeBody> = []
  private var slopes: ContiguousArray<Slope> = []
  private var sum: ContiguousArray<Slope> = []

  private struct Slope {
    var vx = 0.0
    var vy = 0.0
    var ax = 0.0
    var ay = 0.0
  }

  /// Moves everything on by `time` as if nothing collided, in as many parts as the fastest thing that
  /// can happen wants.
  mutating func fly(for time: Double) {
    if fastestRate == nil { measurePace() }
    let parts = partCount(of: time)
    for _ in 0..<parts { glide(for: time / Double(parts)) }
  }

  /// Moves everything on by `time`, in which nothing changes much.
  ///
  /// Classical Runge–Kutta of order 4; what a step does wrong is of the order (ω·time)⁵.
  private mutating func glide(for time: Double) {
    begin()
    stage(weight: 1, next: time / 2)
    stage(weight: 2, next: time / 2)
    stage(weight: 2, next: time)
    stage(weight: 1, next: nil)
    for index in 0..<bodies.count {
      var body = start[index]
      body.x += time / 6 * sum[index].vx
      body.y += time / 6 * sum[index].vy
      body.vx += time / 6 * sum[index].ax
      body.vy += time / 6 * sum[index].ay
      bodies[index] = body
    }
    turn(for: time)
    for index in 0..<ties.count { straighten(ties[index]) }
  }

  /// One of the four stages: adds the slopes here, and moves on from the start by `next`.
  private mutating func stage(weight: Double, next: Double?) {
    accelerate()
    for index in 0..<bodies.count {
      let slope = slopes[index]
      sum[index].vx += weight * slope.vx
      sum[index].vy += weight * slope.vy
      sum[index].ax += weight * slope.ax
      sum[index].ay += weight * slope.ay
      guard let next else { continue }
      bodies[index].x = start[index].x + next * slope.vx
      bodies[index].y = start[index].y + next * slope.vy
      bodies[index].vx = start[index].vx + next * slope.ax
      bodies[index].vy = start[index].vy + next * slope.ay
    }
  }

  private mutating func begin() {
    while start.count < bodies.count {
      start.append(FreeBody())
      slopes.append(Slope())
      sum.append(Slope())
    }
    for index in 0..<bodies.count {
      start[index] = bodies[index]
      sum[index] = Slope()
    }
  }

  /// Works out what acts on each body where it is now.
  private mutating func accelerate() {
    for index in 0..<bodies.count {
      let body = bodies[index]
      var slope = Slope(vx: body.vx, vy: body.vy)
      slope.ax = 100 * body.force.dx / body.mass - body.resistance * body.vx
      slope.ay = 100 * body.force.dy / body.mass - body.resistance * body.vy
      if body.isHeavy {
        slope.ax += gravity.dx
        slope.ay += gravity.dy
      }
      slopes[index] = body.isAnchored ? Slope() : slope
    }
    for index in 0..<ties.count where !ties[index].isRod { pull(ties[index]) }
    // Rods last: they take up what everything else would do along them.
    for index in 0..<ties.count where ties[index].isRod { hold(ties[index]) }
  }

  /// Adds to what acts on a body, unless nothing moves it.
  mutating func add(_ acceleration: Vector, _ share: Double, to index: Int) {
    if bodies[index].isAnchored { return }
    slopes[index].ax += share * acceleration.dx
    slopes[index].ay += share * acceleration.dy
  }

  /// Returns the acceleration of a body so far.
  func acceleration(of index: Int) -> Vector {
    Vector(dx: slopes[index].ax, dy: slopes[index].ay)
  }
}

// MARK: - Pace
//
// How fast things can happen to bodies: what the steps of their flight have to follow, and when there
// is nothing left to follow.

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
