// SPDX-License-Identifier: Apache-2.0
//
// Scrolling to an item: every position, estimated sizes, by the clock.

import LayoutEngine
import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Scrolling to items")
struct ScrollToItemTests {
  private func gallery() throws -> Gallery { try Gallery([4000], layout: try TestLayout.grid()) }

  /// A list of 500 rows whose heights are estimated until the rows were visible.
  private func unfolding() throws -> Gallery {
    try Gallery(
      [500], layout: try TestLayout.unfolding(), viewportSize: Size(width: 300, height: 400))
  }

  /// Returns the distance from the present to the wanted position, for the item's frame as it is now.
  private func error(
    _ view: CollectionView, _ path: ItemPath, _ position: ScrollPosition
  ) throws -> Double {
    let frame = try #require(try view.layoutAttributesForItem(at: path)).frame
    let room = view.bounds.inset(by: view.contentInset)
    return switch position {
    case .top: frame.y - room.y
    case .bottom: frame.maxY - room.maxY
    default: frame.center.y - room.center.y
    }
  }

  @Test(
    "M9: an item with an estimated size ends at the exact position",
    arguments: [ScrollPosition.top, .centeredVertically, .bottom], [120, 250, 251, 480])
  func estimated(position: ScrollPosition, item: Int) throws {
    let app = try unfolding()
    let view = app.view!
    view.contentInset = Insets(top: 12, left: 0, bottom: 30, right: 0)
    let path = ItemPath(0, item)
    try view.scrollToItem(at: path, position: position)
    #expect(abs(try error(view, path, position)) < 1e-9)
    #expect(view.cellForItem(at: path) != nil)
    try view.scrollToItem(at: ItemPath(0, 2), position: .top)
    try view.scrollToItem(at: path, position: position)
    #expect(abs(try error(view, path, position)) < 1e-9)
  }

  @Test(
    "M9: the nearest position of an estimated item shows it whole, at the side from which it came")
  func estimatedNearest() throws {
    let app = try unfolding()
    let view = app.view!
    try view.scrollToItem(at: ItemPath(0, 300))
    #expect(abs(try error(view, ItemPath(0, 300), .bottom)) < 1e-9)
    try view.scrollToItem(at: ItemPath(0, 100))
    #expect(abs(try error(view, ItemPath(0, 100), .top)) < 1e-9)
    let offset = view.contentOffset
    try view.scrollToItem(at: ItemPath(0, 101))
    #expect(view.contentOffset == offset)
  }

  @Test(
    "M9: by the clock an estimated item also ends at the exact position",
    arguments: [ScrollPosition.top, .centeredVertically, .bottom, .nearest])
  func animated(position: ScrollPosition) throws {
    let app = try unfolding()
    let view = app.view!
    let path = ItemPath(0, 321)
    try view.scrollToItem(at: path, position: position, animated: true)
    #expect(view.contentOffset.y == 0 && view.isMoving)
    var last = 0.0
    for frame in 1...600 where view.isMoving {
      try view.advance(to: Double(frame) / 120)
      #expect(view.contentOffset.y >= last - 1e-9)
      last = view.contentOffset.y
    }
    #expect(!view.isMoving)
    #expect(abs(try error(view, path, position == .nearest ? .bottom : position)) < 1e-9)
  }

  @Test("M9: positions across the scroll axis, in both axes, and with one axis unchanged")
  func across() throws {
    let app = try gallery()
    let view = app.view!
    try view.resize(to: Size(width: 350, height: 400))
    view.contentInset = Insets(top: 0, left: 10, bottom: 0, right: 30)
    func offset(_ position: ScrollPosition) throws -> Point {
      try view.setContentOffset(Point(x: 100, y: 900))
      try view.scrollToItem(at: ItemPath(0, 505), position: position)
      return view.contentOffset
    }
    // Item 0.505 lies at 500, 4020.
    #expect(try offset(.left) == Point(x: 490, y: 900))
    #expect(try offset(.right) == Point(x: 280, y: 900))
    #expect(try offset(.centeredHorizontally) == Point(x: 385, y: 900))
    #expect(try offset(.top) == Point(x: 100, y: 4020))
    #expect(try offset([.top, .left]) == Point(x: 490, y: 4020))
    #expect(try offset([.bottom, .nearest]) == Point(x: 280, y: 3700))
    #expect(try offset([]) == Point(x: 100, y: 900))
  }

