// SPDX-License-Identifier: Apache-2.0
//
// A layout shows one view at a time, also when a second view gets the same layout.

import LayoutHost
import LayoutModel
import Testing

@Suite("A layout for two views")
struct SharedLayoutTests {
  private func cells(_ app: Gallery) -> Int {
    app.view.visibleElements.count { $0.attributes.category == .cell }
  }

  private func code(_ body: () throws(LayoutError) -> Void) -> LayoutError.Code? {
    do throws(LayoutError) { try body() } catch { return error.code }
    return nil
  }

  @Test(
    "a view made with the layout of another view throws in its frames, and the other view is intact"
  )
  func refused() throws {
    let layout = try TestLayout.grid()
    let first = try Gallery([40], layout: layout)
    let second = try Gallery([7], layout: layout, isShown: false)
    #expect(layout.collectionView === first.view)
    for _ in 0..<2 {
      #expect(
        code { () throws(LayoutError) in try second.view.layoutIfNeeded() } == "layout-in-use")
    }
    #expect(code { () throws(LayoutError) in try second.view.reloadData() } == "layout-in-use")
    #expect(second.view.visibleElements.isEmpty)

    // The first view is unchanged, and its layout answers for its data.
    try first.view.setContentOffset(Point(x: 0, y: 80))
    try first.view.reloadData()
    #expect(try first.view.layoutAttributesForItem(at: ItemPath(0, 39)) != nil)
    #expect(first.view.numberOfItems(inSection: 0) == 40)
  }

  @Test("the target of another view's transition is refused until the transition is over")
  func target() throws {
    let (first, second) = (
      try Gallery([40], layout: try TestLayout.grid()),
      try Gallery([7], layout: try TestLayout.grid())
    )
    let target = try TestLayout.grid()
    try first.view.startInteractiveTransition(to: target)
    let set = { () throws(LayoutError) in try second.view.setLayout(target) }
    #expect(code { () throws(LayoutError) in _ = try set() } == "layout-in-use")
    try first.view.cancelInteractiveTransition(animated: false)
    #expect(code { () throws(LayoutError) in _ = try set() } == nil)
    #expect(target.collectionView === second.view && cells(second) == 7)
  }

  @Test("it is shown once the other view has another layout, or is gone, or this one has its own")
  func remedies() throws {
    let layout = try TestLayout.grid()
    var first: Gallery? = try Gallery([40], layout: layout)
    let second = try Gallery([7], layout: layout, isShown: false)
    try first?.view.setLayout(try TestLayout.grid())
    try second.view.layoutIfNeeded()
    #expect(layout.collectionView === second.view)
    #expect(cells(second) == 7)

    let other = try #require(first?.view.collectionViewLayout)
    let third = try Gallery([5], layout: other, isShown: false)
    #expect(code { () throws(LayoutError) in try third.view.layoutIfNeeded() } == "layout-in-use")
    first = nil
    try third.view.layoutIfNeeded()
    #expect(cells(third) == 5)

    let fourth = try Gallery([3], layout: other, isShown: false)
    try fourth.view.setLayout(try TestLayout.grid())
    #expect(cells(fourth) == 3)
    #expect(other.collectionView === third.view, "the layout stays with the view that shows it")
  }
}
