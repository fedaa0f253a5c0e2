// SPDX-License-Identifier: Apache-2.0
//
// Ends of a movement: cancelled, refused, interrupted by other changes.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("The end of a movement")
struct MovementEndTests {
  /// Rows of three, 100 × 80, below headers of 20.
  private func shelf(_ sections: [[Int]] = [Array(0..<9), Array(20..<24)]) throws -> Shelf {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Shelf(sections, layout)
  }

  @Test("M7: a cancelled movement, and one that returns to its start, leave the data unchanged")
  func cancelled() throws {
    let app = try shelf()
    let view = app.view
    let before = view.visibleElements.map(\.attributes)
    for isBack in [false, true] {
      _ = try view.beginInteractiveMovement(at: ItemPath(0, 4))
      try view.updateInteractiveMovement(to: Point(x: 30, y: 330))
      #expect(app.shown[0] != app.sections[0] || app.shown[1] != app.sections[1])
      if isBack {
        try view.updateInteractiveMovement(to: Point(x: 150, y: 140))
        try view.endInteractiveMovement()
      } else {
        try view.cancelInteractiveMovement()
      }
      try view.advance(to: view.clock + 1)
      #expect(app.moves.isEmpty && view.interactiveMovement == nil)
      #expect(view.visibleElements.map(\.attributes) == before && app.faults.isEmpty)
    }
    try view.cancelInteractiveMovement()
  }

  @Test("data that changed ends the movement with the next step of it", arguments: 0..<4)
  func changedData(step: Int) throws {
    let app = try shelf()
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    app.sections = [[1, 2]]
    var context = InvalidationContext()
    context.counts = true
    try view.collectionViewLayout.invalidate(context)
    switch step {
    case 0: try view.updateInteractiveMovement(to: Point(x: 30, y: 330))
    case 1: try view.endInteractiveMovement()
    case 2: try view.cancelInteractiveMovement()
    default:
      let layout = try TestLayout.grid()
      try app.bindSizes(layout)
      try view.setLayout(layout)
    }
    try view.layoutIfNeeded()
    #expect(view.interactiveMovement == nil && app.moves.isEmpty && app.faults.isEmpty)
    #expect(view.numberOfItems(inSection: 0) == 2)
  }

  @Test("a refused or wrong drop in the data source is named, and the view stays intact")
  func wrongDrop() throws {
    let app = try shelf()
    let view = app.view
    for (mistake, code) in [
      ({ throw LayoutError("disk-full", "cannot be stored") }, "disk-full"),
      ({ app.sections[0].removeLast() }, "invalid-update"),
    ] as [(() throws -> Void, LayoutError.Code)] {
      app.mistake = mistake
      _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
      try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
      let error = #expect(throws: LayoutError.self) { try view.endInteractiveMovement() }
      #expect(error?.code == code && view.interactiveMovement == nil)
      try view.advance(to: view.clock + 1)
      #expect(app.faults.isEmpty)
      #expect(app.frame(of: 0) == Rect(x: 0, y: 20, width: 100, height: 80))
    }
    #expect(view.numberOfItems(inSection: 0) == 8)
    for call in [
      { try view.endInteractiveMovement() },
      { try view.updateInteractiveMovement(to: Point(x: 1, y: 1)) },
    ] {
      #expect(#expect(throws: LayoutError.self) { try call() }?.code == "no-movement")
    }
    #expect(throws: LayoutError.self) { try view.beginInteractiveMovement(at: ItemPath(0, 99)) }
    #expect(throws: LayoutError.self) {
      try view.beginInteractiveMovement(at: ItemPath(0, 0), pointer: Point(x: .nan, y: 0))
    }
  }

  @Test("C121: without a data source that allows it no item is moved")
  func noPart() throws {
    let app = try Gallery([10], layout: try TestLayout.grid())
    #expect(try !app.view.beginInteractiveMovement(at: ItemPath(0, 0)))
  }

  @Test("a batch, a single change, a reload and another layout end the movement")
  func interrupted() throws {
    let changes: [(Shelf) throws -> Void] = [
      { app in
        try app.view.performBatchUpdates { batch in
          app.sections[0].remove(at: 2)
          batch.deleteItem(at: ItemPath(0, 2))
        }
      },
      { app in
        app.sections[0].remove(at: 2)
        try app.view.deleteItems(at: [ItemPath(0, 2)])
      },
      { app in
        app.sections[0].remove(at: 2)
        try app.view.reloadData()
      },
      { app in try app.view.setLayout(try TestLayout.grid()) },
    ]
    for change in changes {
      let app = try shelf()
      _ = try app.view.beginInteractiveMovement(at: ItemPath(0, 0))
      try app.view.updateInteractiveMovement(to: Point(x: 250, y: 130))
      try change(app)
      #expect(app.view.interactiveMovement == nil && app.moves.isEmpty)
      try app.view.advance(to: 1)
      #expect(app.faults.isEmpty)
      #expect(app.view.visibleElements.allSatisfy { $0.attributes.zIndex < 2 })
    }
  }

  @Test("an item is not taken up if the notice of a touch that ends changes the data")
  func changedByNotice() throws {
    final class Delegate: CollectionViewDelegate {
      let app: Shelf
      init(_ app: Shelf) { self.app = app }
      func collectionView(_ view: CollectionView, didUnhighlightItemAt path: ItemPath) {
        app.sections[0].removeLast(7)
        let gone = (2..<9).map { ItemPath(0, $0) }
        #expect(throws: Never.self) { try view.deleteItems(at: gone) }
      }
    }
    let app = try shelf()
    let delegate = Delegate(app)
    app.view.delegate = delegate
    app.view.selectionMode = .multiple
    try app.view.touch(.began, at: Point(x: 50, y: 60))
    #expect(try !app.view.beginInteractiveMovement(at: ItemPath(0, 8)))
    #expect(app.view.interactiveMovement == nil && app.view.numberOfItems(inSection: 0) == 2)
    try app.view.advance(to: 1)
    #expect(app.faults.isEmpty)
    withExtendedLifetime(delegate) {}
  }

  @Test("an item that is taken up ends the movement of another one, and is the one that was shown")
  func another() throws {
    let app = try shelf()
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 50, y: 330))
    let last = ItemPath(1, app.shown[1].count - 1)
    #expect(app.shown[1].count == 5 && app.shown[1].last == 23)
    #expect(try view.beginInteractiveMovement(at: last))
    #expect(view.interactiveMovement?.source == ItemPath(1, 3))
    #expect(app.shown.map(\.count) == [9, 4] && app.faults.isEmpty)
    try view.updateInteractiveMovement(to: Point(x: 50, y: 60))
    try view.endInteractiveMovement()
    #expect(app.moves.count == 1 && app.moves[0].hasPrefix("1.3 >") && app.faults.isEmpty)
  }
}
