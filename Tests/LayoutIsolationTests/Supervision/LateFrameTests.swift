// SPDX-License-Identifier: Apache-2.0
//
// A view whose layout was late with a frame: the last offset that the layout got is not on screen.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Late frames")
struct LateFrameTests {
  private final class Shelf: CollectionViewDataSource {
    func numberOfSections(in collectionView: CollectionView) throws -> Int { 2 }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) throws -> Int { 20 }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws -> Cell {
      try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }

    func collectionView(
      _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
      at path: ItemPath
    ) throws -> ReusableView {
      try collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: kind, for: path)
    }
  }

  @Test("the frame after a late one gives the layout the viewport on screen")
  func viewport() throws {
    let nap = "{ if (snapshot->bounds.y == 50) usleep(600000); }"
    var options = WorkerOptions(deadlines: nil)
    options.deadlines = Deadlines()
    options.deadlines?.prepare = .init(soft: 0.1, hard: 60)
    options.deadlines?.rectangle = .init(soft: 0.1, hard: 60)
    let path = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_PREPARE=\(nap)"])
    let worker = try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: options)
    try SameAnswersTests.bind(worker)
    try DeathTests.spoil(worker, .invalidates, in: .shouldInvalidate)
    let data = Shelf()
    let view = Self.view(of: worker, data)
    try Self.untilShown { try view.layoutIfNeeded() }
    let shown = view.visibleElements.map(\.attributes)
    let error = #expect(throws: LayoutError.self) {
      try view.setContentOffset(Point(x: 0, y: 50))
    }
    #expect(error?.code == "worker-late")
    #expect(view.contentOffset == .zero && view.visibleElements.map(\.attributes) == shown)
    #expect(view.isFrameDue, "the layout has prepared for another offset")
    try Self.untilShown { try view.layoutIfNeeded() }
    #expect(!view.isFrameDue && view.visibleElements.map(\.attributes) == shown)
    for attributes in shown where attributes.category == .cell {
      #expect(try view.layoutAttributesForItem(at: attributes.path) == attributes)
    }
  }

  @Test("a property that was set late is on screen once the layout has received it")
  func setting() throws {
    let nap = "{ if (index == PROPERTY_SPACING && value->as.number == 77) usleep(600000); }"
    var options = WorkerOptions(deadlines: nil)
    options.deadlines = Deadlines()
    options.deadlines?.other = .init(soft: 0.1, hard: 60)
    let path = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_SET=\(nap)"])
    let worker = try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: options)
    try SameAnswersTests.bind(worker)
    let data = Shelf()
    let view = Self.view(of: worker, data)
    try Self.untilShown { try view.layoutIfNeeded() }
    let height = view.contentSize.height
    let layout = view.collectionViewLayout
    let spacing = try layout.value(of: "spacing").numbers[0]
    let error = #expect(throws: LayoutError.self) { try layout.set("spacing", to: .number(77)) }
    #expect(error?.code == "worker-late" && view.isFrameDue)
    try Self.untilShown { try view.layoutIfNeeded() }
    #expect(try layout.value(of: "spacing") == .number(77))
    #expect(view.contentSize.height == height + 2 * (77 - spacing))
  }

  /// Makes a view of a worker's layout over `data`.
  private static func view(of worker: WorkerConnection, _ data: Shelf) -> CollectionView {
    let view = CollectionView(
      viewportSize: Size(width: 320, height: 480),
      layout: CollectionLayout(SupervisedConnection(worker)))
    view.dataSource = data
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    for kind in worker.descriptor.kinds where kind.category == .supplementary {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind.name, withReuseIdentifier: kind.name)
    }
    return view
  }

  /// Tries again while a busy machine makes frames late.
  private static func untilShown(_ body: () throws -> Void) throws {
    for _ in 0..<100 {
      do { return try body() } catch let error as LayoutError where error.code == "worker-late" {}
    }
    Issue.record("no frame came")
  }
}
