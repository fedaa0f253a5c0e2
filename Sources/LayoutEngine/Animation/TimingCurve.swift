// SPDX-License-Identifier: Apache-2.0
//
// How far an animation has come at a share of its time: cubic Bézier curves.

import Glibc

/// A curve from (0, 0) to (1, 1): a cubic Bézier with two free control points, time along x,
/// progress along y.
///
/// - SeeAlso: W3C, "CSS Easing Functions Level 1", section 2.2, for the curve and its named forms.
public struct TimingCurve: Equatable, Sendable {
  /// x(s) = ((ax·s + bx)·s + cx)·s, and y likewise.
  private let ax, bx, cx, ay, by, cy: Double
  /// As given: x1, y1, x2, y2. The coefficients do not lead back to them exactly.
  package let controlPoints: [Double]

  /// The curve with the control points (x1, y1) and (x2, y2).
  ///
  /// - Parameters:
  ///   - x1: Kept between 0 and 1, so that time never runs back; `x2` too.
  ///   - y1: Finite; anything else counts as 0. `y2` likewise as 1.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let (x1, x2) = (Self.share(x1), Self.share(x2))
    let (y1, y2) = (y1.isFinite ? y1 : 0, y2.isFinite ? y2 : 1)
    controlPoints = [x1, y1, x2, y2]
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  /// Constant speed.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// Starts slowly.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// Starts and ends slowly; UIKit's own choice.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// The progress at a share of the time; 0 up to 0 and 1 from 1 on, exactly.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if self == .linear { return time }
    let s = parameter(at: time)
    return ((ay * s + by) * s + cy) * s
  }

  /// The curve's parameter where x is `time`: Newton's method, and bisection where the curve is too
  /// flat for it.
  private func parameter(at time: Double) -> Double {
    var s = time
    for _ in 0..<8 {
      let error = x(s) - time
      if abs(error) < 1e-14 { return s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      guard abs(slope) > 1e-6 else { break }
      s -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if x(middle) < time { low = middle } else { high = middle }
    }
  }

  private func x(_ s: Double) -> Double { ((ax * s + bx) * s + cx) * s }

  private static func share(_ value: Double) -> Double {
    value.isFinite ? min(max(value, 0), 1) : 0
  }
}
