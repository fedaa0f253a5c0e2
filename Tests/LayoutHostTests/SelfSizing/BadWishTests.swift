// SPDX-License-Identifier: Apache-2.0
//
// A view that prefers an invalid size: the error comes after the frame, and the screen stays unchanged.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("An invalid preferred size")
struct BadWishTests {
  private func code(_ body: () throws -> Void) -> LayoutError.Code? {
    do { try body() } catch { return (error as? LayoutError)?.code }
    return nil
  }

  /// Rows of 50 points, one of which prefers an invalid size.
  private func app(_ count: Int, bad row: Int) throws -> RowsApp {
    var heights = Array(repeating: 50.0, count: count)
    heights[row] = .nan
    return try RowsApp(heights, layout: TestLayout.rows())
  }

  final class Ears: CollectionViewDelegate {
    var offsets: [Double] = []
    func collectionViewDidScroll(_ view: CollectionView) { offsets.append(view.contentOffset.y) }
  }

  @Test("scrolling to it reaches it, and the delegate is notified")
  func scrolls() throws {
    let (app, ears) = (try app(100, bad: 12), Ears())
    let view = app.view
    view.delegate = ears
    try view.layoutIfNeeded()
    #expect(code { try view.setContentOffset(Point(x: 0, y: 500)) } == "preferred-size")
    #expect(view.contentOffset.y == 500 && app.places[12] == 100)
    #expect(ears.offsets == [500])
    try view.advance(to: 1)
    #expect(view.contentOffset.y == 500 && app.places[12] == 100)
  }

  @Test("a drag that shows it keeps its offset and its time")
  func drags() throws {
    let app = try app(100, bad: 5)
    try app.view.layoutIfNeeded()
    let drag = { try app.view.drag(by: Vector(dx: 0, dy: -60), taking: 0.5) }
    #expect(code(drag) == "preferred-size")
    #expect(app.view.contentOffset.y == 60 && app.view.clock == 0.5)
  }

  @Test("data that became shorter because of it are shown at their places")
  func shrinks() throws {
    let app = try app(5000, bad: 4999)
    let view = app.view
    try view.setContentOffset(Point(x: 0, y: 45_000))
    app.heights = [50, .nan, 50]
    var context = InvalidationContext()
    context.counts = true
    try view.collectionViewLayout.invalidate(context)
    #expect(code { try view.advance(to: 1) } == "preferred-size")
    #expect(view.contentOffset.y == 0 && app.places == [0: 0, 1: 50, 2: 100])
    try view.advance(to: 2)
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 0 && app.places == [0: 0, 1: 50, 2: 100])
  }

  @Test("if the layout fails for one preferred size, the earlier ones have an effect")
  func refused() throws {
    let layout = try TestLayout.rows()
    try layout.set("refused", to: .number(13))
    let app = try RowsApp([200, 13, 50, 50], layout: layout)
    #expect(code { try app.view.layoutIfNeeded() } == "layout-failed")
    app.heights[1] = 50
    try app.view.layoutIfNeeded()
    #expect(app.places == [0: 0, 1: 200])
  }

  /// A cell that prefers an invalid size when it shows something bad.
  final class Picky: Cell {
    override func preferredLayoutAttributesFitting(
      _ attributes: LayoutAttributes
    ) -> LayoutAttributes {
      var wanted = attributes
      if case .text(let text) = content, text.hasPrefix("bad") { wanted.size.height = .nan }
      return wanted
    }
  }

  private func pickyView() throws -> CollectionView {
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 240), layout: try TestLayout.rows())
    view.register(Picky.self, forCellWithReuseIdentifier: "cell")
    return view
  }

  @Test("a snapshot on screen becomes the data source's, and the next frame reports the error")
  func snapshots() throws {
    let view = try pickyView()
    let source = DiffableDataSource<Int, String>(view) { view, path, text in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      cell.content = .text(text)
      return cell
    }
    for items in [["a", "bad", "c"], ["bad two", "d", "a"], ["d", "bad three"]] {
      var next = DiffableSnapshot<Int, String>()
      try next.appendSections([0])
      try next.appendItems(items, to: 0)
      #expect(code { try source.apply(next) } == nil)
      #expect(source.snapshot.itemIDs(inSectionAt: 0) == items)
      #expect(view.numberOfItems(inSection: 0) == items.count)
      #expect(code { try view.layoutIfNeeded() } == "preferred-size")
      #expect(code { try view.layoutIfNeeded() } == nil)
      try view.setContentOffset(.zero)
    }
  }

  @Test("a change announced before the first frame stays in the arrays that show it")
  func arrays() throws {
    let view = try pickyView()
    let source = ArrayDataSource<String, Picky>(
      view, sections: [["a"]],
      registration: CollectionView.CellRegistration { cell, _, text in cell.content = .text(text) })
    #expect(code { try source.insert(["bad"], at: ItemPath(0, 1)) } == nil)
    #expect(source.sections == [["a", "bad"]] && view.numberOfItems(inSection: 0) == 2)
    #expect(code { try view.layoutIfNeeded() } == "preferred-size")
  }

  @Test("a batch, a resize and another layout succeed, and the next frame reports the error")
  func owed() throws {
    let app = try app(20, bad: 15)
    let view = app.view
    try view.layoutIfNeeded()
    try view.performBatchUpdates { batch in
      app.heights.insert(.nan, at: 1)
      batch.insertItem(at: ItemPath(0, 1))
    }
    #expect(code { try view.advance(to: 1) } == "preferred-size")
    var outcomes: [Bool] = []
    try view.resize(to: Size(width: 300, height: 1000), animated: true) { outcomes.append($0) }
    #expect(code { try view.advance(to: 2) } == "preferred-size")
    #expect(outcomes == [true])
    app.heights.append(.nan)
    try view.insertItems(at: [ItemPath(0, 21)])
    try view.resize(to: Size(width: 300, height: 1100)) { outcomes.append($0) }
    #expect(outcomes == [true, true] && view.viewportSize.height == 1100)
    #expect(code { try view.advance(to: 3) } == "preferred-size")
    let other = try TestLayout.rows()
    try other.set("estimate", to: .number(45))
    try view.setLayout(other)
    #expect(code { try view.layoutIfNeeded() } == "preferred-size")
    #expect(code { try view.layoutIfNeeded() } == nil)
  }
}
