// SPDX-License-Identifier: Apache-2.0
//
// Chance that repeats itself, for rectangles and changes.

/// Random numbers that are the same in every run (SplitMix64).
struct Randomness {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from a range, bounds included.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let part = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }

  /// A whole number below `bound`, which is at least 1.
  mutating func index(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
