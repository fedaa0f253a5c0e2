// SPDX-License-Identifier: Apache-2.0
//
// Comparing what a layout answered with what an oracle says, to the rounding of a sum.

import Testing

@testable import LayoutKitHosted

/// Whether two numbers differ by no more than the rounding of long sums.
func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) }

func isClose(_ a: Rect, _ b: Rect) -> Bool {
  isClose(a.x, b.x) && isClose(a.y, b.y) && isClose(a.width, b.width) && isClose(a.height, b.height)
}

/// Expects the same elements in the same order; says the first that differs.
func expectEqual(
  _ answered: [Element], _ expected: [Element], _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (mine, theirs) in zip(answered, expected) {
    var rounded = mine
    if isClose(mine.frame, theirs.frame) { rounded.frame = theirs.frame }
    if rounded != theirs {
      Issue.record(
        "\(what()): answered \(mine), expected \(theirs)", sourceLocation: sourceLocation)
      return
    }
  }
  #expect(answered.count == expected.count, "\(what())", sourceLocation: sourceLocation)
}
