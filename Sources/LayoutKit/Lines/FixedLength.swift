// SPDX-License-Identifier: Apache-2.0
//
// A length with exact sums, which do not depend on the order of the terms.

/// A length of at least 0 in steps of 2⁻⁶⁴ points, up to 2⁶¹ points.
///
/// A tree that was changed in place adds the same numbers in another order than a tree that was
/// just built. With integers both have the same sum, bit for bit; with `Double` they would not. A
/// `Double` of 2⁻¹¹ points or more is stored exactly.
struct FixedLength: Equatable {
  /// Whole points.
  private(set) var points: Int64 = 0
  /// The rest, in steps of 2⁻⁶⁴ points.
  private(set) var fraction: UInt64 = 0

  static var zero: Self { Self() }

  /// The maximum, which replaces every longer length and sum.
  static var limit: Int64 { Int64(Double.longestLength) }

  private init() {}

  /// A sum of lengths that C code added.
  init(points: Int64, fraction: UInt64) { (self.points, self.fraction) = (points, fraction) }

  /// The greatest multiple of the step that is not above `length`, which is at least 0.
  @inline(__always)
  init(_ length: Double) {
    guard length < Double(Self.limit) else {
      points = Self.limit
      return
    }
    points = Int64(length)
    let rest = length - Double(points)
    // Most lengths are whole, and the conversion of a large number is several instructions.
    if rest > 0 { fraction = UInt64(rest * 0x1p64) }
  }

  /// The length in points, rounded.
  @inline(__always)
  var value: Double { Double(points) + Double(fraction) * 0x1p-64 }

  @inline(__always)
  static func += (sum: inout Self, term: Self) {
    let (fraction, carry) = sum.fraction.addingReportingOverflow(term.fraction)
    // Two lengths of at most 2⁶¹ and a carry do not overflow.
    sum.points = sum.points &+ term.points &+ (carry ? 1 : 0)
    sum.fraction = fraction
    if sum.points >= limit { sum = longest }
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum += b
    return sum
  }

  /// True for the maximum, which also stands for longer lengths.
  @inline(__always)
  var isLongest: Bool { points >= Self.limit }

  /// Replaces a term of a sum.
  /// - Returns: False if the sum is the maximum then: the caller must compute it again.
  @inline(__always)
  mutating func change(from old: Self, to new: Self) -> Bool {
    let (less, borrow) = fraction.subtractingReportingOverflow(old.fraction)
    let (sum, carry) = less.addingReportingOverflow(new.fraction)
    points = points &- old.points &- (borrow ? 1 : 0) &+ new.points &+ (carry ? 1 : 0)
    fraction = sum
    return points < Self.limit
  }

  /// Returns the difference of a length and a part of it.
  static func - (whole: Self, part: Self) -> Self {
    let (fraction, borrow) = whole.fraction.subtractingReportingOverflow(part.fraction)
    var rest = Self()
    rest.points = whole.points &- part.points &- (borrow ? 1 : 0)
    rest.fraction = fraction
    return rest.points < 0 ? zero : rest
  }

  /// Returns `count` times the length.
  static func * (length: Self, count: Int) -> Self {
    guard count > 0 else { return zero }
    let low = length.fraction.multipliedFullWidth(by: UInt64(count))
    let (high, overflow) = length.points.multipliedReportingOverflow(by: Int64(count))
    guard !overflow, high < limit else { return longest }
    var product = Self()
    product.points = high &+ Int64(low.high)
    product.fraction = low.low
    return product.points >= limit ? longest : product
  }

  private static var longest: Self {
    var length = Self()
    length.points = limit
    return length
  }
}
