// SPDX-License-Identifier: Apache-2.0
//
// Reconfiguring: cells are filled again in place.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Reconfiguring items")
struct ReconfigureTests {
  /// A record of the calls to a stage about one view.
  private final class Listener: Stage {
    var heard: [String] = []
    func make(_ view: ReusableView) { heard.append("make \(view.serialNumber)") }
    func bind(_ view: ReusableView) { heard.append("bind \(view.serialNumber)") }
    func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
      heard.append("apply \(view.serialNumber)")
    }
    func recycle(_ view: ReusableView) { heard.append("recycle \(view.serialNumber)") }
  }

  /// A cell that counts its calls.
  final class CountingCell: Cell {
    var reuses = 0
    override func prepareForReuse() {
      super.prepareForReuse()
      reuses += 1
    }
  }

  /// A data source of words that change.
  final class Words: CollectionViewDataSource {
    var words = (0..<500).map { "word \($0)" }
    var identifier: (ItemPath) -> String = { _ in "cell" }
    var asked: [ItemPath] = []

    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
      words.count
    }

    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      asked.append(path)
      if words[path.item].isEmpty { throw LayoutError("no-word", "item \(path) has no word") }
      let cell = try view.dequeueReusableCell(
        withReuseIdentifier: identifier(path), for: path)
      cell.content = .text(words[path.item])
      return cell
    }
  }

  private func shown(_ words: Words) throws -> CollectionView {
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 400),
      layout: try TestLayout.bundled("FlowPlugin", "flow")
    )
    view.register(CountingCell.self, forCellWithReuseIdentifier: "cell")
    view.register(CountingCell.self, forCellWithReuseIdentifier: "other")
    view.dataSource = words
    try view.layoutIfNeeded()
    words.asked = []
    return view
  }

  @Test("a visible item is filled again in its cell, and an invisible one is not requested")
  func keepsCell() throws {
    let words = Words()
    let view = try shown(words)
    let stage = Listener()
    view.stage = stage
    let path = ItemPath(0, 3)
    let cell = try #require(view.cellForItem(at: path) as? CountingCell)
    words.words[3] = "changed"
    let made = view.counters.made
    try view.reconfigureItems(at: [path, ItemPath(0, 499)])
    #expect(view.cellForItem(at: path) === cell)
    #expect(cell.content == .text("changed") && cell.reuses == 0)
    #expect(words.asked == [path] && view.counters.made == made)
    #expect(stage.heard == ["bind \(cell.serialNumber)", "apply \(cell.serialNumber)"])
    // The cell belongs only to its item.
    try view.setContentOffset(Point(x: 0, y: 2_000))
    try view.setContentOffset(.zero)
    let numbers = view.visibleElements.map(\.view.serialNumber)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("another reuse identifier is refused by name, and the item keeps its cell")
  func refusesOtherIdentifier() throws {
    let words = Words()
    let view = try shown(words)
    let path = ItemPath(0, 3)
    let cell = try #require(view.cellForItem(at: path))
    words.identifier = { $0 == path ? "other" : "cell" }
    let error = #expect(throws: LayoutError.self) { try view.reconfigureItems(at: [path]) }
    #expect(error?.code == "other-view")
    #expect(view.cellForItem(at: path) === cell && cell.content == .text("word 3"))
    words.identifier = { _ in "cell" }
    try view.reconfigureItems(at: [path])
    #expect(view.cellForItem(at: path) === cell)
  }

  @Test("a missing item is refused before any cell is filled, and a failing one keeps its cell")
  func refusesUnknownItem() throws {
    let words = Words()
    let view = try shown(words)
    let unknown = #expect(throws: LayoutError.self) {
      try view.reconfigureItems(at: [ItemPath(0, 0), ItemPath(0, 500)])
    }
    #expect(unknown?.code == "unknown-item" && words.asked.isEmpty)
    let cell = try #require(view.cellForItem(at: ItemPath(0, 1)))
    words.words[1] = ""
    #expect(throws: LayoutError.self) { try view.reconfigureItems(at: [ItemPath(0, 1)]) }
    #expect(view.cellForItem(at: ItemPath(0, 1)) === cell)
    words.words[1] = "again"
    try view.reconfigureItems(at: [ItemPath(0, 1)])
    #expect(cell.content == .text("again"))
  }

  @Test("after an error the next frame fills all cells again, since the app may undo its change")
  func takenBack() throws {
    let words = Words()
    let view = try shown(words)
    (words.words[0], words.words[1]) = ("changed", "")
    #expect(throws: LayoutError.self) {
      try view.reconfigureItems(at: [ItemPath(0, 0), ItemPath(0, 1)])
    }
    #expect(view.cellForItem(at: ItemPath(0, 0))?.content == .text("changed") && view.isFrameDue)
    (words.words[0], words.words[1]) = ("word 0", "word 1")
    try view.layoutIfNeeded()
    for item in 0..<2 {
      #expect(view.cellForItem(at: ItemPath(0, item))?.content == .text("word \(item)"))
    }
  }

  @Test("M8: a snapshot reconfigures items together with its changes, in their current views")
  func fromSnapshot() throws {
    var names = [1: "one", 2: "two", 3: "three"]
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 400),
      layout: try TestLayout.bundled("FlowPlugin", "flow")
    )
    view.animation.isEnabled = false
    view.register(CountingCell.self, forCellWithReuseIdentifier: "cell")
    var ask: ((Int) -> String?)?
    let source = DiffableDataSource<Int, Int>(view) { view, path, item in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      cell.content = .text(ask?(item) ?? "?")
      return cell
    }
    ask = { names[$0] }
    var snapshot = DiffableSnapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot.appendItems([1, 2, 3], to: 0)
    try source.apply(snapshot)
    let cell = try #require(view.cellForItem(at: ItemPath(0, 2)))
    names[3] = "drei"
    snapshot = source.snapshot
    try snapshot.moveItem(3, beforeItem: 1)
    try snapshot.reconfigureItems([3])
    try source.apply(snapshot)
    #expect(view.cellForItem(at: ItemPath(0, 0)) === cell && cell.content == .text("drei"))
    #expect(source.snapshot.reconfiguredIDs.isEmpty)
  }
}
