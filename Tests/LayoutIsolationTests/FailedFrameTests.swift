// SPDX-License-Identifier: Apache-2.0
//
// Answers of a layout after a failed frame: the same in a worker as in this process.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Queries after a failed frame")
struct FailedFrameTests {
  @Test(
    "after a failed frame it answers about the data for which it prepared",
    arguments: [false, true])
  func questionAfterFailure(isPrepared: Bool) throws {
    let tiers = try Tiers.fake()
    let everything = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)
    tiers.frame(everything, DataShape(epoch: 1, itemCounts: [9, 4]))
    func set(_ behaviour: FakeLayout.Behaviour) {
      let call: FakeLayout.Call = isPrepared ? .attributesInRect : .prepare
      tiers.agree { connection, _ in
        for (name, value) in [("call", call.value), ("behaviour", behaviour.value)] {
          let index = try #require(
            connection.descriptor.properties.firstIndex { $0.name == name })
          try connection.setProperty(at: index, to: value)
        }
        return 0
      }
    }
    set(.error)
    #expect(tiers.frame(everything, DataShape(epoch: 2, itemCounts: [1, 2, 3])).error != nil)
    set(.good)
    let all = tiers.agree { connection, buffer in
      try connection.attributes(in: Rect(x: 0, y: 0, width: 1e6, height: 1e6), into: buffer)
      return buffer.records.filter { $0.category == LAYOUT_CELL }.count
    }
    #expect(all.error == nil && all.value == (isPrepared ? "6" : "13"))
  }
}
