// SPDX-License-Identifier: Apache-2.0
//
// A layout that has prepared for data that the view then refused.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("A layout out of step with its view")
struct OutOfStepTests {
  private struct Failure: Error {}

  /// Sections of cells with headers, of which the second one has no header size on demand.
  private final class Shelf: CollectionViewDataSource {
    var counts: [Int] = []
    var isFailing = false
    var onCell: () throws -> Void = {}

    func numberOfSections(in collectionView: CollectionView) -> Int { counts.count }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { counts[section] }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws -> Cell {
      try onCell()
      return try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }

    func collectionView(
      _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
      at path: ItemPath
    ) throws -> ReusableView {
      try collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: kind, for: path)
    }

    func headerSize(_ path: ItemPath) throws -> Size? {
      if isFailing, path.section == 1 { throw Failure() }
      return Size(width: 10, height: 20)
    }
  }

  private let shelf = Shelf()

  /// A view of sections by flow and by mosaic.
  private func view() throws -> CollectionView {
    let layout = try TestLayout.bundled("SectionsPlugin", "sections")
    try layout.set("layouts", to: .text("flow,mosaic"))
    try layout.bind("headerSize", to: shelf.headerSize)
    let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
    view.dataSource = shelf
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    try view.layoutIfNeeded()
    return view
  }

  private static let place = Point(x: 20, y: 40)

  @Test("a question after a refused batch is about the data on screen", arguments: [true, false])
  func batch(isTouch: Bool) throws {
    let view = try view()
    shelf.isFailing = true
    let error = #expect(throws: LayoutError.self) {
      try view.performBatchUpdates {
        shelf.counts = [3, 2]
        $0.insertSection(at: 0)
        $0.insertSection(at: 1)
      }
    }
    #expect(error?.code == "query-failed")
    shelf.counts = []
    if isTouch {
      try view.touch(.began, at: Self.place)
      try view.touch(.ended, at: Self.place)
    } else {
      #expect(try view.indexPathForItem(at: Self.place) == nil)
    }
    shelf.isFailing = false
    try view.performBatchUpdates {
      shelf.counts = [3, 2]
      $0.insertSection(at: 0)
      $0.insertSection(at: 1)
    }
    #expect(view.indexPathsForVisibleItems.count == 5)
  }

  @Test("marks that arrive while a frame fails wait for the next one")
  func arrivals() throws {
    let view = try view()
    shelf.counts = [400, 0]
    try view.reloadData()
    try view.layoutIfNeeded()
    shelf.onCell = {
      view.collectionViewLayout.invalidate()
      #expect(view.isFrameDue)
      throw Failure()
    }
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 900)) }
    shelf.onCell = {}
    #expect(view.isFrameDue && view.contentOffset == .zero)
    try view.layoutIfNeeded()
    #expect(!view.isFrameDue)
  }

  @Test("a question after a refused reload is about the data on screen")
  func reload() throws {
    let view = try view()
    (shelf.isFailing, shelf.counts) = (true, [3, 2])
    let error = #expect(throws: LayoutError.self) { try view.reloadData() }
    #expect(error?.code == "query-failed")
    let asked = #expect(throws: LayoutError.self) {
      _ = try view.indexPathForItem(at: Self.place)
    }
    #expect(asked?.code == "query-failed", "the app's own error, and no breach of the layout")
    shelf.isFailing = false
    #expect(try view.indexPathForItem(at: Self.place) == ItemPath(0, 0))
  }
}
