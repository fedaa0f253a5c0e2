// SPDX-License-Identifier: Apache-2.0
//
// Keys and the wheel: they scroll without a selection, and select with one.

import LayoutHost
import LayoutModel
import Testing

@Suite("Keys")
struct KeyTests {
  private let app: Gallery
  private let log = TouchLog()
  private var view: CollectionView { app.view }

  /// Ten columns of 100 × 80; section 0 has a last row of three.
  init() throws {
    app = try Gallery([993, 500], layout: try TestLayout.grid())
    app.view.delegate = log
  }

  private func press(_ keys: Key..., modifiers: KeyModifiers = []) throws {
    for key in keys { try view.press(key, modifiers: modifiers) }
  }

  private var selected: [Int] {
    view.indexPathsForSelectedItems.map { $0.section * 1000 + $0.item }
  }

  @Test(
    "M12: without a selection keys scroll by steps, by pages and to the edges",
    arguments: [
      ([Key.down, .down], KeyModifiers(), 80.0), ([.down, .up, .up], [], 0),
      ([.pageDown], [], 800), ([.pageDown, .pageDown, .pageUp], [], 800),
      ([.end], [], 11_240), ([.end, .pageUp], [], 10_440), ([.end, .home], [], 0),
      ([.down], [.alt], 800), ([.right], [], 0), ([.down], [.command], 11_240),
      ([.end, .up], [.control], 0), ([.a], [], 0), ([.escape], [], 0),
    ] as [([Key], KeyModifiers, Double)])
  func scrolls(keys: [Key], modifiers: KeyModifiers, offset: Double) throws {
    for key in keys { try view.press(key, modifiers: modifiers) }
    #expect(view.contentOffset == Point(x: 0, y: offset))
    #expect(log.take().isEmpty)
  }

  @Test("M12: a page is the distance between the insets, or the viewport where the view pages")
  func pages() throws {
    view.contentInset = Insets(top: 50, left: 0, bottom: 30, right: 0)
    try press(.home)
    try press(.pageDown)
    #expect(view.contentOffset.y == -50 + 720)
    view.contentInset = .zero
    view.scrollOptions.isPaging = true
    try press(.home)
    try press(.down)
    #expect(view.contentOffset.y == 800)
  }

  @Test("M12: horizontal content scrolls along its own axis, and right to left from its own end")
  func horizontal() throws {
    try view.collectionViewLayout.set("horizontal", to: .number(1))
    try view.resize(to: Size(width: 1000, height: 1000))
    try press(.right, .pageDown)
    #expect(view.contentOffset == Point(x: 1040, y: 0))
    try press(.end)
    #expect(view.contentOffset.x == view.contentOffsetEdges.horizontal.upperBound)
    view.isRightToLeft = true
    try press(.home)
    #expect(view.contentOffset.x == view.contentOffsetEdges.horizontal.upperBound)
    try press(.pageDown)
    #expect(view.contentOffset.x == view.contentOffsetEdges.horizontal.upperBound - 1000)
    try press(.left)
    #expect(view.contentOffset.x == view.contentOffsetEdges.horizontal.upperBound - 1040)
  }

  @Test("M12: keys may scroll by the clock")
  func animated() throws {
    try view.press(.end, animated: true)
    #expect(view.contentOffset.y == 0)
    try view.advance(to: 10)
    #expect(view.contentOffset.y == 11_240)
  }

  @Test("M12: the wheel moves the offset inside the edges and stops a movement")
  func wheel() throws {
    try view.scrollWheel(by: Vector(dx: 30, dy: 120))
    #expect(view.contentOffset == Point(x: 0, y: 120))
    try view.release(velocity: Vector(dx: 0, dy: 900))
    try view.scrollWheel(by: Vector(dx: 0, dy: -50))
    #expect(view.contentOffset.y == 70 && !view.isMoving)
    try view.scrollWheel(by: Vector(dx: 0, dy: -500))
    #expect(view.contentOffset.y == 0)
    try view.drag(by: Vector(dx: 0, dy: 300))
    try view.scrollWheel(by: Vector(dx: 0, dy: 1e7))
    #expect(view.contentOffset.y == 11_240)
  }

  @Test(
    "M13: arrows move a single selection to the neighbour, and the delegate is called as for a tap")
  func arrows() throws {
    try view.selectItem(at: ItemPath(0, 15))
    try press(.down)
    #expect(log.take() == ["shouldSelect 0.25", "didDeselect 0.15", "didSelect 0.25 s"])
    try press(.right, .up, .left)
    #expect(selected == [15])
    try press(.up, .up)
    #expect(selected == [5], "there is nothing above the first row")
    try press(.left, .left, .left, .left, .left, .left)
    #expect(selected == [0], "nor before the first item")
    log.refused = ["shouldSelect 0.1"]
    try press(.right)
    #expect(selected == [0])
  }

