// SPDX-License-Identifier: Apache-2.0
//
// Numbers that pass the border and fit no picture: the border only requires finite numbers.

import Foundation
import LayoutHost
import LayoutModel
import LayoutTypography
import Testing

@testable import LayoutRendering

@Suite("Extreme numbers")
struct ExtremeNumberTests {
  static let lengths: [Double] = [
    -1e20, 2e20, 9.3e18, -9.3e18, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, 1e15 + 0.25,
  ]

  @Test("lengths of any size are valid JSON, as exact as it can be", arguments: lengths)
  func json(_ length: Double) throws {
    var json = JSONText()
    json.array { json in
      json.hundredths(length)
      json.number(length)
    }
    let numbers = try #require(
      try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [Double])
    let greatest = Double.greatestFiniteMagnitude
    #expect(numbers[0] == (length * 100).rounded().clamped(to: -greatest...greatest))
    #expect(abs(numbers[1] - length) <= max(5e-7, length.ulp))
  }

  @Test("results of calculations with them are valid JSON too")
  func noNumbers() throws {
    var json = JSONText()
    json.array { json in
      for value in [Double.infinity, -.infinity, .nan] {
        json.number(value)
        json.hundredths(value)
      }
    }
    let numbers = try #require(
      try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [Double])
    let most = Double.greatestFiniteMagnitude
    #expect(numbers == [most, most, -most, -most, 0, 0])
  }

  @Test(
    "a perspective of any members is drawn or left out, without a failure",
    arguments: [
      [1e308, 0, 0, 0.0108, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 1e308, 0, 0.013, 0, 0, 1, 0, 0, 0, 0, 1],
      [1e308, 0, 0, 1e-3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      [1, 0, 0, 1e-3, 0, 1e308, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      [1e200, 1e200, 0, 1e200, 1e200, 1e200, 0, 1e-200, 0, 0, 1, 0, 1e308, 1e308, 0, 1],
      [1, 0, 0, 1e-3, 0, 1, 0, 0, 0, 0, 1, 0, 1e308, -1e308, 0, 1e-308],
    ] as [[Double]])
  func projections(_ members: [Double]) throws {
    let pose = Pose(testDescription: "", m: members)
    for frame in [
      Rect(x: -80, y: -60, width: 160, height: 120), Rect(x: -1e20, y: 0, width: 2e20, height: 9),
    ] {
      let element = Scenes.box(0xFF00_00FF, frame, transform: Projection(pose.transform))
      let scene = Scene([element], viewport: Rect(x: -140, y: -110, width: 280, height: 220))
      #expect(try Probe(scene, outline: true).pixel(279, 219)[3] == 255)
    }
  }

  @Test("times of any length have a caption")
  func captions() {
    for time in [1e18, Double.greatestFiniteMagnitude] {
      #expect(FilmStrip.caption(time).hasSuffix(".00 s"))
    }
  }
}
