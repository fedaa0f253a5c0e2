// SPDX-License-Identifier: Apache-2.0
//
// Data is fetched ahead of sections that scroll across, too.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Prefetching across")
struct CrossPrefetchTests {
  /// Sections of items of 100 points, 10 apart; five in sight, and four sections.
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

  @Test("what a section brings is asked for once, the next one first; a turn cancels it")
  func ahead() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher)
    let view = gallery.view!
    #expect(fetcher.calls.isEmpty, "nothing moves yet")
    // Items are 110 points apart, five in sight; half a strip and its half are looked ahead.
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
    // 2192 is behind item 19, and 1692 in item 15.
    #expect(fetcher.calls[1].paths == items(15...19).reversed())
  }

  @Test("each section looks its own way, and the view's own scrolling goes on with its")
  func several() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    try view.setCrossOffset(8, ofSection: 2)
    #expect(fetcher.pending == Set(items(5...9) + items(5...9, 2)))
    try view.setCrossOffset(4, ofSection: 2)
    #expect(fetcher.pending == Set(items(5...9)), "nothing lies before the start")
  }

  @Test("a section that leaves the screen is given up, and other data is asked for anew")
  func leaves() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    #expect(fetcher.pending == Set(items(5...9)))
    try view.setContentOffset(Point(x: 0, y: 4000))
    #expect(fetcher.pending.allSatisfy { $0.section > 0 })
  }

  @Test("what was cancelled while its section was out of sight is asked for again")
  func returns() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    try view.setCrossOffset(8, ofSection: 0)
    try view.setContentOffset(Point(x: 0, y: 4000))
    // Back, with the section's strip just above the viewport.
    try view.setContentOffset(Point(x: 0, y: 90))
    #expect(fetcher.pending.isDisjoint(with: items(5...9)))
    try view.setContentOffset(.zero)
    try view.setCrossOffset(16, ofSection: 0)
    #expect(fetcher.pending.isSuperset(of: items(5...9)))
  }

  @Test("a frame goes once through the sections that stand across, however many they are")
  func manySections() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 200)
    let view = gallery.view!
    // Not in order, so that it has to be made.
    for step in 0..<200 { try view.setCrossOffset(8, ofSection: step * 37 % 200) }
    #expect(view.state.prefetching.across.entries.map(\.section) == Array(0..<200))
    let before = view.state.prefetching.across.stepCount
    for step in 1...10 { try view.setContentOffset(Point(x: 0, y: Double(step))) }
    // Five sections in sight, each found in eight steps.
    #expect(view.state.prefetching.across.stepCount - before <= 10 * (200 + 5 * 8))
    try view.setCrossOffset(0, ofSection: 100)
    #expect(fetcher.pending.isSuperset(of: items(5...9)))
  }

  /// Returns the number of questions about what lies ahead while the content goes down.
  private func looks(_ view: CollectionView, from start: Double = 0) throws -> Int {
    let before = view.state.prefetching.lookCount
    for step in 1...100 { try view.setContentOffset(Point(x: 0, y: start + Double(step) * 8)) }
    return view.state.prefetching.lookCount - before
  }

  @Test(
    "a section that went out of sight costs no looking ahead, and is not foreseen when it returns")
  func outOfSight() throws {
    let fetcher = PrefetchTests.Fetcher()
    let gallery = try gallery(fetcher, sections: 60)
    let view = gallery.view!
    // A first movement across, so that what follows is not the beginning.
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
    // Half a strip and its half ahead of 100, as at the pace at which it moved.
    #expect(wanted.allSatisfy { $0.item <= 10 })
  }

  @Test("a layout that scrolls nothing across forgets what moved across in the one before it")
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

  @Test("a fling across is foreseen, and nobody is asked who does not want to know")
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
