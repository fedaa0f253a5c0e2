// SPDX-License-Identifier: Apache-2.0
//
// What keeps its place when a layout prepares of its own accord, because scrolling showed it items
// whose sizes it had only assumed.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension LayoutQuery {
  /// The offset at which what was on screen stands where scrolling by itself would have put it.
  ///
  /// Nobody marked anything, so no anchor was chosen beforehand. Content of the same size is taken to
  /// stand where it stood. After a jump to another place nothing that was on screen can stay.
  ///
  /// - Parameter asked: The offset for which the layout was asked first.
  func offset(
    keepingPlaceFrom asked: Point, _ scroll: ScrollState, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Point {
    guard let front, scroll.contentSize != front.scroll.contentSize else { return asked }
    var wanted = asked
    let overlaps = front.scroll.bounds.intersects(Rect(origin: asked, size: scroll.container))
    if overlaps, let moved = try anchorMovement(from: front, scroll, answer, scratch) {
      // Along an axis that the content does not scroll in, an item moved because its section scrolled
      // across.
      let edges = scroll.edges
      if edges.start.x < edges.end.x { wanted.x += moved.dx }
      if edges.start.y < edges.end.y { wanted.y += moved.dy }
    }
    return staysInside && !scroll.isScrolling ? scroll.edges.clamp(wanted) : wanted
  }

  /// Returns the movement by the layout of the cell that ``Anchor`` keeps in place; nil when
  /// it is gone.
  private func anchorMovement(
    from front: ShownFrame, _ scroll: ScrollState, _ answer: Answer, _ scratch: AnswerBuffer
  ) throws(LayoutError) -> Vector? {
    let records = front.answer.records
    guard let anchor = Anchor.find(in: records, scroll: front.scroll) else { return nil }
    if anchor.isAtEdge {
      guard anchor.anchoring == .end else { return nil }
      return Vector(
        dx: scroll.edges.end.x - front.scroll.edges.end.x,
        dy: scroll.edges.end.y - front.scroll.edges.end.y)
    }
    guard let old = records.first(where: { $0.category == LAYOUT_CELL && $0.path == anchor.path }),
      let new = try restingFrame(of: anchor.path, answer, scratch)
    else { return nil }
    return anchor.anchoring == .start
      ? Vector(dx: new.x - old.frame.x, dy: new.y - old.frame.y)
      : Vector(dx: new.maxX - old.frame.maxX, dy: new.maxY - old.frame.maxY)
  }
}
