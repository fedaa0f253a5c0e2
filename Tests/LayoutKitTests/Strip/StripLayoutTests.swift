// SPDX-License-Identifier: Apache-2.0
//
// The row of a strip, and the data that it is read from.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("StripLayout")
struct StripLayoutTests {
  @Test("a strip that is moved to other sections of the same data has their items")
  func otherSections() throws {
    let live = LiveLayout(StripLayout())
    try live.set("itemSize", Size?.some(Size(width: 100, height: 100)))
    try live.prepare(Scene(itemCounts: [5]))
    #expect(try live.elements().count == 5)
    // As a layout inside another one: the data did not change, only the sections did.
    let size = try live.prepare(Scene(itemCounts: [2, 1]))
    #expect(size.width == 320 + 2 * 100)
    #expect(try live.elements().map { [$0.section, $0.item] } == [[0, 0], [0, 1], [1, 0]])
    #expect(try live.element(0, 0, 0, 4) == nil)
    #expect(try live.element(0, 0, 1, 0) != nil)
  }
}
