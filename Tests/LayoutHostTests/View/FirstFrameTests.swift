// SPDX-License-Identifier: Apache-2.0
//
// From a data source and a plugin to views on screen.

import LayoutABI
import LayoutHost
import LayoutModel
import Testing

@Suite("First frame")
struct FirstFrameTests {
  @Test("C1, C5, C9: prepare, content size, elements that intersect the viewport")
  func firstFrame() throws {
    let gallery = try Gallery([120], layout: try TestLayout.grid())
    let view = gallery.view!
    #expect(view.contentSize == Size(width: 1000, height: 20 + 12 * 80))
    // 20 + 9·80 = 740 < 800, so ten rows are visible.
    #expect(view.indexPathsForVisibleItems == (0..<100).map { ItemPath(0, $0) })
    #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "header") == [ItemPath(0, 0)])
    #expect(view.counters.pluginCalls == 3)
    #expect(view.counters.exchanges == 1)
  }

  @Test(
    "C31, C32: a bounds change is queried first, and two calls follow if nothing is invalidated")
  func scrollCalls() throws {
    let gallery = try Gallery([1200], layout: try TestLayout.grid())
    let view = gallery.view!
    let before = view.counters
    try view.setContentOffset(Point(x: 0, y: 20))
    #expect((view.counters - before).pluginCalls == 2)
    #expect(
      try view.collectionViewLayout.call("told")
        == .insets(Insets(top: 0, left: 0, bottom: 0, right: 20)))
  }

  @Test(
    "C63, C67: leaving views are recycled in the same frame, and the last recycled is reused first")
  func reuse() throws {
    let gallery = try Gallery([1200], layout: try TestLayout.grid())
    let view = gallery.view!
    let before = view.counters
    try view.setContentOffset(Point(x: 0, y: 100))
    let cost = view.counters - before
    #expect(cost.made == 0, "one row leaves with the header, one appears")
    #expect(cost.recycles == 11)
    #expect(
      (100..<110).map { view.cellForItem(at: ItemPath(0, $0))?.serialNumber }
        == (0..<10).reversed())
  }
}
