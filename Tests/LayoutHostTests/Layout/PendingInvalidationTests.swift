// SPDX-License-Identifier: Apache-2.0
//
// Invalidations that wait for a frame while other changes come first: batches, drags, other
// layouts.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Invalidations that wait")
struct PendingInvalidationTests {
  private func stale(_ name: (inout InvalidationContext) -> Void) -> InvalidationContext {
    var context = InvalidationContext()
    name(&context)
    return context
  }

  // MARK: Elements

  @Test("a named item follows the batch that comes first")
  func itemThroughBatch() throws {
    let app = try InvalidationTests.App([200])
    app.height = 60
    let named = [0, 1, 7].map { ItemPath(0, $0) }
    try app.layout.invalidate(stale { $0.items = named })
    app.gallery.counts = [199]
    try app.view.deleteItems(at: [ItemPath(0, 0)])
    #expect(app.sizes == [ItemPath(0, 0), ItemPath(0, 6)])
    #expect(try app.view.layoutAttributesForItem(at: ItemPath(0, 0))?.size.height == 60)
    #expect(try app.view.layoutAttributesForItem(at: ItemPath(0, 1))?.size.height == 40)
  }

  @Test("a named header follows its section")
  func headerThroughBatch() throws {
    let app = try InvalidationTests.App([5, 5, 5])
    try app.layout.invalidate(
      stale { $0.supplementaries = [.init(kind: "header", path: ItemPath(2, 0))] })
    app.gallery.counts = [5, 5]
    try app.view.deleteSections([0])
    #expect(app.headers == [1])
  }

  /// A record of the calls of `prepare` of a fake layout.
  private final class Told: CollectionViewDelegate {
    static let flag = """
      -DIN_PREPARE={ layout_value words[2] = {{.type = LAYOUT_TYPE_U32}, {.type = LAYOUT_TYPE_U32}}; \
      words[0].as.integer = why->element_count; words[1].as.integer = why->marks; \
      self->host->post_event(self->host->context, 0, words, 2); }
      """
    /// The number of elements that each `prepare` named.
    var counts: [UInt32] = []
    var marks: [UInt32] = []
    func collectionView(_ view: CollectionView, didReceive event: LayoutEvent) {
      guard case .index(let count) = event.arguments[0], case .index(let mark) = event.arguments[1]
      else { return }
      counts.append(count)
      marks.append(mark)
    }
  }

  private func fake() throws -> CollectionLayout {
    CollectionLayout(
      try InProcessConnection(image: try FakeLayout.image(flags: [Told.flag]), layout: "fake"))
  }

  @Test("a new layout gets no element that was named to the previous one")
  func elementsOfAnother() throws {
    let (gallery, told) = (try Gallery([25], layout: try fake()), Told())
    let view = gallery.view!
    view.delegate = told
    let old = view.collectionViewLayout
    try old.invalidate(stale { $0.items = [ItemPath(0, 3)] })
    view.setNeedsFrame()
    try view.layoutIfNeeded()
    #expect(told.counts == [1])
    try old.invalidate(
      stale { $0.decorations = [.init(kind: "backdrop", path: ItemPath(0, 0))] })
    // Reads the tree, which leaves the invalidation to the next frame.
    #expect(view.state.collectMarks())
    try view.setLayout(try fake())
    #expect(told.counts == [1, 0])
  }

  @Test("an item that was named to a layout that is refused is asked for by the one that stays")
  func itemOfRefused() throws {
    let app = try InvalidationTests.App([20])
    let refused = try TestLayout.fake()
    try refused.set("call", to: FakeLayout.Call.prepare.value)
    try refused.set("behaviour", to: FakeLayout.Behaviour.error.value)
    app.view.collectionViewLayout = refused
    app.height = 60
    try app.view.collectionViewLayout.invalidate(stale { $0.items = [ItemPath(0, 1)] })
    #expect(throws: LayoutError.self) { try app.view.layoutIfNeeded() }
    #expect(app.view.collectionViewLayout === app.layout && app.view.isFrameDue)
    try app.view.layoutIfNeeded()
    #expect(try app.view.layoutAttributesForItem(at: ItemPath(0, 1))?.size.height == 60)
  }

