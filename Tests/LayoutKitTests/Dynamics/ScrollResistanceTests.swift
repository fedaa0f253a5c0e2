// SPDX-License-Identifier: Apache-2.0
//
// The rule of displacement: zero at the finger, full at the distance, never more.

import LayoutKitHosted
import Testing

@Suite("ScrollResistance")
struct ScrollResistanceTests {
  /// One element and its displacement.
  struct Case: Sendable, CustomTestStringConvertible {
    let delta, x, y, expected: Double
    var testDescription: String { "\(delta) at (\(x), \(y))" }
  }

  static let cases = [
    Case(delta: 20, x: 100, y: 300, expected: 0),
    Case(delta: 20, x: 100, y: 600, expected: 4),
    Case(delta: 20, x: 250, y: 450, expected: 4),
    Case(delta: -20, x: 100, y: 600, expected: -4),
    Case(delta: -20, x: 100, y: 0, expected: -4),
    Case(delta: 20, x: 100, y: 1800, expected: 20),
    Case(delta: 20, x: 100, y: 9000, expected: 20),
    Case(delta: -20, x: 100, y: 9000, expected: -20),
    Case(delta: 0, x: 100, y: 9000, expected: 0),
  ]

  @Test("C143, C144: resistance grows with the distance from the finger", arguments: cases)
  func displaces(_ one: Case) {
    let frame = Rect(x: one.x - 22, y: one.y - 22, width: 44, height: 44)
    for delta in [Vector(dx: one.delta, dy: 0), Vector(dx: 0, dy: one.delta)] {
      let rule = ScrollResistance(delta: delta, touch: Point(x: 100, y: 300), distance: 1500)
      let way = rule.displacement(of: frame)
      #expect(abs((delta.dx == 0 ? way.dy : way.dx) - one.expected) < 1e-12)
      #expect((delta.dx == 0 ? way.dx : way.dy) == 0)
    }
  }
}
