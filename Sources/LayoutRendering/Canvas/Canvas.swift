// SPDX-License-Identifier: Apache-2.0
//
// The thin layer over Cairo's drawing context; the layers above it see no pointers.

import CCairo
import LayoutModel

/// The surface on which pictures are drawn, in points, y downwards.
public final class Canvas {
  /// The Cairo context; text and images draw through it.
  let context: OpaquePointer

  /// Pixels per unit of the surface, for parts that can only be drawn as pixels; 1 for a pixel
  /// surface.
  let density: Double

  /// True for a surface of pixels, whose text is only glyphs.
  let hasPixels: Bool

  /// A canvas on a surface, with `scale` of the surface's units a point.
  init(surface: OpaquePointer, scale: Double, density: Double = 1) {
    self.density = density
    hasPixels = cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    context = cairo_create(surface)
    cairo_scale(context, scale, scale)
  }

  deinit { cairo_destroy(context) }

  /// Runs `draw` and restores transform, clip and colour.
  func saved(_ draw: () -> Void) {
    cairo_save(context)
    draw()
    cairo_restore(context)
  }

  /// Draws `draw` as one layer, `alpha` opaque.
  func layer(alpha: Double, _ draw: () -> Void) {
    guard alpha < 1 else { return saved(draw) }
    cairo_push_group(context)
    draw()
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, alpha)
  }

  /// Multiplies the transform.
  func transform(_ matrix: Affine) {
    var matrix = cairo_matrix_t(
      xx: matrix.a, yx: matrix.b, xy: matrix.c, yy: matrix.d, x0: matrix.x, y0: matrix.y)
    cairo_transform(context, &matrix)
  }

  /// Moves the origin.
  func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }

  /// Scales about the origin.
  func scale(_ factor: Double) { cairo_scale(context, factor, factor) }

  /// Turns about the origin, clockwise for positive degrees.
  func rotate(degrees: Double) { cairo_rotate(context, degrees * .pi / 180) }

  /// Draws inside the shape only, until the state is restored.
  func clip(_ shape: Shape) {
    trace(shape)
    cairo_clip(context)
  }

  /// Fills the whole clip.
  func paint(_ color: Color) {
    use(color)
    cairo_paint(context)
  }

  /// Fills a shape.
  func fill(_ shape: Shape, _ color: Color) {
    trace(shape)
    use(color)
    cairo_fill(context)
  }

  /// Fills a shape from one colour at its top-left corner to another at its bottom-right.
  func fill(_ shape: Shape, from first: Color, to last: Color) {
    let rect = shape.bounds
    guard let pattern = cairo_pattern_create_linear(rect.x, rect.y, rect.maxX, rect.maxY) else {
      return fill(shape, first)
    }
    for (place, color) in [(0.0, first), (1.0, last)] {
      cairo_pattern_add_color_stop_rgba(
        pattern, place, color.red, color.green, color.blue, color.alpha)
    }
    trace(shape)
    cairo_set_source(context, pattern)
    cairo_fill(context)
    cairo_pattern_destroy(pattern)
  }

  /// Draws a shape's edge, with the line inside it.
  func stroke(_ shape: Shape, _ color: Color, width: Double = 1, dash: [Double] = []) {
    trace(shape.shrunk(by: width / 2))
    use(color)
    cairo_set_line_width(context, width)
    cairo_set_dash(context, dash, Int32(dash.count), 0)
    cairo_stroke(context)
  }

  /// Fills a polygon.
  func fill(_ corners: [Point], _ color: Color) {
    trace(corners)
    use(color)
    cairo_fill(context)
  }

  /// Draws a polygon's edge, with the line along it.
  func stroke(_ corners: [Point], _ color: Color, width: Double = 1, dash: [Double] = []) {
    trace(corners)
    use(color)
    cairo_set_line_width(context, width)
    cairo_set_dash(context, dash, Int32(dash.count), 0)
    cairo_stroke(context)
  }

  /// Makes a colour the current one.
  func use(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func trace(_ corners: [Point]) {
    cairo_new_path(context)
    for corner in corners { cairo_line_to(context, corner.x, corner.y) }
    cairo_close_path(context)
  }

  private func trace(_ shape: Shape) {
    let rect = shape.bounds
    cairo_new_path(context)
    let radius = min(shape.radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      return
    }
    for (corner, x, y) in [
      (0.0, rect.maxX - radius, rect.maxY - radius), (1, rect.x + radius, rect.maxY - radius),
      (2, rect.x + radius, rect.y + radius), (3, rect.maxX - radius, rect.y + radius),
    ] {
      cairo_arc(context, x, y, radius, corner * .pi / 2, (corner + 1) * .pi / 2)
    }
    cairo_close_path(context)
  }
}

