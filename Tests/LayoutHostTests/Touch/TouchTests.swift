// SPDX-License-Identifier: Apache-2.0
//
// Touches: the calls to the delegate, their order, and the state during each.

import LayoutHost
import LayoutModel
import Testing

@Suite("Touch")
struct TouchTests {
  private let app: Gallery
  private let log = TouchLog()
  private var view: CollectionView { app.view }

  init() throws {
    app = try Gallery([40, 400], layout: try TestLayout.grid())
    app.view.delegate = log
  }

  private func tap(_ item: Int) throws {
    try view.touch(.began, itemAt: ItemPath(0, item))
    try view.touch(.ended, itemAt: ItemPath(0, item))
  }

  @Test(
    "C111, C113, C114: a tap highlights, then selects, and each notice follows its state")
  func tapSelects() throws {
    try tap(1)
    #expect(
      log.take() == [
        "shouldHighlight 0.1", "didHighlight 0.1 h", "shouldSelect 0.1 h", "didSelect 0.1 s",
        "didUnhighlight 0.1 s",
      ])
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 1)] && view.highlightedItem == nil)
  }

  @Test("C112, C113: in single mode another item takes the selection, and no call asks to deselect")
  func single() throws {
    try tap(1)
    _ = log.take()
    try tap(2)
    #expect(
      log.take() == [
        "shouldHighlight 0.2", "didHighlight 0.2 h", "shouldSelect 0.2 h", "didDeselect 0.1",
        "didSelect 0.2 s", "didUnhighlight 0.2 s",
      ])
    try tap(2)
    #expect(
      log.take() == [
        "shouldHighlight 0.2 s", "didHighlight 0.2 hs", "shouldSelect 0.2 hs", "didSelect 0.2 s",
        "didUnhighlight 0.2 s",
      ])
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 2)])
  }

  @Test("C112, C113: in multiple mode taps select and deselect, each with its own question")
  func multiple() throws {
    view.selectionMode = .multiple
    try tap(1)
    try tap(3)
    _ = log.take()
    try tap(1)
    #expect(
      log.take() == [
        "shouldHighlight 0.1 s", "didHighlight 0.1 hs", "shouldDeselect 0.1 hs",
        "didDeselect 0.1", "didUnhighlight 0.1",
      ])
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 3)])
  }

  @Test("C112: in mode none a touch has no effect, and setting the mode deselects")
  func none() throws {
    try tap(1)
    view.selectionMode = .none
    _ = log.take()
    try tap(2)
    #expect(log.take().isEmpty && view.indexPathsForSelectedItems.isEmpty)
    try view.selectItem(at: ItemPath(0, 4))
    #expect(view.indexPathsForSelectedItems.isEmpty)
  }

  @Test("C113: a refused highlight ends the touch")
  func refusedHighlight() throws {
    log.refused = ["shouldHighlight 0.1"]
    try tap(1)
    #expect(log.take() == ["shouldHighlight 0.1"])
    #expect(view.indexPathsForSelectedItems.isEmpty)
  }

  @Test("C113: a refused selection keeps the old one, and the highlight is turned off in order")
  func refusedSelection() throws {
    try tap(2)
    _ = log.take()
    log.refused = ["shouldSelect 0.1", "shouldDeselect 0.2"]
    try tap(1)
    #expect(
      log.take() == [
        "shouldHighlight 0.1", "didHighlight 0.1 h", "shouldSelect 0.1 h", "didUnhighlight 0.1",
      ])
    view.selectionMode = .multiple
    try tap(2)
    #expect(log.take().last == "didUnhighlight 0.2 s")
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 2)])
  }

  @Test("a cancelled touch, one that lifts elsewhere and one that scrolls select nothing")
  func noTap() throws {
    let ends: [() throws -> Void] = [
      { try view.touch(.cancelled, itemAt: ItemPath(0, 1)) },
      { try view.touch(.ended, itemAt: ItemPath(0, 2)) },
      { try view.drag(by: Vector(dx: 0, dy: -5)) },
      { try view.touch(.began, at: Point(x: 5, y: 5)) },
    ]
    for end in ends {
      try view.touch(.began, itemAt: ItemPath(0, 1))
      _ = log.take()
      try end()
      #expect(log.take() == ["didUnhighlight 0.1"])
      try view.touch(.ended, itemAt: ItemPath(0, 1))
      #expect(log.take().isEmpty && view.indexPathsForSelectedItems.isEmpty)
      try view.release(velocity: .zero)
    }
  }

  @Test("a touch only stops moving content, and content beyond its edge comes back")
  func stops() throws {
    try view.release(velocity: Vector(dx: 0, dy: 500))
    try view.advance(to: 0.1)
    let offset = view.contentOffset
    #expect(try view.touch(.began, at: Point(x: 50, y: 200)) != nil)
    try view.advance(to: 0.5)
    #expect(view.contentOffset == offset && log.take().isEmpty)
    try view.touch(.ended, at: Point(x: 50, y: 200))
    #expect(log.take().isEmpty && !view.isMoving)

    try view.drag(by: Vector(dx: 0, dy: 400))
    try view.release(velocity: .zero)
    try view.advance(to: 0.52)
    try view.touch(.began, at: Point(x: 50, y: 200))
    try view.advance(to: 0.6)
    #expect(view.contentOffset.y < 0)
    try view.touch(.ended, at: Point(x: 50, y: 200))
    try view.advance(to: 10)
    #expect(view.contentOffset.y == 0)
  }

  @Test("a touch finds the element on screen: cells of 100 × 80 below a header of 20")
  func places() throws {
    #expect(try view.touch(.began, at: Point(x: 250, y: 30)) == ItemPath(0, 2))
    #expect(try view.touch(.began, at: Point(x: 250, y: 10)) == nil, "the header covers")
    #expect(try view.touch(.began, at: Point(x: 1500, y: 30)) == nil)
    try view.setContentOffset(Point(x: 0, y: 80))
    #expect(try view.touch(.began, at: Point(x: 250, y: 30)) == ItemPath(0, 12))
  }

  @Test(
    "a delegate that calls back inside a question gets a named error, and the view stays intact")
  func callsBack() throws {
    var errors: [LayoutError.Code] = []
    log.reaction = { call in
      let view = self.view
      func attempt(_ body: () throws -> Void) {
        do { try body() } catch { errors.append((error as? LayoutError)?.code ?? "?") }
      }
      if call.hasPrefix("should") { attempt { try view.selectItem(at: ItemPath(0, 7)) } }
      attempt { try view.touch(.cancelled, itemAt: ItemPath(0, 1)) }
    }
    try tap(1)
    #expect(errors == Array(repeating: "reentrant-touch", count: 7))
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 1)])
    log.reaction = nil
    try tap(2)
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 2)])
  }

  @Test("a delegate may deselect, reload and delete in its notices")
  func reacts() throws {
    log.reaction = { call in
      if call == "didSelect 0.1" { try? self.view.deselectItem(at: ItemPath(0, 1)) }
    }
    try tap(1)
    #expect(view.indexPathsForSelectedItems.isEmpty)
    log.reaction = { call in
      guard call == "didSelect 0.39" else { return }
      self.app.counts[0] = 39
      try? self.view.deleteItems(at: [ItemPath(0, 39)])
    }
    _ = log.take()
    try tap(39)
    #expect(view.indexPathsForSelectedItems.isEmpty && view.numberOfItems(inSection: 0) == 39)
    #expect(!log.take().contains("didUnhighlight 0.39"), "it was deleted")
    log.reaction = { call in
      guard call == "shouldHighlight 0.38" else { return }
      self.app.counts[0] = 5
      try? self.view.reloadData()
    }
    try tap(3)
    try view.touch(.began, itemAt: ItemPath(0, 38))
    #expect(view.highlightedItem == nil, "the item was gone when the answer came")
  }

  @Test("a touch whose item is deleted ends, without a notice about the deleted item")
  func deleted() throws {
    try view.touch(.began, itemAt: ItemPath(0, 1))
    _ = log.take()
    app.counts[0] = 39
    try view.deleteItems(at: [ItemPath(0, 1)])
    #expect(view.highlightedItem == nil)
    try view.touch(.ended, itemAt: ItemPath(0, 1))
    #expect(log.take().isEmpty)
    try view.touch(.began, itemAt: ItemPath(0, 4))
    app.counts[0] = 38
    try view.deleteItems(at: [ItemPath(0, 0)])
    #expect(view.highlightedItem == ItemPath(0, 3), "the touch stays with its item")
    try view.touch(.ended, itemAt: ItemPath(0, 3))
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 3)])
  }

  @Test("a touch that names no item, or has no place, is refused by name")
  func refusals() throws {
    #expect(throws: LayoutError.self) { try view.touch(.began, itemAt: ItemPath(0, 40)) }
    #expect(throws: LayoutError.self) { try view.touch(.began, itemAt: ItemPath(9, 0)) }
    #expect(throws: LayoutError.self) { try view.touch(.began, at: Point(x: .nan, y: 0)) }
    #expect(throws: LayoutError.self) { try view.selectItem(at: ItemPath(0, -1)) }
    #expect(throws: LayoutError.self) { try view.deselectItem(at: ItemPath(2, 0)) }
    #expect(log.take().isEmpty)
  }
}
