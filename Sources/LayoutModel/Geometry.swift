// SPDX-License-Identifier: Apache-2.0
//
// Geometry in Swift: the ABI's own records, so nothing is converted at the border.

import LayoutABI

/// A place, in points; y grows downwards.
public typealias Point = layout_point
/// A displacement in points, or a velocity in points per second.
public typealias Vector = layout_vector
/// An extent in points.
public typealias Size = layout_size
/// A rectangle in points.
public typealias Rect = layout_rect
/// Distances inwards from the edges, in points.
public typealias Insets = layout_insets

// The records come from this package's own headers, so no other module can conform them: the
// conformances below are retroactive to the compiler only.

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_point: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.x == b.x && a.y == b.y }
  /// The origin.
  public static var zero: Self { Self(x: 0, y: 0) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_vector: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.dx == b.dx && a.dy == b.dy }
  /// No movement.
  public static var zero: Self { Self(dx: 0, dy: 0) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_size: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.width == b.width && a.height == b.height }
  /// No extent.
  public static var zero: Self { Self(width: 0, height: 0) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_insets: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.top == b.top && a.left == b.left && a.bottom == b.bottom && a.right == b.right
  }
  /// No distance at any edge.
  public static var zero: Self { Self(top: 0, left: 0, bottom: 0, right: 0) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_rect: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height
  }

  /// The empty rectangle at the origin.
  public static var zero: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  /// A rectangle from its corner and its extent.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The corner with the smallest coordinates.
  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The extent.
  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The middle; setting it moves the rectangle and keeps its extent.
  public var center: Point {
    get { Point(x: x + width / 2, y: y + height / 2) }
    set { (x, y) = (newValue.x - width / 2, newValue.y - height / 2) }
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The lower edge.
  public var maxY: Double { y + height }

  /// The same part of the plane with sizes of 0 or more.
  public var standardized: Self {
    Self(x: min(x, maxX), y: min(y, maxY), width: abs(width), height: abs(height))
  }

  /// True when the extent has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns true when the point lies inside: lower edges in, upper edges out.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }

  /// Returns true when the two overlap by more than an edge; an empty rectangle counts when
  /// its origin lies inside the other, lower edges in, upper edges out.
  public func intersects(_ other: Self) -> Bool {
    if isEmpty { return other.isEmpty ? origin == other.origin : other.contains(origin) }
    if other.isEmpty { return contains(other.origin) }
    return x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// The rectangle with each edge moved inwards.
  public func inset(by insets: Insets) -> Self {
    Self(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// The rectangle with each edge moved outwards by the same distance.
  public func grown(by distance: Double) -> Self {
    Self(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// The least rectangle around both.
  public func union(_ other: Self) -> Self {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Self(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved.
  public func offset(by vector: Vector) -> Self {
    Self(x: x + vector.dx, y: y + vector.dy, width: width, height: height)
  }
}

// MARK: - As text
//
// The numbers, for people, in the order in which scenarios write them.

extension layout_point: @retroactive CustomStringConvertible {
  /// "[x, y]".
  public var description: String { "[\(x), \(y)]" }
}

extension layout_vector: @retroactive CustomStringConvertible {
  /// "[dx, dy]".
  public var description: String { "[\(dx), \(dy)]" }
}

extension layout_size: @retroactive CustomStringConvertible {
  /// "[width, height]".
  public var description: String { "[\(width), \(height)]" }
}

extension layout_insets: @retroactive CustomStringConvertible {
  /// "[top, left, bottom, right]".
  public var description: String { "[\(top), \(left), \(bottom), \(right)]" }
}

extension layout_rect: @retroactive CustomStringConvertible {
  /// "[x, y, width, height]".
  public var description: String { "[\(x), \(y), \(width), \(height)]" }
}
