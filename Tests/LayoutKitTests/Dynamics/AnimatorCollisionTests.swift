// SPDX-License-Identifier: Apache-2.0
//
// Collisions, rods and rest: the work of the rigid-body library under the animator.

import CRigidBodies
import Foundation
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("DynamicAnimator: collisions")
struct AnimatorCollisionTests {
  @Test(
    "C157, P11: a body's figures are those of the published dump of a 300 by 44 cell at (10, 10)")
  func dump() throws {
    let item = DynamicAnimator.Item(
      name: AnimatorScene.name(0), size: Size(width: 300, height: 44),
      properties: ItemProperties())
    let shape = item.shape
    #expect(shape.friction == 0.2 && shape.elasticity == 0.2)
    #expect(shape.rotates && !shape.anchored)
    #expect(shape.width == 298 && shape.height == 42)
    let density = shape.mass / (shape.width * shape.height / 10_000)
    #expect(abs(density - 1.054650) < 1e-6)
    let scene = try AnimatorScene()
    try scene.add(0, x: 160, y: 32, width: 300, height: 44)
    // The dump shows the centre in single precision.
    #expect(abs(scene.animator.states[0].x - 159.999985) < 2e-5)
    #expect(scene.animator.states[0].y == 32)
  }

  @Test(
    "P12: items bounce off items and boundaries of their collision, according to its mode",
    arguments: [
      (CollisionMode.everything, true, true), (CollisionMode.items, true, false),
      (CollisionMode.boundaries, false, true),
      (CollisionMode([]), false, false),
    ])
  func modes(_ mode: CollisionMode, items: Bool, boundaries: Bool) throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    try scene.add(1, x: 200, y: 0) { $0.isAnchored = true }
    try scene.add(2, x: 0, y: 500)
    scene.animator.addBoundary(from: Point(x: 150, y: 400), to: Point(x: 150, y: 600))
    for item in 0...2 { try scene.animator.collide(AnimatorScene.name(item), mode) }
    for item in [0, 2] {
      try scene.animator.addVelocity(Vector(dx: 300, dy: 0), to: AnimatorScene.name(item))
    }
    scene.run(1)
    #expect((try scene.center(0).x < 150) == items)
    #expect((try scene.center(2).x < 150) == boundaries)
    scene.animator.removeBoundaries()
    try scene.animator.addVelocity(Vector(dx: 600, dy: 0), to: AnimatorScene.name(2))
    scene.run(1)
    #expect(try scene.center(2).x > 150)
  }

  @Test("items of different collisions pass each other")
  func groups() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    try scene.add(1, x: 200, y: 0) { $0.isAnchored = true }
    try scene.animator.collide(AnimatorScene.name(0), in: 3)
    try scene.animator.collide(AnimatorScene.name(1), in: 4)
    try scene.animator.addVelocity(Vector(dx: 300, dy: 0), to: AnimatorScene.name(0))
    scene.run(1)
    #expect(abs(try scene.center(0).x - 300) < 0.01)
  }

  @Test(
    "an elastic impact passes down a row of touching items and leaves all but the last at rest",
    arguments: [2, 3, 10])
  func row(count: Int) throws {
    let scene = try AnimatorScene()
    for item in 0..<count {
      try scene.add(item, x: item == 0 ? -50 : Double(item) * 100, y: 0) { $0.elasticity = 1 }
      try scene.animator.collide(AnimatorScene.name(item), .items)
    }
    try scene.animator.addVelocity(Vector(dx: 200, dy: 0), to: AnimatorScene.name(0))
    scene.run(1)
    for item in 0..<count {
      let speed = try #require(scene.animator.velocity(of: AnimatorScene.name(item))).dx
      #expect(abs(speed - (item == count - 1 ? 200 : 0)) < 1, "item \(item)")
    }
  }

  @Test(
    "the share of speed that a bounce keeps is the larger elasticity of the two",
    arguments: [0.2, 0.5, 1.0])
  func bounce(elasticity: Double) throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0) { $0.elasticity = elasticity }
    scene.animator.addBoundary(from: Point(x: -500, y: 200), to: Point(x: 500, y: 200))
    try scene.animator.collide(AnimatorScene.name(0))
    try scene.animator.addVelocity(Vector(dx: 0, dy: 400), to: AnimatorScene.name(0))
    scene.run(0.6)
    let speed = try #require(scene.animator.velocity(of: AnimatorScene.name(0))).dy
    #expect(abs(speed + 400 * elasticity) < 0.01 * 400)
  }

  @Test("a friction below 0 is refused by name and changes nothing")
  func frictionBelowZero() throws {
    let scene = try AnimatorScene()
    #expect(throws: LayoutError.self) { try scene.add(0, x: 0, y: 0) { $0.friction = -0.1 } }
    #expect(scene.animator.count == 0)
    try scene.add(0, x: 0, y: 0)
    var properties = ItemProperties()
    properties.friction = -0.1
    #expect(throws: LayoutError.self) {
      try scene.animator.setProperties(properties, of: AnimatorScene.name(0))
    }
  }

  @Test("bodies take a friction below 0 for none, and an elasticity above 1 for 1")
  func limits() throws {
    let table = try #require(rigid_bodies_box2d()).pointee
    let world = table.make()
    defer { table.destroy(world) }
    var body = rigid_body(
      width: 98, height: 98, mass: 1, friction: -1, elasticity: 5, items: 0, edges: 1,
      rotates: false, anchored: false)
    var states = [rigid_state()]
    (states[0].y, states[0].vx, states[0].vy) = (-60, 100, 100)
    table.add(world, &body, states)
    table.add_edge(world, 0, -1000, 0, 1000, 0)
    for _ in 0..<60 { table.step(world, 1.0 / 120, &states, 1) }
    // It slides along the edge as it bounces off.
    #expect(abs(states[0].vx - 100) < 1)
    #expect(abs(states[0].vy + 100) < 1)
  }

  @Test("C34: a body that falls on a floor comes to rest on it, and then no body moves")
  func rests() throws {
    let scene = try AnimatorScene()
    scene.animator.setGravity(Gravity())
    scene.animator.addBoundary(Rect(x: 0, y: 0, width: 320, height: 480))
    for item in 0..<3 {
      try scene.add(item, x: 160 + Double(item), y: 60 + Double(item) * 60, width: 50, height: 50)
      try scene.animator.setHeavy(AnimatorScene.name(item))
      try scene.animator.collide(AnimatorScene.name(item))
    }
    #expect(!scene.run(15))
    let lowest = try (0..<3).map { try scene.center($0).y }.max() ?? 0
    #expect(abs(lowest - 455) < 1)
    for item in 0..<3 {
      let place = try scene.center(item)
      #expect(place.x > 24 && place.x < 296 && place.y < 456)
      #expect(scene.animator.velocity(of: AnimatorScene.name(item)) == .zero)
    }
    let before = try scene.center(0)
    #expect(!scene.animator.advance(to: scene.time + 100))
    #expect(try scene.center(0) == before)
  }

  /// Returns T of a pendulum of any swing, by the arithmetic-geometric mean.
  static func period(length: Double, angle: Double) -> Double {
    var (a, g) = (1.0, cos(angle / 2))
    for _ in 0..<8 { (a, g) = ((a + g) / 2, (a * g).squareRoot()) }
    return 2 * .pi * (length / 1000).squareRoot() / a
  }

  @Test(
    "P6: a rigid rod swings with the period of the pendulum, at any swing, and keeps its swing",
    arguments: [0.1, 0.6, 1.4])
  func rod(angle: Double) throws {
    let scene = try AnimatorScene()
    scene.animator.setGravity(Gravity())
    try scene.add(0, x: 300 * sin(angle), y: 300 * cos(angle), width: 40, height: 40)
    try scene.animator.setHeavy(AnimatorScene.name(0))
    try scene.attach(0, to: .zero, length: nil, damping: 0, frequency: 0)
    var (crossings, last, widest) = ([Double](), 1.0, 0.0)
    try scene.run(15, step: 1.0 / 240) { time in
      let place = try scene.center(0)
      if last > 0, place.x <= 0 { crossings.append(time) }
      last = place.x
      #expect(abs((place.x * place.x + place.y * place.y).squareRoot() - 300) < 0.01)
      if time > 11 { widest = max(widest, abs(atan2(place.x, place.y))) }
    }
    let (first, end) = (crossings.first ?? 0, crossings.last ?? 0)
    let period = (end - first) / Double(crossings.count - 1)
    #expect(abs(period / Self.period(length: 300, angle: angle) - 1) < 0.002)
    #expect(widest > 0.999 * angle)
  }

  @Test(
    "P6, P12: a rigid cradle keeps its period to 2 % and 95 % of its swing over 15 s",
    arguments: [2, 5, 10], [0, 0.2])
  func cradle(count: Int, gap: Double) throws {
    let (scene, angle) = (try AnimatorScene(), 0.5)
    scene.animator.setGravity(Gravity())
    for item in 0..<count {
      let (turn, x) = (item == 0 ? -angle : 0, Double(item) * (50 + gap))
      try scene.add(
        item, x: x + 300 * sin(turn), y: 300 * cos(turn), width: 50, height: 50
      ) {
        $0.elasticity = 1
        $0.allowsRotation = false
      }
      let name = AnimatorScene.name(item)
      try scene.attach(item, to: Point(x: x, y: 0), length: 300, damping: 0, frequency: 0)
      try scene.animator.setHeavy(name)
      try scene.animator.collide(name, .items)
    }
    var (passages, last, widest) = ([Double](), -1.0, 0.0)
    try scene.run(15, step: 1.0 / 240) { time in
      let x = try scene.center(0).x
      if last < -1, x >= -1 { passages.append(time) }
      last = x
      if time > 11 { widest = max(widest, asin(min(1, -x / 300))) }
    }
    let (first, end) = (passages.first ?? 0, passages.last ?? 0)
    let period = (end - first) / Double(passages.count - 1)
    #expect(abs(period / Self.period(length: 300, angle: angle) - 1) < 0.02)
    #expect(widest > 0.95 * angle && widest < 1.02 * angle)
  }
}
