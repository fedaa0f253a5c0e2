// SPDX-License-Identifier: Apache-2.0
//
// Changes of a tree of lanes. Only the nodes above a change are counted again.

import LayoutABI

extension LaneTree {
  /// Inserts an item before the item with this number; there must be room.
  /// - Complexity: O(lanes · log *n*).
  mutating func insert(_ size: Size, lane: Int, at item: Int) {
    if root == Self.none {
      root = addLeaf()
      depth = 0
    }
    let split = insert(size, UInt16(truncatingIfNeeded: lane), at: item, root, depth)
    if split != Self.none { grow(split) }
  }

  /// Creates a branch above the root and its neighbour.
  private mutating func grow(_ neighbour: Int32) {
    let branch = addBranch()
    unsafe children(branch)[0] = root
    unsafe children(branch)[1] = neighbour
    setChildCount(branch, 2)
    root = branch
    depth += 1
    recount(branch: branch, depth)
  }

  /// - Returns: The new node behind this one, or none.
  private mutating func insert(
    _ size: Size, _ lane: UInt16, at item: Int, _ node: Int32, _ level: Int
  ) -> Int32 {
    if level == 0 { return insert(size, lane, at: item, leaf: node) }
    let (slot, rest) = slot(of: item, in: node, level)
    let split = unsafe insert(size, lane, at: rest, children(node)[slot], level - 1)
    var neighbour = Self.none
    if split != Self.none { neighbour = insert(child: split, at: slot + 1, node, level) }
    recount(branch: node, level)
    return neighbour
  }

  private mutating func insert(
    _ size: Size, _ lane: UInt16, at item: Int, leaf: Int32
  ) -> Int32 {
    let count = leaves.items(leaf)
    if count < leafLimit {
      put(size, lane, at: item, leaf, count)
      return Self.none
    }
    let neighbour = addLeaf()
    // Inserting only at the front or at the end leaves full leaves behind.
    let kept = item == count ? count : count / 2
    unsafe sizes(neighbour).take(from: sizes(leaf) + kept, count: count - kept)
    unsafe lanes(neighbour).take(from: lanes(leaf) + kept, count: count - kept)
    recount(leaf: leaf, kept)
    recount(leaf: neighbour, count - kept)
    if item > kept || kept == count {
      put(size, lane, at: item - kept, neighbour, count - kept)
    } else {
      put(size, lane, at: item, leaf, kept)
    }
    return neighbour
  }

  private func put(_ size: Size, _ lane: UInt16, at item: Int, _ leaf: Int32, _ count: Int) {
    unsafe (sizes(leaf) + item + 1).take(from: sizes(leaf) + item, count: count - item)
    unsafe (lanes(leaf) + item + 1).take(from: lanes(leaf) + item, count: count - item)
    unsafe sizes(leaf)[item] = size
    unsafe lanes(leaf)[item] = lane
    leaves.count(leaf, lane: Int(lane), cost(size))
  }

  /// Inserts a child into a branch; splits the branch if it is full.
  /// - Returns: The new branch behind this one, or none.
  private mutating func insert(
    child: Int32, at slot: Int, _ branch: Int32, _ level: Int
  ) -> Int32 {
    let count = childCount(branch)
    if count < Self.fanOut {
      put(child: child, at: slot, branch, count)
      return Self.none
    }
    let (neighbour, kept) = (addBranch(), count / 2)
    unsafe children(neighbour).take(from: children(branch) + kept, count: count - kept)
    setChildCount(branch, kept)
    setChildCount(neighbour, count - kept)
    if slot > kept {
      put(child: child, at: slot - kept, neighbour, count - kept)
    } else {
      put(child: child, at: slot, branch, kept)
    }
    recount(branch: neighbour, level)
    return neighbour
  }

  private func put(child: Int32, at slot: Int, _ branch: Int32, _ count: Int) {
    unsafe (children(branch) + slot + 1).take(from: children(branch) + slot, count: count - slot)
    unsafe children(branch)[slot] = child
    setChildCount(branch, count + 1)
  }

  /// Removes an item.
  /// - Complexity: O(lanes · log *n*).
  mutating func remove(at item: Int) {
    remove(at: item, root, depth)
    while depth > 0, childCount(root) == 1 {
      let child = unsafe children(root)[0]
      free(root, depth)
      root = child
      depth -= 1
    }
    if depth == 0, leaves.items(root) == 0 {
      free(root, 0)
      root = Self.none
    }
  }

  private mutating func remove(at item: Int, _ node: Int32, _ level: Int) {
    if level == 0 {
      let count = leaves.items(node)
      unsafe (sizes(node) + item).take(from: sizes(node) + item + 1, count: count - item - 1)
      unsafe (lanes(node) + item).take(from: lanes(node) + item + 1, count: count - item - 1)
      recount(leaf: node, count - 1)
      return
    }
    let (slot, rest) = slot(of: item, in: node, level)
    unsafe remove(at: rest, children(node)[slot], level - 1)
    tidy(slot, node, level)
    recount(branch: node, level)
  }

  /// Moves the items of a small child to a neighbour that has room.
  private mutating func tidy(_ slot: Int, _ branch: Int32, _ level: Int) {
    let (count, limit) = (childCount(branch), level == 1 ? leafLimit : Self.fanOut)
    func load(_ slot: Int) -> Int {
      let child = unsafe children(branch)[slot]
      return level == 1 ? leaves.items(child) : childCount(child)
    }
    guard count > 1, load(slot) <= limit / 4 else { return }
    for left in [slot - 1, slot] where left >= 0 && left + 1 < count {
      guard load(left) + load(left + 1) <= limit * 3 / 4 else { continue }
      let gone = unsafe children(branch)[left + 1]
      unsafe join(children(branch)[left], gone, level - 1)
      let behind = unsafe children(branch) + left + 1
      unsafe behind.take(from: behind + 1, count: count - left - 2)
      setChildCount(branch, count - 1)
      return free(gone, level - 1)
    }
  }

  /// Appends everything below `other` to everything below `node`.
  private mutating func join(_ node: Int32, _ other: Int32, _ level: Int) {
    if level == 0 {
      let (count, more) = (leaves.items(node), leaves.items(other))
      unsafe (sizes(node) + count).take(from: sizes(other), count: more)
      unsafe (lanes(node) + count).take(from: lanes(other), count: more)
      recount(leaf: node, count + more)
    } else {
      let (count, more) = (childCount(node), childCount(other))
      unsafe (children(node) + count).take(from: children(other), count: more)
      setChildCount(node, count + more)
      recount(branch: node, level)
    }
  }

  /// Gives an item another size.
  /// - Complexity: O(lanes · log *n*).
  mutating func replace(_ size: Size, at item: Int) { replace(size, at: item, root, depth) }

  private mutating func replace(_ size: Size, at item: Int, _ node: Int32, _ level: Int) {
    if level == 0 {
      unsafe sizes(node)[item] = size
      recount(leaf: node, leaves.items(node))
    } else {
      let (slot, rest) = slot(of: item, in: node, level)
      unsafe replace(size, at: rest, children(node)[slot], level - 1)
      recount(branch: node, level)
    }
  }
}
