// SPDX-License-Identifier: Apache-2.0
//
// Animation while the geometry changes: a new viewport, right to left, pixels, and the cost.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Animated geometry")
struct GeometryAnimationTests {
  @Test("B8: the layout is called before and after an animated change of the viewport")
  func bounds() throws {
    let gallery = try Mover.app([8])
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 200))
    _ = gallery.said()
    var outcome: [Bool] = []
    try view.resize(to: Size(width: 200, height: 300), animated: true) { outcome.append($0) }
    // The offset ends inside the edges: the element at 0 on screen moves to 100.
    #expect(view.contentOffset.y == 100)
    let said = gallery.said()
    #expect(said.first == "prepareForBoundsChange 200×200" && said.contains("prepare"))
    #expect(!said.contains("finalizeBoundsChange"))
    #expect(try gallery.shown(ItemPath(0, 4)).frame.y == 100, "where it was on screen")
    try view.advance(to: 0.15)
    #expect(abs(try gallery.shown(ItemPath(0, 4)).frame.y - 150) < 1e-9)
    #expect(gallery.said().isEmpty && outcome.isEmpty)
    try view.advance(to: 0.3)
    #expect(gallery.said() == ["finalizeBoundsChange"] && outcome == [true])
    try view.resize(to: Size(width: 200, height: 200))
    #expect(!gallery.said().contains { $0.hasSuffix("BoundsChange") }, "only with animation")
  }

  @Test("M10: midway from right to left is the mirror image of midway from left to right")
  func mirror() throws {
    func views(isRightToLeft: Bool) throws -> Gallery {
      let gallery = try Gallery([400], layout: try TestLayout.grid())
      gallery.view.isRightToLeft = isRightToLeft
      try gallery.view.setContentOffset(Point(x: 0, y: 330))
      gallery.view.animation.isEnabled = true
      gallery.counts = [397]
      try gallery.view.deleteItems(at: (41..<44).map { ItemPath(0, $0) })
      try gallery.view.advance(to: 0.1)
      try gallery.view.insertItems(at: [])
      gallery.counts = [398]
      try gallery.view.insertItems(at: [ItemPath(0, 60)])
      try gallery.view.advance(to: 0.17)
      return gallery
    }
    let (left, right) = (
      try views(isRightToLeft: false).view.visibleElements,
      try views(isRightToLeft: true).view.visibleElements
    )
    #expect(left.count == right.count && left.contains { $0.isLeaving })
    for (a, b) in zip(left, right) {
      let (a, b) = (a.attributes, b.attributes)
      #expect(a.path == b.path && a.alpha == b.alpha)
      let mirrored: Double = 1000 - a.frame.x - a.frame.width
      #expect(abs(b.frame.x - mirrored) < 1e-9)
      #expect(a.frame.y == b.frame.y)
    }
  }

  @Test(
    "M10: a change of direction during an animation mirrors the shown and the leaving views",
    arguments: ["grid", "carousel"])
  func turning(next: String) throws {
    func app(turnsAt turn: Int?) throws -> Gallery {
      let gallery = try Gallery(
        [400], layout: try TestLayout.grid(), viewportSize: Size(width: 500, height: 800))
      gallery.view.isRightToLeft = turn == 0
      try gallery.view.layoutIfNeeded()
      let x = turn == 0 ? 500.0 - 130 : 130
      try gallery.view.setContentOffset(Point(x: x, y: 330))
      gallery.view.animation.isEnabled = true
      gallery.counts = [397]
      try gallery.view.deleteItems(at: (41..<44).map { ItemPath(0, $0) })
      try gallery.view.advance(to: 0.1)
      let other =
        next == "grid"
        ? try TestLayout.grid() : try TestLayout.bundled("CarouselPlugin", "carousel")
      if next == "grid" { try other.set("itemHeight", to: .number(50)) }
      try gallery.view.setLayout(other, animated: true)
      try gallery.view.advance(to: 0.15)
      if turn == 1 { gallery.view.isRightToLeft = true }
      try gallery.view.layoutIfNeeded()
      return gallery
    }
    let (straight, turned, always) = (
      try app(turnsAt: nil), try app(turnsAt: 1), try app(turnsAt: 0)
    )
    for time in [0.15, 0.2, 0.29, 0.5] {
      for gallery in [straight, turned, always] { try gallery.view.advance(to: time) }
      let (seen, wanted) = (turned.view.visibleElements, always.view.visibleElements)
      #expect(seen.count == wanted.count && !seen.isEmpty)
      #expect(time > 0.25 || seen.contains(where: \.isLeaving))
      for (a, b) in zip(seen, wanted) {
        let (a, b) = (a.attributes, b.attributes)
        #expect(a.path == b.path && a.kind == b.kind && a.alpha == b.alpha)
        #expect(abs(a.frame.x - b.frame.x) < 1e-9 && abs(a.frame.width - b.frame.width) < 1e-9)
        #expect(a.frame.y == b.frame.y)
        for (m, n) in zip(a.transform?.elements ?? [], b.transform?.elements ?? []) {
          #expect(abs(m - n) < 1e-12)
        }
        #expect((a.transform == nil) == (b.transform == nil))
      }
    }
  }

  @Test(
    "M3: another direction, inset or scale cancels an interactive transition",
    arguments: ["direction", "inset", "scale"])
  func cancelled(by what: String) throws {
    let gallery = try Gallery([40], layout: try TestLayout.grid())
    let view = gallery.view!
    var outcome: [Bool] = []
    let next = try TestLayout.grid()
    try next.set("itemHeight", to: .number(60))
    try view.startInteractiveTransition(to: next) { outcome.append($0) }
    view.transitionProgress = 0.4
    try view.layoutIfNeeded()
    (view.isRightToLeft, view.scale, view.contentInset) = (false, 1, .zero)
    #expect(view.transitionLayout === next, "the same values change nothing")
    switch what {
    case "direction": view.isRightToLeft = true
    case "inset": view.contentInset = Insets(top: 10, left: 0, bottom: 0, right: 0)
    default: view.scale = 2
    }
    #expect(view.transitionLayout == nil)
    try view.layoutIfNeeded()
    #expect(outcome == [false] && !view.isAnimating && gallery.leavingCount == 0)
    let shown = try #require(view.cellForItem(at: ItemPath(0, 10))?.attributes)
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, 10)) == shown)
  }

  @Test("M11: halfway every edge is on a whole pixel")
  func pixels() throws {
    let gallery = try Gallery([40], layout: try TestLayout.grid())
    let view = gallery.view!
    view.scale = 3
    view.animation.isEnabled = true
    try view.layoutIfNeeded()
    gallery.counts = [39]
    try view.deleteItems(at: [ItemPath(0, 3)])
    try view.advance(to: 0.0731)
    let shown = try gallery.shown(ItemPath(0, 7)).frame
    #expect(shown.x != shown.x.rounded(), "somewhere between")
    for element in view.visibleElements {
      let (exact, pixels) = (element.attributes.frame, element.pixels)
      for (a, b) in [(pixels.x, exact.x), (pixels.maxX, exact.maxX), (pixels.y, exact.y)] {
        let (inPixels, distance) = (a * 3, abs(a - b))
        #expect(abs(inPixels - inPixels.rounded()) < 1e-9)
        #expect(distance < 0.1667)
      }
    }
  }

  @Test("a scrolled view gets the views that move with it, and reuses those that were leaving")
  func scrolling() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    gallery.counts = [2020]
    try view.insertItems(at: (0..<20).map { ItemPath(0, $0) })
    try view.advance(to: 0.1)
    // Row 8 before the batch is row 10 now, at 820, out of sight and moving there.
    let leaver = try #require(view.visibleElements.first { $0.isLeaving })
    let frame = leaver.attributes.frame
    try view.drag(by: Vector(dx: 0, dy: -300))
    let back = try #require(view.cellForItem(at: leaver.attributes.path))
    #expect(back === leaver.view && back.attributes?.frame == frame)
    #expect(!view.visibleElements.contains { $0.isLeaving && $0.view === back })
    try view.advance(to: 0.3)
    #expect(view.cellForItem(at: leaver.attributes.path) === back)
    #expect(back.attributes?.frame.y == 820 && gallery.leavingCount == 0)
  }

  @Test("a frame of a transition makes no call into the layout and allocates nothing")
  func budget() throws {
    let gallery = try Gallery([20_000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 4000))
    view.animation.isEnabled = true
    let next = try TestLayout.grid()
    try next.set("itemHeight", to: .number(60))
    try view.setLayout(next, animated: true, timing: .curve(duration: 2))
    try view.advance(to: 0.01)
    let before = view.counters
    let count = try countAllocations {
      for frame in 1...60 { try view.advance(to: 0.01 + Double(frame) / 60) }
    }
    let cost = view.counters - before
    #expect(count == 0)
    #expect(cost.frames == 60 && cost.exchanges == 0 && cost.pluginCalls == 0 && cost.binds == 0)
    #expect(cost.applies >= 60 * 100, "\(cost.applies) views were moved")
  }

  @Test("a second change starts from the positions on screen, and its reverse ends at the start")
  func reversal() throws {
    let gallery = try Gallery([12], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    try view.moveItem(at: ItemPath(0, 0), to: ItemPath(0, 9))
    try view.advance(to: 0.12)
    let cell = try #require(view.cellForItem(at: ItemPath(0, 9)))
    let there = try #require(cell.attributes).frame
    var outcomes: [Bool] = []
    try view.performBatchUpdates({ $0.moveItem(from: ItemPath(0, 9), to: ItemPath(0, 0)) }) {
      outcomes.append($0)
    }
    #expect(abs((cell.attributes?.frame.x ?? 0) - there.x) < 1e-9)
    var last = there.x
    var farthest = there.x
    for frame in 1...30 {
      try view.advance(to: 0.12 + Double(frame) / 100)
      let x = try #require(cell.attributes).frame.x
      let step: Double = abs(x - last)
      #expect(step < 104)
      (last, farthest) = (x, max(farthest, x))
    }
    #expect(farthest > there.x, "it keeps its speed before it turns")
    #expect(last == 0 && outcomes == [true])
  }
}
