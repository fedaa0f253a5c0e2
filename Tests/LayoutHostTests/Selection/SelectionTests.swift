// SPDX-License-Identifier: Apache-2.0
//
// The selection through scrolling, batches, swaps and reloads, and its look in cells.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Selection")
struct SelectionTests {
  private func gallery(_ counts: [Int] = [400]) throws -> Gallery {
    try Gallery(counts, layout: try TestLayout.grid())
  }

  /// The items whose cells on screen look selected.
  private func shown(_ view: CollectionView) -> [ItemPath] {
    view.visibleElements.filter { ($0.view as? Cell)?.isSelected == true }
      .map(\.attributes.path)
  }

  @Test("C115: cells show the selection as soon as their items are visible")
  func scrolling() throws {
    let app = try gallery()
    let view = try #require(app.view)
    view.selectionMode = .multiple
    for item in [0, 3, 200] { try view.selectItem(at: ItemPath(0, item)) }
    #expect(shown(view) == [ItemPath(0, 0), ItemPath(0, 3)])
    try view.setContentOffset(Point(x: 0, y: 1600))
    #expect(shown(view) == [ItemPath(0, 200)])
    try view.deselectItem(at: ItemPath(0, 3))
    try view.setContentOffset(.zero)
    #expect(shown(view) == [ItemPath(0, 0)])
    #expect(view.visibleCells.allSatisfy { !$0.isHighlighted })
  }

  @Test("selecting scrolls only if a scroll position is given")
  func scrolls() throws {
    let app = try gallery()
    let view = try #require(app.view)
    try view.selectItem(at: ItemPath(0, 200))
    #expect(view.contentOffset == .zero)
    try view.selectItem(at: ItemPath(0, 200), scrollPosition: .top)
    #expect(view.contentOffset.y == 1620)
  }

