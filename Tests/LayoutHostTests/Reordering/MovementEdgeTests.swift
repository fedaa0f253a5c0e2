// SPDX-License-Identifier: Apache-2.0
//
// Scrolling while an item is held at the edge.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("An item held at the edge")
struct MovementEdgeTests {
  /// Rows of three, 100 × 80, below headers of 20.
  private func shelf(_ sections: [[Int]] = [Array(0..<9), Array(20..<24)]) throws -> Shelf {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Shelf(sections, layout)
  }

  @Test(
    "M7: at an edge the content scrolls by the clock, independent of the frames",
    arguments: [1, 7, 60])
  func autoScroll(frames: Int) throws {
    let app = try shelf([Array(0..<300)])
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 3))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 388))
    #expect(view.isMoving && view.contentOffset.y == 0)
    for frame in 1...frames { try view.advance(to: Double(frame) / Double(frames)) }
    // 12 points from the edge give three quarters of 900 points a second.
    #expect(abs(view.contentOffset.y - 675) < 1e-9)
    #expect(app.frame(of: 3)?.center == Point(x: 150, y: 388 + view.contentOffset.y))
    // Rows are 80 high: 388 + 675 = 1063 is in row 13, with items 39 to 41.
    #expect(view.interactiveMovement?.target == ItemPath(0, 40))
    #expect(app.faults.isEmpty)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 200))
    let offset = view.contentOffset
    try view.advance(to: 3)
    #expect(view.contentOffset == offset && !view.isMoving)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 500))
    try view.advance(to: 60)
    try view.advance(to: 61)
    #expect(view.contentOffset == view.contentOffsetEdges.end && !view.isMoving)
    try view.updateInteractiveMovement(to: Point(x: 150, y: -50))
    try view.advance(to: 120)
    #expect(view.contentOffset.y == 0)
    try view.endInteractiveMovement()
    #expect(app.moves.count == 1 && app.faults.isEmpty)
  }

  @Test("a held item whose place was scrolled out of sight keeps its view")
  func outOfSight() throws {
    final class Keeper: CollectionViewDelegate {
      func collectionView(
        _ view: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
      ) -> ItemPath { source }
    }
    let (keeper, app) = (Keeper(), try shelf([Array(0..<300)]))
    let view = app.view
    view.delegate = keeper
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 1))
    let cell = view.cellForItem(at: ItemPath(0, 1))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 398))
    for frame in 1...60 { try view.advance(to: Double(frame) / 30) }
    #expect(view.contentOffset.y > 1000)
    let element = try #require(view.visibleElements.first { $0.view === cell })
    #expect(element.attributes.center == Point(x: 150, y: 398 + view.contentOffset.y))
    try view.cancelInteractiveMovement()
    try view.advance(to: 5)
    #expect(!view.visibleElements.contains { $0.view === cell } && app.faults.isEmpty)
    try view.setContentOffset(.zero)
    #expect(app.frame(of: 1) == Rect(x: 100, y: 20, width: 100, height: 80))
  }
}
