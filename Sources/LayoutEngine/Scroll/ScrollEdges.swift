// SPDX-License-Identifier: Apache-2.0
//
// The range of the content offset.

import LayoutModel

/// The offsets at which the edges of content and inset meet the viewport's: −inset and max(−inset,
/// content + inset − viewport).
public struct ScrollEdges: Equatable, Sendable {
  /// The range of x.
  public let horizontal: ClosedRange<Double>
  /// The range of y.
  public let vertical: ClosedRange<Double>

  /// The edges of a viewport.
  public init(viewportSize: Size, content: Size, inset: Insets) {
    horizontal = Self.range(inset.left, content.width + inset.right - viewportSize.width)
    vertical = Self.range(inset.top, content.height + inset.bottom - viewportSize.height)
  }

  private static func range(_ inset: Double, _ far: Double) -> ClosedRange<Double> {
    // 0 − inset and not −inset, which would be −0 without an inset.
    (0 - inset)...max(0 - inset, far)
  }

  /// The nearest offset inside the edges.
  public func clamp(_ offset: Point) -> Point {
    Point(x: clamp(offset.x, to: horizontal), y: clamp(offset.y, to: vertical))
  }

  /// Returns `wanted`, where an axis is beyond the edges only if `current` is beyond them already:
  /// only a finger, its momentum or the app moves content beyond its edges.
  package func keepingInside(_ wanted: Point, from current: Point) -> Point {
    let (inside, held) = (clamp(wanted), clamp(current))
    return Point(
      x: held.x == current.x ? inside.x : wanted.x, y: held.y == current.y ? inside.y : wanted.y)
  }

  /// The offset with both start edges in place.
  public var start: Point { Point(x: horizontal.lowerBound, y: vertical.lowerBound) }

  /// The offset with both end edges in place.
  public var end: Point { Point(x: horizontal.upperBound, y: vertical.upperBound) }

  private func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}

// MARK: - Rubber band
//
// Damping of a drag beyond an edge.

/// The rubber band: b(x) = (1 − 1/(x·c/d + 1))·d with c = 0.55, for an overshoot of x points in a
/// viewport d points long. It follows the finger at first and always stays below d points.
public enum RubberBand {
  /// The strength with which the content follows at the edge.
  public static let coefficient = 0.55

  /// The visible overshoot for the finger's `overshoot`; both have the same sign. 0 in a viewport
  /// without extent.
  public static func shown(for overshoot: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let distance = (1 - 1 / (abs(overshoot) * coefficient / dimension + 1)) * dimension
    return overshoot < 0 ? -distance : distance
  }

  /// The finger's overshoot for a visible one of `shown`: the inverse of `shown(for:dimension:)`,
  /// for grabbing content that is beyond its edge.
  public static func overshoot(showing shown: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    // An overshoot of a whole viewport is unreachable; use the largest possible one.
    let share = min(abs(shown) / dimension, 0.999)
    let distance = share / (1 - share) * dimension / coefficient
    return shown < 0 ? -distance : distance
  }
}