  @Test("a narrower mode keeps the item that was selected last")
  func narrower() throws {
    let app = try gallery()
    let view = try #require(app.view)
    view.selectionMode = .multiple
    for item in [5, 3, 9] { try view.selectItem(at: ItemPath(0, item)) }
    view.selectionMode = .single
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 9)])
    #expect(shown(view) == [ItemPath(0, 9)])
    try view.selectItem(at: ItemPath(0, 1))
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 1)])
  }

  @Test("a narrower mode keeps an item also when the last touch was to deselect")
  func narrowerAfterDeselecting() throws {
    let app = try gallery()
    let view = try #require(app.view)
    view.selectionMode = .multiple
    for item in [0, 1] { try view.selectItem(at: ItemPath(0, item)) }
    try view.deselectItem(at: ItemPath(0, 1))
    view.selectionMode = .single
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 0)])
  }

  @Test("items selected while another is held are those that were shown at the paths")
  func whileHeld() throws {
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.selectionMode = .multiple
    let source = DiffableDataSource<Int, String>(view) { view, path, _ in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    source.supplementaryProvider = { view, kind, path in
      try view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: kind, for: path)
    }
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    source.canMoveItem = { _ in true }
    var snapshot = DiffableSnapshot<Int, String>()
    try snapshot.appendSections([0])
    try snapshot.appendItems(["A", "B", "C"], to: 0)
    try source.apply(snapshot)
    try view.selectItem(at: ItemPath(0, 2))
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 60))
    // B, C, A are shown.
    try view.selectItem(at: ItemPath(0, 0))
    try view.deselectItem(at: ItemPath(0, 1))
    try view.endInteractiveMovement()
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 0)])
    var next = source.snapshot
    try next.appendItems(["D"], to: 0)
    try source.apply(next)
    #expect(view.indexPathsForSelectedItems.compactMap(source.itemID) == ["B"])
    // The keyboard's command for all and none.
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 60))
    try view.deselectAllItems()
    try view.selectAllItems()
    try view.deselectItem(at: ItemPath(0, 2))
    try view.cancelInteractiveMovement()
    next = source.snapshot
    try next.appendItems(["E"], to: 0)
    try source.apply(next)
    #expect(view.indexPathsForSelectedItems.compactMap(source.itemID) == ["C", "A", "D"])
  }

  @Test("M13: all items and none can be selected, for any number of items")
  func all() throws {
    let app = try gallery([100_000_000, 7])
    let view = try #require(app.view)
    try view.selectAllItems()
    #expect(view.selectedItemCount == 0, "in single mode")
    view.selectionMode = .multiple
    try view.selectAllItems()
    #expect(view.selectedItemCount == 100_000_007)
    #expect(shown(view).count == view.visibleCells.count)
    #expect(view.isItemSelected(at: ItemPath(1, 6)) && !view.isItemSelected(at: ItemPath(1, 7)))
    try view.deselectAllItems()
    #expect(view.selectedItemCount == 0 && shown(view).isEmpty)
  }

  @Test(
    "M13: the selection follows its items through random batches, and only those", arguments: 0..<30
  )
  func batches(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let model = ArrayModel.large(using: &dice)
    let gallery = try ModelGallery(model, try TestLayout.grid())
    let view = gallery.view
    view.selectionMode = .multiple
    for _ in 0..<4 {
      for id in gallery.model.sections.flatMap(\.items)
      where Int.random(in: 0..<3, using: &dice) == 0 {
        try view.selectItem(at: try #require(gallery.model.path(of: id)))
      }
      let selected = Set(view.indexPathsForSelectedItems.compactMap(gallery.id))
      let change = RandomChange(gallery.model, using: &dice)
      try view.performBatchUpdates { batch in
        gallery.model = change.result
        batch = change.batch
      }
      let now = view.indexPathsForSelectedItems
      let ids = Set(now.compactMap(gallery.id))
      #expect(ids.count == now.count && ids.isSubset(of: selected), "seed \(seed)")
      #expect(selected.filter { change.keeps($0) }.allSatisfy(ids.contains), "seed \(seed)")
      let onScreen = now.filter { view.cellForItem(at: $0) != nil }
      #expect(shown(view) == onScreen, "seed \(seed)")
    }
  }

  @Test("M13: a failed batch leaves the selection unchanged")
  func failure() throws {
    let app = try gallery()
    let view = try #require(app.view)
    try view.selectItem(at: ItemPath(0, 3))
    app.counts = [399]
    app.mistake = { _ in throw LayoutError("test", "no cell") }
    #expect(throws: LayoutError.self) { try view.deleteItems(at: [ItemPath(0, 1)]) }
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 3)] && shown(view) == [ItemPath(0, 3)])
    app.mistake = nil
    app.counts = [400]
    try view.deselectItem(at: ItemPath(0, 3))
    #expect(shown(view).isEmpty)
  }

  @Test("M13: the selection stays through a change of layout")
  func swap() throws {
    let app = try gallery()
    let view = try #require(app.view)
    try view.selectItem(at: ItemPath(0, 3))
    try view.setLayout(try TestLayout.grid())
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 3)] && shown(view) == [ItemPath(0, 3)])
  }

  @Test("M13: a reload clears the selection if a path may name another item after it")
  func reload() throws {
    let app = try gallery()
    let view = try #require(app.view)
    try view.selectItem(at: ItemPath(0, 3))
    try view.reloadData()
    #expect(view.indexPathsForSelectedItems.isEmpty && shown(view).isEmpty)
  }

  @Test("M13: a failed reload leaves the selection and the look of its cells unchanged")
  func failedReload() throws {
    let app = try gallery()
    let view = try #require(app.view)
    view.selectionMode = .multiple
    for item in 0..<8 { try view.selectItem(at: ItemPath(0, item)) }
    let before = shown(view)
    // Cells that were filled before the failure took views of the old frame, which are filled again.
    var count = 0
    app.mistake = { _ in
      count += 1
      if count == 4 { throw LayoutError("test", "no cell") }
      return nil
    }
    #expect(throws: LayoutError.self) { try view.reloadData() }
    #expect(count > 4 && before.count == 8)
    #expect(view.indexPathsForSelectedItems.count == 8 && shown(view) == before)
  }

  @Test("M13: snapshots and reloads keep the selection by identity")
  func identities() throws {
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    let source = DiffableDataSource<Int, String>(view) { view, path, _ in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    source.supplementaryProvider = { view, kind, path in
      try view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: kind, for: path)
    }
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    func show(_ items: [[String]]) throws {
      var snapshot = DiffableSnapshot<Int, String>()
      for (section, items) in items.enumerated() {
        try snapshot.appendSections([section])
        try snapshot.appendItems(items, to: section)
      }
      try source.apply(snapshot)
    }
    view.selectionMode = .multiple
    try show([["a", "b", "c"], ["d"]])
    for path in [ItemPath(0, 0), ItemPath(0, 2)] { try view.selectItem(at: path) }
    try show([["c", "x"], ["b", "a"]])
    let wanted = [ItemPath(0, 0), ItemPath(1, 1)]
    #expect(view.indexPathsForSelectedItems == wanted && shown(view) == wanted)
    try view.reloadData()
    #expect(view.indexPathsForSelectedItems == wanted && shown(view) == wanted)
    try show([["c", "x"], ["b"]])
    try show([["a", "c", "x"], ["b"]])
    #expect(
      view.indexPathsForSelectedItems == [ItemPath(0, 1)], "what was gone comes back unselected")
  }

  @Test("C116, C117: the selected background is drawn above the background, only while selected")
  func layers() throws {
    let app = try gallery()
    let view = try #require(app.view)
    let cell = try #require(view.cellForItem(at: ItemPath(0, 0)))
    let (back, selected, label) = (ReusableView(), ReusableView(), ReusableView())
    (cell.backgroundView, cell.selectedBackgroundView) = (back, selected)
    cell.contentView.subviews = [label]
    func drawn() -> [ObjectIdentifier] { cell.layers.map(ObjectIdentifier.init) }
    let plain = [cell, back, cell.contentView, label].map(ObjectIdentifier.init)
    let chosen = [cell, back, selected, cell.contentView, label].map(ObjectIdentifier.init)
    #expect(drawn() == plain)
    try view.touch(.began, itemAt: ItemPath(0, 0))
    #expect(drawn() == plain, "highlighted but not selected")
    try view.touch(.ended, itemAt: ItemPath(0, 0))
    #expect(drawn() == chosen)
    try view.deselectItem(at: ItemPath(0, 0))
    #expect(drawn() == plain)
  }

  @Test(
    "C118: styled views anywhere inside a cell follow it, and the stage is notified of the change")
  func styled() throws {
    final class Icon: ReusableView, SelectionStyled {
      var isSelected = false
      var isHighlighted = false
    }
    final class Watcher: Stage {
      var restyled: [String] = []
      func make(_ view: ReusableView) {}
      func bind(_ view: ReusableView) {}
      func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {}
      func recycle(_ view: ReusableView) {}
      func restyle(_ cell: Cell) {
        restyled.append("\(cell.attributes?.path.description ?? "?") \(cell.isSelected)")
      }
    }
    let app = try gallery()
    let view = try #require(app.view)
    let (icon, badge, watcher) = (Icon(), Icon(), Watcher())
    view.stage = watcher
    let cell = try #require(view.cellForItem(at: ItemPath(0, 2)))
    let box = ReusableView()
    (box.subviews, cell.contentView.subviews, cell.subviews) = ([icon], [box], [badge])
    try view.touch(.began, itemAt: ItemPath(0, 2))
    #expect(icon.isHighlighted && badge.isHighlighted && !icon.isSelected)
    try view.touch(.ended, itemAt: ItemPath(0, 2))
    #expect(!icon.isHighlighted && icon.isSelected && badge.isSelected)
    #expect(watcher.restyled == ["0.2 false", "0.2 false", "0.2 true"])
    try view.setContentOffset(Point(x: 0, y: 1600))
    let other = try #require(view.indexPath(for: cell))
    #expect(other != ItemPath(0, 2) && !icon.isSelected, "the view shows another item now")
  }
}
