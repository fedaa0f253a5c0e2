// SPDX-License-Identifier: Apache-2.0
//
// Each fault of a batch is named, and leaves counts, epoch, frame and views unchanged.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("A batch that fails")
struct BatchFailureTests {
  /// The state that a failed batch could damage.
  struct Whole: Equatable {
    let sight: [FailureTests.Sight]
    let epoch: UInt64
    let counts: SectionCounts
    let offset: Point
    let size: Size

    init(_ view: CollectionView) {
      sight = FailureTests.Sight.of(view)
      epoch = view.state.data.shape.epoch
      counts = view.state.data.shape.itemCounts
      (offset, size) = (view.contentOffset, view.contentSize)
    }
  }

  struct Oops: Error {}

  private func error(_ body: () throws -> Void) -> LayoutError? {
    do {
      try body()
      return nil
    } catch { return error as? LayoutError }
  }

  @Test("B5: counts that do not add up are refused with these words, and nothing changes")
  func counts() throws {
    let gallery = try Gallery([300, 4], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 130))
    let whole = Whole(view)
    var isComplete = false
    let failure = error {
      try view.performBatchUpdates { batch in
        gallery.counts = [299, 4]
        batch.deleteItem(at: ItemPath(0, 3))
        batch.deleteItem(at: ItemPath(0, 4))
        batch.moveItem(from: ItemPath(1, 0), to: ItemPath(0, 0))
      } completion: { _ in
        isComplete = true
      }
    }
    #expect(failure?.code == "invalid-update")
    #expect(
      failure?.message == """
        Invalid update: invalid number of items in section 1. The number of items contained in an \
        existing section after the update (4) must be equal to the number of items contained in \
        that section before the update (4), plus or minus the number of items inserted or deleted \
        from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into \
        or out of that section (0 moved in, 1 moved out).
        """)
    #expect(!isComplete)
    #expect(Whole(view) == whole)
    gallery.counts = [300, 4]
    try view.setContentOffset(Point(x: 0, y: 130))
    #expect(Whole(view) == whole)
    gallery.counts = [299, 3]
    #expect(error { try view.insertSections([1]) }?.message.contains("sections") == true)
    #expect(Whole(view) == whole)
  }

  @Test(
    "B4: a batch that contradicts itself is refused by name",
    arguments: [
      [.deleteItem(ItemPath(0, 1)), .moveItem(from: ItemPath(0, 1), to: ItemPath(0, 0))],
      [.insertItem(ItemPath(0, 2)), .moveItem(from: ItemPath(0, 1), to: ItemPath(0, 2))],
      [.reloadItem(ItemPath(0, 1)), .deleteItem(ItemPath(0, 1)), .insertItem(ItemPath(0, 0))],
      [.deleteItem(ItemPath(0, 30))], [.insertItem(ItemPath(0, 30))], [.reloadItem(ItemPath(1, 0))],
      [.deleteSection(0), .reloadSection(0)], [.moveSection(from: 0, to: 1)],
      [.deleteItem(ItemPath(0, -1))],
    ] as [[BatchUpdate.Operation]])
  func conflict(_ operations: [BatchUpdate.Operation]) throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let view = gallery.view!
    let whole = Whole(view)
    let failure = error { try view.performBatchUpdates { $0.operations = operations } }
    #expect(failure?.code == "invalid-update")
    #expect(operations.contains { failure?.message.contains("\($0)") == true })
    #expect(Whole(view) == whole)
    gallery.counts = [31]
    try view.insertItems(at: [ItemPath(0, 30)])
    #expect(view.state.data.shape.epoch > whole.epoch)
  }

  @Test("an error that the block throws is named, and nothing changes")
  func block() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let view = gallery.view!
    let whole = Whole(view)
    let failure = error { try view.performBatchUpdates { _ in throw Oops() } }
    #expect(failure?.code == "update-block")
    #expect(failure?.message.contains("Oops") == true)
    #expect(Whole(view) == whole)
  }

  @Test("batches inside batches, and frames inside them, are refused by name")
  func nested() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid())
    let view = gallery.view!
    var codes: [LayoutError.Code?] = []
    try view.performBatchUpdates { batch in
      codes.append(error { try view.performBatchUpdates { _ in } }?.code)
      codes.append(error { try view.deleteItems(at: [ItemPath(0, 0)]) }?.code)
      codes.append(error { try view.reloadData() }?.code)
      codes.append(error { try view.setContentOffset(.zero) }?.code)
      gallery.counts = [31]
      batch.insertItem(at: ItemPath(0, 0))
    }
    #expect(codes == ["nested-update", "nested-update", "reentrant", "reentrant"])
    gallery.mistake = { _ in
      codes.append(error { try view.insertItems(at: [ItemPath(0, 0)]) }?.code)
      return nil
    }
    try view.reloadItems(at: [ItemPath(0, 0)])
    #expect(codes.last == "reentrant")
    #expect(view.visibleCells.count == 31)
  }

  @Test(
    "a data source that fails in the frame leaves every view unchanged, and a new batch succeeds")
  func dataSource() throws {
    let gallery = try Gallery([300], layout: try TestLayout.grid())
    let view = gallery.view!
    // The pool has spare views, which must return to it.
    try view.setContentOffset(Point(x: 0, y: 40))
    try view.setContentOffset(.zero)
    let whole = Whole(view)
    gallery.mistake = { path in
      if path == ItemPath(0, 3) { throw Oops() }
      return nil
    }
    let change = { (batch: inout BatchUpdate) in
      gallery.counts = [299]
      for item in 0..<4 { batch.insertItem(at: ItemPath(0, item)) }
      for item in 20..<25 { batch.deleteItem(at: ItemPath(0, item)) }
    }
    let failure = error { try view.performBatchUpdates(change) }
    #expect(failure?.code == "data-source")
    #expect(Whole(view) == whole)
    gallery.mistake = nil
    gallery.counts = [300]
    try view.layoutIfNeeded()
    #expect(Whole(view) == whole, "the layout got the old data again")
    try view.performBatchUpdates(change)
    #expect(view.numberOfItems(inSection: 0) == 299)
    #expect(view.visibleCells.count == 100)
    let numbers = view.visibleElements.map(\.view.serialNumber)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test(
    "if the layout fails in the frame the data change, and surviving elements get new paths",
    arguments: [FakeLayout.Behaviour.error, .nanSize], [FakeLayout.Call.prepare, .contentSize])
  func layout(_ behaviour: FakeLayout.Behaviour, in call: FakeLayout.Call) throws {
    let gallery = try Gallery(
      [200], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300))
    let (view, layout) = (gallery.view!, gallery.view.collectionViewLayout)
    view.selectionMode = .multiple
    for item in [1, 4] { try view.selectItem(at: ItemPath(0, item)) }
    let shown = Dictionary(
      uniqueKeysWithValues: view.visibleCells.map { ($0.content, $0.serialNumber) })
    try layout.set("call", to: call.value)
    try layout.set("behaviour", to: behaviour.value)
    var isComplete = false
    let failure = error {
      try view.performBatchUpdates { batch in
        gallery.counts = [200]
        batch.insertItem(at: ItemPath(0, 0))
        batch.deleteItem(at: ItemPath(0, 1))
      } completion: { _ in
        isComplete = true
      }
    }
    // nanSize is a breach of content_size, whichever call the error names.
    #expect(failure?.plugin == "test.fake")
    #expect(!isComplete)
    #expect(view.state.data.shape.itemCounts == [200])
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 4)])
    #expect(view.cellForItem(at: ItemPath(0, 0)) == nil, "it has no frame yet")
    for cell in view.visibleCells {
      let path = try #require(cell.attributes?.path)
      #expect(path != ItemPath(0, 0))
      let before = path.item == 1 ? ItemPath(0, 0) : path
      #expect(cell.content == .text(before.description))
      #expect(cell.serialNumber == shown[cell.content])
    }
    if failure?.code == "breach" { try layout.restart() }
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    gallery.asked = []
    try view.layoutIfNeeded()
    #expect(gallery.asked == [ItemPath(0, 0)])
    #expect(view.visibleCells.count == shown.count)
    gallery.counts = [201]
    try view.insertItems(at: [ItemPath(0, 0)])
    #expect(view.numberOfItems(inSection: 0) == 201)
  }

  @Test("if the layout fails in the frame, the surviving elements keep their direction")
  func direction() throws {
    let gallery = try Gallery(
      [200], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300))
    let (view, layout) = (gallery.view!, gallery.view.collectionViewLayout)
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    #expect(view.state.frames.front.isRightToLeft)
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    let failure = error {
      try view.performBatchUpdates { batch in
        gallery.counts = [201]
        batch.insertItem(at: ItemPath(0, 0))
      }
    }
    #expect(failure?.plugin == "test.fake" && view.state.data.shape.itemCounts == [201])
    // The next frame would mirror the running animations if it saw another direction.
    #expect(view.state.frames.front.isRightToLeft)
  }

  @Test("batch after batch over a failing layout, then another layout: no element is lost")
  func layoutAgain() throws {
    let gallery = try Gallery(
      [200], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300))
    let (view, layout) = (gallery.view!, gallery.view.collectionViewLayout)
    try view.setContentOffset(Point(x: 0, y: 220))
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    for count in 201...204 {
      let failure = error {
        try view.performBatchUpdates { batch in
          gallery.counts = [count]
          batch.insertItem(at: ItemPath(0, 0))
        }
      }
      #expect(failure?.plugin == "test.fake")
      gallery.counts = [count]
      #expect(view.numberOfItems(inSection: 0) == count)
    }
    gallery.counts = [203]
    #expect(error { try view.deleteItems(at: [ItemPath(0, 1)]) }?.plugin == "test.fake")
    let first = try #require(view.visibleCells.first)
    #expect(first.content == .text("0.40") && first.attributes?.path == ItemPath(0, 43))
    let y = try #require(first.attributes?.frame.y)
    let other = try TestLayout.fake()
    let anchor = try view.setLayout(other)
    #expect(anchor?.path == ItemPath(0, 43))
    let frame = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 43))).frame
    #expect(frame.y - view.contentOffset.y == y - 220)
    #expect(view.cellForItem(at: ItemPath(0, 43)) === first)
  }
}
