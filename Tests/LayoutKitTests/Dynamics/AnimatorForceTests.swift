// SPDX-License-Identifier: Apache-2.0
//
// Compares gravity, pushes, springs and snaps with closed forms.

import CRigidBodies
import Foundation
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("DynamicAnimator: forces")
struct AnimatorForceTests {
  @Test(
    "P8: gravity of 1 is 1000 points a second squared, downwards by default",
    arguments: [1.0 / 30, 1.0 / 60, 1.0 / 120, 0.0137])
  func fall(step: Double) throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 50, y: 50)
    try scene.add(1, x: 350, y: 50)
    scene.animator.setGravity(Gravity())
    try scene.animator.setHeavy(AnimatorScene.name(0))
    try scene.run(1, step: step) { time in
      let place = try scene.center(0)
      #expect(abs(place.y - 50 - 500 * time * time) < 1e-3 * max(1, time))
      #expect(place.x == 50)
    }
    #expect(try scene.center(1) == Point(x: 350, y: 50))
    var sideways = Gravity()
    sideways.direction = Vector(dx: -1, dy: 0)
    sideways.magnitude = 0.5
    #expect(sideways.acceleration == Vector(dx: -500, dy: 0))
  }

  @Test(
    "P9: a push of 1 gives 100 by 100 points of density 1 100 points a second, or that each second")
  func push() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    try scene.add(1, x: 0, y: 500, width: 200, height: 100) { $0.density = 2 }
    let force = Vector(dx: 1, dy: 0)
    for item in 0...1 {
      try scene.animator.push(AnimatorScene.name(item), Push(.continuous, force))
    }
    scene.run(2)
    #expect(abs(try scene.center(0).x - 200) < 2 * 0.01)
    #expect(abs(try scene.center(1).x - 50) < 0.5 * 0.01)
    #expect(abs(scene.animator.velocity(of: AnimatorScene.name(0))!.dx - 200) < 1e-6)
    let blow = try AnimatorScene()
    try blow.add(0, x: 0, y: 0)
    try blow.animator.push(AnimatorScene.name(0), Push(.instantaneous, force))
    blow.run(1)
    #expect(abs(try blow.center(0).x - 100) < 1e-3)
  }

  @Test("P10: resistance reduces velocity, and an anchored item stays")
  func resistance() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0) { $0.resistance = 2 }
    try scene.add(1, x: 0, y: 500) { $0.isAnchored = true }
    for item in 0...1 {
      try scene.animator.addVelocity(Vector(dx: 100, dy: 0), to: AnimatorScene.name(item))
    }
    scene.run(1)
    #expect(abs(try scene.center(0).x - 50 * (1 - exp(-2))) < 1e-3)
    #expect(try scene.center(1) == Point(x: 0, y: 500))
    let initial = ItemProperties()
    #expect(initial.density == 1 && initial.resistance == 0 && initial.angularResistance == 0)
    #expect(initial.allowsRotation && !initial.isAnchored)
    #expect(initial.friction == 0.2 && initial.elasticity == 0.2)
  }

  /// P6's figures: damping, ωd, overshoot in percent, and the time after which it stays within 1 %.
  static let figures = [(0.8, 3.769911, 1.516, 1.011), (0.4, 5.758634, 25.38, 1.804)]

  @Test("P6: an attachment swings as the damped oscillator does", arguments: figures, [0, 40.0])
  func attachment(_ figure: (Double, Double, Double, Double), length: Double) throws {
    let (damping, omega, overshoot, settled) = figure
    let scene = try AnimatorScene()
    try scene.add(0, x: 100 + length, y: 0)
    try scene.attach(
      0, to: Point(x: 0, y: 0), length: length, damping: damping, frequency: 1)
    var (lowest, lowestTime, lastOutside, worst) = (0.0, 0.0, 0.0, 0.0)
    let decay = damping * 2 * Double.pi
    try scene.run(3, step: 1.0 / 960) { time in
      let x = try scene.center(0).x - length
      let want = 100 * exp(-decay * time) * (cos(omega * time) + decay / omega * sin(omega * time))
      // The distance that is left when it is set to rest is invisible.
      worst = max(worst, abs(x - want) - (scene.animator.isMoving ? 0 : 0.05))
      if x < lowest { (lowest, lowestTime) = (x, time) }
      if abs(x) > 1 { lastOutside = time }
    }
    #expect(worst < 1e-3)
    #expect(abs(-lowest - overshoot) < 0.01)
    #expect(abs(lowestTime - Double.pi / omega) < 2.0 / 960)
    #expect(abs(lastOutside - settled) < 2.0 / 960)
  }

  @Test("the movement between collisions does not depend on the frames, bit for bit")
  func frames() throws {
    var places: [Point] = []
    for step in [1.0 / 30, 1.0 / 60, 1.0 / 120] {
      let scene = try AnimatorScene()
      try scene.add(0, x: 200, y: 30)
      scene.animator.setGravity(Gravity())
      try scene.animator.setHeavy(AnimatorScene.name(0))
      try scene.attach(0, to: Point(x: 0, y: 0), length: 150, damping: 0.1, frequency: 2)
      scene.run(2, step: step)
      places.append(try scene.center(0))
    }
    #expect(places[0] == places[1] && places[1] == places[2])
  }

  @Test("P7: a snap pulls to its point and upright, and swings less with more damping")
  func snap() throws {
    #expect(Snap().damping == 0.5)
    var overshoots: [Double] = []
    for damping in [0, 0.5, 1] {
      let scene = try AnimatorScene()
      try scene.add(0, x: 100, y: 0)
      var snap = Snap()
      snap.damping = damping
      try scene.animator.snap(AnimatorScene.name(0), to: Point(x: 0, y: 0), snap)
      try scene.animator.addVelocity(.zero, spin: 3, to: AnimatorScene.name(0))
      var lowest = 0.0
      #expect(try !scene.run(8) { _ in lowest = min(lowest, try scene.center(0).x) })
      #expect(abs(try scene.center(0).x) < 0.5)
      #expect(abs(scene.animator.angle(of: AnimatorScene.name(0))!) < 0.01)
      overshoots.append(-lowest)
    }
    #expect(overshoots[0] > 20 && overshoots[1] < overshoots[0] && overshoots[2] < 0.1)
  }

  @Test("two items on one spring swing about their common centre, which does not move")
  func pair() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    try scene.add(1, x: 300, y: 0, width: 200, height: 150)
    var attachment = Attachment()
    (attachment.length, attachment.damping, attachment.frequency) = (200, 0, 1)
    try scene.animator.attach(AnimatorScene.name(0), to: AnimatorScene.name(1), attachment)
    try scene.run(2) { time in
      let (a, b) = (try scene.center(0).x, try scene.center(1).x)
      #expect(abs((a + 3 * b) / 4 - 225) < 1e-3)
      #expect(abs(b - a - 200 - 100 * cos(2 * .pi * time)) < 0.01)
    }
  }

  @Test("C140: a second body, point or tie for one item is an error that names the item")
  func twice() throws {
    let scene = try AnimatorScene()
    try scene.add(3, x: 0, y: 0)
    try scene.add(4, x: 300, y: 0)
    let again = #expect(throws: LayoutError.self) { try scene.add(3, x: 0, y: 0) }
    #expect(again?.item == 3 && again?.section == 0)
    try scene.attach(3, to: .zero, length: nil, damping: 0, frequency: 1)
    #expect(throws: LayoutError.self) {
      try scene.attach(3, to: .zero, length: nil, damping: 0, frequency: 1)
    }
    #expect(throws: LayoutError.self) {
      try scene.animator.snap(AnimatorScene.name(3), to: .zero)
    }
    let (three, four) = (AnimatorScene.name(3), AnimatorScene.name(4))
    try scene.animator.attach(three, to: four, Attachment())
    #expect(throws: LayoutError.self) {
      try scene.animator.attach(four, to: three, Attachment())
    }
    #expect(throws: LayoutError.self) {
      try scene.animator.attach(three, to: three, Attachment())
    }
    #expect(throws: LayoutError.self) { try scene.animator.setHeavy(AnimatorScene.name(9)) }
    try scene.animator.detach(three)
    try scene.attach(3, to: .zero, length: nil, damping: 0, frequency: 1)
    #expect(scene.animator.count == 2)
  }
}
