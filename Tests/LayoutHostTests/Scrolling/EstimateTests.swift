// SPDX-License-Identifier: Apache-2.0
//
// Scrolling over sizes that are estimated until their items are visible: visible content does not
// jump.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Estimated sizes on screen")
struct EstimateTests {
  private static func size(_ item: Int, isRow: Bool = false) -> Size {
    Size(
      width: isRow ? 390 : 60 + Double(item * 37 % 200), height: 20 + Double(item * 53 % 97) / 3)
  }

  /// A gallery over a flow that estimates 100 by 40 points.
  private static func gallery(
    _ count: Int = 20_000, isRow: Bool = false
  ) throws -> Gallery {
    let layout = try TestLayout.bundled("FlowPlugin", "flow")
    try layout.set("estimatedItemSize", to: .size(Size(width: 100, height: 40)))
    try layout.bind("sizeForItem") { (path: ItemPath) -> Size? in
      size(path.item, isRow: isRow)
    }
    return try Gallery([count], layout: layout, viewportSize: Size(width: 390, height: 800))
  }

  /// Returns the position of each cell on screen. Expects that no size of these is estimated.
  private static func places(
    _ view: CollectionView, isRow: Bool = false, _ what: String
  ) -> [ItemPath: Point] {
    var places: [ItemPath: Point] = [:]
    for element in view.visibleElements where element.attributes.category == .cell {
      let frame = element.attributes.frame
      #expect(
        frame.size == size(element.attributes.path.item, isRow: isRow), "\(what): an assumed size")
      places[element.attributes.path] = Point(
        x: frame.x - view.contentOffset.x, y: frame.y - view.contentOffset.y)
    }
    return places
  }

  @Test(
    "M4, M5: scrolling back over skipped items moves the screen by the scroll alone",
    arguments: [true, false])
  func scrollsBack(isRow: Bool) throws {
    let gallery = try Self.gallery(isRow: isRow)
    let view = try #require(gallery.view)
    try view.setContentOffset(Point(x: 0, y: 150_000))
    var before = Self.places(view, isRow: isRow, "after the jump")
    for step in 0..<400 {
      let distance = step % 40 == 39 ? 300.0 : 17
      try view.setContentOffset(Point(x: 0, y: view.contentOffset.y - distance))
      let after = Self.places(view, isRow: isRow, "step \(step)")
      let moves = before.keys.sorted().compactMap { path in
        after[path].flatMap { new in before[path].map { new.y - $0.y } }
      }
      #expect(moves.count > 10)
      // Of several items in a row the first stays: the items before it may break their rows
      // differently.
      let kept = isRow ? moves : Array(moves.prefix(1))
      let odd = kept.filter { abs($0 - distance) > 1e-6 }
      #expect(odd.isEmpty, "step \(step): \(odd) instead of \(distance)")
      if !odd.isEmpty { return }
      before = after
    }
    withExtendedLifetime(gallery) {}
  }

  @Test("M4: scrolling forward moves the screen by the scroll alone")
  func scrollsOn() throws {
    let gallery = try Self.gallery()
    let view = try #require(gallery.view)
    defer { withExtendedLifetime(gallery) {} }
    var before = Self.places(view, "at the start")
    for step in 0..<300 {
      try view.setContentOffset(Point(x: 0, y: view.contentOffset.y + 23))
      let after = Self.places(view, "step \(step)")
      for (path, old) in before {
        guard let new = after[path] else { continue }
        #expect(abs(new.y - old.y + 23) < 1e-6, "step \(step), \(path)")
      }
      before = after
    }
  }

  @Test("M9: scrolling to an item puts it at the exact position, for any estimate")
  func scrollsToItem() throws {
    let gallery = try Self.gallery()
    let view = try #require(gallery.view)
    defer { withExtendedLifetime(gallery) {} }
    for item in [15_000, 3, 7777, 19_999, 9000] {
      try view.scrollToItem(at: ItemPath(0, item), position: .top)
      let places = Self.places(view, "item \(item)")
      let place = try #require(places[ItemPath(0, item)], "item \(item) is not on screen")
      let end = view.contentSize.height - 800
      let line = places.filter { abs($0.value.y) < 60 }
      #expect(
        view.contentOffset.y >= end - 1e-6 || abs(place.y) < 1e-6, "item \(item): \(place), \(line)"
      )
    }
  }

  @Test("the end of the content is exact, for any estimate")
  func reachesTheEnd() throws {
    let gallery = try Self.gallery(2000)
    let view = try #require(gallery.view)
    defer { withExtendedLifetime(gallery) {} }
    for _ in 0..<12 {
      try view.setContentOffset(Point(x: 0, y: view.contentSize.height - 800))
    }
    _ = Self.places(view, "at the end")
    let last = view.visibleElements.map { $0.attributes.frame.maxY }.max()
    #expect(last == view.contentSize.height)
    #expect(abs(view.contentOffset.y + 800 - view.contentSize.height) < 1e-6)
  }
}
