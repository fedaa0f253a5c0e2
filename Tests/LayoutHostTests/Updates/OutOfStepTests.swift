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

  private let shelf = Gallery([])
  /// Omits the header size of the second section.
  private final class Fault { var isOn = false }
  private let fault = Fault()

  /// Makes a view of sections by flow and by mosaic.
  private func view() throws -> CollectionView {
    let layout = try TestLayout.bundled("SectionsPlugin", "sections")
    try layout.set("layouts", to: .text("flow,mosaic"))
    try layout.bind("headerSize") { [fault] (path: ItemPath) -> Size? in
      if fault.isOn, path.section == 1 { throw Failure() }
      return Size(width: 10, height: 20)
    }
    let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
    view.dataSource = shelf
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    try view.layoutIfNeeded()
    return view
  }

  private static let place = Point(x: 20, y: 40)

  @Test("a query after a refused batch is about the data on screen", arguments: [true, false])
  func batch(isTouch: Bool) throws {
    let view = try view()
    fault.isOn = true
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
    fault.isOn = false
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
    shelf.mistake = { _ in
      view.collectionViewLayout.invalidate()
      #expect(view.isFrameDue)
      throw Failure()
    }
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 900)) }
    shelf.mistake = nil
    #expect(view.isFrameDue && view.contentOffset == .zero)
    try view.layoutIfNeeded()
    #expect(!view.isFrameDue)
  }

  @Test("a query after a refused reload is about the data on screen")
  func reload() throws {
    let view = try view()
    (fault.isOn, shelf.counts) = (true, [3, 2])
    let error = #expect(throws: LayoutError.self) { try view.reloadData() }
    #expect(error?.code == "query-failed")
    let asked = #expect(throws: LayoutError.self) {
      _ = try view.indexPathForItem(at: Self.place)
    }
    #expect(asked?.code == "query-failed", "the app's own error, not a breach of the layout")
    fault.isOn = false
    #expect(try view.indexPathForItem(at: Self.place) == ItemPath(0, 0))
  }
}
