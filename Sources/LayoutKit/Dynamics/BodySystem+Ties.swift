// SPDX-License-Identifier: Apache-2.0
//
// The effect of springs and rods on bodies.

import CPortableMath
import LayoutABI

extension BodySystem {
  /// The line of a tie, relative to its body, and the motion of its ends along it.
  private struct Line {
    /// The direction from the other end to the body, of length 1; zero when both are at one place.
    var direction = Vector.zero
    var distance = 0.0
    /// The body's velocity relative to the other end.
    var velocity = Vector.zero
    /// The speed at which the ends move apart, points per second.
    var speed: Double { velocity.dx * direction.dx + velocity.dy * direction.dy }
  }

  private func line(_ tie: Tie) -> Line {
    let body = bodies[tie.body]
    var (dx, dy) = (body.x - tie.point.x, body.y - tie.point.y)
    var line = Line(velocity: Vector(dx: body.vx, dy: body.vy))
    if tie.other >= 0 {
      let other = bodies[tie.other]
      (dx, dy) = (body.x - other.x, body.y - other.y)
      line.velocity = Vector(dx: body.vx - other.vx, dy: body.vy - other.vy)
    }
    line.distance = (dx * dx + dy * dy).squareRoot()
    if line.distance > 1e-9 {
      line.direction = Vector(dx: dx / line.distance, dy: dy / line.distance)
    }
    return line
  }

  /// Adds a spring's part of the accelerations. With length 0 it acts in the whole plane, otherwise
  /// along the line; between two bodies it acts on their reduced mass.
  mutating func pull(_ tie: Tie) {
    let pull = pull(tie, along: line(tie))
    add(pull, share(of: tie.body, in: tie), to: tie.body)
    if tie.other >= 0 { add(pull, share(of: tie.other, in: tie), to: tie.other) }
  }

  /// Returns the acceleration of one body by a spring if both ends stood still.
  func restPull(_ tie: Tie, on index: Int) -> Vector {
    var line = line(tie)
    line.velocity = .zero
    let (pull, share) = (pull(tie, along: line), share(of: index, in: tie))
    return Vector(dx: share * pull.dx, dy: share * pull.dy)
  }

  /// Returns the acceleration of its body relative to the other end.
  private func pull(_ tie: Tie, along line: Line) -> Vector {
    let omega = tie.law.angularFrequency
    let (stiffness, drag) = (omega * omega, 2 * tie.law.damping * omega)
    guard tie.length > 0 else {
      return Vector(
        dx: -stiffness * line.direction.dx * line.distance - drag * line.velocity.dx,
        dy: -stiffness * line.direction.dy * line.distance - drag * line.velocity.dy)
    }
    let strength = -stiffness * (line.distance - tie.length) - drag * line.speed
    return Vector(dx: strength * line.direction.dx, dy: strength * line.direction.dy)
  }

  /// Returns the share of a spring's acceleration for one of its bodies, with its sign.
  private func share(of index: Int, in tie: Tie) -> Double {
    guard tie.other >= 0 else { return 1 }
    let (a, b) = (inverseMass(tie.body), inverseMass(tie.other))
    guard a + b > 0 else { return 0 }
    return index == tie.body ? a / (a + b) : -b / (a + b)
  }

  /// Adds a rod's part: removes accelerations that would change its length, and adds the
  /// centripetal one.
  mutating func hold(_ tie: Tie) {
    // A rod between two bodies is held by the library of rigid bodies.
    guard tie.other < 0, !bodies[tie.body].isAnchored else { return }
    let line = line(tie)
    let present = acceleration(of: tie.body)
    guard tie.length > 0 else {
      return add(Vector(dx: -present.dx, dy: -present.dy), 1, to: tie.body)
    }
    let along = present.dx * line.direction.dx + present.dy * line.direction.dy
    let square = line.velocity.dx * line.velocity.dx + line.velocity.dy * line.velocity.dy
    let across = max(0, square - line.speed * line.speed)
    add(line.direction, -along - across / max(line.distance, 1e-9), to: tie.body)
  }

  /// Puts a body at the end of its rod back on the circle, and removes the velocity away from it.
  mutating func straighten(_ tie: Tie) {
    guard tie.isRod, tie.other < 0, !bodies[tie.body].isAnchored else { return }
    let line = line(tie)
    guard tie.length > 0 else {
      (bodies[tie.body].x, bodies[tie.body].y) = (tie.point.x, tie.point.y)
      (bodies[tie.body].vx, bodies[tie.body].vy) = (0, 0)
      return
    }
    guard line.distance > 1e-9 else { return }
    bodies[tie.body].x = tie.point.x + tie.length * line.direction.dx
    bodies[tie.body].y = tie.point.y + tie.length * line.direction.dy
    bodies[tie.body].vx -= line.speed * line.direction.dx
    bodies[tie.body].vy -= line.speed * line.direction.dy
  }

  /// Turns the bodies: a snap's spring turns its body upright, all others keep their rotation.
  mutating func turn(for time: Double) {
    for index in 0..<bodies.count {
      let fade = portable_exp(-bodies[index].angularResistance * time)
      bodies[index].angle += time * bodies[index].spin
      bodies[index].spin *= fade
    }
    for index in 0..<ties.count where ties[index].isSnap {
      let body = ties[index].body
      let step = ties[index].law.step(over: time)
      let (angle, spin) = (start[body].angle, start[body].spin)
      bodies[body].angle = step.xx * angle + step.xv * spin
      bodies[body].spin = step.vx * angle + step.vv * spin
    }
  }

  private func inverseMass(_ index: Int) -> Double {
    bodies[index].isAnchored ? 0 : 1 / bodies[index].mass
  }
}
