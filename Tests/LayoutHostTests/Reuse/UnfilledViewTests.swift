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
  }

  @Test("a view with another element's content is dropped when its own element leaves")
  func leaves() throws {
    let data = Numbers()
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 400),
      layout: try TestLayout.bundled("FlowPlugin", "flow"))
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = data
    try view.layoutIfNeeded()
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