  @Test("C6: a fling moves both axes at once, each by its own physics")
  func bothAxes() throws {
    let app = try gallery()
    let view = app.view!
    try view.resize(to: Size(width: 300, height: 400))
    try view.drag(by: Vector(dx: -30, dy: -40))
    #expect(view.contentOffset == Point(x: 30, y: 40))
    try view.release(velocity: Vector(dx: 500, dy: 800))
    try view.advance(to: 0.4)
    #expect(view.contentOffset.x == Deceleration(start: 30, velocity: 500).position(at: 0.4))
    #expect(view.contentOffset.y == Deceleration(start: 40, velocity: 800).position(at: 0.4))
  }

  @Test("a touch stops the scrolling to an item, and a drag continues from there")
  func interrupted() throws {
    let app = try gallery()
    let view = app.view!
    try view.scrollToItem(at: ItemPath(0, 2000), position: .top, animated: true)
    try view.advance(to: 0.1)
    let held = view.contentOffset
    try view.touch(.began, at: Point(x: 50, y: 50))
    try view.advance(to: 0.2)
    #expect(view.contentOffset == held && !view.isMoving)
    try view.drag(by: Vector(dx: 0, dy: -7))
    #expect(view.contentOffset.y == held.y + 7)
    try view.release(velocity: .zero)
    try view.advance(to: 3)
    #expect(view.contentOffset.y == held.y + 7)
  }

  @Test("another target during the movement causes no jump, and a batch moves the target")
  func retargeted() throws {
    let app = try gallery()
    let view = app.view!
    try view.setContentOffset(Point(x: 0, y: 4000), animated: true)
    try view.advance(to: 0.1)
    let (place, before) = (view.contentOffset.y, view.contentOffset.y)
    try view.scrollToItem(at: ItemPath(0, 2000), position: .top, animated: true)
    #expect(view.contentOffset.y == place)
    try view.advance(to: 0.101)
    #expect(view.contentOffset.y > before && view.contentOffset.y < before + 60)
    app.counts[0] += 100
    try view.insertItems(at: (1000..<1100).map { ItemPath(0, $0) }, animated: false)
    try view.advance(to: 10)
    #expect(view.contentOffset.y == 16_820, "the item is 0.2100 now, in row 210")
    try view.setContentOffset(Point(x: 0, y: 1e9), animated: true)
    try view.advance(to: 20)
    #expect(view.contentOffset == view.contentOffsetEdges.end)
  }

  @Test("animated scrolling to an item that a batch brings to its place is over")
  func arrivedByBatch() throws {
    let app = try gallery()
    let view = app.view!
    try view.scrollToItem(at: ItemPath(0, 200), position: .centeredVertically)
    let place = view.contentOffset
    try view.scrollToItem(at: ItemPath(0, 2100), position: .centeredVertically, animated: true)
    app.counts[0] -= 1900
    try view.deleteItems(at: (200..<2100).map { ItemPath(0, $0) }, animated: false)
    try view.advance(to: 0)
    #expect(view.contentOffset == place && !view.isMoving)
    let size = view.viewportSize
    try view.resize(to: Size(width: size.width, height: size.height / 2), animated: false)
    try view.advance(to: 1)
    #expect(view.contentOffset == place, "nothing scrolls to the item any more")
  }

  @Test("a target that the data lose during the movement ends the search, and scrolling continues")
  func lost() throws {
    let app = try gallery()
    let view = app.view!
    try view.scrollToItem(at: ItemPath(0, 2000), position: .top, animated: true)
    try view.advance(to: 0.1)
    app.counts[0] -= 1
    try view.deleteItems(at: [ItemPath(0, 2000)], animated: false)
    try view.advance(to: 10)
    #expect(view.contentOffset.y == 16_020 && !view.isMoving)
  }