  @Test("M13: at the end of a row the next row follows, and over a gap the item beside it is found")
  func rows() throws {
    try view.selectItem(at: ItemPath(0, 19))
    try press(.right)
    #expect(selected == [20])
    try press(.left)
    #expect(selected == [19])
    try view.selectItem(at: ItemPath(0, 985))
    try press(.down)
    #expect(selected == [1005], "the last row of the section has three items")
    try press(.up)
    #expect(selected == [985])
    try view.selectItem(at: ItemPath(0, 992))
    try press(.right)
    #expect(selected == [1000])
  }

  @Test("M13: the view scrolls to the item that the keyboard selects")
  func visible() throws {
    try view.selectItem(at: ItemPath(0, 90))
    try press(.down)
    #expect(view.contentOffset.y == 100, "row 10 ends at 900")
    view.selectionMode = .multiple
    try press(.end, modifiers: .shift)
    #expect(view.contentOffset.y == 11_240)
  }

  @Test("M13: shift extends the selection from its start, back over it and beyond")
  func extending() throws {
    view.selectionMode = .multiple
    try view.selectItem(at: ItemPath(0, 12))
    try press(.right, .right, modifiers: .shift)
    #expect(selected == [12, 13, 14])
    #expect(
      log.take() == [
        "shouldSelect 0.13", "didSelect 0.13 s", "shouldSelect 0.14", "didSelect 0.14 s",
      ])
    try press(.left, modifiers: .shift)
    #expect(log.take() == ["shouldDeselect 0.14 s", "didDeselect 0.14"])
    try press(.up, modifiers: .shift)
    #expect(selected == Array(3...12))
    try press(.home, modifiers: .shift)
    #expect(selected == Array(0...12))
    try press(.pageDown, modifiers: .shift)
    #expect(selected == Array(12...100))
    try press(.down)
    #expect(selected == [110])
  }

  @Test(
    "M13: shift and end over a million items notifies of each once, and back deselects them")
  func far() throws {
    app.counts = [20_000, 0, 7]
    try view.reloadData()
    view.selectionMode = .multiple
    try view.selectItem(at: ItemPath(0, 5))
    try press(.end, modifiers: .shift)
    #expect(view.selectedItemCount == 19_995 + 7)
    #expect(log.take().count == 2 * (19_994 + 7))
    try press(.left, modifiers: .shift)
    #expect(log.take().count == 2)
  }

  @Test("M13: control and A selects every item that the delegate allows, in multiple mode")
  func all() throws {
    try press(.a, modifiers: .control)
    #expect(selected.isEmpty)
    view.selectionMode = .multiple
    log.refused = ["shouldSelect 0.3"]
    try press(.a, modifiers: .command)
    #expect(view.selectedItemCount == 1492 && !view.isItemSelected(at: ItemPath(0, 3)))
    try press(.right)
    #expect(selected == [1], "from the first item on, the others are deselected")
  }

  @Test("space taps the keyboard's item, or at first the first visible item")
  func space() throws {
    view.selectionMode = .multiple
    try view.setContentOffset(Point(x: 0, y: 100))
    try press(.space)
    #expect(selected == [10])
    try press(.space)
    #expect(selected.isEmpty)
  }

  @Test("escape cancels a touch and a menu")
  func escape() throws {
    try view.touch(.began, itemAt: ItemPath(0, 1))
    try press(.escape)
    #expect(view.highlightedItem == nil && log.take().last == "didUnhighlight 0.1")
    _ = try view.openMenu(forItemAt: ItemPath(0, 1))
    try press(.escape)
    #expect(view.editMenu == nil)
  }

  @Test("M13: right to left the arrows move in the direction that they point to")
  func mirrored() throws {
    view.isRightToLeft = true
    try view.selectItem(at: ItemPath(0, 15))
    try press(.left)
    #expect(selected == [16])
    try press(.right, .right)
    #expect(selected == [14])
    try view.selectItem(at: ItemPath(0, 19))
    try press(.left)
    #expect(selected == [20])
  }

  @Test("M13: in columns of different heights down stays in its column")
  func columns() throws {
    let layout = try TestLayout.bundled("WaterfallPlugin", "waterfall")
    try layout.bind("sizeForItem") { path -> Size? in
      Size(width: 100, height: Double(40 + path.item * 37 % 90))
    }
    let app = try Gallery([60], layout: layout, viewportSize: Size(width: 300, height: 300))
    let view = app.view!
    try view.selectItem(at: ItemPath(0, 0))
    let x = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0))).frame.x
    for _ in 0..<8 {
      let last = try #require(view.indexPathsForSelectedItems.first)
      try view.press(.down)
      let now = try #require(view.indexPathsForSelectedItems.first)
      let frame = try #require(try view.layoutAttributesForItem(at: now)).frame
      #expect(now > last && frame.x == x)
    }
  }
}
