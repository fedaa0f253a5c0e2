// SPDX-License-Identifier: Apache-2.0
//
// Data whose sections all have one count, which the data source gives in one number.

import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

/// A table of cells that counts the calls for a row's length.
private final class Rows: CollectionViewDataSource {
  var sections: Int
  var columns: Int?
  private(set) var listed = 0

  init(_ sections: Int, of columns: Int?) { (self.sections, self.columns) = (sections, columns) }

  func numberOfSections(in collectionView: CollectionView) throws -> Int { sections }

  func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int? { columns }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    listed += 1
    return 3
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
  }

  /// A view of the table, not laid out yet.
  func view(_ layout: CollectionLayout) -> CollectionView {
    let view = CollectionView(viewportSize: Size(width: 300, height: 200), layout: layout)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.animation.isEnabled = false
    view.dataSource = self
    return view
  }
}

@Suite("Sections of one count")
struct UniformCountTests {
  private static func file() throws -> PluginFile {
    try PluginFile(judging: CPlugin.build(fixture: "Cells"))
  }

  private static func inProcess() throws -> CollectionLayout {
    CollectionLayout(
      try InProcessConnection(image: PluginImage.open(file()), layout: "cells"))
  }

  private static func inWorker() throws -> CollectionLayout {
    CollectionLayout(
      try WorkerConnection(
        file: file(), layout: "cells", options: WorkerOptions(deadlines: nil)))
  }

  @Test(
    "a thousand million cells are shown at any place, and no row's count is read",
    arguments: [inProcess, inWorker])
  func billion(_ layout: @Sendable () throws -> CollectionLayout) throws {
    let rows = Rows(1_000_000, of: 1000)
    let view = rows.view(try layout())
    try view.layoutIfNeeded()
    #expect(view.contentSize == Size(width: 50_000, height: 20_000_000))
    #expect(view.numberOfSections == 1_000_000 && view.numberOfItems(inSection: 999_999) == 1000)
    try view.setContentOffset(Point(x: 49_700, y: 19_999_800))
    #expect(view.state.visibleItems.first == ItemPath(999_990, 994))
    #expect(view.state.visibleItems.last == ItemPath(999_999, 999))
    #expect(view.state.dataShape.itemCounts.isUniform && rows.listed == 0)
    // The order of items continues over the ends of rows, without reading other rows.
    let order = ItemOrder(view.state.dataShape.itemCounts)
    #expect(order.last == ItemPath(999_999, 999))
    #expect(order.item(after: ItemPath(499_999, 999)) == ItemPath(500_000, 0))
    // Fewer rows, then none.
    for count in [2, 0] {
      rows.sections = count
      try view.reloadData()
      try view.layoutIfNeeded()
      #expect(view.contentSize.height == Double(20 * count))
    }
  }

  @Test("a million rows take the memory of two", .awaitsExit)
  func memory() async {
    await #expect(processExitsWith: .success) {
      func growth(_ sections: Int) throws -> Int {
        let before = liveHeapBytes()
        let rows = Rows(sections, of: 1000)
        let view = rows.view(try UniformCountTests.inProcess())
        try view.layoutIfNeeded()
        try view.setContentOffset(Point(x: 100, y: 20))
        return withExtendedLifetime((rows, view)) { liveHeapBytes() - before }
      }
      _ = try growth(20)
      let (few, many) = (try growth(20), try growth(1_000_000))
      // One byte for each row would be a million bytes.
      try #require(many < few + 100_000)
    }
  }

  @Test("without a uniform count every row's count is read")
  func none() throws {
    let rows = Rows(4, of: nil)
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let view = rows.view(layout)
    try view.layoutIfNeeded()
    #expect(rows.listed == 4 && view.state.dataShape.itemCounts == [3, 3, 3, 3])
  }

  @Test("an invalid count is refused with the name of the method", arguments: [-1, 1 << 32])
  func wrong(_ count: Int) throws {
    let rows = Rows(2, of: count)
    let view = rows.view(try Self.inProcess())
    let error = #expect(throws: LayoutError.self) { try view.layoutIfNeeded() }
    #expect(error?.code == .dataSource)
    #expect(error?.message.contains("numberOfItemsInEverySection(in:)") == true)
    #expect(rows.listed == 0)
  }

  @Test("counts are equal if they give the same numbers, and setting one makes a list of them")
  func values() {
    var counts = SectionCounts(repeating: 7, count: 3)
    #expect(
      counts == [7, 7, 7] && counts != [7, 7, 8] && counts != SectionCounts(repeating: 7, count: 4))
    #expect(counts.total == 21 && counts.list.isEmpty && counts.uniformCount == 7)
    counts[1] = 7
    #expect(counts.isUniform)
    counts[1] = 0
    #expect(counts.list == [7, 0, 7] && counts.uniformCount == nil && counts.total == 14)
    #expect(counts.filledSection(from: 1) == 2 && counts.filledSection(before: 2) == 0)
    let empty = SectionCounts(repeating: 0, count: 1_000_000)
    #expect(empty.filledSection(from: 0) == nil && empty.filledSection(before: 1_000_000) == nil)
    #expect(SectionCounts(repeating: .max, count: .max).total == .max)
    #expect(SectionCounts(repeating: 9, count: 0) == [])
  }
}
