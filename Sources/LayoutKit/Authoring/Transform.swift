// SPDX-License-Identifier: Apache-2.0
//
// Transforms that layouts give to elements.

import CLayoutKit
import LayoutABI

/// A 3-D transform about the centre of a frame, row vectors, m11 first.
public typealias Transform = layout_transform

extension layout_transform {
  /// The transform that changes nothing.
  public static var identity: Self {
    var transform = Self()
    (transform.m.0, transform.m.5, transform.m.10, transform.m.15) = (1, 1, 1, 1)
    return transform
  }

  /// Turns in the plane of the screen.
  /// - Parameter angle: Radians, clockwise.
  public init(rotation angle: Double) {
    self = .identity
    (m.0, m.1) = (cos(angle), sin(angle))
    (m.4, m.5) = (-sin(angle), cos(angle))
  }

  /// Grows or shrinks in the plane of the screen.
  public init(scale: Double) {
    self = .identity
    (m.0, m.5) = (scale, scale)
  }
}
