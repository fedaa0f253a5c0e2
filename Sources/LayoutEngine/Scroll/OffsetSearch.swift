// SPDX-License-Identifier: Apache-2.0
//
// The search for an offset when the frames of a layout follow the viewport.

import LayoutModel

/// Steps towards the offset at which an item is at its place.
///
/// A step goes to the offset that the item's present frame asks for. That ends at once in most layouts. One
/// that moves items as the viewport moves, such as one that spreads them around the middle, may throw such
/// steps to and fro, each as far as the last; a step that would turn back without coming nearer goes to
/// where the line through the last two misses crosses zero instead (the method of false position).
struct OffsetSearch {
  /// One axis.
  private struct Axis {
    /// The last offset, and how far the offset that it asked for was away.
    private var last: (offset: Double, miss: Double)?

    mutating func next(from offset: Double, towards target: Double) -> Double {
      let miss = target - offset
      defer { last = (offset, miss) }
      guard let last, miss * last.miss < 0, abs(miss) * 2 >= abs(last.miss) else { return target }
      return offset + miss * (offset - last.offset) / (last.miss - miss)
    }
  }

  private var horizontal = Axis()
  private var vertical = Axis()

  /// Returns the offset to go to.
  ///
  /// - Parameters:
  ///   - offset: The present one.
  ///   - target: The one that the item's present frame asks for.
  mutating func next(from offset: Point, towards target: Point) -> Point {
    Point(
      x: horizontal.next(from: offset.x, towards: target.x),
      y: vertical.next(from: offset.y, towards: target.y))
  }
}
