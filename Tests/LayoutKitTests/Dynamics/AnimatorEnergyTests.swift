// SPDX-License-Identifier: Apache-2.0
//
// Impacts never add energy, for any pair of items.

import CRigidBodies
import Foundation
import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("DynamicAnimator: energy of impacts")
struct AnimatorEnergyTests {
  /// Items of random sizes that hang on springs or rods, or fly in a box, without loss of energy
  /// outside of impacts.
  private struct Scene {
    let scene: AnimatorScene
    private var random: SeededGenerator
    private let isHung: Bool
    private let isHeavy: Bool
    private let frequency: Double

    init(seed: Int, restitution: Double) throws {
      scene = try AnimatorScene()
      random = SeededGenerator(seed: UInt64(seed))
      isHung = seed % 3 != 2
      isHeavy = seed % 2 == 0
      frequency = seed % 3 == 0 ? 0 : Double.random(in: 0.5...3, using: &random)
      if isHeavy { scene.animator.setGravity(Gravity()) }
      if !isHung { scene.animator.addBoundary(Rect(x: -80, y: -80, width: 900, height: 700)) }
      let rotates = seed % 4 < 2
      for item in 0..<Int.random(in: 2...6, using: &random) {
        try add(item, restitution, rotates: rotates)
      }
    }

    private mutating func add(_ item: Int, _ restitution: Double, rotates: Bool) throws {
      let name = AnimatorScene.name(item)
      let (x, y) = (Double(item) * 130, Double.random(in: 180...320, using: &random))
      let sides = (0..<2).map { _ in Double.random(in: 30...110, using: &random) }
      let friction = Double.random(in: 0...1, using: &random)
      try scene.add(item, x: x, y: y, width: sides[0], height: sides[1]) {
        ($0.elasticity, $0.friction) = (restitution, friction)
        $0.allowsRotation = rotates
      }
      if isHung {
        let length = frequency == 0 ? nil : Double?(200)
        try scene.attach(
          item, to: Point(x: x, y: 0), length: length, damping: 0, frequency: frequency)
      }
      if isHeavy { try scene.animator.setHeavy(name) }
      try scene.animator.collide(name)
      try scene.animator.addVelocity(
        Vector(
          dx: Double.random(in: -700...700, using: &random),
          dy: Double.random(in: -300...300, using: &random)),
        spin: rotates ? Double.random(in: -5...5, using: &random) : 0, to: name)
    }

    /// Kilograms times square points a square second, and the part that is kinetic energy.
    var energy: (whole: Double, motion: Double) {
      var (whole, motion) = (0.0, 0.0)
      for (index, body) in scene.animator.system.bodies.enumerated() {
        let shape = scene.animator.items[index].shape
        let inertia = shape.mass * (shape.width * shape.width + shape.height * shape.height) / 12
        let moves =
          (body.mass * (body.vx * body.vx + body.vy * body.vy) + inertia * body.spin * body.spin)
          / 2
        motion += moves
        whole += moves - (isHeavy ? 1000 * body.mass * body.y : 0)
        if isHung, frequency > 0 {
          let (x, omega) = (body.x - Double(index) * 130, 2 * .pi * frequency)
          let stretch = (x * x + body.y * body.y).squareRoot() - 200
          whole += body.mass * omega * omega * stretch * stretch / 2
        }
      }
      return (whole, motion)
    }
  }

  @Test("items without damping gain no energy by their impacts", arguments: [1.0, 0.7])
  func neverGrows(restitution: Double) throws {
    var (worst, impacts) = ((seed: -1, gain: 0.0), 0)
    for seed in Soak.seeds(short: 36, long: 5000) {
      let scene = try Scene(seed: seed, restitution: restitution)
      let (start, motion) = scene.energy
      var (most, greatest) = (start, motion)
      scene.scene.run(2, step: 1.0 / 960) { _ in
        let now = scene.energy
        (most, greatest) = (max(most, now.whole), max(greatest, now.motion))
        if scene.scene.animator.states.contains(where: { $0.collided && $0.touches }) {
          impacts += 1
        }
      }
      let gain = (most - start) / greatest
      if gain > worst.gain { worst = (seed, gain) }
    }
    #expect(impacts > 1000 || Soak.onlySeed != nil)
    #expect(worst.gain < 1e-4, "seed \(worst.seed) gained \(worst.gain) of its energy of motion")
  }
}
