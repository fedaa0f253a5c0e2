// SPDX-License-Identifier: Apache-2.0
//
// A 3-D transform about the centre of an element's frame, and the affine part that a stage draws.

import LayoutABI
import LayoutModel

/// A 4 × 4 matrix for row vectors: a point (x, y, z, 1) is multiplied from the left, and the
/// translation stands in the last row.
public struct Transform3D: Equatable, Sendable {
  /// The matrix, row by row.
  package var matrix: layout_transform

  /// The transform that an answer carries.
  package init(_ matrix: layout_transform) { self.matrix = matrix }

  /// A transform from its affine part: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    matrix = layout_transform(m: (a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1))
  }

  /// Leaves everything where it is.
  public static let identity = Self(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Scales about the centre.
  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Self {
    Self(layout_transform(m: (x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1)))
  }

  /// The part that acts in the plane, as (a, b, c, d, tx, ty); perspective and depth are left out.
  public var affine: (a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    let m = matrix.m
    return (m.0, m.1, m.4, m.5, m.12, m.13)
  }

  /// The sixteen members, m11 first, row by row.
  public var elements: [Double] {
    let m = matrix.m
    return [
      m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15,
    ]
  }

  /// The same transform seen in a mirror that reverses x.
  package var mirrored: Self {
    var m = matrix.m
    // S·M·S with S = diag(−1, 1, 1, 1): the first row and the first column change sign, their
    // common member twice.
    (m.1, m.2, m.3) = (-m.1, -m.2, -m.3)
    (m.4, m.8, m.12) = (-m.4, -m.8, -m.12)
    return Self(layout_transform(m: m))
  }

  /// Equality as numbers: −0 equals 0, NaN equals nothing.
  public static func == (a: Self, b: Self) -> Bool {
    withUnsafeBytes(of: a.matrix) { a in
      withUnsafeBytes(of: b.matrix) { b in
        // Compared as numbers, so that −0 equals 0.
        zip(a.bindMemory(to: Double.self), b.bindMemory(to: Double.self)).allSatisfy { $0 == $1 }
      }
    }
  }
}
