// SPDX-License-Identifier: Apache-2.0
//
// The rule that an impact adds no energy. The library of rigid bodies uses one speed for a whole step
// and separates bodies that overlap; both can add energy.

import CLayoutKit
import LayoutABI

/// Removes the energy that impacts add, for each group of touching bodies.
///
/// A group's energy after its impact is compared with its energy after free flight without it. Bodies
/// that the impact changed lose the excess; each of them loses the same share of its speed.
struct EnergyLimit {
  /// The bodies after free flight; valid only for bodies that an impact changed.
  private var flown: ContiguousArray<FreeBody> = []
  /// By the number of a group: the energy that its impacts added, and the energy of motion from
  /// which it can be removed.
  private var added: ContiguousArray<Double> = []
  private var motion: ContiguousArray<Double> = []

  /// Stores a body before its impact.
  mutating func keep(_ body: FreeBody, _ index: Int) {
    while flown.count <= index {
      flown.append(FreeBody())
      added.append(0)
      motion.append(0)
    }
    flown[index] = body
  }

  /// Slows down the groups that gained energy.
  /// - Complexity: O(bodies + ties).
  mutating func apply(
    to system: inout BodySystem, _ states: ContiguousArray<rigid_state>
  ) {
    guard count(system, states) else { return }
    for index in 0..<states.count where states[index].collided && states[index].touches {
      let group = Int(states[index].group)
      guard added[group] > 0 else { continue }
      let share = motion[group] > added[group] ? 1 - added[group] / motion[group] : 0
      system.bodies[index].slow(to: share.squareRoot())
    }
  }

  /// Sums up the energy that impacts added.
  /// - Returns: True when any body touches another or an edge.
  private mutating func count(
    _ system: BodySystem, _ states: ContiguousArray<rigid_state>
  ) -> Bool {
    var touches = false
    for index in 0..<min(states.count, added.count) { (added[index], motion[index]) = (0, 0) }
    for index in 0..<states.count where states[index].collided && states[index].touches {
      touches = true
      let (group, body) = (Int(states[index].group), system.bodies[index])
      keepRoom(for: group)
      added[group] +=
        system.energy(of: body) - system.energy(of: flown[index])
      motion[group] += body.motionEnergy
    }
    guard touches else { return false }
    for tie in system.ties where !tie.isRod { countSpring(tie, system, states) }
    return true
  }

  private mutating func countSpring(
    _ tie: Tie, _ system: BodySystem, _ states: ContiguousArray<rigid_state>
  ) {
    let body = changed(tie.body, states)
    let other = tie.other >= 0 && changed(tie.other, states)
    guard body || other else { return }
    let group = Int(states[body ? tie.body : tie.other].group)
    func before(_ index: Int) -> FreeBody {
      changed(index, states) ? flown[index] : system.bodies[index]
    }
    let after = tie.energy(system.bodies[tie.body], tie.other < 0 ? nil : system.bodies[tie.other])
    added[group] += after - tie.energy(before(tie.body), tie.other < 0 ? nil : before(tie.other))
  }

  private func changed(_ index: Int, _ states: ContiguousArray<rigid_state>) -> Bool {
    states[index].collided && states[index].touches
  }

  private mutating func keepRoom(for group: Int) {
    while added.count <= group {
      flown.append(FreeBody())
      added.append(0)
      motion.append(0)
    }
  }
}

extension FreeBody {
  /// The energy of movement and rotation, kilograms times square points per square second.
  var motionEnergy: Double {
    isAnchored ? 0 : (mass * (vx * vx + vy * vy) + inertia * spin * spin) / 2
  }

  /// Multiplies the speeds by a share.
  mutating func slow(to share: Double) {
    vx *= share
    vy *= share
    spin *= share
  }
}

extension BodySystem {
  /// Returns the energy of a body from its motion, gravity and the forces on it, without springs.
  func energy(of body: FreeBody) -> Double {
    if body.isAnchored { return 0 }
    var fall = Vector(dx: 100 * body.force.dx, dy: 100 * body.force.dy)
    if body.isHeavy {
      fall.dx += body.mass * gravity.dx
      fall.dy += body.mass * gravity.dy
    }
    return body.motionEnergy - fall.dx * body.x - fall.dy * body.y
  }
}

extension Tie {
  /// Returns the energy of a spring between two bodies, or between a body and the point.
  func energy(_ body: FreeBody, _ other: FreeBody?) -> Double {
    let (dx, dy) = (body.x - (other?.x ?? point.x), body.y - (other?.y ?? point.y))
    let stretch = (dx * dx + dy * dy).squareRoot() - length
    let omega = law.angularFrequency
    let turn = isSnap ? body.inertia * body.angle * body.angle : 0
    return omega * omega * (mass(body, other) * stretch * stretch + turn) / 2
  }

  /// Returns the mass on a spring: between two bodies the reduced mass.
  private func mass(_ body: FreeBody, _ other: FreeBody?) -> Double {
    guard let other else { return body.isAnchored ? 0 : body.mass }
    if body.isAnchored { return other.isAnchored ? 0 : other.mass }
    return other.isAnchored ? body.mass : body.mass * other.mass / (body.mass + other.mass)
  }
}
