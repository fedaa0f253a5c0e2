// SPDX-License-Identifier: Apache-2.0
//
// Inserting, removing and resizing items. Lines are broken afterwards.

import LayoutABI

extension LineIndex {
  /// Inserts an item before the item at `item`. There must be room.
  /// - Complexity: O(log *n*).
  mutating func insert(
    _ size: Size, isEstimate: Bool = false, at item: Int, _ root: inout LineRoot
  ) {
    let run = ItemLeaf(run: size, count: 1, isEstimate: isEstimate)
    guard !root.isEmpty else {
      root.node = leaves.add(run)
      cost.nodeCount += 1
      return
    }
    let place = look(for: item, root)
    let leaf = place.leaf
    let before = place.item == 0 ? leaves[leaf].previous : ItemLeaf.none
    if leaves[leaf].continues(run) {
      lengthen(place.leaf)
    } else if before != ItemLeaf.none, leaves[before].continues(run) {
      lengthen(before)
    } else if !leaves[leaf].isRun, !isEstimate {
      insert(size, into: place.leaf, at: place.item, &root)
    } else if before != ItemLeaf.none, !isEstimate, !leaves[before].isRun {
      insert(size, into: before, at: leaves[before].itemCount, &root)
    } else {
      let side = part(place.leaf, at: place.item, &root)
      let new = leaves.add(run)
      link(new, side, place.leaf, &root)
      tidy(new, &root)
    }
  }

  /// Removes an item.
  /// - Complexity: O(log *n*).
  mutating func remove(at item: Int, _ root: inout LineRoot) {
    let place = look(for: item, root)
    let leaf = place.leaf
    if leaves[leaf].isRun {
      let start = leaves[leaf].firstStart
      if place.item < start, start < leaves[leaf].itemCount {
        leaves[leaf].setStarts(first: start - 1, fullCount: leaves[leaf].fullCount)
      }
    } else {
      let sizes = unsafe leaves.sizes(of: leaf) + place.item
      unsafe sizes.take(from: sizes + 1, count: leaves[leaf].itemCount - place.item - 1)
      leaves[leaf].removeStart(at: place.item)
    }
    leaves[leaf].count -= 1
    leaves[leaf].isStale = true
    refresh(changed: place.leaf)
    tidy(place.leaf, &root)
  }

  /// Sets a known size of an item.
  /// - Returns: True when it changed.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func replace(_ size: Size, at item: Int, _ root: inout LineRoot) -> Bool {
    let place = look(for: item, root)
    let leaf = place.leaf
    if leaves[leaf].isRun {
      let isEqual = leaves[leaf].size == size
      if isEqual, !leaves[leaf].isEstimate { return false }
      remove(at: item, &root)
      insert(size, at: item, &root)
      return !isEqual
    }
    let sizes = unsafe leaves.sizes(of: leaf)
    if unsafe sizes[place.item] == size { return false }
    unsafe sizes[place.item] = size
    leaves[leaf].isStale = true
    tidy(place.leaf, &root)
    return true
  }

  private mutating func look(for item: Int, _ root: LineRoot) -> LeafPlace {
    cost.nodeCount += root.depth + 1
    return place(of: item, root)
  }

  private mutating func lengthen(_ run: Int32) {
    leaves[run].count += 1
    leaves[run].isStale = true
    refresh(changed: run)
  }

  /// Splits a leaf before `item`.
  /// - Returns: The side of the leaf on which the cut is.
  private mutating func part(_ leaf: Int32, at item: Int, _ root: inout LineRoot) -> Side {
    let old = leaves[leaf]
    if item == 0 { return .before }
    if item == old.itemCount { return .after }
    guard old.isRun else {
      _ = cut(leaf, at: item, &root)
      refresh(changed: leaf)
      return .after
    }
    var right = ItemLeaf(run: old.size, count: old.itemCount - item, isEstimate: old.isEstimate)
    let start = old.nextStart(from: item)
    if start < old.itemCount { right.setStarts(first: start - item, fullCount: old.fullCount) }
    leaves[leaf].count = UInt32(truncatingIfNeeded: item)
    if old.firstStart >= item { leaves[leaf].clearStarts() }
    leaves[leaf].isStale = true
    refresh(changed: leaf)
    link(leaves.add(right), .after, leaf, &root)
    return .after
  }

  /// Inserts a size into a leaf of sizes, which is split when it is full.
  private mutating func insert(
    _ size: Size, into leaf: Int32, at item: Int, _ root: inout LineRoot
  ) {
    if leaves[leaf].itemCount < ItemLeaf.limit {
      place(size, in: leaf, at: item)
      refresh(changed: leaf)
    } else if item == ItemLeaf.limit {
      let new = leaves.add(ItemLeaf(run: size, count: 1, isEstimate: false))
      link(new, .after, leaf, &root)
      tidy(new, &root)
    } else {
      let half = ItemLeaf.limit / 2
      let right = cut(leaf, at: half, &root)
      if item <= half {
        place(size, in: leaf, at: item)
      } else {
        place(size, in: right, at: item - half)
      }
      refresh(changed: leaf)
      refresh(changed: right)
      // The left leaf last, because it remains if both are joined.
      tidy(right, &root)
      tidy(leaf, &root)
    }
  }

  /// Moves the sizes from `item` on to a new leaf.
  private mutating func cut(_ leaf: Int32, at item: Int, _ root: inout LineRoot) -> Int32 {
    let left = leaf
    let count = leaves[left].itemCount - item
    let (start, capacity) = leaves.addBlock(count + 1)
    var right = ItemLeaf(block: start, count: count, capacity: capacity)
    var line = leaves[left].nextStart(from: item)
    while line < leaves[left].itemCount {
      right.setStart(at: line - item)
      line = leaves[left].nextStart(from: line + 1)
    }
    unsafe (leaves.sizes.start + start).take(from: leaves.sizes(of: left) + item, count: count)
    leaves[left].removeStarts(from: item)
    leaves[left].count = UInt32(item)
    leaves[left].isStale = true
    let number = leaves.add(right)
    link(number, .after, leaf, &root)
    return number
  }

  /// Inserts a size into a leaf that is not full; a full block grows by half.
  private mutating func place(_ size: Size, in leaf: Int32, at item: Int) {
    let old = leaves[leaf]
    if old.itemCount == Int(old.capacity) {
      resettle(leaf, capacity: min(ItemLeaf.limit, old.itemCount + old.itemCount / 2 + 1))
    }
    let sizes = unsafe leaves.sizes(of: leaf) + item
    unsafe (sizes + 1).take(from: sizes, count: old.itemCount - item)
    unsafe sizes.initialize(to: size)
    leaves[leaf].insertStart(at: item)
    leaves[leaf].count += 1
    leaves[leaf].isStale = true
  }

  /// Moves the sizes of a leaf, or of a run, to a block with room for at least `capacity`.
  mutating func resettle(_ leaf: Int32, capacity: Int) {
    let old = leaves[leaf]
    let (start, room) = leaves.addBlock(capacity)
    let sizes = unsafe leaves.sizes.start + start
    var new = old
    if old.isRun {
      unsafe sizes.update(repeating: old.size, count: old.itemCount)
      new.startBits = (0, 0)
    } else {
      unsafe sizes.take(from: leaves.sizes(of: leaf), count: old.itemCount)
      leaves.freeBlock(of: leaf)
    }
    new.block = Int32(truncatingIfNeeded: start)
    new.capacity = UInt16(truncatingIfNeeded: room)
    if old.isRun {
      var line = old.firstStart
      while line < old.itemCount {
        new.setStart(at: line)
        line = old.nextStart(from: line + 1)
      }
    }
    leaves[leaf] = new
  }
}

