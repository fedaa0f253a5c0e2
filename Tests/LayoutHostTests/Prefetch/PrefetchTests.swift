// SPDX-License-Identifier: Apache-2.0
//
// Data are requested once ahead of the scroll, and cancelled when scrolling turns.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Prefetching")
struct PrefetchTests {
  /// An app that records the requests, and checks that it gets none twice.
  final class Fetcher: CollectionViewDataSourcePrefetching {
    var calls: [(isCancel: Bool, paths: [ItemPath])] = []
    var pending: Set<ItemPath> = []

    func collectionView(_ view: CollectionView, prefetchItemsAt paths: [ItemPath]) {
      calls.append((false, paths))
      pending.subtract(view.indexPathsForVisibleItems)
      for path in paths {
        #expect(pending.insert(path).inserted, "\(path) was requested twice")
        #expect(view.cellForItem(at: path) == nil)
        #expect(view.hasItem(at: path))
      }
    }

    func collectionView(
      _ view: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
    ) {
      calls.append((true, paths))
      for path in paths { #expect(pending.remove(path) != nil, "\(path) was not requested") }
    }
  }

  /// Ten columns, rows of 80, ten visible rows.
  private func shown(_ fetcher: Fetcher, _ count: Int = 5000) throws -> Gallery {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let gallery = try Gallery([count], layout: layout)
    gallery.view.prefetchDataSource = fetcher
    return gallery
  }

  private func rows(_ range: Range<Int>) -> [ItemPath] {
    range.flatMap { row in (0..<10).map { ItemPath(0, row * 10 + $0) } }
  }

  @Test("M6: items ahead are requested once, nearest first, and a turn cancels them")
  func turn() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    let view = gallery.view!
    #expect(fetcher.calls.isEmpty, "no movement yet")
    // 8 points a frame are 480 a second: prefetching covers half a viewport and half of that.
    try view.setContentOffset(Point(x: 0, y: 8))
    #expect(fetcher.calls.map(\.isCancel) == [false])
    #expect(fetcher.calls.first?.paths == rows(11..<21))
    for step in 2...10 { try view.setContentOffset(Point(x: 0, y: Double(step) * 8)) }
    #expect(fetcher.calls.count == 1, "still covered")
    try view.setContentOffset(Point(x: 0, y: 2000))
    fetcher.calls = []
    try view.setContentOffset(Point(x: 0, y: 1990))
    #expect(fetcher.calls.map(\.isCancel) == [true, false])
    #expect(fetcher.calls[0].paths.allSatisfy { $0.item >= 350 })
    #expect(fetcher.calls[1].paths.first == ItemPath(0, 239))
    #expect(fetcher.calls[1].paths == fetcher.calls[1].paths.sorted().reversed())
  }

  @Test("an app that changes the data in a cancel call gets no old paths")
  func changesInside() throws {
    final class Changer: CollectionViewDataSourcePrefetching {
      weak var app: Gallery?
      var stale: [ItemPath] = []
      func collectionView(_ view: CollectionView, prefetchItemsAt paths: [ItemPath]) {
        stale += paths.filter { !view.hasItem(at: $0) }
      }
      func collectionView(
        _ view: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
      ) {
        guard let app, app.counts == [5000] else { return }
        app.counts = [50]
        let gone = (50..<5000).map { ItemPath(0, $0) }
        do { try view.deleteItems(at: gone) } catch { Issue.record(error) }
      }
    }
    let changer = Changer()
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    let view = gallery.view!
    (view.prefetchDataSource, changer.app) = (changer, gallery)
    try view.setContentOffset(Point(x: 0, y: 2000))
    try view.setContentOffset(Point(x: 0, y: 1990))
    #expect(gallery.counts == [50] && changer.stale.isEmpty)
  }

