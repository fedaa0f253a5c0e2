// SPDX-License-Identifier: Apache-2.0
//
// Numbers that the header promises not to pass, sent between the processes.

import LayoutModel
import LayoutRuntime
import Testing

@testable import LayoutIsolation

extension SameAnswersTests {
  @Test("about numbers that are not finite, which reach neither layout")
  func notFinite() throws {
    let tiers = try SameAnswersTests.prepared()
    func expectRefusal(_ outcome: Outcome) { #expect(outcome.error?.code == "invalid-argument") }
    let wrong = Rect(x: 0, y: .nan, width: 9, height: .infinity)
    expectRefusal(
      tiers.agree { connection, buffer in
        try connection.attributes(in: wrong, into: buffer)
        return 0
      })
    expectRefusal(
      tiers.agree { connection, _ in
        try connection.scrollTarget(
          proposed: .zero, velocity: .zero, bounds: wrong, afterUpdate: false)
      })
    expectRefusal(tiers.frame(.at(.nan), SameAnswersTests.shape))
    var shape = SameAnswersTests.shape
    shape.contentInset.top = .infinity
    expectRefusal(tiers.frame(.at(0), shape))
    #expect(tiers.frame(.at(0), SameAnswersTests.shape).error == nil)
  }
}
