// SPDX-License-Identifier: Apache-2.0
//
// The effect of a 3-D transform on a flat element: a map of the plane, and the sampling of its
// pixels.

import CCairo
import LayoutModel

// MARK: - Maps

/// A projective map of the plane, for column vectors:
/// (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty) divided by the weight g·x + h·y + k.
///
/// The weight is the distance of a point from the eye, 1 in the plane of the screen. A point with a
/// weight of at most 0 is beside or behind the eye and invisible.
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

  /// The same as a map without perspective; nil when it has perspective, or is degenerate.
  public var affine: Affine? {
    guard g == 0, h == 0, k > 0 else { return nil }
    return Affine(a: a / k, b: b / k, c: c / k, d: d / k, x: tx / k, y: ty / k)
  }

  /// Returns the distance of a point from the eye; a point with a distance of at most 0 is
  /// invisible.
  func weight(_ point: Point) -> Double { g * point.x + h * point.y + k }

  /// Returns the image of a point with a weight above 0.
  func map(_ point: Point) -> Point {
    let weight = weight(point)
    return Point(
      x: (a * point.x + c * point.y + tx) / weight, y: (b * point.x + d * point.y + ty) / weight)
  }

  /// Returns the scale of lengths near a point, along its own x and y axes.
  func growth(at point: Point) -> (x: Double, y: Double) {
    let (place, weight) = (map(point), weight(point))
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() / weight }
    return (
      length(a - place.x * g, b - place.y * g), length(c - place.x * h, d - place.y * h)
    )
  }

  /// Returns the composition: first `other`, then this.
  func after(_ other: Projection) -> Projection {
    let o = other
    return Projection(
      a: a * o.a + c * o.b + tx * o.g, b: b * o.a + d * o.b + ty * o.g,
      c: a * o.c + c * o.d + tx * o.h, d: b * o.c + d * o.d + ty * o.h,
      tx: a * o.tx + c * o.ty + tx * o.k, ty: b * o.tx + d * o.ty + ty * o.k,
      g: g * o.a + h * o.b + k * o.g, h: g * o.c + h * o.d + k * o.h,
      k: g * o.tx + h * o.ty + k * o.k)
  }

  /// The same map with `center` as its origin.
  func about(_ center: Point) -> Projection {
    Projection(Affine(x: center.x, y: center.y)).after(self)
      .after(Projection(Affine(x: -center.x, y: -center.y)))
  }

  /// The inverse. Weights are inverted too. Nil when the plane is seen from its edge.
  var inverse: Projection? {
    let determinant = a * (d * k - ty * h) - c * (b * k - ty * g) + tx * (b * h - d * g)
    guard determinant.isNormal, (1 / determinant).isFinite else { return nil }
    let s = 1 / determinant
    return Projection(
      a: (d * k - ty * h) * s, b: (ty * g - b * k) * s, c: (tx * h - c * k) * s,
      d: (a * k - tx * g) * s, tx: (c * ty - tx * d) * s, ty: (tx * b - a * ty) * s,
      g: (b * h - d * g) * s, h: (c * g - a * h) * s, k: (a * d - c * b) * s)
  }

  /// The part of `rect` before the eye, as a polygon in the view. Empty when there is none.
  ///
  /// A part that is nearer to the eye than `near` of the screen's distance is clipped, because it
  /// would fill the view. Sutherland and Hodgman, "Reentrant polygon clipping", 1974, against one
  /// plane.
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

// MARK: - Pictures seen from the side
//
// A picture in perspective, sampled by each pixel of the view.

/// A part of a picture, drawn flat in pixels that are at least as fine as those of the view.
struct FlatPicture {
  private let pixels: Pixels
  /// The map from the drawing units to its own pixels.
  let place: Projection
  /// The maximum number of its pixels side by side in a pixel of the view.
  private let columns: Int
  private let rows: Int

  /// The maximum side in pixels: a larger picture is coarser.
  private static let largestSide = 4096.0
  /// The maximum number of samples of a pixel in each direction.
  private static let sampleLimit = 4

