// SPDX-License-Identifier: Apache-2.0
//
// The thin layer over Cairo's drawing context; nothing above it sees a pointer.

import CCairo
import LayoutModel

/// The surface on which pictures are drawn, in points, y downwards.
public final class Canvas {
  /// The Cairo context; text and images draw through it.
  let context: OpaquePointer

  /// Pixels for a unit of the surface in what can be drawn as pixels only; 1 where there are others.
  let density: Double

  /// A canvas on a surface, with `scale` of the surface's units a point.
  init(surface: OpaquePointer, scale: Double, density: Double = 1) {
    self.density = density
    context = cairo_create(surface)
    cairo_scale(context, scale, scale)
  }

  deinit { cairo_destroy(context) }

  /// Runs `draw` and undoes what it did to transform, clip and colour.
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

  /// Draws a shape's edge, the line inside it.
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

  /// Draws a polygon's edge, the line along it.
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
