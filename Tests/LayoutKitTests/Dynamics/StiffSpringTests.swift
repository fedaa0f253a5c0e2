// SPDX-License-Identifier: Apache-2.0
//
// Springs that are too stiff, or too much damped, for steps of a fixed length.

import CRigidBodies
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("DynamicAnimator: stiff springs and rest")
struct StiffSpringTests {
  @Test(
    "P6: a spring of any frequency and damping is at the place of its closed form",
    arguments: [
      (0.2, 0.4), (1, 0), (1, 1), (1, 100), (3, 100), (30, 0.4), (30, 10), (100, 0), (100, 3),
    ])
  func closedForm(frequency: Double, damping: Double) throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 300, y: 0)
    try scene.attach(0, to: .zero, length: 0, damping: damping, frequency: frequency)
    let law = SpringLaw(damping: damping, frequency: frequency)
    try scene.run(1) { time in
      let expected = 300 * law.step(over: time).xx
      // Without damping the errors of all swings add up.
      let tolerance = damping == 0 ? 3e-3 * frequency : 0.3
      let place = try scene.center(0).x
      #expect(abs(place - expected) < tolerance, "at \(time) s")
    }
  }

  @Test("a slow item is not at rest before it arrives")
  func creeps() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 100)
    try scene.attach(0, to: .zero, length: 100, damping: 10, frequency: 1)
    scene.animator.setGravity(Gravity())
    try scene.animator.setHeavy(AnimatorScene.name(0))
    let isMoving = scene.run(120)
    // Gravity over stiffness: 1000 / (2π)² points below.
    let rest = 100 + 1000 / (4 * Double.pi * Double.pi)
    #expect(!isMoving)
    #expect(abs(try scene.center(0).y - rest) < 0.2)
  }

  @Test("an item at a boundary is at rest, although its spring pulls")
  func leans() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    scene.animator.addBoundary(from: Point(x: -500, y: 80), to: Point(x: 500, y: 80))
    try scene.animator.collide(AnimatorScene.name(0))
    try scene.attach(0, to: Point(x: 0, y: 60), length: 0, damping: 1, frequency: 1)
    #expect(!scene.run(20))
    let place = try scene.center(0)
    #expect(abs(place.y - 30) < 1.5)
  }

  @Test("a spring that no step can follow, or NaN, is refused by name and changes nothing")
  func refuses() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 0)
    let name = AnimatorScene.name(0)
    for wrong in [1e41, .infinity, .nan] {
      #expect(throws: LayoutError.self) { try scene.add(1, x: wrong, y: 0) }
      #expect(throws: LayoutError.self) { try scene.add(1, x: 0, y: 0, width: wrong) }
      #expect(throws: LayoutError.self) {
        try scene.animator.move(name, to: Rect(x: 0, y: wrong, width: 1, height: 1))
      }
      #expect(throws: LayoutError.self) {
        try scene.attach(0, to: Point(x: wrong, y: 0), length: 10, damping: 1, frequency: 1)
      }
      #expect(throws: LayoutError.self) {
        try scene.attach(0, to: .zero, length: wrong, damping: 1, frequency: 1)
      }
      #expect(throws: LayoutError.self) {
        try scene.attach(0, to: .zero, length: 1, damping: wrong, frequency: 1)
      }
      #expect(throws: LayoutError.self) {
        try scene.animator.addVelocity(Vector(dx: wrong, dy: 0), to: name)
      }
      #expect(throws: LayoutError.self) {
        try scene.animator.push(name, Push(.continuous, Vector(dx: 0, dy: wrong)))
      }
      var properties = ItemProperties()
      properties.resistance = wrong
      #expect(throws: LayoutError.self) { try scene.animator.setProperties(properties, of: name) }
    }
    #expect(scene.animator.count == 1 && !scene.animator.isAttached(name))
    scene.run(1)
    #expect(try scene.center(0) == .zero)
  }

  @Test("items that are pushed to the limits of numbers stay finite, and end no process")
  func goesFar() throws {
    let scene = try AnimatorScene()
    for item in 0..<3 {
      try scene.add(item, x: Double(item) * 90, y: 0, width: 1e6, height: 1e6)
      try scene.animator.collide(AnimatorScene.name(item))
      try scene.animator.push(AnimatorScene.name(item), Push(.continuous, Vector(dx: 1e7, dy: 1e7)))
    }
    scene.run(10)
    for item in 0..<3 { #expect(try scene.center(item).x.isFinite) }
  }
}
