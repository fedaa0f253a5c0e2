// SPDX-License-Identifier: Apache-2.0
//
// Right-to-left by mirroring: the engine works left to right, and only what people see is turned.

import LayoutModel

/// Turns layout coordinates into view coordinates and back; the identity unless the view runs right
/// to left and the layout leaves mirroring to the host.
package struct ContentMirror: Equatable {
  package var isActive: Bool
  /// The width within which x is reversed, points: x′ = width − x − (the element's width). The content's,
  /// or that of the room for it where the content is narrower, which so starts at the right edge.
  package var width: Double

  package init(isActive: Bool, width: Double) {
    self.isActive = isActive
    self.width = width
  }

  /// Leaves everything where it is.
  package static let off = ContentMirror(isActive: false, width: 0)

  /// A rectangle on the other side. Its own inverse.
  package func turn(_ rect: Rect) -> Rect {
    guard isActive else { return rect }
    return Rect(
      x: width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
  }

  /// The offset of a viewport `extent` points wide. Its own inverse.
  package func turn(_ offset: Point, width extent: Double) -> Point {
    isActive ? Point(x: width - offset.x - extent, y: offset.y) : offset
  }

  /// A movement or velocity.
  package func turn(_ vector: Vector) -> Vector {
    isActive ? Vector(dx: -vector.dx, dy: vector.dy) : vector
  }

  /// Left and right change places.
  package func turn(_ insets: Insets) -> Insets {
    guard isActive else { return insets }
    return Insets(
      top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left)
  }
}
