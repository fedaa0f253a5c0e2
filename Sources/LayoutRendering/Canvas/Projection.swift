// SPDX-License-Identifier: Apache-2.0
//
// What a 3-D transform does to a flat element: a map of the plane, and which of its pixels each
// pixel of the view sees.

import CCairo
import LayoutModel

// MARK: - Maps

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

// MARK: - Pictures seen from the side
//
// A picture that is looked at from the side: which of its pixels each pixel of the view sees.

/// A part of a picture that is drawn flat, in pixels that are at least as fine as those through
/// which it is seen.
struct FlatPicture {
  private let pixels: Pixels
  /// From the units in which it was drawn to its own pixels.
  let place: Projection
  /// The number of its pixels that lie side by side in a pixel of the view, at most.
  private let columns: Int
  private let rows: Int

  /// More pixels a side than this are not drawn: a larger picture is coarser.
  private static let largestSide = 4096.0
  /// A pixel looks up so many places each way at most.
  private static let sampleLimit = 4

  /// - Parameters:
  ///   - rect: What is drawn.
  ///   - seen: From there to the pixels of the view.
  ///   - corners: Of the part of `rect` that is seen.
  init?(of rect: Rect, seen: Projection, at corners: [Point], _ draw: (Canvas) -> Void) {
    let growths = corners.map { seen.growth(at: $0) }
    // A map whose members are so large that the growth is no number shows nothing either.
    guard let largest = growths.map({ max($0.x, $0.y) }).max(), largest > 0,
      growths.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), rect.width > 0, rect.height > 0
    else { return nil }
    let scale = min(largest, Self.largestSide / max(rect.width, rect.height))
    // Around it runs a transparent pixel, so that its edges are soft.
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

  /// The pixels of `box`, each the mean of what it covers.
  ///
  /// - Parameter back: From pixels of the view to those of this picture.
  func seen(in box: PixelBox, by back: Projection) -> Pixels? {
    guard let view = Pixels(width: box.width, height: box.height) else { return nil }
    // Samples go along the view's axes; how the picture is turned decides which needs how many.
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
            // The weight of the way back is one over that of the way here: none above 0, not seen.
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

/// Colours added up, two parts of 32 bits in each number: room for as many samples as a pixel takes.
struct ColorSum {
  /// Blue, and red in the upper half.
  var redBlue: UInt64 = 0
  /// Green, and alpha in the upper half.
  var alphaGreen: UInt64 = 0

  /// The mean as one word, of colours that were each weighted with 65,536 in all.
  func mean(of count: UInt64) -> UInt32 {
    let whole = count << 16
    let half = whole / 2
    func part(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum + half) / whole) }
    let low: UInt64 = 0xFFFF_FFFF
    return part(alphaGreen >> 32) << 24 | part(redBlue >> 32) << 16
      | part(alphaGreen & low) << 8 | part(redBlue & low)
  }
}

/// Pixels in memory, colours multiplied with their alpha.
final class Pixels {
  let surface: OpaquePointer
  private let width: Int
  private let height: Int
  /// Bytes a row.
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

  /// Adds the colour at a place between the middles of four pixels; nothing outside.
  ///
  /// Whole numbers, and no vectors: builds for debugging, in which tests draw, are many times faster so.
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

  /// Sets a pixel to a colour, as Cairo has it.
  func set(_ x: Int, _ y: Int, _ color: UInt32) {
    UnsafeMutableRawPointer(bytes + (y &* stride &+ 4 &* x)).storeBytes(of: color, as: UInt32.self)
  }
}
