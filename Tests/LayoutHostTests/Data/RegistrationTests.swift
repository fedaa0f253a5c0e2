// SPDX-License-Identifier: Apache-2.0
//
// Views by typed registrations: made from their class, filled, recycled, and never mixed.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Typed registrations")
struct RegistrationTests {
  final class WordCell: Cell {
    var word = ""
  }

  final class NumberCell: Cell {
    var number = 0
  }

  final class Heading: ReusableView {
    var title = ""
  }

  /// Words at even items, numbers at odd ones.
  final class Source: CollectionViewDataSource {
    let words = CollectionView.CellRegistration<WordCell, String> { cell, _, word in
      cell.word = word
    }
    let numbers = CollectionView.CellRegistration<NumberCell, Int> { cell, path, number in
      if number < 0 { throw LayoutError("no-number", "\(path) has no number") }
      cell.number = number
    }
    let headings = CollectionView.SupplementaryRegistration<Heading>(elementKind: "header") {
      $0.title = "section \($2.section)"
    }
    var mistake: ((CollectionView, ItemPath) throws -> Cell?)?

    func collectionView(
      _ view: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { 1000 }

    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      if let cell = try mistake?(view, path) { return cell }
      return path.item.isMultiple(of: 2)
        ? try view.dequeueConfiguredReusableCell(using: words, for: path, item: "w\(path.item)")
        : try view.dequeueConfiguredReusableCell(using: numbers, for: path, item: path.item)
    }

    func collectionView(
      _ view: CollectionView, viewForSupplementaryElementOfKind kind: String, at path: ItemPath
    ) throws -> ReusableView {
      try view.dequeueConfiguredReusableSupplementary(using: headings, for: path)
    }
  }

  private func shown(_ source: Source) throws -> CollectionView {
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.dataSource = source
    try view.layoutIfNeeded()
    return view
  }

  @Test("M15: each class is made, filled with its type and recycled for its own")
  func classes() throws {
    let source = Source()
    let view = try shown(source)
    for offset in [0.0, 4000, 40_000, 0] {
      try view.setContentOffset(Point(x: 0, y: offset))
      for cell in view.visibleCells {
        let item = try #require(view.indexPath(for: cell)).item
        if item.isMultiple(of: 2) {
          #expect((cell as? WordCell)?.word == "w\(item)")
        } else {
          #expect((cell as? NumberCell)?.number == item)
        }
      }
    }
    #expect(view.counters.made <= 112, "the views of one screen plus one partial row")
    let heading = view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0))
    #expect((heading as? Heading)?.title == "section 0")
  }

  @Test("two registrations of one class and kind have pools of their own")
  func pools() throws {
    let source = Source()
    let view = try shown(source)
    let made = view.counters.made
    let other = CollectionView.CellRegistration<WordCell, String> { cell, _, word in
      cell.word = word.uppercased()
    }
    source.mistake = { view, path in
      path.item.isMultiple(of: 2)
        ? try view.dequeueConfiguredReusableCell(using: other, for: path, item: "a") : nil
    }
    try view.reloadData()
    #expect(view.counters.made == made + 50)
    #expect((view.visibleCells.first as? WordCell)?.word == "A")
    source.mistake = nil
    try view.reloadData()
    #expect(view.counters.made == made + 50)
  }

  @Test("a failure in a handler, or a call at the wrong time, is named, and the last frame stays")
  func failures() throws {
    let source = Source()
    let view = try shown(source)
    let texts = view.visibleCells.map { ($0 as? WordCell)?.word }
    let (numbers, words) = (source.numbers, source.words)
    source.mistake = { view, path in
      path == ItemPath(0, 103)
        ? try view.dequeueConfiguredReusableCell(using: numbers, for: path, item: -1) : nil
    }
    let error = #expect(throws: LayoutError.self) {
      try view.setContentOffset(Point(x: 0, y: 50))
    }
    #expect(error?.code == "no-number")
    #expect(error?.message.hasPrefix("cell 0.103: ") == true)
    #expect(view.visibleCells.map { ($0 as? WordCell)?.word } == texts)
    source.mistake = { view, path in
      let next = ItemPath(0, path.item + 1)
      return try view.dequeueConfiguredReusableCell(using: words, for: next, item: "a")
    }
    let turn = #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 50)) }
    #expect(turn?.code == "dequeue")
    source.mistake = nil
    try view.setContentOffset(Point(x: 0, y: 50))
    #expect((view.cellForItem(at: ItemPath(0, 103)) as? NumberCell)?.number == 103)
  }

  @Test("a registration in advance lets a layout with its kind be swapped in")
  func swap() throws {
    let source = Source()
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid("badges"))
    try view.collectionViewLayout.set("headerLength", to: .number(0))
    view.dataSource = source
    try view.layoutIfNeeded()
    let layout = try TestLayout.grid()
    let refusal = #expect(throws: LayoutError.self) { try view.setLayout(layout) }
    #expect(refusal?.code == "unregistered-kind")
    view.register(source.headings)
    try view.setLayout(layout)
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0)) is Heading)
  }
}
