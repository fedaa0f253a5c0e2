// SPDX-License-Identifier: Apache-2.0
//
// Compares free scrolling with published figures.

import Foundation
import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import Testing

@Suite("Deceleration")
struct DecelerationTests {
  /// One line of `deceleration.jsonl`.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rate, velocity, projection, duration: Double
    /// Time, distance, velocity.
    let samples: [[Double]]

    init(_ line: JSONValue) throws {
      let object = try #require(line.object)
      let expect = try #require(object["expect"]?.object)
      testDescription = try #require(object["id"]?.string)
      rate = try #require(object["rate"]?.double)
      velocity = try #require(object["v0_pt_per_s"]?.double)
      projection = try #require(expect["projection_continuous"]?.double)
      duration = try #require(expect["duration_s_threshold_0.5pt"]?.double)
      samples = try #require(expect["samples_continuous"]?.array).map { sample in
        try #require(sample.array).compactMap(\.double)
      }
    }
  }

  static func lines() throws -> [Case] { try cases("deceleration").map(Case.init) }

  @Test(
    "a rate that would never stop, or is none, counts as the nearer limit",
    arguments: [1, 0, -2, 7, .nan])
  func limits(rate: Double) {
    let motion = Deceleration(start: 0, velocity: 500, rate: rate)
    #expect(motion.rest.isFinite && motion.duration().isFinite)
    let limit = rate >= 1 ? 0.999_99 : 0.001
    #expect(motion == Deceleration(start: 0, velocity: 500, rate: limit))
  }

  @Test("P1, P2: rest, duration, place and velocity", arguments: try lines())
  func figures(_ line: Case) {
    let motion = Deceleration(start: 0, velocity: line.velocity, rate: line.rate)
    #expect(abs(motion.rest - line.projection) < 1e-8)
    #expect(abs(motion.duration() - line.duration) < 1e-8)
    for sample in line.samples {
      #expect(abs(motion.position(at: sample[0]) - sample[1]) < 1e-8)
      #expect(abs(motion.velocity(at: sample[0]) - sample[2]) < 1e-8)
    }
  }

  @Test(
    "P2: the distances of normal and fast deceleration",
    arguments: [(0.998, 0.499_499_83, 3.4499), (0.99, 0.099_499_16, 0.5267)])
  func distance(rate: Double, distance: Double, duration: Double) {
    let motion = Deceleration(start: 10, velocity: 1000, rate: rate)
    #expect(abs(motion.rest - 10 - distance * 1000) < 1e-5)
    #expect(abs(motion.duration() - duration) < 1e-4)
  }

  @Test("at the end half a point is left, and not more after it")
  func threshold() {
    let motion = Deceleration(start: 0, velocity: -1800)
    #expect(abs(motion.position(at: motion.duration()) - motion.rest) - 0.5 < 1e-9)
    #expect(Deceleration(start: 0, velocity: 0.9).duration() == 0)
  }

  @Test("the instant of passing a place, or nil if it is not passed", arguments: [1.0, 100, 499])
  func passing(place: Double) throws {
    let motion = Deceleration(start: 0, velocity: 1000)
    let time = try #require(motion.time(reaching: place))
    #expect(abs(motion.position(at: time) - place) < 1e-9)
    #expect(motion.time(reaching: -place) == nil)
    #expect(motion.time(reaching: 500) == nil, "it rests at 499.5")
    #expect(Deceleration(start: 0, velocity: 0).time(reaching: place) == nil)
  }
}
