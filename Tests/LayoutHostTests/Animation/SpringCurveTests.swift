// SPDX-License-Identifier: Apache-2.0
//
// Compares springs with their differential equation, integrated step by step.

import Glibc
import LayoutHost
import Testing

@Suite("Spring curves")
struct SpringCurveTests {
  struct Spring: Sendable, CustomTestStringConvertible {
    let ratio: Double
    let response: Double
    let velocity: Double
    var testDescription: String { "ζ \(ratio), response \(response) s, velocity \(velocity)" }
    var curve: SpringCurve {
      SpringCurve(dampingRatio: ratio, response: response, velocity: velocity)
    }
  }

  static let springs = [0.2, 0.5, 0.8, 1, 1 + 1e-8, 1.3, 3].flatMap { ratio in
    [0.0, 4, -7].map { Spring(ratio: ratio, response: 0.5, velocity: $0) }
  }

  /// Runge and Kutta's fourth-order step of x″ = −2ζω·x′ − ω²·x.
  private func step(_ x: inout Double, _ v: inout Double, _ spring: SpringCurve, _ dt: Double) {
    let (c, k) = (
      2 * spring.dampingRatio * spring.angularFrequency,
      spring.angularFrequency * spring.angularFrequency
    )
    func force(_ x: Double, _ v: Double) -> Double { -c * v - k * x }
    let (x1, v1) = (v, force(x, v))
    let (x2, v2) = (v + dt / 2 * v1, force(x + dt / 2 * x1, v + dt / 2 * v1))
    let (x3, v3) = (v + dt / 2 * v2, force(x + dt / 2 * x2, v + dt / 2 * v2))
    let (x4, v4) = (v + dt * v3, force(x + dt * x3, v + dt * v3))
    x += dt / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
    v += dt / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
  }

  @Test("the closed form equals the solution of the equation", arguments: springs)
  func equation(_ spring: Spring) {
    let curve = spring.curve
    var (x, v) = (1.0, -spring.velocity)
    let dt = 1e-4
    var worst = 0.0
    for index in 1...15_000 {
      step(&x, &v, curve, dt)
      worst = max(worst, abs(curve.remaining(at: Double(index) * dt) - x))
    }
    #expect(worst < 1e-6)
    #expect(curve.remaining(at: 0) == 1)
  }

  @Test("after the settling time the remaining distance stays tiny", arguments: springs)
  func settling(_ spring: Spring) {
    let curve = spring.curve
    let end = curve.settlingDuration
    for index in 0...2000 {
      let time = end * (1 + Double(index) / 500)
      #expect(abs(curve.remaining(at: time)) <= SpringCurve.threshold * (1 + 1e-9))
    }
    #expect(AnimationTiming.spring(curve).remaining(after: end) == 0)
  }

  @Test("mass, stiffness and damping describe the same spring")
  func mechanics() {
    let a = SpringCurve(mass: 2, stiffness: 200, damping: 24)
    #expect(abs(a.angularFrequency - 10) < 1e-12 && abs(a.dampingRatio - 0.6) < 1e-12)
    let b = SpringCurve(dampingRatio: 0.6, response: 2 * Double.pi / 10)
    for time in [0.05, 0.3, 1] {
      #expect(abs(a.remaining(at: time) - b.remaining(at: time)) < 1e-12)
    }
    // The overshoot of ζ = 0.6 is e^(−πζ/√(1−ζ²)).
    let peak = (1...10_000).map { -a.remaining(at: Double($0) / 5000) }.max() ?? 0
    #expect(abs(peak - exp(-Double.pi * 0.6 / 0.8)) < 1e-6)
  }

  @Test("a spring without damping or with invalid numbers comes to rest too")
  func nonsense() {
    for curve in [
      SpringCurve(dampingRatio: 0, response: 0.5), SpringCurve(dampingRatio: -2, response: -1),
      SpringCurve(dampingRatio: .nan, response: .nan, velocity: .infinity),
      SpringCurve(mass: 0, stiffness: -1, damping: .nan),
    ] {
      #expect(curve.settlingDuration.isFinite && curve.settlingDuration > 0)
      #expect(curve.remaining(at: 0.1).isFinite)
    }
  }
}
