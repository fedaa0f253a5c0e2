// SPDX-License-Identifier: Apache-2.0
//
// The views that wait to be used again, pool by pool.

/// A list for each pool, threaded through the slots of its views: putting one back and taking the
/// last one out cost the same however many wait.
final class FreeLists {
  /// Every view's slot, by serial number.
  let slots = PlainArray<ViewSlot>()
  /// The view on top of each pool.
  private let heads = PlainArray<Int32>()
  /// The number of views that wait in each pool.
  private let counts = PlainArray<Int32>()

  func addPool() {
    heads.append(ViewSlot.none)
    counts.append(0)
  }

  func count(in pool: Int) -> Int { Int(counts[pool]) }

  func push(_ serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    slots[Int(serial)].use = .free
    slots[Int(serial)].next = heads[pool]
    heads[pool] = serial
    counts[pool] += 1
  }

  /// The last view put back; `ViewSlot.none` when none waits.
  func pop(from pool: Int) -> Int32 {
    let serial = heads[pool]
    guard serial != ViewSlot.none else { return serial }
    heads[pool] = slots[Int(serial)].next
    counts[pool] -= 1
    return serial
  }

  /// Takes a certain waiting view out of its pool. O(views in the pool); only on the way back from a
  /// failed frame.
  func remove(_ serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    counts[pool] -= 1
    guard heads[pool] != serial else { return heads[pool] = slots[Int(serial)].next }
    var above = heads[pool]
    while above != ViewSlot.none, slots[Int(above)].next != serial {
      above = slots[Int(above)].next
    }
    if above != ViewSlot.none { slots[Int(above)].next = slots[Int(serial)].next }
  }

  /// Keeps the `limit` views put back last and drops those below them.
  ///
  /// - Complexity: O(1) for each pool within the limit, else O(its views).
  func trim(to limit: Int, drop: (Int32) -> Void) {
    for pool in counts.indices where Int(counts[pool]) > limit {
      var dropped = limit == 0 ? heads[pool] : cut(pool, below: limit)
      if limit == 0 { heads[pool] = ViewSlot.none }
      counts[pool] = Int32(truncatingIfNeeded: limit)
      while dropped != ViewSlot.none {
        let next = slots[Int(dropped)].next
        drop(dropped)
        dropped = next
      }
    }
  }

  /// Ends a list after `count` views, of which it has more.
  ///
  /// - Returns: The first view of the rest.
  private func cut(_ pool: Int, below count: Int) -> Int32 {
    var last = heads[pool]
    for _ in 1..<count { last = slots[Int(last)].next }
    let rest = slots[Int(last)].next
    slots[Int(last)].next = ViewSlot.none
    return rest
  }
}
