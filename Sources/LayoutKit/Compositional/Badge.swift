// SPDX-License-Identifier: Apache-2.0
//
// What is anchored to an item: its badge.

import LayoutABI

/// A length in points, or a share of another one.
struct BadgeLength {
  var value: Double
  var isShare = false

  func resolved(_ whole: Double) -> Double { isShare ? value * whole : value }
}

/// An element anchored to an edge or a corner of its item.
struct Badge {
  /// The place along each axis: 0 at the item's start, 0.5 in its middle, 1 at its end.
  var anchor: Point
  /// In points, or as a share of the item's extent.
  var width: BadgeLength
  var height: BadgeLength
  /// The distance from there: in points, or as a share of its own extent.
  var right = BadgeLength(value: 0)
  var down = BadgeLength(value: 0)
  /// Above the cells, which lie at 0, or below.
  var zIndex: Int32 = 1

  /// The badge of an item.
  func frame(on item: Rect) -> Rect {
    let size = Size(width: width.resolved(item.width), height: height.resolved(item.height))
    return Rect(
      x: item.x + (item.width - size.width) * anchor.x + right.resolved(size.width),
      y: item.y + (item.height - size.height) * anchor.y + down.resolved(size.height),
      width: size.width, height: size.height)
  }
}
