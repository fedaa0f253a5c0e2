// SPDX-License-Identifier: Apache-2.0
//
// The reports of the comparison with an oracle, and the differences that it ignores.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Comparison with an oracle")
struct ComparisonTests {
  private let element = Element(
    category: 2, kind: 4, section: 1, item: 5, frame: Rect(x: 0, y: 10, width: 20, height: 1),
    zIndex: 1, fields: ["fill": 7])

  @Test("each difference is named, with both values, also if the element's description lacks it")
  func names() {
    var other = element
    other.zIndex = 2
    other.fields["fill"] = 8
    let text = difference(of: element, from: other)
    #expect(text == "zIndex is 1, expected 2; fields is [fill: 7], expected [fill: 8]")
    other = element
    other.scale = 1.5
    #expect(difference(of: element, from: other)?.hasPrefix("scale is nil, expected") == true)
  }

  @Test("a field that the oracle lacks is not a difference, and a missing one is")
  func fields() {
    var richer = element
    richer.fields["cornerRadius"] = 3
    #expect(difference(of: richer, from: element) == nil)
    #expect(difference(of: element, from: richer) != nil)
  }

  @Test("the rounding of long sums is no difference")
  func rounding() {
    var other = element
    other.frame.y += 1e-12
    #expect(difference(of: element, from: other) == nil)
    other.frame.y += 1e-3
    #expect(difference(of: element, from: other)?.hasPrefix("frame is ") == true)
  }
}
