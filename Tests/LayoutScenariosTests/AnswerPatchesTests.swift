// SPDX-License-Identifier: Apache-2.0
//
// Later answers of many items, compared with one answer an item.

import LayoutJSON
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("later answers by range")
struct AnswerPatchesTests {
  private static let place = AnswerPatches.Place(query: "sizeForItem", origin: 0)

  @Test("each item has its latest answer, for ranges that overlap in any way", arguments: 0..<20)
  func latest(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    var patches = AnswerPatches()
    var each = [JSONValue?](repeating: nil, count: 60)
    for step in 0..<200 {
      let start = Int.random(in: 0..<60, using: &dice)
      let range = start..<Int.random(in: start...60, using: &dice)
      patches.set(Self.place, range, to: .integer(Int64(step)))
      for index in range { each[index] = .integer(Int64(step)) }
      for index in each.indices { #expect(patches[Self.place, index] == each[index]) }
      let probe = start..<Int.random(in: start...60, using: &dice)
      if let common = patches.common(Self.place, probe) {
        #expect(each[probe].allSatisfy { $0 == common })
      }
    }
  }

  @Test("the work for an item does not grow with the number of items")
  func growth() {
    func seconds(_ count: Int) -> Double {
      var patches = AnswerPatches()
      let start = ThreadClock.now
      for index in 0..<count {
        patches.set(Self.place, index..<index + 1, to: .integer(Int64(index)))
        _ = patches[Self.place, index / 2]
      }
      return ThreadClock.now - start
    }
    // A list that is searched from its end takes 64 times as long for eight times as many.
    let ratio = (0..<5).map { _ in seconds(16_000) / seconds(2000) }.sorted()[2]
    #expect(ratio < 24)
  }
}
