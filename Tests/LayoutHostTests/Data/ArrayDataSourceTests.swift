// SPDX-License-Identifier: Apache-2.0
//
// A data source over arrays: five lines to show one, and its changes.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("A data source over arrays")
struct ArrayDataSourceTests {
  private let viewportSize = Size(width: 320, height: 480)

  private func texts(_ view: CollectionView) -> [ViewContent] { view.visibleCells.map(\.content) }

  private func flow() throws -> CollectionLayout {
    try TestLayout.bundled("FlowPlugin", "flow")
  }

  @Test("M15: five lines show an array")
  func fiveLines() throws {
    let flow = try flow()
    let words = ["one", "two", "three"]

    let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: flow)
    let source = ArrayDataSource(view, items: words) { cell, path, word in
      cell.content = .text(word)
    }
    try view.layoutIfNeeded()

    #expect(texts(view) == [.text("one"), .text("two"), .text("three")])
    #expect(view.cellForItem(at: ItemPath(0, 1))?.attributes?.size == Size(width: 50, height: 50))
    #expect(source.item(at: ItemPath(0, 2)) == "three")
    #expect(source.item(at: ItemPath(1, 0)) == nil)
  }

  @Test(
    "M15: a change shows in the next frame, and an unchanged item keeps its view, unfilled")
  func changes() throws {
    let view = CollectionView(viewportSize: viewportSize, layout: try flow())
    var filled: [Int] = []
    let source = ArrayDataSource(view, items: Array(0..<12)) { cell, _, number in
      filled.append(number)
      cell.content = .text("\(number)")
    }
    try view.layoutIfNeeded()
    let five = try #require(view.cellForItem(at: ItemPath(0, 5)))
    filled = []
    try source.insert([100, 101], at: ItemPath(0, 3))
    try source.remove(at: ItemPath(0, 0))
    try source.move(at: ItemPath(0, 12), to: ItemPath(0, 0))
    try source.replace(at: ItemPath(0, 1), with: 200)
    #expect(source.sections == [[11, 200, 2, 100, 101, 3, 4, 5, 6, 7, 8, 9, 10]])
    #expect(filled == [100, 101, 200])
    #expect(texts(view) == source.sections[0].map { .text("\($0)") })
    #expect(view.cellForItem(at: ItemPath(0, 7)) === five)
    try source.replace(with: [[7], [8, 9]])
    #expect(view.numberOfSections == 2)
    #expect(texts(view) == [.text("7"), .text("8"), .text("9")])
    try source.move(at: ItemPath(0, 0), to: ItemPath(1, 2))
    #expect(source.sections == [[], [8, 9, 7]])
  }

  struct Oops: Error {}

  @Test("a change that cannot be shown is named, and leaves the items unchanged")
  func failures() throws {
    let view = CollectionView(viewportSize: viewportSize, layout: try flow())
    let source = ArrayDataSource(view, items: [1, 2, 3]) { cell, _, number in
      if number < 0 { throw Oops() }
      cell.content = .text("\(number)")
    }
    try view.layoutIfNeeded()
    func code(_ change: () throws -> Void) -> LayoutError.Code? {
      do { try change() } catch { return (error as? LayoutError)?.code }
      return nil
    }
    #expect(code { try source.insert([4], at: ItemPath(0, 4)) } == "unknown-path")
    #expect(code { try source.insert([4], at: ItemPath(1, 0)) } == "unknown-path")
    #expect(code { try source.remove(at: ItemPath(0, 3)) } == "unknown-path")
    #expect(code { try source.move(at: ItemPath(0, 0), to: ItemPath(0, 3)) } == "unknown-path")
    #expect(code { try source.move(at: ItemPath(0, -1), to: ItemPath(0, 0)) } == "unknown-path")
    #expect(code { try source.insert([-4], at: ItemPath(0, 0)) } == "data-source")
    #expect(code { try source.replace(with: [[-1]]) } == "data-source")
    #expect(source.sections == [[1, 2, 3]])
    #expect(texts(view) == [.text("1"), .text("2"), .text("3")])
    try view.layoutIfNeeded()
    #expect(texts(view) == [.text("1"), .text("2"), .text("3")])
    let other = ArrayDataSource(view, items: [9]) { _, _, _ in }
    #expect(code { try source.remove(at: ItemPath(0, 0)) } == "not-the-data-source")
    #expect(source.sections == [[1, 2, 3]] && other.sections == [[9]])
  }

  @Test("a change stays when the layout fails, as it does in the view")
  func failingLayout() throws {
    let layout = try TestLayout.fake()
    let view = CollectionView(viewportSize: viewportSize, layout: layout)
    view.animation.isEnabled = false
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    let source = ArrayDataSource(view, items: [1, 2, 3]) { cell, _, number in
      cell.content = .text("\(number)")
    }
    source.supplementaryProvider = { view, kind, path in
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
    }
    try view.layoutIfNeeded()
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    try? view.layoutIfNeeded()
    #expect(throws: LayoutError.self) { try source.remove(at: ItemPath(0, 0)) }
    #expect(source.sections == [[2, 3]] && view.numberOfItems(inSection: 0) == 2)
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    try view.layoutIfNeeded()
    #expect(texts(view) == [.text("2"), .text("3")])
    try source.insert([4], at: ItemPath(0, 2))
    #expect(texts(view) == [.text("2"), .text("3"), .text("4")])
  }

  @Test("another data source of a view that is shown is read by the next frame")
  func another() throws {
    let view = CollectionView(viewportSize: viewportSize, layout: try flow())
    let first = ArrayDataSource(view, items: Array(0..<500)) { _, _, _ in }
    try view.layoutIfNeeded()
    let second = ArrayDataSource(view, items: [7]) { cell, _, number in
      cell.content = .text("\(number)")
    }
    try view.setContentOffset(Point(x: 0, y: 2000))
    try view.setContentOffset(.zero)
    #expect(view.numberOfItems(inSection: 0) == 1 && texts(view) == [.text("7")])
    #expect(first.sections[0].count == 500 && second.sections == [[7]])
  }

  @Test("a layout that shows headers needs the provider, and the error says so")
  func supplementary() throws {
    let view = CollectionView(viewportSize: viewportSize, layout: try flow())
    try view.collectionViewLayout.set(
      "headerReferenceSize", to: .size(Size(width: 0, height: 20)))
    let source = ArrayDataSource(view, items: [1]) { _, _, _ in }
    let error = #expect(throws: LayoutError.self) { try view.layoutIfNeeded() }
    #expect(error?.code == "no-supplementary-view")
    #expect(error?.message.contains("supplementaryProvider") == true)
    let heading = CollectionView.SupplementaryRegistration<ReusableView>(elementKind: "header") {
      $0.content = .text("\($1) \($2)")
    }
    source.supplementaryProvider = { view, _, path in
      try view.dequeueConfiguredReusableSupplementary(using: heading, for: path)
    }
    try view.layoutIfNeeded()
    let header = view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0))
    #expect(header?.content == .text("header 0.0"))
  }
}
