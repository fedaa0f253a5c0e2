// SPDX-License-Identifier: Apache-2.0
//
// What is filled, stroked and clipped to: rectangles with rounded corners.

import LayoutModel

/// A rectangle with corners of one radius.
struct Shape: Equatable {
  var bounds: Rect
  /// Points; a radius larger than half a side makes that side round.
  var radius: Double

  init(_ bounds: Rect, radius: Double = 0) {
    self.bounds = bounds
    self.radius = radius
  }

  /// The shape inside this one, `distance` from its edge.
  func shrunk(by distance: Double) -> Shape {
    var rect = bounds.grown(by: -distance)
    rect.width = max(0, rect.width)
    rect.height = max(0, rect.height)
    return Shape(rect, radius: max(0, radius - distance))
  }
}

/// A plane transform: the point (u, v) goes to (a·u + c·v + x, b·u + d·v + y), all in points.
public struct Affine: Equatable, Sendable {
  /// The weight to the right of a point to the right; a plain factor, as are `b`, `c` and `d`.
  public var a = 1.0
  /// The weight downwards of a point to the right.
  public var b = 0.0
  /// The weight to the right of a point downwards.
  public var c = 0.0
  /// The weight downwards of a point downwards.
  public var d = 1.0
  /// The way to the right, points.
  public var x = 0.0
  /// The way down, points.
  public var y = 0.0

  /// Leaves everything where it is.
  public static let identity = Affine()

  /// A transform from its six members.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
  }
}
