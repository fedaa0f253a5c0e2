// SPDX-License-Identifier: Apache-2.0
//
// The same arithmetic for both scroll directions: lengths are along the scroll axis, breadths
// across it.

import LayoutABI

/// The axis that content scrolls along.
public enum ScrollDirection: Int, PropertyCases, Sendable {
  /// From top to bottom.
  case vertical = 0
  /// From left to right.
  case horizontal

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["vertical", "horizontal"] }

  /// The other axis.
  var other: Self { self == .vertical ? .horizontal : .vertical }

  /// Returns the coordinate along the scroll axis.
  func along(_ point: Point) -> Double { self == .vertical ? point.y : point.x }
  /// Returns the part of a displacement or a velocity along the scroll axis.
  func along(_ vector: Vector) -> Double { self == .vertical ? vector.dy : vector.dx }

  /// Returns the point with another coordinate along the scroll axis.
  func moving(_ point: Point, to along: Double) -> Point {
    self == .vertical ? Point(x: point.x, y: along) : Point(x: along, y: point.y)
  }

  /// Returns the extent along the scroll axis.
  func along(_ size: Size) -> Double { self == .vertical ? size.height : size.width }
  /// Returns the extent across the scroll axis.
  func across(_ size: Size) -> Double { self == .vertical ? size.width : size.height }

  /// Returns the insets at both ends of the scroll axis.
  func along(_ insets: Insets) -> (start: Double, end: Double) {
    self == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
  }

  /// Returns the insets at both sides.
  func across(_ insets: Insets) -> (start: Double, end: Double) {
    self == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  /// Returns the part of the scroll axis that `rect` covers.
  func along(_ rect: Rect) -> (start: Double, end: Double) {
    self == .vertical ? (rect.y, rect.maxY) : (rect.x, rect.maxX)
  }

  /// Returns a size from its two extents.
  func size(along: Double, across: Double) -> Size {
    self == .vertical
      ? Size(width: across, height: along) : Size(width: along, height: across)
  }

  /// Returns a rectangle from its place and extent along both axes.
  @inline(__always)
  func rect(along: Double, across: Double, length: Double, breadth: Double) -> Rect {
    self == .vertical
      ? Rect(x: across, y: along, width: breadth, height: length)
      : Rect(x: along, y: across, width: length, height: breadth)
  }
}

// MARK: - Binary search

/// Returns the first of `numbers` for which `isBefore` is false; it is true for all numbers before
/// it.
/// - Complexity: O(log *n*).
@inline(__always)
func partition(_ numbers: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
  var low = numbers.lowerBound
  var high = numbers.upperBound
  while low < high {
    let middle = (low + high) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
