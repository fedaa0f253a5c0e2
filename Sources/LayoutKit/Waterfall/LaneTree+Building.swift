// SPDX-License-Identifier: Apache-2.0
//
// Filling a tree of lanes from the first item to the last.

import LayoutABI

/// The lanes in the order of their ends, for the rule "the shortest first"; equal ones from left to
/// right.
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

  /// Adds length to the lane that ends first.
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
  /// Returns true when this length is shorter.
  @inline(__always)
  func precedes(_ other: Self) -> Bool {
    points < other.points || (points == other.points && fraction < other.fraction)
  }
}

extension ColumnRule {
  /// Returns the column of the next item, for columns with these ends and the column of the last item.
  /// - Complexity: O(columns).
  func lane(_ ends: UnsafePointer<FixedLength>, _ count: Int, after last: Int?) -> Int {
    var shortest = 0
    for lane in 1..<max(count, 1) where unsafe ends[lane].precedes(ends[shortest]) {
      shortest = lane
    }
    guard order == .gridLanes, let last else { return shortest }
    var limit = unsafe ends[shortest]
    limit += FixedLength(tolerance)
    for lane in last + 1..<max(count, last + 1) where unsafe !limit.precedes(ends[lane]) {
      return lane
    }
    for lane in 0..<count where unsafe !limit.precedes(ends[lane]) { return lane }
    return shortest
  }
}

extension ColumnOrder {
  /// True when the ends of all columns choose the column.
  var goesByEnds: Bool { self == .shortestFirst || self == .gridLanes }

  /// Returns the column after another one if columns are filled in turn; nil means the first item.
  func next(after column: Int?, of count: Int) -> Int {
    switch self {
    case .rightToLeft: return column.map { $0 == 0 ? count - 1 : $0 - 1 } ?? count - 1
    default: return column.map { $0 + 1 < count ? $0 + 1 : 0 } ?? 0
    }
  }
}

extension LaneTree {
  /// Fills the tree with the items of another tree, or of `sizes` if the other has none; `order`
  /// chooses the lanes.
  /// - Complexity: O(*n* · log lanes).
  mutating func fill(from sizes: borrowing ItemSizes, _ rule: ColumnRule) {
    var filling = Filling(rule, laneCount)
    for item in 0..<sizes.count { append(sizes[item], &filling) }
    finish(&filling)
  }

  /// Fills the tree with the items of another tree.
  mutating func fill(from other: borrowing LaneTree, _ rule: ColumnRule) {
    var filling = Filling(rule, laneCount)
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
    let rule: ColumnRule
    var heap: LaneHeap
    /// The end of each lane, for grid lanes.
    var ends: ContiguousArray<FixedLength>
    var last: Int?
    var leaf = LaneTree.none
    /// The nodes of a level, in order.
    var nodes: ContiguousArray<Int32> = []

    init(_ rule: ColumnRule, _ laneCount: Int) {
      self.rule = rule
      heap = LaneHeap(count: rule.order == .shortestFirst ? laneCount : 0)
      ends = ContiguousArray(repeating: .zero, count: rule.order == .gridLanes ? laneCount : 0)
    }

    /// Returns the lane of the next item, and adds `cost` to it.
    mutating func next(_ cost: FixedLength, _ laneCount: Int) -> Int {
      switch rule.order {
      case .shortestFirst:
        let lane = heap.first
        heap.extend(by: cost)
        return lane
      case .gridLanes:
        let lane = unsafe ends.withUnsafeBufferPointer {
          unsafe $0.baseAddress.map { unsafe rule.lane($0, laneCount, after: last) } ?? 0
        }
        ends[lane] += cost
        last = lane
        return lane
      case .leftToRight, .rightToLeft:
        let lane = rule.order.next(after: last, of: laneCount)
        last = lane
        return lane
      }
    }
  }

  private mutating func append(_ size: Size, _ filling: inout Filling) {
    let cost = cost(size)
    let lane = filling.next(cost, laneCount)
    // Leaves keep room for some inserts.
    if filling.leaf == Self.none || leaves.items(filling.leaf) >= leafLimit * 3 / 4 {
      filling.leaf = addLeaf()
      filling.nodes.append(filling.leaf)
    }
    let (leaf, place) = (filling.leaf, leaves.items(filling.leaf))
    unsafe sizes(leaf)[place] = size
    unsafe lanes(leaf)[place] = UInt16(truncatingIfNeeded: lane)
    leaves.count(leaf, lane: lane, cost)
  }

  /// Builds branches above the leaves, level by level.
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
