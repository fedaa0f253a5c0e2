// SPDX-License-Identifier: Apache-2.0
//
// Drawing in perspective. Cairo's transforms are affine, so what is to be seen in perspective is drawn
// flat into pixels first, and each pixel of the canvas then looks up where it comes from.

import CCairo
import LayoutModel

extension Canvas {
  /// Draws `draw` as `projection` shows it, in pixels, in outline formats too.
  ///
  /// - Parameters:
  ///   - rect: What `draw` fills; whatever it draws outside is cut off.
  ///   - draw: Draws on the canvas that it is given, in this one's units.
  /// - Complexity: O(pixels covered · samples a pixel), samples at most 16.
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
      // Pixel for pixel where the canvas has any.
      if density == 1 {
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
      }
      cairo_paint(context)
    }
  }

  /// The pixels that a polygon touches and that are drawn on; nil when there are none.
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
    // A pixel more on each side, into which a soft edge runs.
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