  @Test("when everything is read again, no old path is named")
  func elementsOfAReload() throws {
    let (gallery, told) = (try Gallery([25], layout: try fake()), Told())
    gallery.view.delegate = told
    try gallery.view.collectionViewLayout.invalidate(stale { $0.items = [ItemPath(0, 20)] })
    gallery.counts = [3]
    try gallery.view.reloadData()
    #expect(told.counts == [0])
  }

  @Test("when the counts are read again, no old path is named")
  func elementsOfOtherCounts() throws {
    let (gallery, told) = (try Gallery([10], layout: try fake()), Told())
    gallery.view.delegate = told
    gallery.counts = [3]
    try gallery.view.collectionViewLayout.invalidate(
      stale {
        $0.counts = true
        $0.items = [ItemPath(0, 9)]
      })
    try gallery.view.layoutIfNeeded()
    #expect(told.counts == [0])
  }

  @Test("if a batch deletes all named items, no item is stale, and the other marks stay")
  func deletedByBatch() throws {
    let (gallery, told) = (try Gallery([25], layout: try fake()), Told())
    gallery.view.delegate = told
    try gallery.view.collectionViewLayout.invalidate(
      stale {
        $0.items = [ItemPath(0, 5)]
        $0.decorations = [.init(kind: "backdrop", path: ItemPath(0, 0))]
      })
    gallery.counts = [24]
    try gallery.view.deleteItems(at: [ItemPath(0, 5)])
    #expect(told.counts == [1])
    #expect(told.marks == [LAYOUT_MARK_COUNTS | LAYOUT_MARK_DECORATIONS])
  }

  @Test("a failed batch keeps the named items, by their current paths")
  func afterFailure() throws {
    let app = try InvalidationTests.App([200])
    try app.layout.invalidate(stale { $0.items = [ItemPath(0, 1)] })
    app.gallery.counts = [198]
    #expect(throws: LayoutError.self) { try app.view.deleteItems(at: [ItemPath(0, 0)]) }
    app.gallery.counts = [199]
    app.forget()
    try app.view.deleteItems(at: [ItemPath(0, 0)])
    #expect(app.sizes == [ItemPath(0, 0)])
  }

  // MARK: Counts

  @Test("a change that is announced while the counts are stale is part of reading them again")
  func countsBeforeAChange() throws {
    let app = try InvalidationTests.App([3])
    for isSeen in [false, true] {
      app.gallery.counts[0] += 5
      try app.layout.invalidate(stale { $0.counts = true })
      if isSeen { #expect(app.view.state.collectMarks()) }
      let count = app.gallery.counts[0]
      app.gallery.counts[0] += 1
      try app.view.insertItems(at: [ItemPath(0, count)])
      #expect(app.view.numberOfItems(inSection: 0) == count + 1)
    }
  }

  @Test(
    "stale counts are read again even if another layout is set first", arguments: [false, true])
  func countsBeforeAnotherLayout(isTold: Bool) throws {
    let app = try InvalidationTests.App([10])
    try app.layout.invalidate(stale { $0.counts = true })
    app.view.collectionViewLayout = try TestLayout.bundled("FlowPlugin", "flow")
    app.gallery.counts = [11]
    if isTold {
      try app.view.insertItems(at: [ItemPath(0, 10)])
    } else {
      try app.view.layoutIfNeeded()
    }
    #expect(app.view.numberOfItems(inSection: 0) == 11)
    app.gallery.countCalls = 0
    try app.view.setLayout(app.layout)
    #expect(app.gallery.countCalls == 0, "they are not stale any more")
  }

  @Test("counts that become stale while an item is held are read after the others made way")
  func countsDuringAMovement() throws {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    let app = try Shelf([Array(0..<9)], layout)
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    app.sections[0] += [20, 21]
    try layout.invalidate(stale { $0.counts = true })
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    try view.advance(to: 1)
    #expect(view.numberOfItems(inSection: 0) == 11 && view.interactiveMovement == nil)
    #expect(app.faults.isEmpty)
    app.sections[0].removeLast()
    try view.deleteItems(at: [ItemPath(0, 10)])
    try view.advance(to: 2)
    #expect(app.faults.isEmpty)
  }
}
