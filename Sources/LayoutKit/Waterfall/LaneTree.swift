// SPDX-License-Identifier: Apache-2.0
//
// The items of a section that keep their columns: each item with its lane, in a tree with counts per
// lane.

import LayoutABI

/// The content below a node of the tree: the number of items, and for each lane the number and the total
/// length of its items.
struct LaneTotals: ~Copyable {
  private let laneCount: Int
  private var itemCounts: Room<Int32>
  private var laneCounts: Room<Int32>
  private var laneLengths: Room<FixedLength>

  /// Room for `capacity` nodes, `usable` of which can be added at once.
  init(laneCount: Int, capacity: Int, usable: Int) throws(LayoutError) {
    let itemCounts = try Room<Int32>(capacity: capacity, usable: usable)
    let laneCounts = try Room<Int32>(capacity: capacity * laneCount, usable: usable * laneCount)
    let laneLengths = try Room<FixedLength>(
      capacity: capacity * laneCount, usable: usable * laneCount)
    self.laneCount = laneCount
    self.itemCounts = itemCounts
    self.laneCounts = laneCounts
    self.laneLengths = laneLengths
  }

  /// Makes room so that adding this many more nodes cannot fail.
  mutating func reserve(_ more: Int) throws(LayoutError) {
    try itemCounts.reserve(more)
    try laneCounts.reserve(more * laneCount)
    try laneLengths.reserve(more * laneCount)
  }

  /// Adds a node; there must be room.
  mutating func add() {
    itemCounts.count += 1
    laneCounts.count += laneCount
    laneLengths.count += laneCount
    clear(Int32(truncatingIfNeeded: itemCounts.count - 1))
  }

  /// Sets the counts of a node to zero.
  func clear(_ node: Int32) {
    itemCounts[Int(node)] = 0
    unsafe counts(node).update(repeating: 0, count: laneCount)
    unsafe lengths(node).update(repeating: .zero, count: laneCount)
  }

  /// Returns the number of items below a node.
  @inline(__always)
  func items(_ node: Int32) -> Int { Int(itemCounts[Int(node)]) }

  /// Returns the number of items of each lane.
  @inline(__always)
  func counts(_ node: Int32) -> UnsafeMutablePointer<Int32> {
    unsafe laneCounts.start + Int(node) * laneCount
  }

  /// Returns the length of each lane's items, each with the spacing behind it.
  @inline(__always)
  func lengths(_ node: Int32) -> UnsafeMutablePointer<FixedLength> {
    unsafe laneLengths.start + Int(node) * laneCount
  }

  /// Adds an item to the counts of a node.
  @inline(__always)
  func count(_ node: Int32, lane: Int, _ cost: FixedLength) {
    itemCounts[Int(node)] += 1
    unsafe counts(node)[lane] += 1
    unsafe lengths(node)[lane] += cost
  }

  /// Adds the counts of a node of `other` to the counts of a node of this object.
  func count(_ node: Int32, from other: borrowing LaneTotals, _ child: Int32) {
    itemCounts[Int(node)] += other.itemCounts[Int(child)]
    unsafe count(node, other.counts(child), other.lengths(child))
  }

  /// Adds the counts of another node of this object.
  func count(_ node: Int32, own child: Int32) {
    itemCounts[Int(node)] += itemCounts[Int(child)]
    unsafe count(node, counts(child), lengths(child))
  }

  private func count(
    _ node: Int32, _ moreCounts: UnsafeMutablePointer<Int32>,
    _ moreLengths: UnsafeMutablePointer<FixedLength>
  ) {
    let (counts, lengths) = unsafe (counts(node), lengths(node))
    for lane in 0..<laneCount {
      unsafe counts[lane] += moreCounts[lane]
      unsafe lengths[lane] += moreLengths[lane]
    }
  }
}

/// A balanced tree of a section's items in their order, which stores each item's lane.
///
/// An item's place along its lane is the sum of the items before it in the lane. The sums are exact, so
/// they do not depend on the history of the tree. Inserting, removing and changing an item takes O(lanes
/// · log *n*). An item takes 18 bytes, a quarter more for leaves that are not full, and at most ten
/// bytes for the sums.
struct LaneTree: ~Copyable {
  /// The maximal number of children of a branch.
  static var fanOut: Int { 32 }
  /// The number that means "no node".
  static var none: Int32 { -1 }

  let laneCount: Int
  let direction: ScrollDirection
  /// The room between two items of a lane.
  let spacing: Double
  private let gap: FixedLength
  /// The maximal number of items of a leaf: so many that the sums of all lanes take little memory
  /// in comparison.
  let leafLimit: Int
  private(set) var sizes: Room<layout_size>
  private(set) var lanes: Room<UInt16>
  private(set) var leaves: LaneTotals
  private(set) var branches: LaneTotals
  private var children: Room<Int32>
  private var childCounts: Room<Int32>
  private var leafCount = 0
  private var branchCount = 0
  private var freeLeaves: [Int32] = []
  private var freeBranches: [Int32] = []
  /// The topmost node, or none; a leaf if there are no levels of branches.
  var root = Self.none
  var depth = 0
  /// The number of nodes that were counted again, for measurements.
  private(set) var recountedNodes = 0

