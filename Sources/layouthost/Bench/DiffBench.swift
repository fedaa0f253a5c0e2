// SPDX-License-Identifier: Apache-2.0
//
// What changed between two snapshots of 100,000 items, of which 1,000 were inserted, deleted or moved.

import Glibc
import LayoutHost
import LayoutModel

enum DiffBench {
  private static let itemCount = 100_000
  private static let changeCount = 1_000

  static var all: [Benchmark] {
    [
      Benchmark("diff/1e5/int", in: .milliseconds, bound: 6) { meter, _ in
        try run(&meter) { Int($0) }
      },
      Benchmark("diff/1e5/uuid", in: .milliseconds, bound: 20) { meter, _ in
        try run(&meter) { Identifier(high: $0, low: $0 &* 0x9E37_79B9_7F4A_7C15) }
      },
      Benchmark("diff/1e5/string", in: .milliseconds, bound: 45) { meter, _ in
        // Longer than what a string holds in place, as identities of apps are.
        try run(&meter) { "item-\(String($0, radix: 16))-of-the-gallery" }
      },
    ]
  }

  /// Sixteen bytes, compared and hashed as Foundation's `UUID` is: this command is built without
  /// Foundation.
  private struct Identifier: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private static func run<ID: Hashable>(
    _ meter: inout Meter, _ identity: (UInt64) -> ID
  ) throws {
    let (old, new) = try (snapshot(oldOrder, identity), snapshot(newOrder, identity))
    var batch = BatchUpdate()
    for _ in 0..<51 { meter.sample { batch = old.difference(to: new) } }
    _ = try batch.plan(from: old.counts, to: new.counts)
    try require(batch.operations.count >= changeCount / 2, "the snapshots hardly differ")
    meter.count("items", Double(old.itemCount))
    meter.count("operations", Double(batch.operations.count))
  }

  private static func snapshot<ID: Hashable>(
    _ order: [UInt64], _ identity: (UInt64) -> ID
  ) throws(LayoutError) -> DiffableSnapshot<Int, ID> {
    var snapshot = DiffableSnapshot<Int, ID>()
    try snapshot.appendSections([0])
    // Made anew for each snapshot, so that equal strings are not one piece of memory.
    try snapshot.appendItems(order.map(identity), to: 0)
    return snapshot
  }

  private static var oldOrder: [UInt64] { (0..<UInt64(itemCount)).map { $0 } }

  /// A third of the changes each: deletes, moves to anywhere, inserts anywhere.
  private static var newOrder: [UInt64] {
    var order = oldOrder
    var dice = Dice(state: 7)
    for _ in 0..<changeCount / 3 { order.remove(at: dice.roll(order.count)) }
    for _ in 0..<changeCount / 3 {
      let item = order.remove(at: dice.roll(order.count))
      order.insert(item, at: dice.roll(order.count + 1))
    }
    for number in 0..<changeCount - 2 * (changeCount / 3) {
      order.insert(UInt64(itemCount + number), at: dice.roll(order.count + 1))
    }
    return order
  }
}

/// The same throws in each run (a 64-bit linear congruential generator, Knuth's constants).
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}
