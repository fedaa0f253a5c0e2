// SPDX-License-Identifier: Apache-2.0
//
// Scrolling to an item: the place in the viewport, the goal, and the search for the offset.

import LayoutModel
import LayoutUpdates

// MARK: - Positions
//
// The target place of an item in the viewport.

/// A place between the insets, one for each axis; an axis without a place does not change.
public struct ScrollPosition: OptionSet, Sendable {
  /// The places as bits.
  public let rawValue: Int
  /// Places from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The item's upper edge at the upper inset.
  public static let top = Self(rawValue: 1)
  /// The item's middle in the middle between the insets.
  public static let centeredVertically = Self(rawValue: 2)
  /// The item's lower edge at the lower inset.
  public static let bottom = Self(rawValue: 4)
  /// The item's left edge at the left inset.
  public static let left = Self(rawValue: 8)
  /// The item's middle in the middle between the insets.
  public static let centeredHorizontally = Self(rawValue: 16)
  /// The item's right edge at the right inset.
  public static let right = Self(rawValue: 32)
  /// The smallest movement that makes the item completely visible, in both axes; none if it is.
  public static let nearest = Self(rawValue: 64)

  /// The offset that brings `frame` to this place in `bounds`, not yet clamped to the edges.
  package func offset(for frame: Rect, bounds: Rect, inset: Insets) -> Point {
    let room = bounds.inset(by: inset)
    let horizontal = Axis(
      leading: contains(.left), centered: contains(.centeredHorizontally),
      trailing: contains(.right), nearest: contains(.nearest))
    let vertical = Axis(
      leading: contains(.top), centered: contains(.centeredVertically),
      trailing: contains(.bottom), nearest: contains(.nearest))
    return Point(
      x: bounds.x + horizontal.movement(frame.x, frame.width, room.x, room.width),
      y: bounds.y + vertical.movement(frame.y, frame.height, room.y, room.height))
  }

  /// The place that `nearest` means for an item relative to these bounds; an axis in which it is
  /// completely visible gets none.
  func resolved(for frame: Rect, bounds: Rect, inset: Insets) -> ScrollPosition {
    guard contains(.nearest) else { return self }
    let room = bounds.inset(by: inset)
    func side(
      _ given: ScrollPosition, _ leading: ScrollPosition, _ trailing: ScrollPosition,
      _ toLeading: Double, _ toTrailing: Double
    ) -> ScrollPosition {
      let named = intersection(given)
      guard named.isEmpty else { return named }
      if toLeading >= 0, toTrailing <= 0 { return [] }
      return abs(toLeading) <= abs(toTrailing) ? leading : trailing
    }
    let horizontal = side(
      [.left, .centeredHorizontally, .right], .left, .right, frame.x - room.x,
      frame.maxX - room.maxX)
    let vertical = side(
      [.top, .centeredVertically, .bottom], .top, .bottom, frame.y - room.y,
      frame.maxY - room.maxY)
    return horizontal.union(vertical)
  }

  /// One axis of a position.
  private struct Axis {
    let leading, centered, trailing, nearest: Bool

    /// Returns the movement that brings the item to its place.
    func movement(
      _ start: Double, _ length: Double, _ roomStart: Double, _ roomLength: Double
    ) -> Double {
      let toLeading = start - roomStart
      let toTrailing = start + length - roomStart - roomLength
      if leading { return toLeading }
      if centered { return (toLeading + toTrailing) / 2 }
      if trailing { return toTrailing }
      guard nearest, !(toLeading >= 0 && toTrailing <= 0) else { return 0 }
      return abs(toLeading) <= abs(toTrailing) ? toLeading : toTrailing
    }
  }
}

// MARK: - Goals

/// The goal of animated scrolling. Estimated sizes become known during scrolling, so the target
/// offset is computed again after every frame.
struct ScrollGoal: Equatable, Sendable {
  var path: ItemPath
  /// The position without `nearest`, which depends on the offset.
  let position: ScrollPosition
  /// The time until which the motion follows the item to another target. A layout that moves items with the viewport
  /// could move this one back and forth for ever.
  let deadline: Double
  /// The frame of the item before the first movement. At its place it has another one in a layout
  /// that moves items with the viewport.
  let start: Rect

