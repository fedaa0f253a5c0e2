// SPDX-License-Identifier: Apache-2.0
//
// Batches over a grid whose frames can be computed by hand.

import LayoutHost
import LayoutModel
import Testing

@Suite("Batch updates")
struct BatchTests {
  @Test(
    "C92, C103, C76: one batch runs one frame, and surviving items keep their views without a fill")
  func batch() throws {
    let gallery = try Gallery([30, 5], layout: try TestLayout.grid())
    let view = gallery.view!
    let moved = try #require(view.cellForItem(at: ItemPath(0, 4)))
    let shifted = try #require(view.cellForItem(at: ItemPath(0, 20)))
    let header = try #require(view.supplementaryView(forElementKind: "header", at: ItemPath(1, 0)))
    let before = view.counters
    gallery.asked = []
    var outcomes: [Bool] = []
    try view.performBatchUpdates { batch in
      batch.insertItem(at: ItemPath(0, 0))
      batch.insertItem(at: ItemPath(0, 10))
      batch.deleteItem(at: ItemPath(0, 7))
      batch.moveItem(from: ItemPath(0, 4), to: ItemPath(1, 2))
      batch.reloadItem(at: ItemPath(0, 29))
      gallery.counts = [30, 6]
    } completion: {
      outcomes.append($0)
    }
    let cost = view.counters - before
    #expect(outcomes == [true])
    #expect(cost.frames == 1 && cost.prepares == 1 && cost.exchanges == 1)
    #expect(cost.pluginCalls == 3, "prepare, content size, elements")
    #expect(gallery.asked == [ItemPath(0, 0), ItemPath(0, 10), ItemPath(0, 29)])
    #expect(cost.binds == 3 && cost.recycles == 2)
    #expect(view.cellForItem(at: ItemPath(1, 2)) === moved)
    #expect(view.cellForItem(at: ItemPath(0, 20)) === shifted)
    #expect(shifted.attributes?.path == ItemPath(0, 20))
    #expect(view.indexPath(for: moved) == ItemPath(1, 2))
    #expect(moved.attributes?.frame == Rect(x: 200, y: 280, width: 100, height: 80))
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(1, 0)) === header)
  }

  @Test("C90: single changes of items, each after the data changed")
  func items() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let view = gallery.view!
    let cell = try #require(view.cellForItem(at: ItemPath(0, 3)))
    gallery.counts = [32]
    try view.insertItems(at: [ItemPath(0, 0), ItemPath(0, 1)])
    #expect(view.indexPath(for: cell) == ItemPath(0, 5))
    try view.moveItem(at: ItemPath(0, 5), to: ItemPath(0, 31))
    #expect(view.indexPath(for: cell) == ItemPath(0, 31))
    gallery.counts = [31]
    try view.deleteItems(at: [ItemPath(0, 30)])
    #expect(view.indexPath(for: cell) == ItemPath(0, 30))
    gallery.asked = []
    try view.reloadItems(at: [ItemPath(0, 30), ItemPath(0, 2)])
    #expect(gallery.asked == [ItemPath(0, 2), ItemPath(0, 30)])
    #expect(view.numberOfItems(inSection: 0) == 31)
  }

  @Test("C90: single changes of sections move headers with their sections")
  func sections() throws {
    let gallery = try Gallery([3, 4], layout: try TestLayout.grid())
    let view = gallery.view!
    let header = try #require(view.supplementaryView(forElementKind: "header", at: ItemPath(1, 0)))
    let cell = try #require(view.cellForItem(at: ItemPath(1, 3)))
    gallery.counts = [2, 3, 4]
    try view.insertSections([0])
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(2, 0)) === header)
    gallery.counts = [4, 2, 3]
    try view.moveSection(2, to: 0)
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0)) === header)
    #expect(view.indexPath(for: cell) == ItemPath(0, 3))
    gallery.counts = [4, 3]
    try view.deleteSections([1])
    #expect(view.visibleElements.count == 9)
    gallery.counts = [6, 3]
    (gallery.asked, gallery.askedKinds) = ([], [])
    try view.reloadSections([0])
    #expect(gallery.asked == (0..<6).map { ItemPath(0, $0) })
    #expect(gallery.askedKinds == ["header"])
  }

  @Test(
    "C93, C94, C104, M2: update calls come inside the invalidation, with old and new places")
  func told() throws {
    let gallery = try Gallery([3, 4], layout: try TestLayout.grid())
    let view = gallery.view!
    let log = view.collectionViewLayout.connection.log
    #expect(log.take().entries.isEmpty, "no update calls without a batch")
    try view.performBatchUpdates { batch in
      batch.reloadItem(at: ItemPath(0, 2))
      batch.moveItem(from: ItemPath(0, 1), to: ItemPath(2, 4))
      batch.insertItem(at: ItemPath(0, 0))
      batch.insertSection(at: 1)
      batch.deleteItem(at: ItemPath(0, 0))
      gallery.counts = [2, 7, 5]
    }
    #expect(
      log.take().entries.map(\.message) == [
        "marks 2 action 0 section 1: -1.-1 > 1.-1", "marks 2 action 1 section 0: 0.0 > -1.-1",
        "marks 2 action 0 section 0: -1.-1 > 0.0", "marks 2 action 2 section 0: 0.1 > 2.4",
        "marks 2 action 3 section 0: 0.2 > 0.1", "0.1 > 2.4",
      ])
    try view.reloadData()
    #expect(log.take().entries.isEmpty, "a reload is not a batch")
  }

  @Test("M4: inserted and deleted items above leave the anchor in its place")
  func anchor() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    // 30 points into row 10, whose first item is the anchor.
    try view.setContentOffset(Point(x: 0, y: 850))
    gallery.counts = [2040]
    try view.insertItems(at: (0..<40).map { ItemPath(0, $0) })
    #expect(view.contentOffset.y == 850 + 4 * 80)
    gallery.counts = [2020]
    try view.deleteItems(at: (0..<20).map { ItemPath(0, $0) })
    #expect(view.contentOffset.y == 850 + 2 * 80)
    // The anchor is deleted with the rest of its row; the next row takes its place.
    let next = try #require(view.cellForItem(at: ItemPath(0, 130)))
    let distance = try #require(next.attributes).frame.y - view.contentOffset.y
    gallery.counts = [2010]
    try view.deleteItems(at: (120..<130).map { ItemPath(0, $0) })
    #expect(next.attributes?.frame.y == 980)
    #expect(view.contentOffset.y == 980 - distance)
    #expect(view.cellForItem(at: ItemPath(0, 120)) === next)
  }

  @Test("M4: at the start edge the edge is kept, and an item that is inserted there is visible")
  func edge() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    gallery.counts = [2010]
    try gallery.view.insertItems(at: (0..<10).map { ItemPath(0, $0) })
    #expect(gallery.view.contentOffset == .zero)
    #expect(gallery.view.indexPathsForVisibleItems.first == ItemPath(0, 0))
  }

  @Test("M4: without a visible cell, the first one after the header keeps its place")
  func anchorAhead() throws {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(3000))
    let gallery = try Gallery([500, 500], layout: layout)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 8000))
    #expect(view.visibleCells.isEmpty)
    gallery.counts = [520, 500]
    try view.insertItems(at: (0..<20).map { ItemPath(0, $0) })
    #expect(view.contentOffset.y == 8160)
  }

  @Test("content that becomes shorter moves the offset back inside the edges")
  func shrink() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    try gallery.view.setContentOffset(Point(x: 0, y: 12_000))
    gallery.counts = [100]
    try gallery.view.deleteItems(at: (100..<2000).map { ItemPath(0, $0) })
    #expect(gallery.view.contentOffset.y == 20)
    #expect(gallery.view.visibleCells.count == 100)
  }

  @Test("a batch that changes nothing runs no frame, and completes")
  func empty() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let before = gallery.view.counters
    var isComplete = false
    try gallery.view.performBatchUpdates { _ in
    } completion: {
      isComplete = $0
    }
    #expect(isComplete)
    #expect(gallery.view.counters == before)
  }

  @Test("B6: a due frame runs before the block, and changes before the first frame are part of it")
  func order() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid(), isShown: false)
    let view = gallery.view!
    gallery.counts = [31]
    try view.insertItems(at: [ItemPath(0, 0)])
    #expect(view.visibleCells.count == 31)
    view.collectionViewLayout.invalidate()
    let before = view.counters
    try view.performBatchUpdates { batch in
      #expect((view.counters - before).frames == 1)
      gallery.counts = [32]
      batch.insertItem(at: ItemPath(0, 5))
    }
    #expect((view.counters - before).frames == 2)
  }

  @Test("the next batch may begin in the completion")
  func completion() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.performBatchUpdates { batch in
      gallery.counts = [31]
      batch.insertItem(at: ItemPath(0, 5))
    } completion: { _ in
      gallery.counts = [32]
      #expect(throws: Never.self) { try view.insertItems(at: [ItemPath(0, 9)]) }
    }
    #expect(view.visibleCells.count == 32)
  }
}