  @Test(
    "M6: prefetching looks further ahead at a higher speed",
    arguments: [(10.0, 0.5), (30, 1.125), (500, 2)])
  func reach(_ step: Double, _ viewports: Double) throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    try gallery.view.setContentOffset(Point(x: 0, y: step))
    let last = try #require(fetcher.calls.first?.paths.last)
    // The lookup covers half a viewport more than needed.
    let end = step + 800 + 800 * (viewports + 0.5)
    #expect(last.item == Int((end / 80).rounded(.up)) * 10 - 1)
  }

  @Test(
    "M6: in random scrolling no item is requested twice or cancelled without a request",
    arguments: 0..<20)
  func random(_ seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    let view = gallery.view!
    var direction = 1.0
    for _ in 0..<200 {
      if Int.random(in: 0..<12, using: &dice) == 0 { direction = -direction }
      let step = direction * Double(Int.random(in: 0...200, using: &dice))
      let target = view.contentOffsetEdges.clamp(Point(x: 0, y: view.contentOffset.y + step))
      try view.setContentOffset(target)
      fetcher.pending.subtract(view.indexPathsForVisibleItems)
      #expect(view.state.prefetching.ledger.asked == fetcher.pending.sorted(), "seed \(seed)")
    }
    #expect(fetcher.calls.contains { $0.isCancel }, "seed \(seed)")
  }

  @Test("M6: a fling requests every item before it shows it")
  func fling() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    let view = gallery.view!
    var fetched = Set(view.indexPathsForVisibleItems)
    try view.release(velocity: Vector(dx: 0, dy: 3000))
    for frame in 1...400 {
      try view.advance(to: Double(frame) / 60)
      if frame > 1 { #expect(fetched.isSuperset(of: view.indexPathsForVisibleItems)) }
      fetched.formUnion(fetcher.calls.filter { !$0.isCancel }.flatMap(\.paths))
      fetched.formUnion(view.indexPathsForVisibleItems)
    }
    #expect(view.contentOffset.y > 1400)
    #expect(fetcher.calls.count < 12, "requests come in portions, not in each frame")
  }

  @Test("M6: after a change of the data the old paths are dropped, and items are requested again")
  func changes() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 8))
    #expect(fetcher.pending == Set(rows(11..<21)))
    fetcher.pending = []
    gallery.counts = [4999]
    try view.deleteItems(at: [ItemPath(0, 3)])
    #expect(fetcher.pending == Set(rows(11..<21)))
    fetcher.pending = []
    gallery.counts = [150]
    try view.reloadData()
    #expect(fetcher.pending == Set(rows(11..<15)), "the data has an end")
    #expect(fetcher.calls.allSatisfy { !$0.isCancel })
  }

  @Test("items that were requested are cancelled when the viewport leaves all content")
  func leavesContent() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher, 150)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 8))
    #expect(fetcher.pending == Set(rows(11..<15)))
    // The content ends at 1200.
    try view.setContentOffset(Point(x: 0, y: 1300))
    #expect(view.indexPathsForVisibleItems.isEmpty && fetcher.pending.isEmpty)
    #expect(fetcher.calls.map(\.isCancel) == [false, true])
    #expect(view.state.prefetching.ledger.asked.isEmpty)
    let looks = view.state.prefetching.lookCount
    try view.setContentOffset(Point(x: 0, y: 1301))
    #expect(view.state.prefetching.lookCount == looks, "nothing is left to cancel")
  }

  @Test("items are cancelled also when an earlier look covers the place beyond them")
  func leavesContentSlowly() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher, 250)
    let view = gallery.view!
    view.contentInset = Insets(top: 0, left: 0, bottom: 3000, right: 0)
    try view.layoutIfNeeded()
    // A look as far as possible, to 3220; the content ends at 2000.
    try view.setContentOffset(Point(x: 0, y: 420))
    #expect(fetcher.pending == Set(rows(16..<25)))
    try view.drag(by: Vector(dx: 0, dy: -1590), at: nil, taking: 4)
    #expect(view.contentOffset.y == 2010 && view.indexPathsForVisibleItems.isEmpty)
    #expect(fetcher.pending.isEmpty && view.state.prefetching.ledger.asked.isEmpty)
  }

  @Test("a layout that fails in a look cancels nothing")
  func failingLook() throws {
    let layout = try TestLayout.fake()
    let gallery = try Gallery(
      [400], layout: layout, viewportSize: Size(width: 500, height: 300))
    let (view, fetcher) = (gallery.view!, Fetcher())
    view.prefetchDataSource = fetcher
    try view.setContentOffset(Point(x: 0, y: 8))
    let asked = view.state.prefetching.ledger.asked
    #expect(!asked.isEmpty)
    try layout.set("call", to: FakeLayout.Call.attributesInRect.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    let state = view.state
    state.prefetching.covered = nil
    PrefetchPass(state: state, app: view, movement: Vector(dx: 0, dy: 8), bindCount: 0).run()
    #expect(state.prefetching.ledger.asked == asked && fetcher.calls.allSatisfy { !$0.isCancel })
  }

  @Test("without a prefetcher no lookups are made")
  func silence() throws {
    let fetcher = Fetcher()
    let gallery = try shown(fetcher)
    gallery.view.prefetchDataSource = nil
    try gallery.view.setContentOffset(Point(x: 0, y: 8))
    #expect(fetcher.calls.isEmpty && gallery.view.state.prefetching.covered == nil)
  }
}
