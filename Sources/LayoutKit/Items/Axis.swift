// SPDX-License-Identifier: Apache-2.0
//
// One arithmetic for both scroll directions: lengths run along the scroll axis, breadths across it.

import LayoutABI

/// The axis that content scrolls along.
public enum ScrollDirection: Int, PropertyCases, Sendable {
  /// From top to bottom.
  case vertical = 0
  /// From left to right.
  case horizontal

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["vertical", "horizontal"] }

  /// The axis across it.
  var other: Self { self == .vertical ? .horizontal : .vertical }

  /// The coordinate along the scroll axis.
  func along(_ point: Point) -> Double { self == .vertical ? point.y : point.x }
  /// The same of a displacement or a velocity.
  func along(_ vector: Vector) -> Double { self == .vertical ? vector.dy : vector.dx }

  /// The point at another coordinate along the scroll axis.
  func moving(_ point: Point, to along: Double) -> Point {
    self == .vertical ? Point(x: point.x, y: along) : Point(x: along, y: point.y)
  }

  /// The extent along the scroll axis.
  func along(_ size: Size) -> Double { self == .vertical ? size.height : size.width }
  /// The extent across it.
  func across(_ size: Size) -> Double { self == .vertical ? size.width : size.height }

  /// The insets at both ends of the scroll axis.
  func along(_ insets: Insets) -> (start: Double, end: Double) {
    self == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
  }

  /// The insets at both sides.
  func across(_ insets: Insets) -> (start: Double, end: Double) {
    self == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  /// The part of the scroll axis that `rect` covers.
  func along(_ rect: Rect) -> (start: Double, end: Double) {
    self == .vertical ? (rect.y, rect.maxY) : (rect.x, rect.maxX)
  }

  /// A size from its two extents.
  func size(along: Double, across: Double) -> Size {
    self == .vertical
      ? Size(width: across, height: along) : Size(width: along, height: across)
  }

  /// A rectangle from its place and extent in both axes.
  @inline(__always)
  func rect(along: Double, across: Double, length: Double, breadth: Double) -> Rect {
    self == .vertical
      ? Rect(x: across, y: along, width: breadth, height: length)
      : Rect(x: along, y: across, width: length, height: breadth)
  }
}

// MARK: - Binary search

/// The first of `numbers` for which `isBefore` no longer holds; it holds for all before that one.
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
