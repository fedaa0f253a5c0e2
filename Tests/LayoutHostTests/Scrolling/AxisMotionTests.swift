// SPDX-License-Identifier: Apache-2.0
//
// The movement from a release to the rest, in one axis.

import LayoutEngine
import LayoutHost
import Testing

@Suite("Motion of an axis")
struct AxisMotionTests {
  private func free(
    _ start: Double, _ velocity: Double, edges: ClosedRange<Double> = 0...1000,
    bounces: Bool = true
  ) -> AxisMotion {
    .free(Deceleration(start: start, velocity: velocity), edges: edges, bounces: bounces)
  }

  @Test("P2: inside the edges it follows friction, then stops exactly at the rest")
  func inside() {
    let motion = free(100, 1000)
    let expected = Deceleration(start: 100, velocity: 1000)
    #expect(motion.rest == expected.rest)
    #expect(motion.duration == expected.duration())
    #expect(motion.position(at: 1) == expected.position(at: 1))
    #expect(motion.position(at: motion.duration) == expected.rest)
    #expect(motion.velocity(at: motion.duration) == 0)
  }

  @Test("P4: at the edge a spring continues with the current velocity", arguments: [1.0, -1])
  func intoEdge(direction: Double) throws {
    let start = direction > 0 ? 900.0 : 100
    let edge = direction > 0 ? 1000.0 : 0
    let motion = free(start, direction * 2000)
    let friction = Deceleration(start: start, velocity: direction * 2000)
    let handover = try #require(friction.time(reaching: edge))
    #expect(motion.rest == edge)
    #expect(abs(motion.position(at: handover) - edge) < 1e-9)
    #expect(abs(motion.velocity(at: handover) - friction.velocity(at: handover)) < 1e-6)
    let beyond = (motion.position(at: handover + 0.05) - edge) * direction
    #expect(beyond > 10)
    #expect(motion.position(at: motion.duration) == edge)
  }

  @Test("P4: released beyond an edge it returns to the edge", arguments: [-60.0, 1060])
  func beyond(start: Double) {
    let motion = free(start, 0)
    #expect(motion.rest == (start < 0 ? 0 : 1000))
    #expect(motion.position(at: 0) == start)
    #expect(abs(motion.position(at: 0.1) - motion.rest) < 60)
  }

  @Test("released beyond an edge with a high velocity inwards, it follows friction")
  func backInside() {
    let motion = free(-60, 1000)
    #expect(motion.rest == Deceleration(start: -60, velocity: 1000).rest)
  }

  @Test("without bounces it stops at once at the edge")
  func noBounce() throws {
    let motion = free(900, 2000, bounces: false)
    let friction = Deceleration(start: 900, velocity: 2000)
    let stop = try #require(friction.time(reaching: 1000))
    #expect(motion.duration == stop)
    #expect(motion.position(at: stop + 0.01) == 1000)
  }

  @Test("without velocity inside the edges it does not move")
  func still() {
    let motion = free(400, 0)
    #expect(motion.duration == 0)
    #expect(motion.position(at: 0) == 400)
  }
}
