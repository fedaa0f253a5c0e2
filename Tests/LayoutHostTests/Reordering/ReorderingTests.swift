// SPDX-License-Identifier: Apache-2.0
//
// Items moved by hand: the pointer, the others, the edges, the drop.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Interactive reordering")
struct ReorderingTests {
  /// Rows of three, 100 × 80, below headers of 20.
  private func shelf(_ sections: [[Int]] = [Array(0..<9), Array(20..<24)]) throws -> Shelf {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Shelf(sections, layout)
  }

  @Test(
    "M7, C121: the item follows the pointer on top, the others make room, and the data moves once")
  func follows() throws {
    let app = try shelf()
    let view = app.view
    #expect(try view.beginInteractiveMovement(at: ItemPath(0, 0)))
    #expect(app.frame(of: 0) == Rect(x: 0, y: 20, width: 100, height: 80))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130))
    let cell = try #require(view.visibleElements.first { $0.view.content == .text("0") })
    #expect(
      view.visibleElements.allSatisfy {
        $0.view === cell.view || $0.attributes.zIndex < cell.attributes.zIndex
      })
    #expect(cell.view.attributes?.zIndex == cell.attributes.zIndex)
    #expect(view.interactiveMovement?.target == ItemPath(0, 5))
    #expect(app.shown[0] == [1, 2, 3, 4, 5, 0, 6, 7, 8])
    #expect(app.frame(of: 1) == Rect(x: 100, y: 20, width: 100, height: 80), "it starts")
    try view.advance(to: 1)
    #expect(app.frame(of: 1) == Rect(x: 0, y: 20, width: 100, height: 80))
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130))
    #expect(app.moves.isEmpty && app.sections[0] == Array(0..<9) && app.faults.isEmpty)
    try view.endInteractiveMovement()
    #expect(app.moves == ["0.0 > 0.5"] && view.interactiveMovement == nil)
    #expect(app.frame(of: 0)?.center == Point(x: 250, y: 130), "it starts from the pointer")
    try view.advance(to: 2)
    #expect(app.frame(of: 0) == Rect(x: 200, y: 100, width: 100, height: 80))
    #expect(app.sections[0] == [1, 2, 3, 4, 5, 0, 6, 7, 8] && app.faults.isEmpty)
    #expect(view.visibleElements.allSatisfy { $0.attributes.zIndex < 2 } && !view.isMoving)
  }

  @Test(
    "M7: an item moves across sections, into an empty one by its header, and after the last item")
  func sections() throws {
    let app = try shelf([[0, 1, 2], [], [20, 21]])
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 1))
    // Headers at 0, 100 and 120; section 2's items at 140.
    try view.updateInteractiveMovement(to: Point(x: 30, y: 170))
    #expect(app.shown == [[0, 2], [], [1, 20, 21]])
    try view.updateInteractiveMovement(to: Point(x: 30, y: 110))
    #expect(app.shown == [[0, 2], [1], [20, 21]])
    try view.updateInteractiveMovement(to: Point(x: 280, y: 300))
    #expect(app.shown == [[0, 2], [], [20, 21, 1]])
    try view.endInteractiveMovement()
    #expect(app.moves == ["0.1 > 2.2"] && app.sections == [[0, 2], [], [20, 21, 1]])
    #expect(view.numberOfItems(inSection: 2) == 3)
    try view.advance(to: 1)
    #expect(app.faults.isEmpty)
  }

  @Test("M7: the data source decides which item may move, and the delegate decides its target")
  func refusals() throws {
    final class Judge: CollectionViewDelegate {
      var asked: [String] = []
      var answer: ItemPath?
      func collectionView(
        _ view: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
      ) -> ItemPath {
        asked.append("\(source) > \(proposed)")
        return answer ?? proposed
      }
    }
    let (judge, app) = (Judge(), try shelf())
    let view = app.view
    view.delegate = judge
    app.fixed = [3]
    #expect(try !view.beginInteractiveMovement(at: ItemPath(0, 3)))
    #expect(view.interactiveMovement == nil)
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 60))
    judge.answer = ItemPath(0, 8)
    try view.updateInteractiveMovement(to: Point(x: 150, y: 140))
    #expect(judge.asked == ["0.0 > 0.0", "0.0 > 0.1", "0.0 > 0.4"])
    #expect(app.shown[0] == [1, 2, 3, 4, 5, 6, 7, 8, 0])
    judge.answer = ItemPath(0, 9)
    let error = #expect(throws: LayoutError.self) {
      try view.updateInteractiveMovement(to: Point(x: 10, y: 10))
    }
    #expect(error?.code == "invalid-target")
    #expect(view.interactiveMovement?.target == ItemPath(0, 8), "the view stays intact")
    judge.answer = ItemPath(1, 4)
    try view.updateInteractiveMovement(to: Point(x: 10, y: 10))
    try view.endInteractiveMovement()
    #expect(app.sections == [Array(1..<9), [20, 21, 22, 23, 0]])
  }

  @Test("while an item is held the selection follows its items, and paths convert both ways")
  func paths() throws {
    let app = try shelf()
    let view = app.view
    view.selectionMode = .multiple
    for item in [0, 3, 5] { try view.selectItem(at: ItemPath(0, item)) }
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 150, y: 130))
    #expect(view.indexPathsForSelectedItems.map { app.shown[0][$0.item] } == [3, 0, 5])
    for item in 0..<9 {
      let path = ItemPath(0, item)
      let data = view.dataPath(forShownPath: path)
      #expect(app.sections[0][data.item] == app.shown[0][item])
      #expect(view.shownPath(forDataPath: data) == path)
    }
    try view.endInteractiveMovement()
    #expect(view.indexPathsForSelectedItems.map { app.sections[0][$0.item] } == [3, 0, 5])
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 210))
    try view.cancelInteractiveMovement()
    #expect(view.indexPathsForSelectedItems.map { app.sections[0][$0.item] } == [3, 0, 5])
  }

  @Test("M10: right to left the item is under the pointer on screen")
  func mirrored() throws {
    let app = try shelf()
    let view = app.view
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    #expect(app.frame(of: 0)?.x == 200)
    try view.updateInteractiveMovement(to: Point(x: 40, y: 60))
    #expect(app.frame(of: 0)?.center == Point(x: 40, y: 60))
    #expect(view.interactiveMovement?.target == ItemPath(0, 2))
  }
}
