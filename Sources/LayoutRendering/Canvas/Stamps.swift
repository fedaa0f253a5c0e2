// SPDX-License-Identifier: Apache-2.0
//
// Backgrounds of cells as pixels: many cells of a session share one, and drawing its edge took two
// thirds of the time of a cell.

import CCairo
import LayoutModel

/// The look of a background.
enum GroundLook: Hashable {
  case plain(Color, line: Color?)
  case graded(Color, Color)
  case card
}

/// Caches backgrounds that were drawn twice, within a memory budget, and copies them from then on.
final class GroundStamps {
  private struct Key: Hashable {
    let look: GroundLook
    let width, height, radius: Double
    /// Pixels per point.
    let across, down: Double
    /// The offset from a whole pixel to the corner, pixels.
    let x, y: Double
  }

  /// The memory budget of the stamps, bytes; all of them are dropped when it is exhausted.
  private static let budget = 16 << 20
  /// A background with more pixels is drawn each time.
  private static let pixelLimit = 1 << 18
  /// The maximum number of backgrounds remembered after the first drawing.
  private static let onceLimit = 1 << 12

  private var stamps: [Key: PixelBuffer] = [:]
  private var cost = 0
  private var once: Set<Key> = []
  /// The number of copies instead of drawings.
  private(set) var copyCount = 0
  /// True when nothing is drawn yet where the clip is: the next background replaces clear pixels
  /// there, which is faster than blending, with the same result.
  var isGroundClear = false

  /// Draws a background, or copies the cached one with the same subpixel position.
  ///
  /// - Parameter reach: The distance that it extends beyond the shape, points.
  func draw(
    _ look: GroundLook, _ shape: Shape, reach: Double, on canvas: Canvas, _ draw: (Canvas) -> Void
  ) {
    let isClear = isGroundClear
    isGroundClear = false
    let matrix = canvas.matrix
    let box = shape.bounds.grown(by: reach)
    let (left, top) = (matrix.x + box.x * matrix.a, matrix.y + box.y * matrix.d)
    let (width, height) = (box.width * matrix.a + 2, box.height * matrix.d + 2)
    guard canvas.density == 1, matrix.b == 0, matrix.c == 0, width > 2, height > 2,
      width * height < Double(Self.pixelLimit)
    else { return draw(canvas) }
    let (x, y) = (left.rounded(.down), top.rounded(.down))
    let key = Key(
      look: look, width: shape.bounds.width, height: shape.bounds.height, radius: shape.radius,
      across: matrix.a, down: matrix.d, x: left - x, y: top - y)
    if let stamp = stamps[key] {
      copyCount += 1
      return canvas.copy(stamp, x: x, y: y, isGroundClear: isClear)
    }
    let isNew = once.insert(key).inserted
    if once.count > Self.onceLimit { once = [key] }
    let size = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    guard !isNew,
      let stamp = try? PixelBuffer(width: size.0, height: size.1, isOpaque: false)
    else { return draw(canvas) }
    try? stamp.draw(scale: 1) { canvas in
      canvas.transform(Affine(a: matrix.a, d: matrix.d, x: matrix.x - x, y: matrix.y - y))
      draw(canvas)
    }
    if cost > Self.budget { (stamps, cost) = ([:], 0) }
    stamps[key] = stamp
    cost += size.0 * size.1 * 4
    canvas.copy(stamp, x: x, y: y, isGroundClear: isClear)
  }
}

extension Canvas {
  /// The map from the canvas's units to the surface's.
  fileprivate var matrix: Affine {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return Affine(
      a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, x: matrix.x0, y: matrix.y0)
  }

  /// Copies pixels to the surface, pixel for pixel.
  fileprivate func copy(_ pixels: PixelBuffer, x: Double, y: Double, isGroundClear: Bool) {
    saved {
      cairo_identity_matrix(context)
      if isGroundClear { cairo_set_operator(context, CAIRO_OPERATOR_SOURCE) }
      cairo_set_source_surface(context, pixels.surface, x, y)
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
      cairo_paint(context)
    }
  }
}

extension Brush {
  /// Fills a shape, and draws its edge.
  func ground(_ shape: Shape, _ color: Color, line: Color? = nil) {
    stamped(.plain(color, line: line), shape) { canvas in
      canvas.fill(shape, color)
      if let line { canvas.stroke(shape, line) }
    }
  }

  /// Draws a background, by its stamp if the brush has stamps.
  func stamped(
    _ look: GroundLook, _ shape: Shape, reach: Double = 0, _ draw: (Canvas) -> Void
  ) {
    guard let stamps else { return draw(canvas) }
    stamps.draw(look, shape, reach: reach, on: canvas, draw)
  }
}
