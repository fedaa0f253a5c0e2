// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same in every run.

/// SplitMix64, seeded by the test.
struct Chance: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of half points, so that exact fits happen.
  mutating func halves(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range, using: &self)) / 2
  }

  mutating func flag(_ oneIn: Int = 2) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }
}
