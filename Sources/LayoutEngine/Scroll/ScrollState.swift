// SPDX-License-Identifier: Apache-2.0
//
// The content offset and its motion, between two frames.

import Glibc
import LayoutModel

/// The scroll state: a value, so that a failed frame can be rolled back.
///
/// All coordinates are the layout's, left to right; the passes mirror, and `EngineState` does for
/// its readers.
package struct ScrollState: Equatable {
  /// The viewport's extent.
  package var viewportSize: Size
  /// Space around the content.
  package var inset = Insets.zero
  /// The content size of the last frame.
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
  /// The goal of the motion, if it is an item.
  var goal: ScrollGoal?

  /// A viewport without content.
  package init(viewportSize: Size) { self.viewportSize = viewportSize }

  /// The viewport in content coordinates.
  package var bounds: Rect { Rect(origin: offset, size: viewportSize) }

  /// The range of the offset without a finger.
  package var edges: ScrollEdges {
    ScrollEdges(viewportSize: viewportSize, content: contentSize, inset: inset)
  }

  /// The width of the scrolled area, points: the content's, or the width between the insets if the
  /// content is narrower.
  package var scrolledWidth: Double {
    max(contentSize.width, viewportSize.width - inset.left - inset.right)
  }

  /// The corner of the viewport inside the insets.
  package var visibleStart: Point { Point(x: offset.x + inset.left, y: offset.y + inset.top) }

  /// The opposite corner of that part.
  package var visibleEnd: Point {
    Point(
      x: offset.x + viewportSize.width - inset.right,
      y: offset.y + viewportSize.height - inset.bottom)
  }

  /// True when a touch or its momentum moves the content.
  package var isScrolling: Bool { drag != nil || motion != nil }

  /// The finger in content coordinates for a layout: relative to the viewport of the last frame,
  /// because the announced change has not taken effect.
  package func touchInContent(oldBounds: Rect) -> Point? {
    touch.map { Point(x: $0.place.x + oldBounds.x, y: $0.place.y + oldBounds.y) }
  }

  /// Sets the offset exactly and stops every movement.
  package mutating func jump(to offset: Point) {
    self.offset = offset
    hasInitialOffset = true
    stop()
  }

  /// Stops drag and motion at the current offset.
  package mutating func stop() {
    drag = nil
    motion = nil
    touch = nil
    goal = nil
  }

  /// Corrects the offset because the content changed; a drag or motion continues from there.
  package mutating func rebase(to offset: Point, at time: Double) {
    drag?.shift(by: Vector(dx: offset.x - self.offset.x, dy: offset.y - self.offset.y))
    self.offset = offset
    hasInitialOffset = true
    replan(at: time)
  }

  /// Plans the current motion again for the current edges. Free scrolling is memoryless, so its
  /// path only changes where the edges matter.
  package mutating func replan(at time: Double) {
    guard let motion, motion.edges != edges else { return }
    self.motion = motion.adapted(to: edges, from: offset, at: time, options: options)
  }

  /// Advances to `time`.
  package mutating func advance(to time: Double) {
    guard let motion else { return }
    offset = motion.position(at: time)
    if motion.isOver(at: time) { self.motion = nil }
  }

  /// Records the end of the frame at the current offset.
  package mutating func frameDidEnd() {
    guard isScrolling else { return touch = nil }
    touch?.settle()
  }
}

/// The finger, in the viewport's coordinates.
struct Touch: Equatable {
  /// The place before the current movement.
  var place: Point
  /// The current movement.
  var movement: Vector

  /// Adds the movement to the place, after it was passed to the layout.
  mutating func settle() {
    place.x += movement.dx
    place.y += movement.dy
    movement = .zero
  }
}

// MARK: - Options
//
// Scroll options of the app.

/// The settings of scrolling.
public struct ScrollOptions: Equatable, Sendable {
  /// The deceleration of free scrolling.
  public var fling = FlingProfile.friction
  /// The share of the velocity after each millisecond, for `friction`: between 0.001 and 0.99999;
  /// another one counts as the nearer limit.
  public var decelerationRate = Deceleration.normalRate
  /// True when content moves beyond its edges and returns. Only an axis with content longer than
  /// the viewport bounces, unless `alwaysBounces` is set for it.
  public var bounces = true
  /// True when an axis bounces even if its content fits.
  public var alwaysBouncesHorizontally = false
  /// True when an axis bounces even if its content fits.
  public var alwaysBouncesVertically = false
  /// True when scrolling stops at multiples of the viewport size. The layout is then not asked for
  /// a target.
  public var isPaging = false
  /// True when a drag moves only the axis in which it began.
  public var isDirectionalLockEnabled = false

  /// The distance that an arrow key scrolls, points.
  public var arrowStep = 40.0

  /// The end of the visible content that keeps its place when content changes.
  public var anchoring = ContentAnchoring.start

  /// Normal deceleration, bounces, no paging.
  public init() {}
}

// MARK: - Dragging
//
// Dragging: the content follows the finger, with a rubber band beyond its edges.

/// A current drag.
struct DragState: Equatable {
  /// The offset without rubber band and clamp.
  var raw: Point
  /// The free axis of a directional lock.
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
  /// - Parameter place: The finger in the viewport before the movement; nil means that the layout
  ///   gets no touch.
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

  /// True when a touch moves this axis: its content is longer than the viewport, or it always
  /// bounces.
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
// The end of a drag: the natural resting offset, the target, and the motion to it.

extension ScrollState {
  /// Returns the natural resting offset of the content, inside the edges, and the effective
  /// velocity: 0 in an axis that cannot move.
  package func proposal(velocity: Vector) -> (offset: Point, velocity: Vector) {
    let velocity = Vector(
      dx: canMoveHorizontally && drag?.lock != .vertical ? velocity.dx : 0,
      dy: canMoveVertically && drag?.lock != .horizontal ? velocity.dy : 0)
    let rest = Point(
      x: options.fling(from: offset.x, velocity: velocity.dx).rest,
      y: options.fling(from: offset.y, velocity: velocity.dy).rest)
    return (edges.clamp(rest), velocity)
  }

  /// The page at which a release stops: the next one in the direction of the velocity, or the
  /// nearest without velocity; at most one page further.
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

  /// Starts a motion towards `target`, which is inside the edges.
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