  /// The same goal after the data changed; nil when its item is gone.
  func followed(_ plan: UpdatePlan?) -> ScrollGoal? {
    plan?.keptPlace(of: path).map {
      ScrollGoal(path: $0, position: position, deadline: deadline, start: start)
    }
  }
}

extension ScrollState {
  /// Starts a motion towards `target` with the current velocity, as requested by the app.
  mutating func glide(to target: Point, at time: Double) {
    let velocity = motion?.velocity(at: time) ?? .zero
    func spring(_ start: Double, _ velocity: Double, _ target: Double) -> AxisMotion {
      .damped(CriticalSpring(start: start, velocity: velocity, chosenTarget: target))
    }
    let motion = ScrollMotion(
      start: time, horizontal: spring(offset.x, velocity.dx, target.x),
      vertical: spring(offset.y, velocity.dy, target.y), edges: edges)
    stop()
    self.motion = motion
    hasInitialOffset = true
    if motion.isOver(at: time) {
      offset = motion.rest
      self.motion = nil
    }
  }
}

// MARK: - Offset search

/// Iteration towards the offset at which an item is at its place.
///
/// A step goes to the offset that the item's current frame requires. In most layouts one step is
/// enough. A layout that moves items with the viewport, such as one that spreads them around the
/// middle, may make such steps oscillate. A step that would reverse without coming nearer goes to
/// the zero of the line through the last two misses instead (the method of false position).
///
/// A search that narrows keeps between the nearest offsets before and after the zero, once it has
/// both, and halves what is between them in every other step: covers near to each other, with a
/// wide gap at the middle, miss their places by a step. It needs frames that depend on the offset
/// alone, and not on sizes that become known.
struct OffsetSearch {
  /// An offset, and its distance from the offset that it required.
  private struct Trial {
    let offset, miss: Double
  }

  /// One axis.
  private struct Axis {
    private var last: Trial?
    private var before: Trial?
    private var after: Trial?
    private var halves = true

    mutating func next(
      from offset: Double, towards target: Double, narrowing: Bool
    ) -> Double {
      let trial = Trial(offset: offset, miss: target - offset)
      defer { last = trial }
      if trial.miss > 0 { before = trial }
      if trial.miss < 0 { after = trial }
      let isSlow = last.map { trial.miss * $0.miss < 0 && abs(trial.miss) * 2 >= abs($0.miss) }
      if narrowing, let before, let after, before.offset < after.offset {
        let isInside = before.offset < target && target < after.offset
        return isInside && isSlow != true ? target : middle(before, after)
      }
      guard let last, isSlow == true else { return target }
      return zero(last, trial)
    }

    /// Returns an offset between two, by each of the two methods in turn.
    private mutating func middle(_ before: Trial, _ after: Trial) -> Double {
      halves.toggle()
      return halves ? (before.offset + after.offset) / 2 : zero(before, after)
    }

    /// Returns the zero of the line through two misses of different sign.
    private func zero(_ one: Trial, _ other: Trial) -> Double {
      other.offset + other.miss * (other.offset - one.offset) / (one.miss - other.miss)
    }
  }

  /// True to stay between the nearest offsets of both sides.
  let narrows: Bool
  private var horizontal = Axis()
  private var vertical = Axis()

  init(narrows: Bool = false) { self.narrows = narrows }

  /// Returns the next offset.
  ///
  /// - Parameters:
  ///   - offset: The current one.
  ///   - target: The offset that the item's current frame requires.
  mutating func next(from offset: Point, towards target: Point) -> Point {
    Point(
      x: horizontal.next(from: offset.x, towards: target.x, narrowing: narrows),
      y: vertical.next(from: offset.y, towards: target.y, narrowing: narrows))
  }
}
