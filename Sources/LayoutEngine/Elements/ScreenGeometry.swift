// SPDX-License-Identifier: Apache-2.0
//
// Conversion from the layout's coordinates to visible ones: mirroring from right to left, and
// snapping to pixels.

import Glibc
import LayoutModel

// MARK: - Right to left
//
// Right-to-left by mirroring: the engine works left to right, and only the output is mirrored.

/// Converts layout coordinates to view coordinates and back; the identity unless the view runs
/// right to left and the layout leaves mirroring to the host.
package struct ContentMirror: Equatable {
  package var isActive: Bool
  /// The width for the mirroring of x, points: x′ = width − x − (the element's width). It is the
  /// content's width, or the available width if the content is narrower, so that narrow content
  /// starts at the right edge.
  package var width: Double

  package init(isActive: Bool, width: Double) {
    self.isActive = isActive
    self.width = width
  }

  /// No mirroring.
  package static let off = ContentMirror(isActive: false, width: 0)

  /// Returns the mirrored rectangle. Its own inverse.
  package func turn(_ rect: Rect) -> Rect {
    guard isActive else { return rect }
    return Rect(
      x: width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
  }

  /// Returns the mirrored offset of a viewport `extent` points wide. Its own inverse.
  package func turn(_ offset: Point, width extent: Double) -> Point {
    isActive ? Point(x: width - offset.x - extent, y: offset.y) : offset
  }

  /// Returns the mirrored movement or velocity.
  package func turn(_ vector: Vector) -> Vector {
    isActive ? Vector(dx: -vector.dx, dy: vector.dy) : vector
  }

  /// Returns the insets with left and right exchanged.
  package func turn(_ insets: Insets) -> Insets {
    guard isActive else { return insets }
    return Insets(
      top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left)
  }
}

// MARK: - Whole pixels
//
// Snapping to pixels: the last step before a stage receives a frame.

/// The pixels of a display, `scale` to a point.
public struct PixelGrid: Equatable, Sendable {
  /// Pixels a point, greater than 0.
  public let scale: Double

  /// The grid of a display; `scale` is greater than 0.
  public init(scale: Double) { self.scale = scale }

  /// The nearest whole pixel, in points.
  ///
  /// A half rounds to the larger pixel, so that the rule is the same everywhere in the plane. So
  /// does an edge less than ``slack`` below a half: two computations of one edge differ by
  /// rounding, and at exactly half a pixel they would round to different sides.
  public func snap(_ value: Double) -> Double {
    floor(value * scale + 0.5 + Self.slack) / scale
  }

  /// The rectangle with each edge on a whole pixel.
  ///
  /// Edges are rounded, not extents: neighbours that share an edge still share its pixel, and the spans of
  /// a row add up to its width.
  public func snap(_ rect: Rect) -> Rect {
    let (x, y) = (snap(rect.x), snap(rect.y))
    return Rect(x: x, y: y, width: snap(rect.maxX) - x, height: snap(rect.maxY) - y)
  }

  /// The distance below a half at which an edge still counts as a half, pixels: about 0.001.
  ///
  /// Any slack only moves the place where rounding errors decide, from 0.5 to 0.5 − slack. That
  /// place must be one where layouts put no edges. Layouts put edges at fractions with small
  /// denominators, such as thirds of a pixel, so 0.5 − slack is a number far from all of those: its
  /// continued fraction is [0; 2, 250, 1, 1, 1, …], and a fraction p/q is at least 1/(3q²) away
  /// from it. An edge at a fraction with q ≤ 10,000 therefore needs an error of 3·10⁻⁹ pixels to be
  /// rounded wrongly; rounding errors of coordinates below a million points are smaller than that.
  ///
  /// - SeeAlso: Hardy and Wright, "An Introduction to the Theory of Numbers", section 11.8.
  private static let slack = 0.5 - 1 / (2 + 1 / (250 + 0.618_033_988_749_894_9))
}
