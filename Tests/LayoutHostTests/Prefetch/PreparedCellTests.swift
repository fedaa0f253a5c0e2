// SPDX-License-Identifier: Apache-2.0
//
// Cells that are filled before they become visible, also those that never do.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Cells prepared ahead")
struct PreparedCellTests {
  private func shown(_ budget: Int, _ count: Int = 5000) throws -> Gallery {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let gallery = try Gallery([count], layout: layout)
    gallery.view.cellsPreparedPerFrame = budget
    return gallery
  }

  @Test("a row is filled in the frames before it appears, each item once")
  func ahead() throws {
    let gallery = try shown(3)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 8))
    gallery.asked = []
    var before = view.counters
    for step in 2...100 {
      try view.setContentOffset(Point(x: 0, y: Double(step) * 8))
      let cost = view.counters - before
      #expect(cost.binds == 0 && cost.preparations <= 3)
      before = view.counters
      for cell in view.visibleCells {
        let path = try #require(view.indexPath(for: cell))
        #expect(cell.content == .text(path.description))
      }
    }
    #expect(Set(gallery.asked).count == gallery.asked.count)
    #expect(view.counters.preparations > 100)
  }

  @Test("a frame with its own cells to fill prepares cells only with the rest of its budget")
  func budget() throws {
    let gallery = try shown(12)
    let view = gallery.view!
    let before = view.counters
    // Ten of its own, and two more.
    try view.setContentOffset(Point(x: 0, y: 8))
    let cost = view.counters - before
    #expect(cost.binds == 10 && cost.preparations == 2)
    #expect(gallery.asked.suffix(2) == [ItemPath(0, 110), ItemPath(0, 111)])
  }

  @Test("by default no cell is prepared, and views are numbered in the order of showing")
  func off() throws {
    let gallery = try shown(0)
    try gallery.view.setContentOffset(Point(x: 0, y: 8))
    #expect(gallery.view.counters.preparations == 0)
    #expect(gallery.view.visibleCells.map(\.serialNumber) == Array(0..<110))
  }

  @Test("a prepared cell that is not needed returns to its pool without a call to the delegate")
  func turn() throws {
    final class Watcher: CollectionViewDelegate {
      var shown: Set<Int> = []
      func collectionView(_ view: CollectionView, willDisplay element: ReusableView) {
        #expect(shown.insert(element.serialNumber).inserted)
      }
      func collectionView(_ view: CollectionView, didEndDisplaying element: ReusableView) {
        #expect(shown.remove(element.serialNumber) != nil)
      }
    }
    let (gallery, watcher) = (try shown(40), Watcher())
    let view = gallery.view!
    watcher.shown = Set(view.visibleElements.map(\.view.serialNumber))
    view.delegate = watcher
    var dice = SeededGenerator(seed: 5)
    var direction = 1.0
    for _ in 0..<300 {
      if Int.random(in: 0..<9, using: &dice) == 0 { direction = -direction }
      let step = direction * Double(Int.random(in: 0...300, using: &dice))
      try view.setContentOffset(
        view.contentOffsetEdges.clamp(Point(x: 0, y: view.contentOffset.y + step)))
      #expect(watcher.shown == Set(view.visibleElements.map(\.view.serialNumber)))
      #expect(view.state.store.preparedCount <= view.visibleElements.count)
      for cell in view.visibleCells {
        #expect(cell.content == view.indexPath(for: cell).map { .text($0.description) })
      }
    }
    #expect(view.counters.made < 360, "110 in sight, as many ahead, and those of one jump")
  }

  @Test("a change of the data drops cells that were filled from the old data")
  func change() throws {
    let gallery = try shown(30)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 8))
    try view.setContentOffset(Point(x: 0, y: 16))
    #expect(view.state.store.preparedCount > 0)
    gallery.asked = []
    gallery.counts = [5001]
    try view.performBatchUpdates(animated: false) { $0.insertItem(at: ItemPath(0, 0)) }
    #expect(gallery.asked.contains(ItemPath(0, 120)) || view.state.store.preparedCount > 0)
    try view.setContentOffset(Point(x: 0, y: 400))
    for cell in view.visibleCells {
      let path = try #require(view.indexPath(for: cell))
      // Views of items that stayed keep their text, one place earlier.
      let words = [path, ItemPath(0, path.item - 1)].map { ViewContent.text($0.description) }
      #expect(path.item < 110 ? words.contains(cell.content) : cell.content == words[0])
    }
  }

  @Test("a failure in preparing a cell fails only the frame that needs the cell")
  func failure() throws {
    let gallery = try shown(30)
    let view = gallery.view!
    gallery.mistake = { path in
      if path.item >= 130 { throw LayoutError("oops", "not yet") }
      return nil
    }
    for step in 1...5 { try view.setContentOffset(Point(x: 0, y: Double(step) * 8)) }
    #expect(view.state.store.preparedCount == 20)
    let error = #expect(throws: LayoutError.self) {
      try view.setContentOffset(Point(x: 0, y: 300))
    }
    #expect(error?.code == "oops")
    #expect(view.contentOffset.y == 40)
    gallery.mistake = nil
    try view.setContentOffset(Point(x: 0, y: 300))
    #expect(view.visibleCells.count == 110)
  }
}
