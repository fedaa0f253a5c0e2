// SPDX-License-Identifier: Apache-2.0
//
// A change that is announced after a refused batch.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Changes announced after a refused batch")
struct ToldAfterRefusalTests {
  private struct Refusal: Error {}

  @Test("a layout that prepared for a refused batch accepts the next change")
  func told() throws {
    let gallery = try Gallery([9], layout: try TestLayout.fake())
    let view = gallery.view!
    view.animation.isEnabled = true
    gallery.mistake = { _ in throw Refusal() }
    #expect(throws: LayoutError.self) {
      try view.performBatchUpdates { batch in
        gallery.counts = [3]
        for item in 2..<9 { batch.deleteItem(at: ItemPath(0, item)) }
        batch.insertItem(at: ItemPath(0, 0))
      }
    }
    (gallery.mistake, gallery.counts) = (nil, [8])
    try view.deleteItems(at: [ItemPath(0, 8)], animated: true)
    #expect(view.numberOfItems(inSection: 0) == 8)
    try view.advance(to: view.clock + 1)
    #expect(view.indexPathsForVisibleItems == (0..<8).map { ItemPath(0, $0) })
  }
}
