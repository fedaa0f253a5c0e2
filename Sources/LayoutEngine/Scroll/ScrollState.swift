// SPDX-License-Identifier: Apache-2.0
//
// Where the content stands and what moves it, between two frames.

import LayoutModel

/// The scroll state: a value, so that a frame that fails can be taken back whole.
///
/// Everything is in the layout's coordinates, left to right; the collection view mirrors at its
/// surface.
package struct ScrollState: Equatable {
  /// The viewport's extent.
  package var container: Size
  /// Room around the content.
  package var inset = Insets.zero
  /// Of the last frame.
  package var contentSize = Size.zero
  /// The app's scroll options.
  package var options = ScrollOptions()
  /// True when `offset` was ever set; until then the first frame starts at the start edge.
  package var isPlaced = false
  /// The viewport's corner.
  package internal(set) var offset = Point.zero
  var drag: DragState?
  var motion: ScrollMotion?
  var touch: Touch?
  /// The goal of the motion, when it is an item.
  var goal: ScrollGoal?

  /// A viewport without content.
  package init(container: Size) { self.container = container }

  /// The viewport in content coordinates.
  package var bounds: Rect { Rect(origin: offset, size: container) }

  /// The edges between which the offset goes by itself.
  package var edges: ScrollEdges {
    ScrollEdges(container: container, content: contentSize, inset: inset)
  }

  /// The width of what scrolls, points: the content's, or that of the room between the insets where
  /// the content is narrower.
  package var scrolledWidth: Double {
    max(contentSize.width, container.width - inset.left - inset.right)
  }

  /// The corner of the viewport that is not covered by an inset.
  package var visibleStart: Point { Point(x: offset.x + inset.left, y: offset.y + inset.top) }

  /// The opposite corner of that part.
  package var visibleEnd: Point {
    Point(
      x: offset.x + container.width - inset.right, y: offset.y + container.height - inset.bottom)
  }

  /// True when a touch or what it set in motion moves the content.
  package var isScrolling: Bool { drag != nil || motion != nil }

  /// The finger in content coordinates, as a layout is told it: seen from the viewport of the last
  /// frame, since the change it hears of has not taken effect.
  package func touchInContent(oldBounds: Rect) -> Point? {
    touch.map { Point(x: $0.place.x + oldBounds.x, y: $0.place.y + oldBounds.y) }
  }

  /// Sets the offset exactly and ends every movement.
  package mutating func jump(to offset: Point) {
    self.offset = offset
    isPlaced = true
    stop()
  }

  /// Ends drag and motion where they are.
  package mutating func stop() {
    drag = nil
    motion = nil
    touch = nil
    goal = nil
  }

  /// Corrects the offset because the content changed under it; a drag or motion under way goes on
  /// from there.
  package mutating func rebase(to offset: Point, at time: Double) {
    drag?.shift(by: Vector(dx: offset.x - self.offset.x, dy: offset.y - self.offset.y))
    self.offset = offset
    isPlaced = true
    replan(at: time)
  }

  /// Plans the motion under way anew for the edges as they are now. Free scrolling has no memory, so
  /// where the edges did not matter the path stays the same.
  package mutating func replan(at time: Double) {
    guard let motion, motion.edges != edges else { return }
    self.motion = motion.adapted(to: edges, from: offset, at: time, options: options)
  }

  /// Moves on to `time`.
  package mutating func advance(to time: Double) {
    guard let motion else { return }
    offset = motion.position(at: time)
    if motion.isOver(at: time) { self.motion = nil }
  }

  /// The frame at the present offset is done.
  package mutating func frameDidEnd() {
    guard isScrolling else { return touch = nil }
    touch?.settle()
  }
}

/// The finger, in the viewport's coordinates.
struct Touch: Equatable {
  /// Before the movement under way.
  var place: Point
  /// The movement under way.
  var movement: Vector

  /// The movement has been told.
  mutating func settle() {
    place.x += movement.dx
    place.y += movement.dy
    movement = .zero
  }
}
