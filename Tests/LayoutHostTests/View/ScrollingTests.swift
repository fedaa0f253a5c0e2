// SPDX-License-Identifier: Apache-2.0
//
// Scrolling with a layout.

import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Scrolling")
struct ScrollingTests {
  private func gallery(_ snap: Double = 0) throws -> Gallery {
    let layout = try TestLayout.grid()
    try layout.set("snap", to: .number(snap))
    return try Gallery([4000], layout: layout)
  }

  @Test(
    "C105, C106, C107, C108: the layout replaces the proposed rest, exactly")
  func target() throws {
    let app = try gallery(80)
    let view = app.view!
    let (proposed, target) = try view.release(velocity: Vector(dx: 0, dy: 1000))
    #expect(abs(proposed.y - 499.499_83) < 1e-4)
    #expect(target == Point(x: 0, y: 480))
    var last = 0.0
    for frame in 1...240 {
      try view.advance(to: Double(frame) / 60)
      #expect(view.contentOffset.y >= last && view.contentOffset.y <= 480)
      last = view.contentOffset.y
    }
    #expect(view.contentOffset.y == 480)
    #expect(!view.isScrolling)
  }

  @Test("P2, P5: without another target the offset follows friction in points a second")
  func friction() throws {
    let app = try gallery()
    let view = app.view!
    try view.release(velocity: Vector(dx: 0, dy: 1000))
    try view.advance(to: 0.5)
    #expect(view.contentOffset.y == Deceleration(start: 0, velocity: 1000).position(at: 0.5))
    try view.advance(to: 3.449)
    #expect(view.isScrolling)
    try view.advance(to: 3.4501)
    #expect(!view.isScrolling)
    #expect(view.contentOffset.y == Deceleration(start: 0, velocity: 1000).rest)
  }

  @Test("P2: the path is the same for any frames", arguments: [1, 3, 17, 120])
  func frames(count: Int) throws {
    let app = try gallery()
    let view = app.view!
    try view.setContentOffset(Point(x: 0, y: 31_500))
    try view.release(velocity: Vector(dx: 0, dy: 3000))
    for frame in 1...count { try view.advance(to: 0.3 * Double(frame) / Double(count)) }
    // A fling into the lower edge, and back: 32,020 + 20 − 800 is the last offset.
    let reference = AxisMotion.free(
      Deceleration(start: 31_500, velocity: 3000), edges: 0...31_220, bounces: true)
    #expect(view.contentOffset.y == reference.position(at: 0.3))
  }

  @Test("P3, P4: a drag beyond the edge is rubber-banded, and the content comes back to the edge")
  func edge() throws {
    let app = try gallery()
    let view = app.view!
    try view.drag(by: Vector(dx: 0, dy: 120), at: Point(x: 10, y: 10))
    #expect(view.contentOffset.y == -RubberBand.shown(for: 120, dimension: 800))
    let (proposed, target) = try view.release(velocity: .zero)
    #expect(proposed == .zero && target == .zero)
    try view.advance(to: 0.1)
    #expect(view.contentOffset.y < 0)
    try view.advance(to: 5)
    #expect(view.contentOffset == .zero)
  }

  @Test("C31: drag and fling ask the layout about every change, with the bounds before and after")
  func asked() throws {
    let app = try gallery()
    let view = app.view!
    try view.drag(by: Vector(dx: 0, dy: -40))
    #expect(
      try view.collectionViewLayout.call("told")
        == .insets(Insets(top: 0, left: 0, bottom: 0, right: 40)))
    try view.drag(by: Vector(dx: 0, dy: -5))
    #expect(
      try view.collectionViewLayout.call("told")
        == .insets(Insets(top: 0, left: 40, bottom: 0, right: 45)))
  }

  @Test("M12: paging rests on multiples of the viewport, and the layout is not asked")
  func paging() throws {
    let app = try gallery(77)
    let view = app.view!
    view.scrollOptions.isPaging = true
    try view.drag(by: Vector(dx: 0, dy: -300))
    #expect(try view.release(velocity: Vector(dx: 0, dy: 10)).target.y == 800)
    try view.advance(to: 10)
    #expect(view.contentOffset.y == 800)
  }

  @Test("C34: a layout that animates gets every frame until it rests, and none after that")
  func moving() throws {
    let layout = try TestLayout.fake()
    let app = try Gallery([30], layout: layout)
    let view = app.view!
    #expect(!view.isMoving)
    try layout.set("behaviour", toCase: "moves")
    for frame in 1...5 { try view.advance(to: Double(frame)) }
    #expect(view.isMoving && view.counters.frames == 6)
    try layout.set("behaviour", toCase: "good")
    try view.advance(to: 6)
    #expect(!view.isMoving)
    try view.advance(to: 7)
    #expect(view.counters.frames == 7)
  }

  @Test("C8: without content no element is shown, and only an enabled bounce scrolls")
  func noContent() throws {
    let app = try Gallery([], layout: try TestLayout.grid())
    let view = app.view!
    #expect(view.contentSize.height == 0 && view.visibleElements.isEmpty)
    try view.drag(by: Vector(dx: 0, dy: -50))
    #expect(view.contentOffset == .zero)
    try view.release(velocity: Vector(dx: 0, dy: 900))
    #expect(!view.isScrolling)
    view.scrollOptions.alwaysBouncesVertically = true
    try view.drag(by: Vector(dx: 0, dy: -50))
    #expect(view.contentOffset.y == RubberBand.shown(for: 50, dimension: 800))
  }

  @Test("at rest, the clock makes no call into the layout")
  func idle() throws {
    let app = try gallery()
    let view = app.view!
    let before = view.counters
    for frame in 1...10 { try view.advance(to: Double(frame)) }
    #expect(view.counters == before)
  }

  @Test("a set offset is exact, also beyond the edges, and ends every movement")
  func exact() throws {
    let app = try gallery()
    let view = app.view!
    try view.release(velocity: Vector(dx: 0, dy: 1000))
    try view.setContentOffset(Point(x: 0, y: -333))
    #expect(view.contentOffset.y == -333 && !view.isScrolling)
    try view.advance(to: 1)
    #expect(view.contentOffset.y == -333)
    #expect(view.visibleElements.count == 61, "a header and six rows")
  }

  @Test("an invalidation during a fling does not change the fling")
  func invalidation() throws {
    let apps = (try gallery(), try gallery())
    let (view, other) = (apps.0.view!, apps.1.view!)
    try view.release(velocity: Vector(dx: 0, dy: 2000))
    try other.release(velocity: Vector(dx: 0, dy: 2000))
    for frame in 1...30 {
      view.collectionViewLayout.invalidate()
      try view.advance(to: Double(frame) / 60)
    }
    try other.advance(to: 0.5)
    #expect(abs(view.contentOffset.y - other.contentOffset.y) < 1e-6)
  }

  @Test(
    "the delegate is notified of scrolling after the frame, and not for frames without movement")
  func delegate() throws {
    final class Watcher: CollectionViewDelegate {
      var offsets: [Double] = []
      func collectionViewDidScroll(_ view: CollectionView) { offsets.append(view.contentOffset.y) }
    }
    let (watcher, app) = (Watcher(), try gallery())
    let view = app.view!
    view.delegate = watcher
    try view.setContentOffset(Point(x: 0, y: 10))
    try view.setContentOffset(Point(x: 0, y: 10))
    try view.drag(by: Vector(dx: 0, dy: -5))
    #expect(watcher.offsets == [10, 15])
  }
}
