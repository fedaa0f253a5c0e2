// SPDX-License-Identifier: Apache-2.0
//
// Drag, release and the movement after it, without a layout.

import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Scroll state")
struct ScrollStateTests {
  /// 400 × 500 of content 400 × 5000, at the start.
  private func state(content: Size = Size(width: 400, height: 5000)) -> ScrollState {
    var scroll = ScrollState(viewportSize: Size(width: 400, height: 500))
    scroll.contentSize = content
    scroll.jump(to: .zero)
    return scroll
  }

  private func release(
    _ scroll: inout ScrollState, _ velocity: Vector, target: Point? = nil
  ) -> Point {
    let (proposed, velocity) = scroll.proposal(velocity: velocity)
    scroll.settle(
      proposed: proposed, target: target ?? proposed, velocity: velocity, at: 0)
    return proposed
  }

  @Test("the offset moves against the finger")
  func drag() {
    var scroll = state()
    scroll.drag(by: Vector(dx: 0, dy: -120), at: nil)
    #expect(scroll.offset == Point(x: 0, y: 120))
    #expect(scroll.isScrolling)
  }

  @Test("P3: beyond an edge the drag is rubber-banded as a whole and not step by step")
  func band() {
    var (once, often) = (state(), state())
    once.drag(by: Vector(dx: 0, dy: 100), at: nil)
    for _ in 0..<10 { often.drag(by: Vector(dx: 0, dy: 10), at: nil) }
    #expect(once.offset.y == -RubberBand.shown(for: 100, dimension: 500))
    #expect(abs(often.offset.y - once.offset.y) < 1e-9)
    often.drag(by: Vector(dx: 0, dy: -100), at: nil)
    #expect(abs(often.offset.y) < 1e-9)
  }

  @Test("a drag stops content beyond its edge without a jump")
  func hold() {
    var scroll = state()
    scroll.jump(to: Point(x: 0, y: -40))
    scroll.drag(by: .zero, at: nil)
    #expect(abs(scroll.offset.y + 40) < 1e-9)
  }

  @Test("C6, C7: an axis whose content fits does not move, and both axes move when both are longer")
  func axes() {
    var fits = state()
    fits.drag(by: Vector(dx: -30, dy: -30), at: nil)
    #expect(fits.offset == Point(x: 0, y: 30))
    var both = state(content: Size(width: 1000, height: 5000))
    both.drag(by: Vector(dx: -30, dy: -30), at: nil)
    #expect(both.offset == Point(x: 30, y: 30))
    var asked = state()
    asked.options.alwaysBouncesHorizontally = true
    asked.drag(by: Vector(dx: -30, dy: 0), at: nil)
    #expect(asked.offset.x == RubberBand.shown(for: 30, dimension: 400))
  }

  @Test("without bounces a drag stops at the edge")
  func noBounce() {
    var scroll = state()
    scroll.options.bounces = false
    scroll.drag(by: Vector(dx: 0, dy: 100), at: nil)
    #expect(scroll.offset == .zero)
  }

  @Test("M12: a directional lock keeps the axis in which the drag began")
  func lock() {
    var scroll = state(content: Size(width: 1000, height: 5000))
    scroll.options.isDirectionalLockEnabled = true
    scroll.drag(by: Vector(dx: -3, dy: -10), at: nil)
    scroll.drag(by: Vector(dx: -50, dy: -10), at: nil)
    #expect(scroll.offset == Point(x: 0, y: 20))
    #expect(release(&scroll, Vector(dx: 1000, dy: 0)) == scroll.offset)
  }

  @Test("C105: the proposed rest follows from velocity and rate, inside the edges")
  func proposal() {
    var scroll = state()
    let proposed = release(&scroll, Vector(dx: 0, dy: 1000))
    #expect(abs(proposed.y - 499.499_83) < 1e-4)
    var far = state()
    #expect(release(&far, Vector(dx: 0, dy: 1e6)) == Point(x: 0, y: 4500))
  }

  @Test("C108: a target that the layout sets is reached exactly")
  func target() {
    var scroll = state()
    _ = release(&scroll, Vector(dx: 0, dy: 1000), target: Point(x: 0, y: 600))
    scroll.advance(to: 0.1)
    #expect(scroll.offset.y > 60 && scroll.offset.y < 600)
    scroll.advance(to: 10)
    #expect(scroll.offset == Point(x: 0, y: 600))
    #expect(!scroll.isScrolling)
  }

  @Test("P2: frames in between have no effect on the path", arguments: [1, 7, 60, 240])
  func subdivision(frames: Int) {
    var few = state()
    _ = release(&few, Vector(dx: 0, dy: 14_000))
    var many = few
    for frame in 1...frames { many.advance(to: 0.6 * Double(frame) / Double(frames)) }
    few.advance(to: 0.6)
    #expect(few.offset == many.offset)
    #expect(few.offset.y > 4500, "the edge spring acts")
  }

  @Test(
    "M12: paging rests on the next page in the velocity's direction, at most one page on",
    arguments: [(0.0, 500.0), (2000, 1000), (-2000, 500), (90_000, 1000)])
  func paging(velocity: Double, page: Double) {
    var scroll = state()
    scroll.jump(to: Point(x: 0, y: 620))
    #expect(scroll.pageTarget(velocity: Vector(dx: 0, dy: velocity)) == Point(x: 0, y: page))
  }

  @Test("content that grows during a fling does not change the fling")
  func replan() {
    var (same, grown) = (state(), state())
    _ = release(&same, Vector(dx: 0, dy: 2000))
    _ = release(&grown, Vector(dx: 0, dy: 2000))
    grown.advance(to: 0.5)
    grown.contentSize.height = 9000
    grown.replan(at: 0.5)
    grown.advance(to: 1)
    same.advance(to: 1)
    #expect(abs(same.offset.y - grown.offset.y) < 1e-9)
  }

  @Test("content that becomes shorter during a fling returns to the new edge")
  func shrink() {
    var scroll = state()
    _ = release(&scroll, Vector(dx: 0, dy: 4000))
    scroll.advance(to: 1)
    scroll.contentSize.height = 1000
    scroll.replan(at: 1)
    scroll.advance(to: 20)
    #expect(scroll.offset == Point(x: 0, y: 500))
  }

  @Test("the finger's position is in content coordinates, and is kept until scrolling stops")
  func touch() {
    var scroll = state()
    let old = scroll.bounds
    scroll.drag(by: Vector(dx: 0, dy: -100), at: Point(x: 200, y: 300))
    #expect(scroll.touchInContent(oldBounds: old) == Point(x: 200, y: 300))
    scroll.frameDidEnd()
    #expect(scroll.touchInContent(oldBounds: scroll.bounds) == Point(x: 200, y: 300))
    _ = release(&scroll, Vector(dx: 0, dy: 500))
    scroll.advance(to: 30)
    scroll.frameDidEnd()
    #expect(scroll.touchInContent(oldBounds: scroll.bounds) == nil)
  }
}
