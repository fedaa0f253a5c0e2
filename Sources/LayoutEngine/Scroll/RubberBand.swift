// SPDX-License-Identifier: Apache-2.0
//
// What is left of a drag beyond an edge.

/// The rubber band: b(x) = (1 − 1/(x·c/d + 1))·d with c = 0.55, for an overshoot of x points in a
/// viewport d points long. It follows the finger at first and never gets d points away.
public enum RubberBand {
  /// The strength with which the content follows at the edge.
  public static let coefficient = 0.55

  /// The overshoot that is shown for the finger's `overshoot`; both carry the same sign. 0 in a
  /// viewport without extent.
  public static func shown(for overshoot: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let distance = (1 - 1 / (abs(overshoot) * coefficient / dimension + 1)) * dimension
    return overshoot < 0 ? -distance : distance
  }

  /// The finger's overshoot that shows as `shown`: the inverse of `shown(for:dimension:)`, for
  /// taking hold of content that is beyond its edge.
  public static func overshoot(showing shown: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    // What is already a viewport away cannot come from any finger; take the farthest that can.
    let share = min(abs(shown) / dimension, 0.999)
    let distance = share / (1 - share) * dimension / coefficient
    return shown < 0 ? -distance : distance
  }
}
