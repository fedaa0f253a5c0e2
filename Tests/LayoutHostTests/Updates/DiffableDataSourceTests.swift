// SPDX-License-Identifier: Apache-2.0
//
// Snapshots of identities on a live view.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Diffable data source")
struct DiffableDataSourceTests {
  typealias Source = DiffableDataSource<String, Int>

  /// A view, its data source, and the items that were filled.
  final class App {
    let view: CollectionView
    let source: Source
    var filled: [Int] = []
    /// The item whose cell cannot be made.
    var broken: Int?

    /// - Parameter layout: The layout of the view; nil for the grid.
    init(_ layout: CollectionLayout? = nil) throws {
      view = CollectionView(
        viewportSize: Size(width: 1000, height: 800), layout: try layout ?? TestLayout.grid())
      view.animation.isEnabled = false
      view.register(Cell.self, forCellWithReuseIdentifier: "cell")
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
      var fill: ((CollectionView, ItemPath, Int) throws -> Cell)?
      source = Source(view) { view, path, item in try fill.unsafelyUnwrapped(view, path, item) }
      fill = { [unowned self] view, path, item in
        if item == broken { throw LayoutError("broken", "item \(item)") }
        filled.append(item)
        let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        cell.content = .text("\(item)")
        return cell
      }
      source.supplementaryProvider = { view, kind, path in
        try view.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: "header", for: path)
      }
    }

