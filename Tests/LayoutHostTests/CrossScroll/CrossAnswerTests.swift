// SPDX-License-Identifier: Apache-2.0
//
// What a layout answers about sections that scroll across, between frames.

import LayoutHost
import LayoutModel
import Testing

@Suite("Questions about sections that scroll across")
struct CrossAnswerTests {
  private struct Refusal: Error {}

  @Test("after a section could not be shown elsewhere, answers are about where it is")
  func afterFailure() throws {
    let gallery = try Shelves.gallery()
    let view = gallery.view!
    try view.setCrossOffset(100, ofSection: 0)
    gallery.mistake = { _ in throw Refusal() }
    #expect(throws: LayoutError.self) { try view.setCrossOffset(900, ofSection: 0) }
    gallery.mistake = nil
    #expect(view.crossOffset(ofSection: 0) == 100)
    try view.layoutIfNeeded()
    let item = ItemPath(0, 1)
    #expect(view.shownX(item) == 10)
    #expect(try view.layoutAttributesForItem(at: item)?.frame.x == 10)
  }
}
