// SPDX-License-Identifier: Apache-2.0
//
// Mistakes of a data source or a delegate: each has a named error, and the view keeps its last good state.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Bad input from the app")
struct BadDataTests {
  typealias Sight = FailureTests.Sight

  /// Two sections of the grid, 30 and 40 items.
  private func shown() throws -> Gallery {
    let gallery = try Gallery([30, 40], layout: try TestLayout.grid())
    try gallery.view.setContentOffset(Point(x: 0, y: 20))
    return gallery
  }

  private func error(_ body: () throws -> Void) -> LayoutError? {
    do { try body() } catch { return error as? LayoutError }
    return nil
  }

  /// A batch, the counts that the data source has after it, and the expected error text.
  struct WrongBatch: Sendable, CustomTestStringConvertible {
    let operations: [BatchUpdate.Operation]
    let counts: [Int]
    let words: [String]
    var testDescription: String { "\(operations.map(\.description)) to \(counts)" }
  }

  /// The sentences of UIKit, without the numbers.
  private static let items = "Invalid update: invalid number of items in section "
  private static let sections = "Invalid update: invalid number of sections. "

  static let wrongBatches = [
    WrongBatch(
      operations: [.insertItem(ItemPath(0, 0))], counts: [30, 40],
      words: [items + "0. ", "after the update (30)", "(1 inserted, 0 deleted)"]),
    WrongBatch(
      operations: [.deleteItem(ItemPath(1, 39))], counts: [30, 40],
      words: [items + "1. ", "before the update (40)", "(0 inserted, 1 deleted)"]),
    WrongBatch(
      operations: [.deleteItem(ItemPath(1, 3))], counts: [29, 40],
      words: [items + "0. ", "(0 inserted, 0 deleted)", "(0 moved in, 0 moved out)."]),
    WrongBatch(
      operations: [.moveItem(from: ItemPath(0, 1), to: ItemPath(1, 1))], counts: [30, 40],
      words: [items + "0. ", "(0 moved in, 1 moved out)."]),
    WrongBatch(
      operations: [.reloadItem(ItemPath(0, 3))], counts: [31, 40],
      words: [items + "0. ", "after the update (31)"]),
    WrongBatch(
      operations: [.insertSection(0)], counts: [30, 40],
      words: [sections, "after the update (2)", "(1 inserted, 0 deleted)."]),
    WrongBatch(
      operations: [.deleteSection(0)], counts: [30, 40],
      words: [sections, "(0 inserted, 1 deleted)."]),
    WrongBatch(
      operations: [.reloadSection(1)], counts: [30, 40, 5],
      words: [sections, "after the update (3)"]),
    WrongBatch(
      operations: [.reloadItem(ItemPath(0, 30))], counts: [30, 40],
      words: ["reload of item 0.30", "section 0 has 30 items before the update"]),
    WrongBatch(
      operations: [.deleteItem(ItemPath(2, 0))], counts: [30, 40],
      words: ["delete of item 2.0", "there are 2 sections before the update"]),
    WrongBatch(
      operations: [.deleteSection(1), .reloadItem(ItemPath(1, 40))], counts: [30],
      words: ["reload of item 1.40", "section 1 has 40 items before the update"]),
    WrongBatch(
      operations: [.deleteSection(1), .reloadSection(1)], counts: [30],
      words: ["reload of section 1", "delete of section 1", "claim the same place"]),
    WrongBatch(
      operations: [.deleteSection(1), .insertItem(ItemPath(1, 0))], counts: [30],
      words: ["insert of item 1.0", "there are 1 sections after the update"]),
  ]