    /// The texts on screen, by path.
    var texts: [String] {
      view.visibleCells.compactMap { if case .text(let text) = $0.content { text } else { nil } }
    }
  }

  private func snapshot(_ sections: [(String, [Int])]) throws -> DiffableSnapshot<String, Int> {
    var snapshot = DiffableSnapshot<String, Int>()
    try snapshot.appendSections(sections.map(\.0))
    for (section, items) in sections { try snapshot.appendItems(items, to: section) }
    return snapshot
  }

  @Test("M8: applying a snapshot fills new items, and the other items keep their views")
  func apply() throws {
    let app = try App()
    try app.source.apply(try snapshot([("a", [1, 2, 3]), ("b", [4, 5])]))
    #expect(app.texts == ["1", "2", "3", "4", "5"])
    let four = try #require(app.view.cellForItem(at: ItemPath(1, 0)))
    app.filled = []
    var outcomes: [Bool] = []
    try app.source.apply(try snapshot([("b", [5, 2, 6]), ("c", [7]), ("a", [4, 3, 1])])) {
      outcomes.append($0)
    }
    #expect(outcomes == [true])
    #expect(app.texts == ["5", "2", "6", "7", "4", "3", "1"])
    #expect(app.filled == [6, 7])
    #expect(app.view.indexPath(for: four) == ItemPath(2, 0))
    #expect(app.source.path(of: 4) == ItemPath(2, 0))
    #expect(app.source.path(of: 8) == nil)
    #expect(app.source.itemID(at: ItemPath(0, 1)) == 2)
    #expect(app.source.itemID(at: ItemPath(3, 0)) == nil)
    #expect(app.source.itemID(at: ItemPath(1, 1)) == nil)
  }

  @Test("M8: items are reloaded once, and not again by the next snapshot made from this one")
  func reload() throws {
    let app = try App()
    try app.source.apply(try snapshot([("a", [1, 2, 3])]))
    var next = app.source.snapshot
    try next.reloadItems([2])
    app.filled = []
    try app.source.apply(next)
    #expect(app.filled == [2])
    next = app.source.snapshot
    try next.appendItems([9], to: "a")
    try app.source.apply(next)
    #expect(app.filled == [2, 9])
  }

  @Test("M8: a duplicate is a named error, and nothing changes")
  func duplicate() throws {
    let app = try App()
    try app.source.apply(try snapshot([("a", [1, 2, 3])]))
    var next = app.source.snapshot
    let error = #expect(throws: LayoutError.self) { try next.appendItems([7, 2], to: "a") }
    #expect(error?.code == "duplicate-identity")
    try app.source.apply(next)
    #expect(app.texts == ["1", "2", "3"])
  }

  @Test("a snapshot is animated as its caller says, and ends once, at the end of that time")
  func timing() throws {
    let app = try App()
    app.view.animation.isEnabled = true
    try app.source.apply(try snapshot([("a", [1, 2, 3])]), animated: false)
    try app.view.advance(to: 0)
    var outcomes: [Bool] = []
    try app.source.apply(
      try snapshot([("a", [3, 2, 1])]), timing: .curve(.linear, duration: 2)
    ) { outcomes.append($0) }
    try app.view.advance(to: 1.9)
    #expect(app.view.isMoving && outcomes.isEmpty)
    try app.view.advance(to: 2.1)
    #expect(!app.view.isMoving && outcomes == [true])
  }

  @Test("a snapshot that cannot be shown keeps the last one, on screen and in the data source")
  func failure() throws {
    let app = try App()
    try app.source.apply(try snapshot([("a", [1, 2, 3])]))
    app.broken = 8
    let next = try snapshot([("a", [3, 8, 1])])
    let error = #expect(throws: LayoutError.self) { try app.source.apply(next) }
    #expect(error?.code == "broken")
    #expect(app.source.snapshot.itemIDs(inSectionAt: 0) == [1, 2, 3])
    #expect(app.texts == ["1", "2", "3"])
    try app.view.reloadData()
    #expect(app.texts == ["1", "2", "3"])
    app.broken = nil
    try app.source.apply(next)
    #expect(app.texts == ["3", "8", "1"])
  }

  @Test("a snapshot that comes while the layout fails is a reload, with the layout's error")
  func failingLayout() throws {
    let layout = try TestLayout.fake()
    let app = try App(layout)
    try app.source.apply(try snapshot([("a", [1, 2, 3])]))
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    #expect(throws: LayoutError.self) { try app.view.reloadData() }
    let next = try snapshot([("a", [3, 4, 1])])
    var outcomes: [Bool] = []
    let error = #expect(throws: LayoutError.self) {
      try app.source.apply(next) { outcomes.append($0) }
    }
    #expect(error?.plugin == "test.fake" && outcomes.isEmpty)
    #expect(app.source.snapshot.itemIDs(inSectionAt: 0) == [3, 4, 1])
    #expect(app.texts == ["1", "2", "3"], "the last good frame stays")
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    app.filled = []
    // One frame over the new data; a batch would show those before it first.
    try app.source.apply(try snapshot([("a", [3, 5])])) { outcomes.append($0) }
    #expect(app.filled == [3, 5] && outcomes == [true])
    #expect(app.texts == ["3", "5"])
  }

  @Test("a cell that cannot be filled again is told of, also while the layout fails")
  func failingLayoutAndCell() throws {
    let layout = try TestLayout.fake()
    let app = try App(layout)
    var next = try snapshot([("a", [1, 2, 3])])
    try app.source.apply(next)
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    try next.reconfigureItems([2])
    app.broken = 2
    layout.invalidate()
    let told = #expect(throws: LayoutError.self) { try app.source.apply(next) }
    #expect(told?.plugin == nil && told?.message.contains("item 2") == true)
    app.broken = nil
    app.filled = []
    layout.invalidate()
    let filled = #expect(throws: LayoutError.self) { try app.source.apply(next) }
    #expect(filled?.plugin == "test.fake" && app.filled == [2])
  }

  @Test("nothing is filled again if an answer of the app fails in the due frame before")
  func failingAnswer() throws {
    let layout = try TestLayout.bundled("FlowPlugin", "flow")
    var isBroken = false
    try layout.bind("sizeForItem") { (path: ItemPath) throws -> Size? in
      if isBroken { throw LayoutError("broken", "the size of \(path)") }
      return Size(width: 50, height: 50)
    }
    let app = try App(layout)
    var next = try snapshot([("a", [1, 2, 3])])
    try app.source.apply(next)
    (app.filled, isBroken) = ([], true)
    layout.invalidate()
    try next.reconfigureItems([2])
    #expect(throws: LayoutError.self) { try app.source.apply(next) }
    #expect(app.filled.isEmpty)
    isBroken = false
    try app.source.apply(next)
    #expect(app.filled == [2])
  }

  @Test("a snapshot is compared with the one that a notice of the due frame applied")
  func appliedInNotice() throws {
    final class Listener: CollectionViewDelegate {
      var act: (() -> Void)?
      func collectionViewDidScroll(_ view: CollectionView) {
        act?()
        act = nil
      }
    }
    let (app, listener) = (try App(), Listener())
    app.view.delegate = listener
    try app.source.apply(try snapshot([("a", Array(0..<300))]))
    try app.view.setContentOffset(app.view.contentOffsetEdges.end)
    listener.act = {
      #expect(throws: Never.self) {
        try app.source.apply(try self.snapshot([("a", [4, 2, 3])]))
      }
    }
    // The due frame clamps the offset.
    app.view.contentInset = Insets(top: 0, left: 0, bottom: -50, right: 0)
    try app.source.apply(try snapshot([("a", [1, 2, 5])]))
    #expect(listener.act == nil, "the due frame scrolled")
    #expect(app.texts == ["1", "2", "5"])
  }

  @Test("a data source that was replaced reports it")
  func replaced() throws {
    let app = try App()
    let other = Source(app.view) { _, _, _ in Cell() }
    let error = #expect(throws: LayoutError.self) { try app.source.apply(.init()) }
    #expect(error?.code == "not-the-data-source")
    try other.apply(.init())
    #expect(app.view.numberOfSections == 0)
  }
}
