// SPDX-License-Identifier: Apache-2.0
//
// Changes that are announced while the data and the screen are not the same: after a refused batch, and after one that
// was only marked.

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

  @Test("a change after one that was marked on a layout which is not shown yet is read with it")
  func marked() throws {
    let gallery = try Gallery([9], layout: try TestLayout.fake())
    let view = gallery.view!
    let next = try TestLayout.fake()
    view.collectionViewLayout = next
    gallery.counts = [5]
    var context = InvalidationContext()
    context.counts = true
    try next.invalidate(context)
    gallery.counts = [6]
    try view.insertItems(at: [ItemPath(0, 0)], animated: false)
    #expect(view.numberOfItems(inSection: 0) == 6)
    #expect(view.indexPathsForVisibleItems == (0..<6).map { ItemPath(0, $0) })
  }
}
