// SPDX-License-Identifier: Apache-2.0
//
// The free flight of bodies under gravity, pushes, springs and rods, by the Runge–Kutta method in
// double precision. A library of rigid bodies handles collisions.

import LayoutABI

/// A body, with the values that the forces need.
struct FreeBody {
  var mass = 1.0
  /// The moment of inertia, kilograms times square points.
  var inertia = 1.0
  var x = 0.0
  var y = 0.0
  var vx = 0.0
  var vy = 0.0
  var angle = 0.0
  var spin = 0.0
  /// The force, in kilograms times 100 points per second squared.
  var force = Vector.zero
  var resistance = 0.0
  var angularResistance = 0.0
  var isHeavy = false
  var isAnchored = false
}

/// Holds a body at a distance from a point or from another body.
struct Tie: Equatable {
  var body: Int
  /// The index of the other body, or -1 for the point.
  var other = -1
  var point = Point.zero
  var length = 0.0
  var law: SpringLaw
  /// True when it also turns the body upright.
  var isSnap = false
  /// Its number in the library of rigid bodies; nil when the library does not have it.
  var handle: UInt32?

  var isRod: Bool { law.frequency == 0 }
}

/// The bodies with all forces on them between collisions.
struct BodySystem {
  var bodies: ContiguousArray<FreeBody> = []
  var ties: ContiguousArray<Tie> = []
  var gravity = Vector.zero
  /// The fastest rate of change in this system, 1/s; nil when it must be computed again.
  var fastestRate: Double?

  // The four slopes of a step and the states between them, kept so that steps do not allocate.
  private(set) var start: ContiguousArray<FreeBody> = []
  private var slopes: ContiguousArray<Slope> = []
  private var sum: ContiguousArray<Slope> = []

  private struct Slope {
    var vx = 0.0
    var vy = 0.0
    var ax = 0.0
    var ay = 0.0
  }

  /// Moves all bodies on by `time`, without collisions, in as many parts as the fastest rate of
  /// change requires.
  mutating func fly(for time: Double) {
    if fastestRate == nil { measurePace() }
    let parts = partCount(of: time)
    for _ in 0..<parts { glide(for: time / Double(parts)) }
  }

  /// Moves all bodies on by `time`, which must be short against all rates of change.
  ///
  /// Classical Runge–Kutta method of order 4; the error of a step is of the order (ω·time)⁵.
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

  /// Performs one of the four stages: adds the present slopes, and moves on from the start by
  /// `next`.
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

  /// Computes the acceleration of each body at its present place.
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
    // Rods come last: they cancel all other accelerations along them.
    for index in 0..<ties.count where ties[index].isRod { hold(ties[index]) }
  }

  /// Adds to the acceleration of a body, unless it is anchored.
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
// The rates of change of bodies, which the steps of their flight must follow, and the distances to
// rest.

extension BodySystem {
  /// The maximal product of the fastest rate and the length of a part of a step. The Runge–Kutta
  /// method grows without bound from 2.78 on; with this value a swing is out of step by one part in a
  /// million.
  private static var reach: Double { 0.1 }
  /// The maximal number of parts of a step: an attachment that would need more is refused.
  private static var partLimit: Int { 4096 }

  /// Returns the fastest rate that steps of `time` follow, 1/s.
  static func rateLimit(for time: Double) -> Double { reach * Double(partLimit) / time }

  /// Returns the number of parts of a step.
  func partCount(of time: Double) -> Int {
    let parts = ((fastestRate ?? 0) * time / Self.reach).rounded(.up)
    return Int(min(max(parts, 1), Double(Self.partLimit)))
  }

  /// Computes the fastest rate of change: an upper bound from the springs of each body together and
  /// its damping. Needed after every change of springs or bodies.
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

  /// Returns the distance of a body that does not move from the place where springs and forces
  /// would hold it, points; 0 if no spring holds it.
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
  /// The larger of the rates of its swing and of its damping, 1/s.
  var fastestRate: Double {
    let over = max(0, damping * damping - 1)
    return angularFrequency * max(1, damping + over.squareRoot())
  }
}
