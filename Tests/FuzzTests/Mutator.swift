// SPDX-License-Identifier: Apache-2.0
//
// Makes inputs from valid ones by a few changes. The same seed gives the same inputs.

import LayoutTesting

/// A generator of inputs.
struct Mutator {
  private let seeds: [[UInt8]]
  private var dice: SeededGenerator

  /// Numbers at which lengths, counts and types often fail.
  private static let edges: [UInt64] = [
    0, 1, 2, 3, 7, 8, 63, 64, 255, 256, 4095, 4096, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff,
    0x7fff_ffff_ffff_ffff, .max, 0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0x8000_0000,
  ]

  /// - Parameter seeds: Valid inputs, at least one.
  init(_ seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    dice = SeededGenerator(seed: seed)
  }

  /// The next input: one of the seeds with one to eight changes.
  mutating func next() -> [UInt8] {
    var bytes = seeds[below(seeds.count)]
    for _ in 0...below(8) { change(&bytes) }
    return bytes
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
    // Headers are at the beginning.
    let at = below(below(2) == 0 ? bytes.count : min(bytes.count, 256))
    switch below(7) {
    case 0: bytes[at] ^= 1 << below(8)
    case 1: bytes[at] = UInt8(below(256))
    case 2: bytes.remove(at: at)
    case 3: bytes.insert(UInt8(below(256)), at: at)
    case 4: bytes.removeSubrange(at...)
    case 5:
      let other = seeds[below(seeds.count)]
      let end = min(bytes.count, at + 1 + below(64))
      bytes.replaceSubrange(at..<end, with: other.dropFirst(at).prefix(1 + below(64)))
    default:
      let number = Self.edges[below(Self.edges.count)]
      for place in 0..<(1 << below(4)) where at + place < bytes.count {
        bytes[at + place] = UInt8(truncatingIfNeeded: number >> (8 * place))
      }
    }
  }
}
