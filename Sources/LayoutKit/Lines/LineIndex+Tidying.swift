// SPDX-License-Identifier: Apache-2.0
//
// What keeps leaves few and their shape known: equal items become a run, small neighbours one leaf.

import LayoutABI

extension LineIndex {
  /// Brings a leaf that changed into shape. It may be gone afterwards; of two that become one, the
  /// earlier stays.
  mutating func tidy(_ leaf: Int32, _ root: inout LineRoot) {
    let (before, after) = (leaves[leaf].pointee.previous, leaves[leaf].pointee.next)
    if leaves[leaf].pointee.count == 0 {
      unlink(leaf, &root)
      if before != ItemLeaf.none, after != ItemLeaf.none { _ = join(before, after, &root) }
      return
    }
    makeRunIfEqual(leaf)
    if after != ItemLeaf.none, join(leaf, after, &root) {
      // What came with it may continue what follows.
      let next = leaves[leaf].pointee.next
      if next != ItemLeaf.none { _ = join(leaf, next, &root) }
    }
    if before != ItemLeaf.none { _ = join(before, leaf, &root) }
  }

  /// Keeps sizes that are all equal as a run.
  private mutating func makeRunIfEqual(_ leaf: Int32) {
    let old = leaves[leaf].pointee
    if old.isRun { return }
    let sizes = leaves.sizes(of: leaves[leaf])
    for item in 1..<max(1, old.itemCount) where sizes[item] != sizes[0] { return }
    var run = ItemLeaf(run: sizes[0], count: old.itemCount, isEstimate: false)
    (run.parent, run.previous, run.next) = (old.parent, old.previous, old.next)
    run.height = old.height
    if old.firstStart < old.itemCount { run.setStarts(first: old.firstStart, fullCount: 1) }
    leaves.freeBlock(of: leaf)
    leaves[leaf].pointee = run
  }

  /// Makes one leaf of two neighbours that are parts of one run, or small.
  private mutating func join(_ left: Int32, _ right: Int32, _ root: inout LineRoot) -> Bool {
    let (a, b) = (leaves[left].pointee, leaves[right].pointee)
    if a.continues(b) {
      var joined = a
      if a.firstStart == a.itemCount, b.firstStart < b.itemCount {
        joined.setStarts(first: a.itemCount + b.firstStart, fullCount: b.fullCount)
      }
      joined.count += b.count
      joined.height += b.height
      joined.isStale = true
      leaves[left].pointee = joined
    } else {
      let count = a.itemCount + b.itemCount
      guard count <= ItemLeaf.smallLimit, !a.isEstimate, !b.isEstimate else { return false }
      append(right, to: left, count)
    }
    unlink(right, &root)
    refresh(left)
    return true
  }

  /// Puts the sizes of a leaf behind those of its neighbour.
  private mutating func append(_ right: Int32, to left: Int32, _ count: Int) {
    let isFull = Int(leaves[left].pointee.capacity) < count
    if leaves[left].pointee.isRun || isFull { resettle(left, capacity: count) }
    let (a, b) = (leaves[left], leaves[right].pointee)
    let place = leaves.sizes(of: a) + a.pointee.itemCount
    if b.isRun {
      place.update(repeating: b.size, count: b.itemCount)
    } else {
      place.take(from: leaves.sizes(of: leaves[right]), count: b.itemCount)
    }
    var line = b.firstStart
    while line < b.itemCount {
      a.pointee.setStart(at: a.pointee.itemCount + line)
      line = b.nextStart(from: line + 1)
    }
    a.pointee.count += b.count
    a.pointee.height += b.height
    a.pointee.isStale = true
  }
}
