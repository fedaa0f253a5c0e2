// SPDX-License-Identifier: Apache-2.0
//
// Compares curves with the Bézier polynomials that define them.

import LayoutHost
import Testing

@Suite("Timing curves")
struct TimingCurveTests {
  struct Named: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let curve: TimingCurve
    let points: [Double]
  }

  static let named = [
    Named(testDescription: "linear", curve: .linear, points: [0, 0, 1, 1]),
    Named(testDescription: "easeIn", curve: .easeIn, points: [0.42, 0, 1, 1]),
    Named(testDescription: "easeOut", curve: .easeOut, points: [0, 0, 0.58, 1]),
    Named(testDescription: "easeInOut", curve: .easeInOut, points: [0.42, 0, 0.58, 1]),
    Named(
      testDescription: "overshooting", curve: TimingCurve(0.3, -0.5, 0.6, 1.8),
      points: [0.3, -0.5, 0.6, 1.8]),
    Named(testDescription: "flat in time", curve: TimingCurve(1, 0, 0, 1), points: [1, 0, 0, 1]),
  ]

  /// Bernstein's form, independent of the product's evaluation.
  private func bernstein(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
  }

  @Test("every point of the curve is on it", arguments: named)
  func points(_ named: Named) {
    let p = named.points
    #expect(named.curve.progress(at: 0) == 0)
    #expect(named.curve.progress(at: 1) == 1)
    for step in 1..<1000 {
      let s = Double(step) / 1000
      let (time, progress) = (bernstein(p[0], p[2], s), bernstein(p[1], p[3], s))
      // Where the curve is vertical, the last digit of time decides the value.
      let tolerance = named.testDescription == "flat in time" && abs(s - 0.5) < 0.01 ? 1e-4 : 1e-9
      #expect(abs(named.curve.progress(at: time) - progress) < tolerance, "at s = \(s)")
    }
  }

  @Test("easeInOut is its own reverse, and easeIn is that of easeOut")
  func symmetry() {
    for step in 0...100 {
      let time = Double(step) / 100
      let (a, b) = (
        TimingCurve.easeInOut.progress(at: time), TimingCurve.easeInOut.progress(at: 1 - time)
      )
      #expect(abs(a + b - 1) < 1e-12)
      let (c, d) = (
        TimingCurve.easeIn.progress(at: time), TimingCurve.easeOut.progress(at: 1 - time)
      )
      #expect(abs(c + d - 1) < 1e-12)
    }
  }

  @Test("outside its time a curve is constant, and invalid points still give a curve")
  func edges() {
    #expect(TimingCurve.easeIn.progress(at: -3) == 0)
    #expect(TimingCurve.easeIn.progress(at: 7) == 1)
    let odd = TimingCurve(-4, .nan, 9, .infinity)
    #expect(odd == TimingCurve(0, 0, 1, 1))
  }

  @Test("a course with a duration of zero or NaN ends at once")
  func instant() {
    for duration in [0, -1, Double.nan, .infinity] {
      let timing = AnimationTiming.curve(duration: duration)
      #expect(timing.duration == 0)
      #expect(timing.remaining(after: 0) == 0)
    }
    #expect(AnimationTiming.standard.duration == 0.3)
    #expect(AnimationTiming.standard.remaining(after: 0) == 1)
    #expect(abs(AnimationTiming.standard.remaining(after: 0.15) - 0.5) < 1e-15)
    #expect(AnimationTiming.standard.remaining(after: 0.3) == 0)
  }
}
