// SPDX-License-Identifier: Apache-2.0
//
// Compares the spring's propagator with the textbook's solution and the figures of published
// systems.

import Foundation
import LayoutKitHosted
import Testing

@Suite("SpringLaw")
struct SpringLawTests {
  /// Returns the textbook's position of a spring: the solution by cases, written independently of the kit.
  static func textbook(
    _ law: SpringLaw, _ x: Double, _ v: Double, at t: Double
  ) -> (x: Double, v: Double) {
    let (w, z) = (2 * .pi * law.frequency, law.damping)
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      let (a, b) = (x, (v + z * w * x) / wd)
      let fade = exp(-z * w * t)
      let place = fade * (a * cos(wd * t) + b * sin(wd * t))
      return (place, -z * w * place + fade * wd * (b * cos(wd * t) - a * sin(wd * t)))
    }
    if z == 1 {
      let b = v + w * x
      return ((x + b * t) * exp(-w * t), (b - w * (x + b * t)) * exp(-w * t))
    }
    let s = w * (z * z - 1).squareRoot()
    let (p, q) = (-z * w + s, -z * w - s)
    let a = (v - q * x) / (p - q)
    return (
      a * exp(p * t) + (x - a) * exp(q * t), p * a * exp(p * t) + q * (x - a) * exp(q * t)
    )
  }

  static func apply(_ step: SpringStep, _ state: (x: Double, v: Double)) -> (x: Double, v: Double) {
    (step.xx * state.x + step.xv * state.v, step.vx * state.x + step.vv * state.v)
  }

  static let laws = [0, 0.05, 0.4, 0.8, 0.99, 1, 1.01, 2, 30].flatMap { damping in
    [0.2, 1, 7].map { SpringLaw(damping: damping, frequency: $0) }
  }

  @Test("P6: position and velocity equal the closed form, at any time", arguments: laws)
  func matchesTextbook(_ law: SpringLaw) {
    for t in [0, 1e-6, 0.001, 1.0 / 120, 0.1, 0.5, 2, 10] {
      for start in [(x: 1.0, v: 0.0), (x: 0.0, v: 100.0), (x: -3.0, v: 25.0)] {
        let got = Self.apply(law.step(over: t), start)
        let want = Self.textbook(law, start.x, start.v, at: t)
        #expect(abs(got.x - want.x) <= 1e-9 * (1 + abs(start.x) + abs(start.v)))
        #expect(abs(got.v - want.v) <= 1e-9 * (1 + abs(start.x) + abs(start.v)) * 50)
      }
    }
  }

  @Test("P6: any subdivision of the time gives the same state", arguments: laws)
  func subdivides(_ law: SpringLaw) {
    let whole = Self.apply(law.step(over: 1), (x: 100, v: -40))
    for parts in [2, 7, 120, 5000] {
      let step = law.step(over: 1 / Double(parts))
      var state = (x: 100.0, v: -40.0)
      for _ in 0..<parts { state = Self.apply(step, state) }
      #expect(abs(state.x - whole.x) < 1e-9 * 100)
      #expect(abs(state.v - whole.v) < 1e-9 * 100 * max(1, law.angularFrequency))
    }
  }

  /// The published figures of one law.
  struct Figure: Sendable, CustomTestStringConvertible {
    let damping, turning, overshoot, within: Double
    var testDescription: String { "ζ \(damping)" }
  }

  static let figures = [
    Figure(damping: 0.8, turning: 3.769911, overshoot: 0.01516, within: 1.011),
    Figure(damping: 0.4, turning: 5.758634, overshoot: 0.2538, within: 1.804),
  ]

  @Test("P6: frequency, overshoot and the time to come within 1 %", arguments: figures)
  func publishedFigures(_ figure: Figure) {
    let law = SpringLaw(damping: figure.damping, frequency: 1)
    let tick = 1e-4
    let step = law.step(over: tick)
    var (state, lowest, lastOutside, firstTurn) = ((x: 1.0, v: 0.0), 0.0, 0.0, 0.0)
    for index in 1...40_000 {
      let before = state
      state = Self.apply(step, state)
      lowest = min(lowest, state.x)
      if abs(state.x) > 0.01 { lastOutside = Double(index) * tick }
      // The velocity first returns to zero after half a period of the damped oscillation.
      if firstTurn == 0, before.v < 0, state.v >= 0 { firstTurn = Double(index) * tick }
    }
    #expect(abs(-lowest - figure.overshoot) < 0.00005)
    #expect(abs(lastOutside - figure.within) < 0.001)
    #expect(abs(.pi / firstTurn - figure.turning) < 0.001)
  }

  @Test("a critical spring is continuous with springs of slightly more and less damping")
  func criticalIsContinuous() {
    let at = SpringLaw(damping: 1, frequency: 1).step(over: 0.3)
    for damping in [1 - 1e-9, 1 + 1e-9, 1 - 1e-7, 1 + 1e-7] {
      let near = SpringLaw(damping: damping, frequency: 1).step(over: 0.3)
      #expect(abs(near.xx - at.xx) < 1e-6 && abs(near.vv - at.vv) < 1e-6)
    }
  }

  @Test("P6: energy never grows, for any length of a step", arguments: laws)
  func alwaysStable(_ law: SpringLaw) {
    let w = law.angularFrequency
    for t in [0.001, 0.3, 5, 1000, 1e6] {
      let end = Self.apply(law.step(over: t), (x: 1, v: 0))
      #expect(end.x.isFinite && end.v.isFinite)
      #expect(w * w * end.x * end.x + end.v * end.v <= w * w * (1 + 1e-6))
    }
  }

  @Test("a frequency of zero is a rigid rod")
  func rigid() {
    let end = Self.apply(SpringLaw(damping: 0.8, frequency: 0).step(over: 0.01), (x: 5, v: 3))
    #expect(end.x == 0 && end.v == 0)
  }
}