  @Test("after a batch the layout may choose another offset, and gets the reason")
  func afterUpdate() throws {
    let app = try gallery()
    let view = app.view!
    try view.collectionViewLayout.set("snap", to: .number(50))
    try view.setContentOffset(Point(x: 0, y: 130))
    app.counts[0] -= 10
    try view.deleteItems(at: (0..<10).map { ItemPath(0, $0) }, animated: false)
    // The anchor alone would have kept 50 points: row 1 was 30 below the visible start.
    #expect(view.contentOffset.y == 50)
    try view.setContentOffset(Point(x: 0, y: 130))
    app.counts[0] -= 1
    try view.deleteItems(at: [ItemPath(0, 3000)], animated: false)
    #expect(view.contentOffset.y == 150)
    try view.drag(by: Vector(dx: 0, dy: -7))
    app.counts[0] -= 1
    try view.deleteItems(at: [ItemPath(0, 3000)], animated: false)
    #expect(view.contentOffset.y == 157, "a finger is down")
  }

  @Test("a mosaic at rest on a page is on a page after a batch, and one between pages is not moved")
  func pagesAfterUpdate() throws {
    let layout = try TestLayout.bundled("MosaicPlugin", "mosaic")
    let app = try Gallery([120], layout: layout, viewportSize: Size(width: 400, height: 400))
    let view = app.view!
    try view.setContentOffset(Point(x: 1200, y: 0))
    app.counts[0] -= 6
    try view.deleteItems(at: (0..<6).map { ItemPath(0, $0) }, animated: false)
    #expect(view.contentOffset.x == 800, "the anchor is in the middle of page 2 now")
    try view.setContentOffset(Point(x: 1100, y: 0))
    app.counts[0] -= 1
    try view.deleteItems(at: [ItemPath(0, 100)], animated: false)
    #expect(view.contentOffset.x == 1100)
  }

  @Test(
    "where a layout rests at the edges of its rows, rows that the end keeps away stay at the end",
    arguments: [false, true])
  func edges(animated: Bool) throws {
    let layout = try TestLayout.fake()
    // A row in the middle of the viewport is at a multiple of 50 points too.
    try layout.bind("insetForSection") { (_: ItemPath) -> Insets? in
      Insets(top: 5, left: 0, bottom: 0, right: 0)
    }
    let app = try Gallery([200], layout: layout, viewportSize: Size(width: 500, height: 300))
    let view = app.view!
    let (start, end) = (view.contentOffsetEdges.start.y, view.contentOffsetEdges.end.y)
    var time = 0.0
    for row in 0..<20 {
      let path = ItemPath(0, row * 10)
      let top = try #require(try view.layoutAttributesForItem(at: path)).frame.y
      for (position, place) in [(ScrollPosition.top, top), (.bottom, top + 50 - 300)] {
        guard place <= start || place >= end else { continue }
        try view.setContentOffset(Point(x: 0, y: 333))
        try view.scrollToItem(at: path, position: position, animated: animated)
        while view.isMoving {
          time += 1 / 60
          try view.advance(to: time)
        }
        #expect(view.contentOffset.y == (place <= start ? start : end), "row \(row)")
      }
    }
  }

  @Test("an item to which the view cannot scroll is refused by name")
  func refusals() throws {
    let app = try gallery()
    let view = app.view!
    for path in [ItemPath(0, 4000), ItemPath(1, 0), ItemPath(-1, 0)] {
      let error = #expect(throws: LayoutError.self) {
        try view.scrollToItem(at: path, position: .top, animated: true)
      }
      #expect(error?.code == "unknown-path")
    }
    #expect(throws: LayoutError.self) {
      try view.setContentOffset(Point(x: 0, y: .infinity), animated: true)
    }
    #expect(throws: LayoutError.self) { try view.scrollWheel(by: Vector(dx: .nan, dy: 0)) }
    #expect(!view.isMoving && view.contentOffset == .zero)
  }
}