  /// An empty tree with room for `itemCount` items.
  init(
    laneCount: Int, itemCount: Int, spacing: Double, _ direction: ScrollDirection
  ) throws(LayoutError) {
    let leafLimit = max(128, 2 * laneCount)
    let firstLeaves = itemCount / (leafLimit * 3 / 4) + 2
    let firstBranches = firstLeaves / 8 + 8
    let (leafRoom, branchRoom) = (2 * firstLeaves + 8, 2 * firstBranches)
    let sizes = try Room<layout_size>(
      capacity: leafRoom * leafLimit, usable: firstLeaves * leafLimit)
    let lanes = try Room<UInt16>(capacity: leafRoom * leafLimit, usable: firstLeaves * leafLimit)
    let leaves = try LaneTotals(laneCount: laneCount, capacity: leafRoom, usable: firstLeaves)
    let branches = try LaneTotals(
      laneCount: laneCount, capacity: branchRoom, usable: firstBranches)
    let children = try Room<Int32>(
      capacity: branchRoom * Self.fanOut, usable: firstBranches * Self.fanOut)
    let childCounts = try Room<Int32>(capacity: branchRoom, usable: firstBranches)
    self.laneCount = laneCount
    self.direction = direction
    self.spacing = spacing
    self.gap = FixedLength(spacing)
    self.leafLimit = leafLimit
    self.sizes = sizes
    self.lanes = lanes
    self.leaves = leaves
    self.branches = branches
    self.children = children
    self.childCounts = childCounts
  }

  /// The number of items.
  var count: Int { root == Self.none ? 0 : items(root, depth) }

  /// Makes room so that inserting this many items cannot fail.
  mutating func reserve(inserts count: Int) throws(LayoutError) {
    // A leaf that was split takes half its limit before it is split again.
    try reserve(leaves: min(count, leafCount + 2 * count / leafLimit) + 1)
  }

  private mutating func reserve(leaves more: Int) throws(LayoutError) {
    try sizes.reserve(more * leafLimit)
    try lanes.reserve(more * leafLimit)
    try leaves.reserve(more)
    // Every branch except the root has at least two children.
    let branchCount = more + 16
    try branches.reserve(branchCount)
    try children.reserve(branchCount * Self.fanOut)
    try childCounts.reserve(branchCount)
  }

  /// Returns the length that an item adds to its lane.
  @inline(__always)
  func cost(_ size: Size) -> FixedLength { FixedLength(direction.along(size)) + gap }

  /// Returns the number of items below a node; leaves are level 0.
  func items(_ node: Int32, _ level: Int) -> Int {
    level == 0 ? leaves.items(node) : branches.items(node)
  }

  /// Returns the lengths of the lanes below a node.
  @inline(__always)
  func lengths(_ node: Int32, _ level: Int) -> UnsafeMutablePointer<FixedLength> {
    unsafe level == 0 ? leaves.lengths(node) : branches.lengths(node)
  }

  /// Returns the number of items of each lane below a node.
  @inline(__always)
  func counts(_ node: Int32, _ level: Int) -> UnsafeMutablePointer<Int32> {
    unsafe level == 0 ? leaves.counts(node) : branches.counts(node)
  }

  /// Returns the number of children of a branch.
  @inline(__always)
  func childCount(_ branch: Int32) -> Int { Int(childCounts[Int(branch)]) }

  /// Returns the children of a branch.
  @inline(__always)
  func children(_ branch: Int32) -> UnsafeMutablePointer<Int32> {
    unsafe children.start + Int(branch) * Self.fanOut
  }

  /// Returns the sizes of a leaf's items.
  @inline(__always)
  func sizes(_ leaf: Int32) -> UnsafeMutablePointer<layout_size> {
    unsafe sizes.start + Int(leaf) * leafLimit
  }

  /// Returns the lanes of a leaf's items.
  @inline(__always)
  func lanes(_ leaf: Int32) -> UnsafeMutablePointer<UInt16> {
    unsafe lanes.start + Int(leaf) * leafLimit
  }

  /// Adds a leaf without items; there must be room.
  mutating func addLeaf() -> Int32 {
    if let leaf = freeLeaves.popLast() { return leaf }
    sizes.count += leafLimit
    lanes.count += leafLimit
    leaves.add()
    leafCount += 1
    return Int32(truncatingIfNeeded: leafCount - 1)
  }

  /// Adds a branch without children; there must be room.
  mutating func addBranch() -> Int32 {
    if let branch = freeBranches.popLast() { return branch }
    children.count += Self.fanOut
    childCounts.append(0)
    branches.add()
    branchCount += 1
    return Int32(truncatingIfNeeded: branchCount - 1)
  }

  /// Frees a node.
  mutating func free(_ node: Int32, _ level: Int) {
    if level == 0 {
      leaves.clear(node)
      freeLeaves.append(node)
    } else {
      setChildCount(node, 0)
      freeBranches.append(node)
    }
  }

  func setChildCount(_ branch: Int32, _ count: Int) {
    childCounts[Int(branch)] = Int32(truncatingIfNeeded: count)
  }

  /// Computes the counts of a leaf that has `count` items.
  mutating func recount(leaf: Int32, _ count: Int) {
    recountedNodes += 1
    leaves.clear(leaf)
    let (sizes, lanes) = unsafe (sizes(leaf), lanes(leaf))
    for place in 0..<count {
      unsafe leaves.count(leaf, lane: Int(lanes[place]), cost(sizes[place]))
    }
  }

  /// Computes the counts of a branch from its children.
  mutating func recount(branch: Int32, _ level: Int) {
    recountedNodes += 1
    branches.clear(branch)
    for slot in 0..<childCount(branch) {
      let child = unsafe children(branch)[slot]
      if level == 1 {
        branches.count(branch, from: leaves, child)
      } else {
        branches.count(branch, own: child)
      }
    }
  }
}
