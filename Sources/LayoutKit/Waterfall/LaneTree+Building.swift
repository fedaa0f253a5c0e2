// SPDX-License-Identifier: Apache-2.0
//
// Filling a tree of lanes from the first item to the last.

import LayoutABI

/// The lanes in the order in which they end, for "the shortest first"; of equals the leftmost.
private struct LaneHeap {
  private var lanes: ContiguousArray<Int>
  private var ends: ContiguousArray<FixedLength>

  init(count: Int) {
    lanes = []
    for lane in 0..<count { lanes.append(lane) }
    ends = ContiguousArray(repeating: .zero, count: count)
  }

  /// The lane that ends first.
  var first: Int { lanes[0] }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    ends[a].precedes(ends[b]) || (ends[a] == ends[b] && a < b)
  }

  /// Makes the lane that ends first longer.
  /// - Complexity: O(log lanes).
  mutating func extend(by cost: FixedLength) {
    ends[lanes[0]] += cost
    var place = 0
    while 2 * place + 1 < lanes.count {
      var child = 2 * place + 1
      if child + 1 < lanes.count, precedes(lanes[child + 1], lanes[child]) { child += 1 }
      guard precedes(lanes[child], lanes[place]) else { return }
      lanes.swapAt(place, child)
      place = child
    }
  }
}

extension FixedLength {
  /// Returns true when this one is shorter.
  @inline(__always)
  func precedes(_ other: Self) -> Bool {
    points < other.points || (points == other.points && fraction < other.fraction)
  }
}

extension ColumnOrder {
  /// The column behind another where columns are filled in turn; nil for the first item.
  func next(after column: Int?, of count: Int) -> Int {
    switch self {
    case .rightToLeft: return column.map { $0 == 0 ? count - 1 : $0 - 1 } ?? count - 1
    default: return column.map { $0 + 1 < count ? $0 + 1 : 0 } ?? 0
    }
  }
}

extension LaneTree {
  /// Fills the tree with the items of another or, where that has none, of `sizes`; lanes by `order`.
  /// - Complexity: O(*n* · log lanes).
  mutating func fill(from sizes: borrowing ItemSizes, _ order: ColumnOrder) {
    var filling = Filling(order, laneCount)
    for item in 0..<sizes.count { append(sizes[item], &filling) }
    finish(&filling)
  }

  /// The same, from another tree.
  mutating func fill(from other: borrowing LaneTree, _ order: ColumnOrder) {
    var filling = Filling(order, laneCount)
    if other.root != Self.none { append(other, other.root, other.depth, &filling) }
    finish(&filling)
  }

  private mutating func append(
    _ other: borrowing LaneTree, _ node: Int32, _ level: Int, _ filling: inout Filling
  ) {
    if level == 0 {
      for place in 0..<other.leaves.items(node) {
        unsafe append(other.sizes(node)[place], &filling)
      }
    } else {
      for slot in 0..<other.childCount(node) {
        unsafe append(other, other.children(node)[slot], level - 1, &filling)
      }
    }
  }

  private struct Filling {
    let order: ColumnOrder
    var heap: LaneHeap
    var last: Int?
    var leaf = LaneTree.none
    /// The nodes of a level, from the first to the last.
    var nodes: ContiguousArray<Int32> = []

    init(_ order: ColumnOrder, _ laneCount: Int) {
      self.order = order
      heap = LaneHeap(count: order == .shortestFirst ? laneCount : 0)
    }
  }

  private mutating func append(_ size: Size, _ filling: inout Filling) {
    let cost = cost(size)
    var lane = 0
    if filling.order == .shortestFirst {
      lane = filling.heap.first
      filling.heap.extend(by: cost)
    } else {
      lane = filling.order.next(after: filling.last, of: laneCount)
      filling.last = lane
    }
    // Leaves have room for some inserts.
    if filling.leaf == Self.none || leaves.items(filling.leaf) >= leafLimit * 3 / 4 {
      filling.leaf = addLeaf()
      filling.nodes.append(filling.leaf)
    }
    let (leaf, place) = (filling.leaf, leaves.items(filling.leaf))
    unsafe sizes(leaf)[place] = size
    unsafe lanes(leaf)[place] = UInt16(truncatingIfNeeded: lane)
    leaves.count(leaf, lane: lane, cost)
  }

  /// Puts branches above the leaves, level by level.
  private mutating func finish(_ filling: inout Filling) {
    depth = 0
    while filling.nodes.count > 1 {
      depth += 1
      let share = Self.fanOut * 3 / 4
      var above: ContiguousArray<Int32> = []
      for index in 0..<filling.nodes.count {
        if index % share == 0 { above.append(addBranch()) }
        let branch = above[above.count - 1]
        unsafe children(branch)[index % share] = filling.nodes[index]
        setChildCount(branch, index % share + 1)
      }
      for branch in above { recount(branch: branch, depth) }
      filling.nodes = above
    }
    root = filling.nodes.first ?? Self.none
  }
}
