// SPDX-License-Identifier: Apache-2.0
//
// Compares the springs of scrolling with their differential equation.

import LayoutEngine
import LayoutHost
import Testing

@Suite("Critical spring")
struct CriticalSpringTests {
  /// Start, velocity and target.
  static let starts: [(Double, Double, Double)] = [
    (-80, 0, 0), (0, 1500, 0), (120, -900, 100), (-30, 4000, 0), (500, -200, 100), (0, 3, 0),
  ]

  /// Fourth-order Runge–Kutta on x″ = −k(x − target) − 2√k·x′, as an independent solution.
  private func integrate(_ start: (Double, Double, Double), to end: Double) -> (Double, Double) {
    let (omega, steps) = (CriticalSpring.edgeFrequency, 20_000)
    let h = end / Double(steps)
    var (x, v) = (start.0 - start.2, start.1)
    func pull(_ x: Double, _ v: Double) -> Double { -omega * omega * x - 2 * omega * v }
    for _ in 0..<steps {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + h / 2 * v1, pull(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, pull(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, pull(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return (x + start.2, v)
  }

  @Test("P4: mass 1, stiffness 200, critically damped", arguments: starts)
  func equation(start: (Double, Double, Double)) {
    let spring = CriticalSpring(
      start: start.0, velocity: start.1, target: start.2,
      frequency: CriticalSpring.edgeFrequency)
    #expect(abs(CriticalSpring.edgeFrequency * CriticalSpring.edgeFrequency - 200) < 1e-12)
    for time in [0.02, 0.1, 0.4, 1] {
      let (x, v) = integrate(start, to: time)
      #expect(abs(spring.position(at: time) - x) < 1e-7)
      #expect(abs(spring.velocity(at: time) - v) < 1e-6)
    }
  }

  @Test("it ends when at most half a point is left", arguments: starts)
  func duration(start: (Double, Double, Double)) {
    let spring = CriticalSpring(
      start: start.0, velocity: start.1, target: start.2,
      frequency: CriticalSpring.edgeFrequency)
    let end = spring.duration()
    for step in 0...2000 {
      #expect(abs(spring.position(at: end + Double(step) / 1000) - start.2) <= 0.5)
    }
    guard end > 0 else { return }
    #expect(abs(abs(spring.position(at: end.nextDown * (1 - 1e-9)) - start.2) - 0.5) < 1e-5)
  }

  @Test(
    "to a chosen target it never overshoots",
    arguments: [(0.0, 5000.0, 40.0), (0, 100, 900), (0, -700, 300), (10, 0, -5), (0, 1e6, 0.25)])
  func chosenTarget(start: Double, velocity: Double, target: Double) {
    let spring = CriticalSpring(start: start, velocity: velocity, chosenTarget: target)
    let frequency = max(10, abs(velocity) / abs(start - target))
    #expect(spring.frequency == frequency)
    let side = start < target
    for step in 0...3000 {
      let place = spring.position(at: Double(step) / 1000)
      #expect(place == target || (place < target) == side)
    }
  }

  @Test("a spring that starts at its target stays there, for any velocity")
  func noDistance() {
    let spring = CriticalSpring(start: 7, velocity: 300, chosenTarget: 7)
    #expect(spring.position(at: 0.1) == 7)
    #expect(spring.duration() == 0)
  }
}
