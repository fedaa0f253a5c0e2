// SPDX-License-Identifier: Apache-2.0
//
// Invalid answers of an app, and answers that fail: a named error, and an unchanged layout.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout and invalid answers")
struct FlowAnswersTests {
  @Test(
    "a size that is negative or not finite is refused by name",
    arguments: [
      Size(width: -1, height: 5), Size(width: .infinity, height: 5),
      Size(width: 5, height: -.infinity), Size(width: 5, height: .nan),
    ])
  func badSize(_ size: Size) throws {
    let live = LiveLayout(FlowLayout())
    let good = Size(width: 44, height: 44)
    try live.bindSizes([[good], [good, good]])
    try live.prepare(Scene(itemCounts: [1, 2]))
    let before = try live.elements()
    try live.bindSizes([[good], [good, size]])
    let failure = #expect(throws: SlotFailure.self) {
      try live.prepare(Scene(itemCounts: [1, 2], epoch: 2))
    }
    #expect(failure?.status == LAYOUT_ERROR_FAILED)
    #expect(failure?.message.hasPrefix("sizeForItem, item 1.1: negative or not finite") == true)
    #expect(try live.elements() == before)
  }

  @Test("an inset or spacing that is negative is refused by name")
  func badSection() throws {
    let live = LiveLayout(FlowLayout())
    try live.bind("minimumLineSpacing", { section, _ in section == 3 ? -1.0 : 0 }, nothing: 0)
    let failure = #expect(throws: SlotFailure.self) {
      try live.prepare(Scene(itemCounts: [1, 1, 1, 1]))
    }
    #expect(failure?.message.hasPrefix("minimumLineSpacing, section 3: negative") == true)
  }

  @Test(
    "the app's error ends the call unchanged, and the old frames stay", arguments: [0, 5, 20000])
  func failingAnswer(_ failsFrom: Int) throws {
    let live = LiveLayout(FlowLayout())
    try live.prepare(Scene(itemCounts: [3]))
    let before = try live.elements()
    try live.bindBulk("sizeForItem") { _, first, count, room in
      if first + count > failsFrom { return (LAYOUT_ERROR_QUERY, .none) }
      let sizes = room.bindMemory(to: Size.self, capacity: count)
      for index in 0..<count { sizes[index] = Size(width: Double(index), height: 1) }
      return (0, .all)
    }
    let failure = #expect(throws: SlotFailure.self) {
      try live.prepare(Scene(itemCounts: [40000], epoch: 2))
    }
    #expect(failure == SlotFailure(status: LAYOUT_ERROR_QUERY, message: ""))
    #expect(try live.elements() == before)
  }

  @Test(
    "pages that are answered in different ways make one list of sizes",
    arguments: [
      [Coverage.uniform, .all], [.none, .all], [.all, .uniform], [.all, .none], [.all, .all],
      [.uniform, .none], [.uniform, .uniform], [.none, .none],
    ])
  func mixedPages(_ coverages: [Coverage]) throws {
    let live = LiveLayout(FlowLayout())
    let page = SizeAnswers.pageSize
    // The answers of the pages: uniform 20 points, a width for each item, or the property's 50.
    func width(_ coverage: Coverage, _ item: Int) -> Double {
      switch coverage {
      case .none: 50
      case .uniform: 20
      case .all: item % 7 == 0 ? 33 : Double(20 + item % 3)
      }
    }
    try live.bindBulk("sizeForItem") { _, first, count, room in
      let coverage = coverages[first == 0 ? 0 : 1]
      let sizes = room.bindMemory(to: Size.self, capacity: count)
      let written = coverage == .none ? 0 : coverage == .uniform ? 1 : count
      for index in 0..<written {
        sizes[index] = Size(width: width(coverage, first + index), height: 50)
      }
      return (0, coverage)
    }
    try live.prepare(Scene(itemCounts: [UInt32(2 * page)]))
    for (item, element) in try live.elements().enumerated() {
      let expected = width(coverages[item < page ? 0 : 1], item)
      #expect(element.item == item && element.frame.width == expected)
      if element.frame.width != expected { return }
    }
  }
}
