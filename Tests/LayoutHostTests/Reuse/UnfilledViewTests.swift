// SPDX-License-Identifier: Apache-2.0
//
// Views that a failed frame filled for other elements, and that the app could not fill again.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Views that could not be filled again")
struct UnfilledViewTests {
  private struct Failure: Error {}

  /// Numbers, of which the app can show only some.
  private final class Numbers: CollectionViewDataSource {
    var numbers = Array(0..<500)
    var callsLeft = Int.max

    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
      numbers.count
    }

    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      callsLeft -= 1
      guard callsLeft >= 0 else { throw Failure() }
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      cell.content = .text("\(numbers[path.item])")
      return cell
    }

    func collectionView(
      _ view: CollectionView, viewForSupplementaryElementOfKind kind: String, at path: ItemPath
    ) throws -> ReusableView {
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "heading", for: path)
    }
  }

  /// A view of them.
  private func view(
    of data: Numbers, _ layout: CollectionLayout? = nil
  ) throws -> CollectionView {
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 400),
      layout: try layout ?? TestLayout.bundled("FlowPlugin", "flow"))
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "heading")
    view.dataSource = data
    try view.layoutIfNeeded()
    return view
  }

  @Test("a view with another content that moves goes on with its own, and no view is left")
  func moves() throws {
    let data = Numbers()
    let view = try view(of: data)
    view.idleViewLimit = 0
    try view.setContentOffset(Point(x: 0, y: 2_000))
    let wide = try TestLayout.bundled("FlowPlugin", "flow")
    try wide.set("itemSize", to: .size(Size(width: 66, height: 50)))
    try view.setLayout(wide, animated: true)
    try view.advance(to: view.clock + 0.05)
    let leaving = view.visibleElements.filter(\.isLeaving).count
    // Other items come, and others go at once: the first that comes takes the view of one that goes.
    data.callsLeft = 1
    let across = try TestLayout.bundled("FlowPlugin", "flow")
    try across.set("scrollDirection", toCase: "horizontal")
    try across.set("itemSize", to: .size(Size(width: 60, height: 60)))
    #expect(throws: LayoutError.self) { try view.setLayout(across, animated: false) }
    let wrong = view.indexPathsForVisibleItems.filter {
      view.cellForItem(at: $0)?.content != .text("\($0.item)")
    }
    try #require(wrong.count == 1)
    let cell = try #require(view.cellForItem(at: wrong[0]))
    let place = cell.attributes?.frame
    #expect(try view.layoutAttributesForItem(at: wrong[0])?.frame != place, "it moves")
    data.callsLeft = .max
    try view.layoutIfNeeded()
    #expect(view.cellForItem(at: wrong[0]) === cell && cell.content == .text("\(wrong[0].item)"))
    #expect(cell.attributes?.frame == place)
    #expect(view.visibleElements.filter(\.isLeaving).count == leaving)
    try view.advance(to: view.clock + 2)
    #expect(!view.visibleElements.contains(where: \.isLeaving) && !view.isMoving)
  }

  @Test("a batch that is applied without the layout asks for no view, and the next frame does")
  func batchWithoutLayout() throws {
    let (data, layout) = (Numbers(), try TestLayout.fake())
    let view = try view(of: data, layout)
    data.callsLeft = 1
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 300)) }
    let wrong = view.indexPathsForVisibleItems.filter {
      view.cellForItem(at: $0)?.content != .text("\($0.item)")
    }
    try #require(wrong.count == 1)
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    let callsLeft = data.callsLeft
    data.numbers.removeLast()
    #expect(throws: LayoutError.self) { try view.deleteItems(at: [ItemPath(0, 499)]) }
    #expect(data.callsLeft == callsLeft, "it was not asked again")
    data.callsLeft = .max
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    try view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 499)
    for path in view.indexPathsForVisibleItems {
      #expect(view.cellForItem(at: path)?.content == .text("\(path.item)"))
    }
  }

  @Test("a view with another element's content is dropped when its own element leaves")
  func leaves() throws {
    let data = Numbers()
    let view = try view(of: data)
    // The second new cell cannot be filled, and neither can the cells that it replaced.
    data.callsLeft = 1
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 300)) }
    let shown = view.indexPathsForVisibleItems
    let wrong = shown.filter { view.cellForItem(at: $0)?.content != .text("\($0.item)") }
    #expect(wrong.count == 1 && view.contentOffset == .zero)
    data.callsLeft = .max
    let large = try TestLayout.bundled("FlowPlugin", "flow")
    try large.set("itemSize", to: .size(Size(width: 290, height: 190)))
    try view.setLayout(large, animated: true)
    try view.advance(to: view.clock + 0.05)
    #expect(view.isAnimating && view.indexPathsForVisibleItems.count < shown.count)
    #expect(!view.indexPathsForVisibleItems.contains(wrong[0]))
    try view.setLayout(try TestLayout.bundled("FlowPlugin", "flow"), animated: true)
    for path in view.indexPathsForVisibleItems {
      #expect(view.cellForItem(at: path)?.content == .text("\(path.item)"))
    }
    #expect(view.indexPathsForVisibleItems == shown)
  }
}
