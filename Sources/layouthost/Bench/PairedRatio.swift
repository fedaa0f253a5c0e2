// SPDX-License-Identifier: Apache-2.0
//
// A ratio of two times that were measured in pairs, and how well it is known.

import Glibc

/// The geometric mean of the ratios of pairs, with an interval of 95 %: Student's t over their logarithms.
struct PairedRatio {
  let mean: Double
  let low: Double
  let high: Double

  /// - Precondition: As many times after as before, at least two, all greater than 0.
  init(after: [Double], before: [Double]) {
    precondition(after.count == before.count && after.count >= 2, "times come in pairs")
    let logarithms = zip(after, before).map { log($0 / $1) }
    let count = Double(logarithms.count)
    let mean = logarithms.reduce(0, +) / count
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let reach = Self.studentQuantile(freedom: count - 1) * error
    (self.mean, low, high) = (exp(mean), exp(mean - reach), exp(mean + reach))
  }

  /// Returns the 97.5 % quantile of Student's distribution: exact for 1 and 2 degrees of freedom, else
  /// to three digits.
  /// - SeeAlso: Abramowitz, Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5.
  static func studentQuantile(freedom: Double) -> Double {
    if freedom == 1 { return tan(.pi * 0.475) }
    if freedom == 2 { return 0.95 * (2 / (1 - 0.95 * 0.95)).squareRoot() }
    let x = 1.959_963_984_540_054
    let (x3, x5, x7, x9) = (pow(x, 3), pow(x, 5), pow(x, 7), pow(x, 9))
    let terms = [
      (x3 + x) / 4, (5 * x5 + 16 * x3 + 3 * x) / 96,
      (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / 384,
      (79 * x9 + 776 * x7 + 1482 * x5 - 1920 * x3 - 945 * x) / 92_160,
    ]
    return terms.enumerated().reduce(x) { $0 + $1.element / pow(freedom, Double($1.offset + 1)) }
  }
}
