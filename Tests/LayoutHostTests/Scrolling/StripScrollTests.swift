// SPDX-License-Identifier: Apache-2.0
//
// Scrolling to items of layouts that stop with an item in the middle.

import LayoutHost
import LayoutModel
import Testing

@Suite("Scrolling to items of a strip")
struct StripScrollTests {
  /// A layout with its direction.
  struct Strip: Sendable, CustomTestStringConvertible {
    let plugin, id: String
    var isVertical = false
    var isRightToLeft = false
    var testDescription: String {
      id + (isVertical ? ", vertical" : "") + (isRightToLeft ? ", right to left" : "")
    }
  }

  static let strips = ["CarouselPlugin", "CoverflowPlugin"].flatMap { plugin in
    let id = plugin == "CarouselPlugin" ? "carousel" : "coverflow"
    return [
      Strip(plugin: plugin, id: id), Strip(plugin: plugin, id: id, isVertical: true),
      Strip(plugin: plugin, id: id, isRightToLeft: true),
    ]
  }

  private func gallery(_ strip: Strip) throws -> Gallery {
    let layout = try TestLayout.bundled(strip.plugin, strip.id)
    if strip.isVertical { try layout.set("scrollDirection", toCase: "vertical") }
    let app = try Gallery(
      [40, 0, 60], layout: layout, viewportSize: Size(width: 700, height: 500), isShown: false)
    app.view.isRightToLeft = strip.isRightToLeft
    app.view.contentInset = Insets(top: 10, left: 30, bottom: 20, right: 50)
    try app.view.layoutIfNeeded()
    return app
  }

  /// Expects the item in the middle of the viewport, nearest to the viewer, and no movement.
  private func expectInFront(_ view: CollectionView, _ path: ItemPath, _ strip: Strip) throws {
    let attributes = try #require(try view.layoutAttributesForItem(at: path))
    let room = view.bounds.inset(by: view.contentInset)
    let miss =
      strip.isVertical
      ? attributes.frame.center.y - room.center.y : attributes.frame.center.x - room.center.x
    #expect(abs(miss) < 1e-6, "\(path) is \(miss) points off")
    let highest = view.visibleElements.map(\.attributes.zIndex).max()
    #expect(attributes.zIndex == highest)
    let rest = try view.release(velocity: .zero).target
    #expect(rest == view.contentOffset, "the layout would not rest here")
  }

  @Test(
    "an item ends in the middle, in front, for any position, near or far, in both directions",
    arguments: strips,
    [ScrollPosition.left, .right, .top, .bottom, [.centeredHorizontally, .centeredVertically]])
  func inFront(_ strip: Strip, _ position: ScrollPosition) throws {
    let app = try gallery(strip)
    let view = app.view!
    let isAlong =
      strip.isVertical ? [.top, .bottom].contains(position) : [.left, .right].contains(position)
    let isBoth = position == [.centeredHorizontally, .centeredVertically]
    // A position across the strip causes no movement along it.
    guard isAlong || isBoth else { return }
    for path in [ItemPath(2, 20), ItemPath(2, 21), ItemPath(0, 3), ItemPath(0, 0), ItemPath(2, 59)]
    {
      try view.scrollToItem(at: path, position: position)
      try expectInFront(view, path, strip)
    }
  }

  @Test(
    "a cover ends in the middle for any spacing, gap and angle, also at the ends of the row",
    arguments: [10, 70, 150, 500] as [Double], [0, 90, 450] as [Double])
  func covers(_ spacing: Double, _ gap: Double) throws {
    let strip = Strip(plugin: "CoverflowPlugin", id: "coverflow")
    let cases: [(Double, ScrollPosition)] = [
      (60, .left), (-89, .right), (0, .centeredHorizontally),
    ]
    for (angle, position) in cases {
      let app = try gallery(strip)
      let view = app.view!
      try view.collectionViewLayout.set("coverSpacing", to: .number(spacing))
      try view.collectionViewLayout.set("centerGap", to: .number(gap))
      try view.collectionViewLayout.set("angle", to: .number(angle))
      // The second cover cannot be at the right edge, which is beyond the start of the content.
      for path in [
        ItemPath(2, 20), ItemPath(2, 21), ItemPath(0, 3), ItemPath(0, 0), ItemPath(0, 1),
        ItemPath(2, 59),
      ] {
        try view.scrollToItem(at: path, position: position)
        try expectInFront(view, path, strip)
      }
    }
  }

  @Test("by the clock it ends there too, without turning back", arguments: strips)
  func animated(_ strip: Strip) throws {
    let app = try gallery(strip)
    let view = app.view!
    let path = ItemPath(2, 20)
    try view.scrollToItem(
      at: path, position: [.centeredHorizontally, .centeredVertically], animated: true)
    var frame = 0
    while view.isMoving, frame < 2_000 {
      frame += 1
      try view.advance(to: Double(frame) / 120)
    }
    #expect(frame > 10 && !view.isMoving)
    try expectInFront(view, path, strip)
  }

  @Test("a completely visible item is not moved")
  func nearest() throws {
    let strip = Strip(plugin: "CarouselPlugin", id: "carousel")
    let app = try gallery(strip)
    let view = app.view!
    try view.scrollToItem(at: ItemPath(2, 20), position: .left)
    let offset = view.contentOffset
    let seen = view.visibleElements.map(\.attributes).first {
      $0.path != ItemPath(2, 20) && $0.frame.x >= view.bounds.x + 30
        && $0.frame.maxX <= view.bounds.maxX - 50
    }
    if let seen { try view.scrollToItem(at: seen.path) }
    #expect(view.contentOffset == offset)
  }

  @Test("animated scrolling ends, also where the item moves back and forth with the viewport")
  func ends() throws {
    let layout = try TestLayout.bundled("CoverflowPlugin", "coverflow")
    // Covers so near to each other that one moves further than the viewport.
    try layout.set("coverSpacing", to: .number(3.365))
    let app = try Gallery([12], layout: layout, viewportSize: Size(width: 188, height: 212))
    let view = app.view!
    for start in stride(from: 0.0, through: 36, by: 4) {
      try view.setContentOffset(Point(x: start, y: 0))
      try view.scrollToItem(at: ItemPath(0, 8), position: .right, animated: true)
      for _ in 0..<100 where view.isMoving { try view.advance(to: view.clock + 0.1) }
      #expect(!view.isMoving, "from \(start)")
    }
  }
}
