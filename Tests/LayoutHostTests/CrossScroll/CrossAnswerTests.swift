// SPDX-License-Identifier: Apache-2.0
//
// Answers of a layout about sections that scroll across, between frames.

import LayoutHost
import LayoutModel
import Testing

@Suite("Queries about sections that scroll across")
struct CrossAnswerTests {
  private struct Refusal: Error {}

  @Test("after a failed move of a section, answers are about its old offset")
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