  @Test(
    "B4, B5: a batch that contradicts the counts is refused with these words, and nothing changes",
    arguments: wrongBatches)
  func batch(_ wrong: WrongBatch) throws {
    let gallery = try shown()
    let (view, sight) = (gallery.view!, Sight.of(gallery.view))
    gallery.counts = wrong.counts
    let failure = error { try view.performBatchUpdates { $0.operations = wrong.operations } }
    #expect(failure?.code == "invalid-update")
    for words in wrong.words { #expect(failure?.message.contains(words) == true) }
    #expect(Sight.of(view) == sight)
    #expect(view.numberOfSections == 2 && view.numberOfItems(inSection: 1) == 40)
    // When the data are correct again, the view shows them.
    gallery.counts = [31, 40]
    try view.insertItems(at: [ItemPath(0, 30)])
    #expect(view.numberOfItems(inSection: 0) == 31)
    try expectWhole(view)
  }

  @Test(
    "B3: changes of items inside a deleted section are dropped, and the other changes are applied")
  func insideDeletedSection() throws {
    let gallery = try shown()
    let view = gallery.view!
    gallery.asked = []
    try view.performBatchUpdates { batch in
      gallery.counts = [30]
      batch.deleteSection(at: 1)
      batch.reloadItem(at: ItemPath(1, 3))
      batch.reloadItem(at: ItemPath(0, 4))
    }
    #expect(gallery.asked == [ItemPath(0, 4)])
    try expectWhole(view)
  }

  @Test("B5: unannounced counts are named with the next batch, and a reload reads them")
  func untold() throws {
    let gallery = try shown()
    let view = gallery.view!
    gallery.counts = [29, 40]
    try view.setContentOffset(Point(x: 0, y: 120))
    let sight = Sight.of(view)
    #expect(error { try view.reloadItems(at: [ItemPath(1, 2)]) }?.code == "invalid-update")
    #expect(Sight.of(view) == sight)
    try view.reloadData()
    #expect(view.numberOfItems(inSection: 0) == 29)
    try expectWhole(view)
  }

  /// Calls with a path that does not exist.
  enum Gone: String, CaseIterable, Sendable {
    case scroll, invalidateItem, invalidateSection, negative

    func ask(_ view: CollectionView) throws {
      var context = InvalidationContext()
      switch self {
      case .scroll: try view.scrollToItem(at: ItemPath(0, 30))
      case .invalidateItem: context.items = [ItemPath(0, 3), ItemPath(1, 40)]
      case .invalidateSection:
        context.supplementaries = [.init(kind: "header", path: ItemPath(2, 0))]
      case .negative: context.items = [ItemPath(0, -1)]
      }
      try view.collectionViewLayout.invalidate(context)
    }
  }

  @Test(
    "a path that does not exist is named, and no frame is due because of it",
    arguments: Gone.allCases)
  func gone(_ gone: Gone) throws {
    let gallery = try shown()
    let view = gallery.view!
    let (sight, counters) = (Sight.of(view), view.counters)
    #expect(error { try gone.ask(view) }?.code == "unknown-path")
    try view.layoutIfNeeded()
    #expect(view.counters == counters)
    #expect(Sight.of(view) == sight)
  }

  @Test("M8: a duplicate identity is named before it reaches the view")
  func duplicate() throws {
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.collectionViewLayout.set("headerLength", to: .number(0))
    let source = DiffableDataSource<String, Int>(view) { view, path, _ in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    var snapshot = source.snapshot
    try snapshot.appendSections(["a", "b"])
    try snapshot.appendItems([1, 2, 3], to: "a")
    try source.apply(snapshot)
    let sight = Sight.of(view)
    let item = error { try snapshot.appendItems([4, 2], to: "b") }
    #expect(item?.code == "duplicate-identity" && item?.message.contains("Item 2") == true)
    let section = error { try snapshot.appendSections(["c", "a"]) }
    #expect(section?.code == "duplicate-identity")
    #expect(section?.message.contains("Section a") == true)
    try source.apply(snapshot)
    #expect(Sight.of(view) == sight)
  }

  /// Checks that one view shows each element, at its place, as a new query answers it.
  private func expectWhole(_ view: CollectionView) throws {
    let shown = view.visibleElements
    let numbers = shown.map(\.view.serialNumber)
    #expect(Set(numbers).count == numbers.count)
    #expect(shown.map(\.attributes) == (try view.elements(in: view.bounds)))
    for element in shown where element.attributes.category == .cell {
      #expect(element.view.content == .text(element.attributes.path.description))
    }
  }
}