// MARK: - Tidying
//
// Rules that limit the number of leaves: equal items become a run, small neighbours one leaf.

extension LineIndex {
  /// Restores the rules for a leaf that changed. It may be removed; when two leaves are joined, the
  /// earlier one remains.
  mutating func tidy(_ leaf: Int32, _ root: inout LineRoot) {
    let (before, after) = (leaves[leaf].previous, leaves[leaf].next)
    if leaves[leaf].count == 0 {
      unlink(leaf, &root)
      if before != ItemLeaf.none, after != ItemLeaf.none { _ = join(before, after, &root) }
      return
    }
    makeRunIfEqual(leaf)
    if after != ItemLeaf.none, join(leaf, after, &root) {
      // The next leaf may now continue this one.
      let next = leaves[leaf].next
      if next != ItemLeaf.none { _ = join(leaf, next, &root) }
    }
    if before != ItemLeaf.none { _ = join(before, leaf, &root) }
  }

  /// Stores equal sizes as a run.
  private mutating func makeRunIfEqual(_ leaf: Int32) {
    let old = leaves[leaf]
    if old.isRun { return }
    let sizes = unsafe leaves.sizes(of: leaf)
    for item in 1..<max(1, old.itemCount) where unsafe sizes[item] != sizes[0] { return }
    var run = unsafe ItemLeaf(run: sizes[0], count: old.itemCount, isEstimate: false)
    (run.parent, run.previous, run.next) = (old.parent, old.previous, old.next)
    run.height = old.height
    if old.firstStart < old.itemCount { run.setStarts(first: old.firstStart, fullCount: 1) }
    leaves.freeBlock(of: leaf)
    leaves[leaf] = run
  }

  /// Joins two neighbours that are parts of one run, or small.
  private mutating func join(_ left: Int32, _ right: Int32, _ root: inout LineRoot) -> Bool {
    let (a, b) = (leaves[left], leaves[right])
    if a.continues(b) {
      var joined = a
      if a.firstStart == a.itemCount, b.firstStart < b.itemCount {
        joined.setStarts(first: a.itemCount + b.firstStart, fullCount: b.fullCount)
      }
      joined.count += b.count
      joined.height += b.height
      joined.isStale = true
      leaves[left] = joined
    } else {
      let count = a.itemCount + b.itemCount
      guard count <= ItemLeaf.smallLimit, !a.isEstimate, !b.isEstimate else { return false }
      append(right, to: left, count)
    }
    unlink(right, &root)
    refresh(changed: left)
    return true
  }

  /// Appends the sizes of a leaf to those of its neighbour.
  private mutating func append(_ right: Int32, to left: Int32, _ count: Int) {
    let isFull = Int(leaves[left].capacity) < count
    if leaves[left].isRun || isFull { resettle(left, capacity: count) }
    let b = leaves[right]
    let place = unsafe leaves.sizes(of: left) + leaves[left].itemCount
    if b.isRun {
      unsafe place.update(repeating: b.size, count: b.itemCount)
    } else {
      unsafe place.take(from: leaves.sizes(of: right), count: b.itemCount)
    }
    var line = b.firstStart
    while line < b.itemCount {
      leaves[left].setStart(at: leaves[left].itemCount + line)
      line = b.nextStart(from: line + 1)
    }
    leaves[left].count += b.count
    leaves[left].height += b.height
    leaves[left].isStale = true
  }
}
