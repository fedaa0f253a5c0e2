// SPDX-License-Identifier: Apache-2.0
//
// Prefetching of data ahead of sections that scroll across.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Prefetching across")
struct CrossPrefetchTests {
  /// Sections of items of 100 points, 10 apart; five items are visible, and four sections.
  private func gallery(
    _ fetcher: PrefetchTests.Fetcher, sections: Int = 3
  ) throws -> Gallery {
    let file = PluginFile(judging: try bundledPlugin("CompositionalPlugin"))
    let layout = CollectionLayout(
      try InProcessConnection(image: try PluginImage.open(file), layout: "compositional"))
    try layout.set(
      "sections",
      to: .text("section(gap: 10, insets: 0 0 20 0, scroll: continuous) { item(100, 80) }"))
    let gallery = try Gallery(
      Array(repeating: 40, count: sections), layout: layout,
      viewportSize: Size(width: 500, height: 400))
    gallery.view.prefetchDataSource = fetcher
    return gallery
  }

  private func items(_ range: ClosedRange<Int>, _ section: Int = 0) -> [ItemPath] {
    range.map { ItemPath(section, $0) }
  }

  @Test("items ahead in a section are requested once, nearest first, and a turn cancels them")
  func ahead() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher)
    let view = gallery.view!
    #expect(fetcher.calls.isEmpty, "no movement yet")
    // Items are 110 points apart, five visible; prefetching covers half a strip and half of that.
    try view.setCrossOffset(8, ofSection: 0)
    #expect(fetcher.calls.map(\.paths) == [items(5...9)])
    for step in 2...10 { try view.setCrossOffset(Double(step) * 8, ofSection: 0) }
    #expect(fetcher.calls.count == 1, "still covered")
    try view.setCrossOffset(2200, ofSection: 0)
    fetcher.calls = []
    try view.setCrossOffset(2192, ofSection: 0)
    #expect(fetcher.calls.map(\.isCancel) == [true, false])
    guard fetcher.calls.count == 2 else { return }
    #expect(fetcher.calls[0].paths.allSatisfy { $0.section == 0 && $0.item > 24 })
    // 2192 is after item 19, and 1692 is in item 15.
    #expect(fetcher.calls[1].paths == items(15...19).reversed())
  }

  @Test("each section prefetches in its own direction, and the view's prefetching continues")
  func several() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    try view.setCrossOffset(8, ofSection: 2)
    #expect(fetcher.pending == Set(items(5...9) + items(5...9, 2)))
    try view.setCrossOffset(4, ofSection: 2)
    #expect(fetcher.pending == Set(items(5...9)), "there are no items before the start")
  }

  @Test("a section that leaves the screen is cancelled, and requested again after a change of data")
  func leaves() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    #expect(fetcher.pending == Set(items(5...9)))
    try view.setContentOffset(Point(x: 0, y: 4000))
    #expect(fetcher.pending.allSatisfy { $0.section > 0 })
  }

  @Test("items that were cancelled while their section was out of sight are requested again")
  func returns() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    try view.setContentOffset(Point(x: 0, y: 4000))
    // Scrolls back until the section's strip is just above the viewport.
    try view.setContentOffset(Point(x: 0, y: 90))
    #expect(fetcher.pending.isDisjoint(with: items(5...9)))
    try view.setContentOffset(.zero)
    try view.setCrossOffset(16, ofSection: 0)
    #expect(fetcher.pending.isSuperset(of: items(5...9)))
  }

  @Test("a frame makes one pass over the sections that are scrolled across, for any number of them")
  func manySections() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 200)
    let view = gallery.view!
    // Not in order, so that the pass has to sort.
    for step in 0..<200 { try view.setCrossOffset(8, ofSection: step * 37 % 200) }
    #expect(view.state.prefetching.across.entries.map(\.section) == Array(0..<200))
    let before = view.state.prefetching.across.stepCount
    for step in 1...10 { try view.setContentOffset(Point(x: 0, y: Double(step))) }
    // Five visible sections, each found in eight steps.
    #expect(view.state.prefetching.across.stepCount - before <= 10 * (200 + 5 * 8))
    try view.setCrossOffset(0, ofSection: 100)
    #expect(fetcher.pending.isSuperset(of: items(5...9)))
  }

  /// Returns the number of lookups of data ahead while the content moves down.
  private func looks(_ view: CollectionView, from start: Double = 0) throws -> Int {
    let before = view.state.prefetching.lookCount
    for step in 1...100 { try view.setContentOffset(Point(x: 0, y: start + Double(step) * 8)) }
    return view.state.prefetching.lookCount - before
  }

  @Test("a section that went out of sight costs no lookups, and is not predicted when it returns")
  func outOfSight() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    // Makes a first movement across, so that the next one is not the first.
    for step in 1...25 { try view.setCrossOffset(Double(step) * 4, ofSection: 0) }
    let other = PrefetchTests.Fetcher()
    let twin = try self.gallery(other, sections: 60)
    let plain = try looks(twin.view)
    #expect(other.calls.count > 1)
    try view.setContentOffset(Point(x: 0, y: 200))
    #expect(try looks(view, from: 200) <= plain + 1)
    fetcher.calls = []
    try view.setContentOffset(.zero)
    let wanted = fetcher.calls.filter { !$0.isCancel }.flatMap(\.paths).filter { $0.section == 0 }
    // Half a strip and half of that ahead of 100, at the speed at which it moved.
    #expect(wanted.allSatisfy { $0.item <= 10 })
  }

  @Test("a layout without sections across drops the movements across of the previous layout")
  func otherLayout() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    try view.setCrossOffset(100, ofSection: 0)
    try view.setLayout(try TestLayout.bundled("FlowPlugin", "flow"))
    let before = view.state.prefetching.lookCount
    for step in 1...50 {
      view.setNeedsFrame()
      try view.advance(to: Double(step) / 60)
    }
    #expect(view.state.prefetching.lookCount <= before + 1)
  }

  @Test("a fling across is predicted, and an app without prefetching is not asked")
  func fling() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher)
    let view = gallery.view!
    try view.drag(by: Vector(dx: -20, dy: 0), at: Point(x: 250, y: 40))
    try view.release(velocity: Vector(dx: 1500, dy: 0))
    #expect(view.crossTarget(ofSection: 0) > 500)
    var missed = 0
    try view.pass(600) {
      for path in view.indexPathsForVisibleItems where path.section == 0 && path.item > 5 {
        if !fetcher.calls.contains(where: { !$0.isCancel && $0.paths.contains(path) }) {
          missed += 1
        }
      }
    }
    #expect(missed == 0)
    #expect(view.crossTarget(ofSection: 0) == view.crossOffset(ofSection: 0))
  }
}
