// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same in every run.

import LayoutTesting

/// The random draws of the tests of layouts.
struct Chance: RandomNumberGenerator {
  private var generator: SeededGenerator
  init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// Returns a number of half points, so that exact fits happen.
  mutating func halves(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range, using: &self)) / 2
  }

  mutating func flag(_ oneIn: Int = 2) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }
}
