// SPDX-License-Identifier: Apache-2.0
//
// Sharp edges: the last step before a stage sees a frame.

import Glibc
import LayoutModel

/// The pixels of a display, `scale` to a point.
public struct PixelGrid: Equatable, Sendable {
  /// Pixels a point, greater than 0.
  public let scale: Double

  /// The grid of a display; `scale` is greater than 0.
  public init(scale: Double) { self.scale = scale }

  /// The nearest whole pixel, in points; a half goes to the larger one, so that the rule is the same
  /// everywhere in the plane.
  public func snap(_ value: Double) -> Double { floor(value * scale + 0.5) / scale }

  /// The rectangle with each edge on a whole pixel. Edges are rounded, not extents: neighbours that
  /// share an edge still share it, and the spans of a row add up to its width.
  public func snap(_ rect: Rect) -> Rect {
    let (x, y) = (snap(rect.x), snap(rect.y))
    return Rect(x: x, y: y, width: snap(rect.maxX) - x, height: snap(rect.maxY) - y)
  }
}