  /// - Parameters:
  ///   - rect: The drawn area.
  ///   - seen: The map to the pixels of the view.
  ///   - corners: The corners of the visible part of `rect`.
  init?(of rect: Rect, seen: Projection, at corners: [Point], _ draw: (Canvas) -> Void) {
    let growths = corners.map { seen.growth(at: $0) }
    // A map whose scale is not a number is invisible too.
    guard let largest = growths.map({ max($0.x, $0.y) }).max(), largest > 0,
      growths.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), rect.width > 0, rect.height > 0
    else { return nil }
    let scale = min(largest, Self.largestSide / max(rect.width, rect.height))
    // A transparent pixel around it makes its edges soft.
    guard
      let pixels = Pixels(
        width: Int((rect.width * scale).rounded(.up)) + 2,
        height: Int((rect.height * scale).rounded(.up)) + 2)
    else { return nil }
    let canvas = Canvas(surface: pixels.surface, scale: scale)
    canvas.translate(1 / scale - rect.x, 1 / scale - rect.y)
    canvas.clip(Shape(rect))
    draw(canvas)
    cairo_surface_flush(pixels.surface)
    self.pixels = pixels
    place = Projection(
      Affine(a: scale, d: scale, x: 1 - rect.x * scale, y: 1 - rect.y * scale))
    func samples(_ growth: Double) -> Int {
      max(1, min(Self.sampleLimit, Int((scale / max(growth, 1e-6)).rounded(.up))))
    }
    columns = samples(growths.map(\.x).min() ?? 1)
    rows = samples(growths.map(\.y).min() ?? 1)
  }

  /// The pixels of `box`, each the mean of the pixels that it covers.
  ///
  /// - Parameter back: The map from pixels of the view to those of this picture.
  func seen(in box: PixelBox, by back: Projection) -> Pixels? {
    guard let view = Pixels(width: box.width, height: box.height) else { return nil }
    // Samples follow the view's axes; the rotation of the picture decides the number along each.
    let isUpright = abs(back.a) + abs(back.d) >= abs(back.b) + abs(back.c)
    let across = isUpright ? columns : rows
    let down = isUpright ? rows : columns
    for y in 0..<box.height {
      for x in 0..<box.width {
        var sum = ColorSum()
        for row in 0..<down {
          let v = Double(box.y + y) + (Double(row) + 0.5) / Double(down)
          for column in 0..<across {
            let u = Double(box.x + x) + (Double(column) + 0.5) / Double(across)
            // The inverse weight is one over the weight: at most 0 means invisible.
            let weight = back.g * u + back.h * v + back.k
            guard weight > 0 else { continue }
            pixels.add(
              x: (back.a * u + back.c * v + back.tx) / weight,
              y: (back.b * u + back.d * v + back.ty) / weight, to: &sum)
          }
        }
        view.set(x, y, sum.mean(of: UInt64(across * down)))
      }
    }
    cairo_surface_mark_dirty(view.surface)
    return view
  }
}

/// Sums of colours, two parts of 32 bits in each number: enough for all samples of a pixel.
struct ColorSum {
  /// Blue, and red in the upper half.
  var redBlue: UInt64 = 0
  /// Green, and alpha in the upper half.
  var alphaGreen: UInt64 = 0

  /// The mean as one word, of colours with a total weight of 65,536 each.
  func mean(of count: UInt64) -> UInt32 {
    let whole = count << 16
    let half = whole / 2
    func part(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum + half) / whole) }
    let low: UInt64 = 0xFFFF_FFFF
    return part(alphaGreen >> 32) << 24 | part(redBlue >> 32) << 16
      | part(alphaGreen & low) << 8 | part(redBlue & low)
  }
}

/// Pixels in memory, with premultiplied colours.
final class Pixels {
  let surface: OpaquePointer
  private let width: Int
  private let height: Int
  /// Bytes per row.
  private let stride: Int
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Transparent pixels; nil when there is no memory for them.
  init?(width: Int, height: Int) {
    surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
    guard let bytes = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.width = width
    self.height = height
    self.bytes = bytes
    stride = Int(cairo_image_surface_get_stride(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Adds the interpolated colour at a place between the centres of four pixels; nothing outside.
  ///
  /// Integers, and no vectors: this is many times faster in debug builds, in which tests draw.
  func add(x: Double, y: Double, to sum: inout ColorSum) {
    let (left, top) = (x - 0.5, y - 0.5)
    guard left >= 0, top >= 0, left < Double(width - 1), top < Double(height - 1) else { return }
    let (column, row) = (Int(left), Int(top))
    let right = UInt64((left - Double(column)) * 256)
    let below = UInt64((top - Double(row)) * 256)
    let start = UnsafeRawPointer(bytes + (row &* stride &+ 4 &* column))
    add(start, (256 &- right) &* (256 &- below), to: &sum)
    add(start + 4, right &* (256 &- below), to: &sum)
    add(start + stride, (256 &- right) &* below, to: &sum)
    add(start + stride + 4, right &* below, to: &sum)
  }

  private func add(_ place: UnsafeRawPointer, _ weight: UInt64, to sum: inout ColorSum) {
    let word = UInt64(place.load(as: UInt32.self))
    sum.redBlue &+= ((word & 0xFF) | (word & 0xFF_0000) << 16) &* weight
    sum.alphaGreen &+= ((word >> 8 & 0xFF) | (word & 0xFF00_0000) << 8) &* weight
  }

  /// Sets a pixel to a colour, in Cairo's format.
  func set(_ x: Int, _ y: Int, _ color: UInt32) {
    UnsafeMutableRawPointer(bytes + (y &* stride &+ 4 &* x)).storeBytes(of: color, as: UInt32.self)
  }
}
