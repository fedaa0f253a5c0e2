// SPDX-License-Identifier: Apache-2.0
//
// Where the content stands and what moves it, between two frames.

import Glibc
import LayoutModel

/// The scroll state: a value, so that a frame that fails can be taken back whole.
///
/// Everything is in the layout's coordinates, left to right; the collection view mirrors at its
/// surface.
package struct ScrollState: Equatable {
  /// The viewport's extent.
  package var viewportSize: Size
  /// Room around the content.
  package var inset = Insets.zero
  /// Of the last frame.
  package var contentSize = Size.zero
  /// The app's scroll options.
  package var options = ScrollOptions()
  /// True when `offset` was ever set; until then the first frame starts at the start edge.
  package var hasInitialOffset = false
  /// The viewport's corner.
  package internal(set) var offset = Point.zero
  var drag: DragState?
  var motion: ScrollMotion?
  var touch: Touch?
  /// The goal of the motion, when it is an item.
  var goal: ScrollGoal?

  /// A viewport without content.
  package init(viewportSize: Size) { self.viewportSize = viewportSize }

  /// The viewport in content coordinates.
  package var bounds: Rect { Rect(origin: offset, size: viewportSize) }

  /// The edges between which the offset goes by itself.
  package var edges: ScrollEdges {
    ScrollEdges(viewportSize: viewportSize, content: contentSize, inset: inset)
  }

  /// The width of what scrolls, points: the content's, or that of the room between the insets where
  /// the content is narrower.
  package var scrolledWidth: Double {
    max(contentSize.width, viewportSize.width - inset.left - inset.right)
  }

  /// The corner of the viewport that is not covered by an inset.
  package var visibleStart: Point { Point(x: offset.x + inset.left, y: offset.y + inset.top) }

  /// The opposite corner of that part.
  package var visibleEnd: Point {
    Point(
      x: offset.x + viewportSize.width - inset.right,
      y: offset.y + viewportSize.height - inset.bottom)
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
    hasInitialOffset = true
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
    hasInitialOffset = true
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

// MARK: - Options
//
// How a collection view scrolls, as its app wants it.

/// The settings of scrolling.
public struct ScrollOptions: Equatable, Sendable {
  /// The course by which free scrolling slows down.
  public var fling = FlingProfile.friction
  /// The share of the velocity that is left after each millisecond, between 0 and 1; for `friction`.
  public var decelerationRate = Deceleration.normalRate
  /// True when content goes beyond its edges and comes back. Only an axis with content longer
  /// than the viewport bounces, unless `alwaysBounces` is set for it.
  public var bounces = true
  /// Lets an axis bounce whose content fits.
  public var alwaysBouncesHorizontally = false
  /// Lets an axis bounce whose content fits.
  public var alwaysBouncesVertically = false
  /// Comes to rest on multiples of the container's size. The layout is then not asked for a target.
  public var isPaging = false
  /// A drag moves only the axis in which it began.
  public var isDirectionalLockEnabled = false

  /// The distance that an arrow key scrolls, points.
  public var arrowStep = 40.0

  /// Which end of the visible content keeps its place when content changes.
  public var anchoring = ContentAnchoring.start

  /// Normal deceleration, bounces, no paging.
  public init() {}
}

// MARK: - Dragging
//
// A finger on the content: it follows, with a rubber band beyond its edges.

/// A drag under way.
struct DragState: Equatable {
  /// The offset without rubber band and clamp.
  var raw: Point
  /// The axis that a directional lock leaves free.
  var lock: Lock?

  enum Lock: Equatable { case horizontal, vertical }

  mutating func shift(by vector: Vector) {
    raw.x += vector.dx
    raw.y += vector.dy
  }
}

extension ScrollState {
  /// Moves the content with the finger: the offset changes by −`movement`.
  ///
  /// - Parameter place: The finger in the viewport before the movement; nil tells the layout of no
  ///   touch.
  package mutating func drag(by movement: Vector, at place: Point?) {
    var drag = self.drag ?? DragState(raw: unbanded(offset))
    if drag.lock == nil, options.isDirectionalLockEnabled { drag.lock = Self.lock(for: movement) }
    if canMoveHorizontally, drag.lock != .vertical { drag.raw.x -= movement.dx }
    if canMoveVertically, drag.lock != .horizontal { drag.raw.y -= movement.dy }
    self.drag = drag
    motion = nil
    goal = nil
    touch = place.map { Touch(place: $0, movement: movement) }
    offset = banded(drag.raw)
    hasInitialOffset = true
  }

  /// True when a touch moves this axis: its content is longer than the room, or it always bounces.
  var canMoveHorizontally: Bool {
    let range = edges.horizontal
    return range.upperBound > range.lowerBound
      || (options.bounces && options.alwaysBouncesHorizontally)
  }

  var canMoveVertically: Bool {
    let range = edges.vertical
    return range.upperBound > range.lowerBound
      || (options.bounces && options.alwaysBouncesVertically)
  }

  private static func lock(for movement: Vector) -> DragState.Lock? {
    let (x, y) = (abs(movement.dx), abs(movement.dy))
    return x == y ? nil : x > y ? .horizontal : .vertical
  }

  private func banded(_ raw: Point) -> Point {
    let inside = edges.clamp(raw)
    guard options.bounces else { return inside }
    return Point(
      x: inside.x + RubberBand.shown(for: raw.x - inside.x, dimension: viewportSize.width),
      y: inside.y + RubberBand.shown(for: raw.y - inside.y, dimension: viewportSize.height))
  }

  private func unbanded(_ shown: Point) -> Point {
    let inside = edges.clamp(shown)
    return Point(
      x: inside.x
        + RubberBand.overshoot(showing: shown.x - inside.x, dimension: viewportSize.width),
      y: inside.y
        + RubberBand.overshoot(showing: shown.y - inside.y, dimension: viewportSize.height))
  }
}

// MARK: - Release
//
// The finger lifts: where scrolling would rest, where it shall rest, and how it gets there.

extension ScrollState {
  /// Returns the offset at which the content would come to rest by itself, inside the edges,
  /// and the velocity that counts: an axis that cannot move has none.
  package func proposal(velocity: Vector) -> (offset: Point, velocity: Vector) {
    let velocity = Vector(
      dx: canMoveHorizontally && drag?.lock != .vertical ? velocity.dx : 0,
      dy: canMoveVertically && drag?.lock != .horizontal ? velocity.dy : 0)
    let rest = Point(
      x: options.fling(from: offset.x, velocity: velocity.dx).rest,
      y: options.fling(from: offset.y, velocity: velocity.dy).rest)
    return (edges.clamp(rest), velocity)
  }

  /// The page on which a release comes to rest: the next one in the velocity's direction, or the
  /// nearest without velocity; never more than one page on.
  package func pageTarget(velocity: Vector) -> Point {
    let edges = edges
    func page(_ offset: Double, _ start: Double, _ length: Double, _ velocity: Double) -> Double {
      guard length > 0 else { return offset }
      let pages = (offset - start) / length
      let page =
        velocity > 0 ? floor(pages) + 1 : velocity < 0 ? ceil(pages) - 1 : floor(pages + 0.5)
      return start + page * length
    }
    return edges.clamp(
      Point(
        x: page(offset.x, edges.horizontal.lowerBound, viewportSize.width, velocity.dx),
        y: page(offset.y, edges.vertical.lowerBound, viewportSize.height, velocity.dy)))
  }

  /// Sets the content in motion towards `target`, which is inside the edges.
  package mutating func settle(
    proposed: Point, target: Point, velocity: Vector, at time: Double
  ) {
    let edges = edges
    func plan(
      _ start: Double, _ velocity: Double, _ proposed: Double, _ target: Double,
      _ range: ClosedRange<Double>
    ) -> AxisMotion {
      proposed == target
        ? .free(
          options.fling(from: start, velocity: velocity), edges: range, bounces: options.bounces)
        : .damped(CriticalSpring(start: start, velocity: velocity, chosenTarget: target))
    }
    let motion = ScrollMotion(
      start: time,
      horizontal: plan(offset.x, velocity.dx, proposed.x, target.x, edges.horizontal),
      vertical: plan(offset.y, velocity.dy, proposed.y, target.y, edges.vertical), edges: edges)
    drag = nil
    goal = nil
    self.motion = motion
    if motion.isOver(at: time) {
      offset = motion.position(at: time)
      self.motion = nil
    }
  }
}
