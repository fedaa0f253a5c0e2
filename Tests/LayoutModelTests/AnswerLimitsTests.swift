// SPDX-License-Identifier: Apache-2.0
//
// The number of elements that an answer may have, by its rectangle.

import LayoutModel
import Testing

@Suite("Limits of answers")
struct AnswerLimitsTests {
  /// Width and height of a rectangle, and the elements allowed in it.
  static let rectangles: [(Double, Double, Int)] = [
    (0, 0, 4096), (8, 8, 4097), (7.99, 8, 4096), (1000, 800, 16_596), (3840, 2160, 133_696),
    (1e9, 1e9, Int(UInt32.max)), (1e200, 1e200, Int(UInt32.max)),
  ]

  @Test("4,096 elements, and one for each 64 square points", arguments: rectangles)
  func formula(_ width: Double, _ height: Double, _ count: Int) {
    let rect = Rect(x: -5, y: 7, width: width, height: height)
    #expect(AnswerLimits().elementCount(in: rect) == count)
  }

  @Test("invalid limits still give a limited number")
  func nonsense() {
    var limits = AnswerLimits()
    let rect = Rect(x: 0, y: 0, width: 80, height: 80)
    (limits.elements, limits.areaPerElement) = (-1, -64)
    #expect(limits.elementCount(in: rect) == 0)
    (limits.elements, limits.areaPerElement) = (Int.max, 64)
    #expect(limits.elementCount(in: rect) == Int(UInt32.max))
    for area in [0, Double.nan] {
      (limits.elements, limits.areaPerElement) = (1, area)
      #expect(limits.elementCount(in: rect) == Int(UInt32.max))
    }
  }
}
