// SPDX-License-Identifier: Apache-2.0
//
// What a 3-D transform does to a flat element: a map of the plane that may have perspective.

import LayoutModel

/// A projective map of the plane, for column vectors:
/// (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty) divided by the weight g·x + h·y + k.
///
/// The weight is how far a point is from the eye, 1 in the plane of the screen. What has none above
/// zero is beside or behind the eye and not seen.
public struct Projection: Equatable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var tx = 0.0
  var ty = 0.0
  var g = 0.0
  var h = 0.0
  var k = 1.0

  /// A map without perspective.
  public init(_ affine: Affine) {
    (a, b, c, d, tx, ty) = (affine.a, affine.b, affine.c, affine.d, affine.x, affine.y)
  }

  /// A map from its nine members.
  init(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double, g: Double, h: Double,
    k: Double
  ) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    (self.g, self.h, self.k) = (g, h, k)
  }

  /// The same as a map without perspective; nil when it has one, or shows nothing.
  public var affine: Affine? {
    guard g == 0, h == 0, k > 0 else { return nil }
    return Affine(a: a / k, b: b / k, c: c / k, d: d / k, x: tx / k, y: ty / k)
  }

  /// Returns the distance of a point from the eye; a point that is not above 0 is not seen.
  func weight(_ point: Point) -> Double { g * point.x + h * point.y + k }

  /// Returns the image of a point of a weight above 0.
  func map(_ point: Point) -> Point {
    let weight = weight(point)
    return Point(
      x: (a * point.x + c * point.y + tx) / weight, y: (b * point.x + d * point.y + ty) / weight)
  }

  /// Returns the growth of lengths near a point, along its own x and y axes.
  func growth(at point: Point) -> (x: Double, y: Double) {
    let (place, weight) = (map(point), weight(point))
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() / weight }
    return (
      length(a - place.x * g, b - place.y * g), length(c - place.x * h, d - place.y * h)
    )
  }

  /// First `other`, then this.
  func after(_ other: Projection) -> Projection {
    let o = other
    return Projection(
      a: a * o.a + c * o.b + tx * o.g, b: b * o.a + d * o.b + ty * o.g,
      c: a * o.c + c * o.d + tx * o.h, d: b * o.c + d * o.d + ty * o.h,
      tx: a * o.tx + c * o.ty + tx * o.k, ty: b * o.tx + d * o.ty + ty * o.k,
      g: g * o.a + h * o.b + k * o.g, h: g * o.c + h * o.d + k * o.h,
      k: g * o.tx + h * o.ty + k * o.k)
  }

  /// The same map with `center` for its origin.
  func about(_ center: Point) -> Projection {
    Projection(Affine(x: center.x, y: center.y)).after(self)
      .after(Projection(Affine(x: -center.x, y: -center.y)))
  }

  /// The way back. Weights invert, too: that of a point here is one over that of where it came from.
  /// Nil when the plane is seen from its edge.
  var inverse: Projection? {
    let determinant = a * (d * k - ty * h) - c * (b * k - ty * g) + tx * (b * h - d * g)
    guard determinant.isNormal, (1 / determinant).isFinite else { return nil }
    let s = 1 / determinant
    return Projection(
      a: (d * k - ty * h) * s, b: (ty * g - b * k) * s, c: (tx * h - c * k) * s,
      d: (a * k - tx * g) * s, tx: (c * ty - tx * d) * s, ty: (tx * b - a * ty) * s,
      g: (b * h - d * g) * s, h: (c * g - a * h) * s, k: (a * d - c * b) * s)
  }

  /// The part of `rect` that lies before the eye, as a polygon as it is seen. Empty when there is none.
  ///
  /// A part that is nearer to the eye than `near` of the screen's distance is cut off: it would fill the
  /// view. Sutherland and Hodgman, "Reentrant polygon clipping", 1974, against one plane.
  func outline(of rect: Rect, near: Double = 1.0 / 32) -> (shown: [Point], corners: [Point]) {
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.y), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.x, y: rect.maxY),
    ]
    var kept: [Point] = []
    for (index, end) in corners.enumerated() {
      let start = corners[(index + 3) % 4]
      let (before, after) = (weight(start) - near, weight(end) - near)
      if (before < 0) != (after < 0) {
        let share = before / (before - after)
        kept.append(
          Point(
            x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      }
      if after >= 0 { kept.append(end) }
    }
    return (kept.map(map), kept)
  }
}
