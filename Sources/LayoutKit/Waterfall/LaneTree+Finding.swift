// SPDX-License-Identifier: Apache-2.0
//
// Finding items in a tree of lanes: by number, and by lane and position.

import LayoutABI

/// A position in a lane, at an item.
struct LaneCursor {
  /// The item, or -1 at the end of the lane.
  var item = -1
  /// The start of the item, relative to the start of the section's items.
  var top = FixedLength.zero
  fileprivate var leaf = LaneTree.none
  /// The item's index in the leaf.
  fileprivate var place = 0

  /// The number of the first item of the leaf.
  fileprivate var first: Int { item - place }
}

extension LaneTree {
  /// Returns the child of a branch that contains an item, and the item's number below it; the last
  /// child for the end.
  func slot(of item: Int, in branch: Int32, _ level: Int) -> (slot: Int, rest: Int) {
    var (slot, rest) = (0, item)
    let last = childCount(branch) - 1
    while slot < last {
      let count = unsafe items(children(branch)[slot], level - 1)
      if rest < count { break }
      rest -= count
      slot += 1
    }
    return (slot, rest)
  }

  /// Returns the leaf that contains an item, and the item's index in it.
  private func leaf(of item: Int) -> (leaf: Int32, place: Int) {
    var (node, rest, level) = (root, item, depth)
    while level > 0 {
      let found = slot(of: rest, in: node, level)
      node = unsafe children(node)[found.slot]
      rest = found.rest
      level -= 1
    }
    return (node, rest)
  }

  /// Returns the size of an item.
  func size(of item: Int) -> Size {
    let (leaf, place) = leaf(of: item)
    return unsafe sizes(leaf)[place]
  }

  /// Returns the size of the item of a cursor.
  @inline(__always)
  func size(at cursor: LaneCursor) -> Size { unsafe sizes(cursor.leaf)[cursor.place] }

  /// Returns the lane of an item.
  func lane(of item: Int) -> Int {
    let (leaf, place) = leaf(of: item)
    return unsafe Int(lanes(leaf)[place])
  }

  /// Returns the start of an item in its lane.
  /// - Complexity: O(log *n*).
  func top(of item: Int) -> FixedLength {
    let lane = lane(of: item)
    var (node, rest, level, sum) = (root, item, depth, FixedLength.zero)
    while level > 0 {
      let found = slot(of: rest, in: node, level)
      for slot in 0..<found.slot { unsafe sum += lengths(children(node)[slot], level - 1)[lane] }
      node = unsafe children(node)[found.slot]
      rest = found.rest
      level -= 1
    }
    for place in 0..<rest where unsafe Int(lanes(node)[place]) == lane {
      unsafe sum += cost(sizes(node)[place])
    }
    return sum
  }

  /// Writes for each lane the start of its next item, behind the items before `item`.
  /// - Complexity: O(lanes · log *n*).
  func ends(before item: Int, _ ends: UnsafeMutablePointer<FixedLength>) {
    unsafe ends.update(repeating: .zero, count: laneCount)
    guard root != Self.none else { return }
    var (node, rest, level) = (root, item, depth)
    while level > 0 {
      let found = slot(of: rest, in: node, level)
      for slot in 0..<found.slot {
        let lengths = unsafe lengths(children(node)[slot], level - 1)
        for lane in 0..<laneCount { unsafe ends[lane] += lengths[lane] }
      }
      node = unsafe children(node)[found.slot]
      rest = found.rest
      level -= 1
    }
    for place in 0..<rest { unsafe ends[Int(lanes(node)[place])] += cost(sizes(node)[place]) }
  }

  /// The end of the longest lane.
  var length: Double {
    guard root != Self.none else { return 0 }
    var deepest = 0.0
    for lane in 0..<laneCount where unsafe counts(root, depth)[lane] > 0 {
      deepest = unsafe max(deepest, (lengths(root, depth)[lane] - FixedLength(spacing)).value)
    }
    return deepest
  }

  /// Returns the last item of a lane that starts before `position`, or its first item if there is none.
  /// - Parameter start: The start of the section's items. Sums are the same as for a frame, so that
  ///   rounding does not miss an item exactly on the edge.
  /// - Complexity: O(log *n*).
  func cursor(in lane: Int, reaching position: Double, from start: Double) -> LaneCursor {
    guard root != Self.none, unsafe counts(root, depth)[lane] > 0 else { return LaneCursor() }
    var (node, level, first, sum) = (root, depth, 0, FixedLength.zero)
    while level > 0 {
      var found = (node: Self.none, first: first, sum: sum)
      for slot in 0..<childCount(node) {
        let child = unsafe children(node)[slot]
        if unsafe counts(child, level - 1)[lane] > 0 {
          if found.node != Self.none, start + sum.value >= position { break }
          found = (child, first, sum)
          unsafe sum += lengths(child, level - 1)[lane]
        }
        first += items(child, level - 1)
      }
      (node, first, sum) = found
      level -= 1
    }
    var cursor = LaneCursor(item: first - 1, top: sum, leaf: node, place: -1)
    step(&cursor, lane)
    while cursor.item >= 0 {
      var next = cursor
      unsafe next.top += cost(sizes(node)[cursor.place])
      guard step(&next, lane), start + next.top.value < position else { break }
      cursor = next
    }
    return cursor
  }

  /// Goes to the next item of the lane in the same leaf.
  /// - Returns: True when there is one.
  @discardableResult
  private func step(_ cursor: inout LaneCursor, _ lane: Int) -> Bool {
    let (lanes, count) = unsafe (lanes(cursor.leaf), leaves.items(cursor.leaf))
    for place in cursor.place + 1..<max(count, cursor.place + 1)
    where unsafe Int(lanes[place]) == lane {
      cursor.item += place - cursor.place
      cursor.place = place
      return true
    }
    return false
  }

  /// Goes to the next item of the lane; ``LaneCursor/item`` is -1 when there is none.
  func advance(_ cursor: inout LaneCursor, _ lane: Int) {
    unsafe cursor.top += cost(sizes(cursor.leaf)[cursor.place])
    if step(&cursor, lane) { return }
    let end = cursor.first + leaves.items(cursor.leaf)
    if !find(from: end, lane, root, depth, 0, &cursor) { cursor.item = -1 }
  }

  /// Finds the first item of a lane whose number is at least `item`, the first item of a leaf.
  private func find(
    from item: Int, _ lane: Int, _ node: Int32, _ level: Int, _ first: Int,
    _ cursor: inout LaneCursor
  ) -> Bool {
    if unsafe counts(node, level)[lane] == 0 || first + items(node, level) <= item { return false }
    if level == 0 {
      (cursor.item, cursor.leaf, cursor.place) = (first - 1, node, -1)
      return step(&cursor, lane)
    }
    var start = first
    for slot in 0..<childCount(node) {
      let child = unsafe children(node)[slot]
      if find(from: item, lane, child, level - 1, start, &cursor) { return true }
      start += items(child, level - 1)
    }
    return false
  }
}
