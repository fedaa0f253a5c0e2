// SPDX-License-Identifier: Apache-2.0
//
// Compares the rubber band with published figures.

import LayoutEngine
import LayoutHost
import Testing

@Suite("Rubber band")
struct RubberBandTests {
  @Test("P3: published figures")
  func figures() throws {
    for line in try cases("rubber_band") {
      let object = try #require(line.object)
      let overshoot = try #require(object["x"]?.double)
      let shown = RubberBand.shown(
        for: overshoot, dimension: try #require(object["d"]?.double))
      let tolerance = try #require(object["tolerance"]?.double)
      #expect(abs(shown - (try #require(object["expect"]?.double))) <= tolerance)
    }
  }

  @Test("P3: beyond the other edge it is the same, mirrored", arguments: [0.0, 1, 50, 5000])
  func mirrored(overshoot: Double) {
    let shown = RubberBand.shown(for: overshoot, dimension: 600)
    #expect(RubberBand.shown(for: -overshoot, dimension: 600) == -shown)
    #expect(shown < 600)
  }

  @Test("the finger's position follows from the shown overshoot", arguments: [0.0, 0.5, 10, 300])
  func inverse(overshoot: Double) {
    let shown = RubberBand.shown(for: overshoot, dimension: 480)
    #expect(abs(RubberBand.overshoot(showing: shown, dimension: 480) - overshoot) < 1e-9)
    #expect(abs(RubberBand.overshoot(showing: -shown, dimension: 480) + overshoot) < 1e-9)
  }

  @Test("a viewport without extent shows no overshoot, and gives none back")
  func degenerate() {
    #expect(RubberBand.shown(for: 10, dimension: 0) == 0)
    #expect(RubberBand.overshoot(showing: 10, dimension: 0) == 0)
    #expect(RubberBand.overshoot(showing: 10_000, dimension: 100).isFinite)
  }
}
