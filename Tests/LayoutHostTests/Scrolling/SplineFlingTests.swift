// SPDX-License-Identifier: Apache-2.0
//
// Compares Android's fling with its formulas and with Android's own table.

import Foundation
import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Spline fling")
struct SplineFlingTests {
  /// Pixels an inch, velocity, duration and distance, computed independently of this project.
  static let published = [
    (160.0, 100.0, 0.101_898_453_885_981_87, 3.566_445_886_009_364_4),
    (160, 1000, 0.555_181_775_085_416_6, 194.313_621_279_895_84),
    (160, 5000, 1.815_783_951_506_196_4, 3177.621_915_135_843_7),
    (160, 20_000, 5.038_966_164_998_636, 35_272.763_154_990_44),
    (96, 1000, 0.808_677_293_742_211_2, 283.037_052_809_773_85),
  ]

  @Test("P13: duration and distance follow from the velocity", arguments: published)
  func numbers(ppi: Double, velocity: Double, duration: Double, distance: Double) {
    #expect(abs(SplineFling.rate - 2.3582) < 1e-4)
    for sign in [1.0, -1] {
      let fling = SplineFling(start: 40, velocity: sign * velocity, pointsPerInch: ppi)
      #expect(abs(fling.duration - duration) < 1e-12 * duration)
      #expect(abs(fling.rest - 40 - sign * distance) < 1e-12 * distance)
      #expect(abs(fling.velocity(at: 0) - sign * velocity) < 1e-9 * velocity)
      #expect(fling.position(at: 0) == 40 && fling.position(at: duration * 1.001) == fling.rest)
    }
  }

  @Test(
    "P13: between its start and its end it follows the curve of Android's table",
    arguments: [
      (0.1, 0.273_999_544), (0.25, 0.583_813_399), (0.5, 0.858_406_592), (0.75, 0.971_066_414),
      (0.9, 0.995_810_803),
    ])
  func table(time: Double, share: Double) {
    let fling = SplineFling(start: 0, velocity: 3000)
    #expect(abs(fling.position(at: time * fling.duration) / fling.rest - share) < 1e-8)
    let step = 1e-6
    let slope =
      (fling.position(at: time + step) - fling.position(at: time - step)) / (2 * step)
    #expect(abs(slope - fling.velocity(at: time)) < 1e-3)
  }

  @Test("it gives the instant of passing a place, and nil for a place that it does not reach")
  func reaching() throws {
    let fling = SplineFling(start: 100, velocity: -2000)
    for share in [0.01, 0.3, 0.99] {
      let place = 100 + share * (fling.rest - 100)
      let time = try #require(fling.time(reaching: place))
      #expect(abs(fling.position(at: time) - place) < 1e-9)
    }
    #expect(fling.time(reaching: 101) == nil && fling.time(reaching: fling.rest - 1) == nil)
    let still = SplineFling(start: 7, velocity: 0)
    #expect(still.duration == 0 && still.rest == 7 && still.time(reaching: 7) == nil)
  }

  @Test("P13: a view flings by the chosen profile, springs back at the edge and keeps its course")
  func view() throws {
    let app = try Gallery([4000], layout: try TestLayout.grid())
    let view = app.view!
    view.scrollOptions.fling = .spline(pointsPerInch: 160)
    let target = try view.release(velocity: Vector(dx: 0, dy: 1000)).target
    let fling = SplineFling(start: 0, velocity: 1000)
    #expect(target.y == fling.rest)
    try view.advance(to: 0.2)
    #expect(view.contentOffset.y == fling.position(at: 0.2))
    // Content that grows changes an edge without effect here.
    app.counts[0] = 4100
    try view.insertItems(at: (4000..<4100).map { ItemPath(0, $0) }, animated: false)
    try view.advance(to: 0.3)
    #expect(abs(view.contentOffset.y - fling.position(at: 0.3)) < 1e-9)
    try view.advance(to: 1)
    #expect(abs(view.contentOffset.y - fling.rest) < 1e-9 && !view.isScrolling)

    try view.setContentOffset(Point(x: 0, y: 50))
    try view.release(velocity: Vector(dx: 0, dy: -3000))
    let back = SplineFling(start: 50, velocity: -3000)
    let met = try #require(back.time(reaching: 0))
    try view.advance(to: 1 + met + 0.02)
    #expect(view.contentOffset.y < -10)
    try view.advance(to: 5)
    #expect(view.contentOffset.y == 0)
  }
}