// MARK: - Shapes
//
// Shapes for filling, stroking and clipping: rectangles with rounded corners.

/// A rectangle with corners of one radius.
struct Shape: Equatable {
  var bounds: Rect
  /// The radius of the corners, points; a radius larger than half a side makes that side round.
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
  /// The translation to the right, points.
  public var x = 0.0
  /// The translation down, points.
  public var y = 0.0

  /// The identity, which changes nothing.
  public static let identity = Affine()

  /// A transform from its six members.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
  }
}

// MARK: - Perspective
//
// Drawing in perspective. Cairo's transforms are affine, so content in perspective is first drawn
// flat into pixels, and each pixel of the canvas then samples these.

extension Canvas {
  /// Draws `draw` through `projection`, in pixels, even in outline formats.
  ///
  /// - Parameters:
  ///   - rect: The area of `draw`; anything outside is clipped.
  ///   - draw: Draws on the given canvas, in this one's units.
  /// - Complexity: O(pixels covered · samples per pixel), samples at most 16.
  func projected(_ rect: Rect, by projection: Projection, _ draw: (Canvas) -> Void) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    let device = Affine(
      a: matrix.xx * density, b: matrix.yx * density, c: matrix.xy * density,
      d: matrix.yy * density, x: matrix.x0 * density, y: matrix.y0 * density)
    let seen = Projection(device).after(projection)
    let outline = seen.outline(of: rect)
    guard let box = pixels(around: outline.shown) else { return }
    guard let flat = FlatPicture(of: rect, seen: seen, at: outline.corners, draw),
      let back = seen.inverse,
      let picture = flat.seen(in: box, by: flat.place.after(back))
    else { return }
    saved {
      cairo_identity_matrix(context)
      cairo_scale(context, 1 / density, 1 / density)
      cairo_set_source_surface(context, picture.surface, Double(box.x), Double(box.y))
      // Pixel for pixel if the canvas has pixels.
      if density == 1 {
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
      }
      cairo_paint(context)
    }
  }

  /// The visible pixels that a polygon touches; nil when there are none.
  private func pixels(around polygon: [Point]) -> PixelBox? {
    guard let first = polygon.first else { return nil }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    saved {
      cairo_identity_matrix(context)
      cairo_clip_extents(context, &left, &top, &right, &bottom)
    }
    var (low, high) = (first, first)
    for point in polygon {
      (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
      (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
    }
    // A pixel more on each side, for soft edges.
    low = Point(x: max(low.x - 1, left * density), y: max(low.y - 1, top * density))
    high = Point(x: min(high.x + 1, right * density), y: min(high.y + 1, bottom * density))
    guard low.x < high.x, low.y < high.y else { return nil }
    let (x, y) = (Int(low.x.rounded(.down)), Int(low.y.rounded(.down)))
    return PixelBox(
      x: x, y: y, width: Int(high.x.rounded(.up)) - x, height: Int(high.y.rounded(.up)) - y)
  }
}

/// Some pixels of a canvas.
struct PixelBox: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}
