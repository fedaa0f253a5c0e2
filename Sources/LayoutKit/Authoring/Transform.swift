// SPDX-License-Identifier: Apache-2.0
//
// Transforms that layouts give to elements.

import CPortableMath
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
    (m.0, m.1) = (portable_cos(angle), portable_sin(angle))
    (m.4, m.5) = (-portable_sin(angle), portable_cos(angle))
  }

  /// Grows or shrinks in the plane of the screen.
  public init(scale: Double) {
    self = .identity
    (m.0, m.5) = (scale, scale)
  }

  /// A line in the plane of the screen.
  public enum Axis: Sendable {
    /// From top to bottom.
    case vertical
    /// From left to right.
    case horizontal
  }

  /// Turns out of the plane of the screen, as seen from in front of the middle.
  /// - Parameters:
  ///   - angle: Radians; about a vertical axis, positive brings the right edge
  ///     nearer, about a horizontal one the upper.
  ///   - axis: About which it turns.
  ///   - eyeDistance: Of the viewer from the screen, points, above 0.
  public init(turn angle: Double, about axis: Axis, eyeDistance: Double) {
    self = .identity
    let (cosine, sine) = (portable_cos(angle), portable_sin(angle))
    // A rotation, then the projection whose m34 is -1/eyeDistance.
    (m.10, m.11) = (cosine, -cosine / eyeDistance)
    if axis == .vertical {
      (m.0, m.2, m.3) = (cosine, sine, -sine / eyeDistance)
      m.8 = -sine
    } else {
      (m.5, m.6, m.7) = (cosine, -sine, sine / eyeDistance)
      m.9 = sine
    }
  }
}
