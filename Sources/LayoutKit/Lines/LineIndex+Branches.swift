// SPDX-License-Identifier: Apache-2.0
//
// Balancing of the line index: adding and removing nodes, and the sums above them.

extension LineIndex {
  /// Updates the sums from a node up to the root.
  mutating func refresh(_ node: Int32, level: Int = 0) {
    var child = node
    var total = total(of: node, level: level)
    var branch = parent(of: node, level: level)
    cost.nodeCount += 1
    while branch != ItemLeaf.none {
      let slot = branches.slot(of: child, in: branch)
      unsafe branches.items(branch)[slot] = UInt32(truncatingIfNeeded: total.items)
      unsafe branches.lengths(branch)[slot] = total.length
      total = branches.total(branch)
      cost.nodeCount += 1
      child = branch
      branch = branches[branch].parent
    }
  }

  /// Updates the sums above a leaf whose items or lines changed, in an unchanged tree: each sum changes by the
  /// same difference as the leaf.
  mutating func refresh(changed leaf: Int32) {
    let new = total(of: leaf, level: 0)
    var (child, branch) = (leaf, leaves[leaf].parent)
    cost.nodeCount += 1
    guard branch != ItemLeaf.none else { return }
    let slot = branches.slot(of: leaf, in: branch)
    let old = unsafe (items: branches.items(branch)[slot], length: branches.lengths(branch)[slot])
    let items = UInt32(truncatingIfNeeded: new.items)
    guard !old.length.isLongest, !new.length.isLongest else { return refresh(leaf) }
    if items == old.items, new.length == old.length { return }
    while branch != ItemLeaf.none {
      let slot = branches.slot(of: child, in: branch)
      let length = unsafe branches.lengths(branch) + slot
      // A sum at the maximum was cut off, and cannot be updated by a difference.
      guard unsafe !length.pointee.isLongest,
        unsafe length.pointee.change(from: old.length, to: new.length)
      else { return refresh(leaf) }
      unsafe branches.items(branch)[slot] &+= items &- old.items
      cost.nodeCount += 1
      child = branch
      branch = branches[branch].parent
    }
  }

  /// Updates all sums of a section.
  func refreshAll(_ root: LineRoot) {
    if !root.isEmpty { _ = sum(root.node, level: root.depth) }
  }

  private func sum(_ node: Int32, level: Int) -> (items: Int, length: FixedLength) {
    if level == 0 { return total(of: node, level: 0) }
    var total = (items: 0, length: FixedLength.zero)
    for slot in 0..<Int(branches[node].count) {
      let part = unsafe sum(branches.children(node)[slot], level: level - 1)
      unsafe branches.items(node)[slot] = UInt32(truncatingIfNeeded: part.items)
      unsafe branches.lengths(node)[slot] = part.length
      total.items += part.items
      total.length += part.length
    }
    return total
  }

  /// Inserts a leaf beside another one.
  mutating func link(
    _ leaf: Int32, _ side: Side, _ other: Int32, _ root: inout LineRoot
  ) {
    let (before, after) =
      side == .after
      ? (other, leaves[other].next) : (leaves[other].previous, other)
    leaves[leaf].previous = before
    leaves[leaf].next = after
    if before != ItemLeaf.none { leaves[before].next = leaf }
    if after != ItemLeaf.none { leaves[after].previous = leaf }
    add(leaf, side, other, level: 0, &root)
  }

  enum Side { case before, after }

  /// Inserts a node beside `other`, into the same branch.
  private mutating func add(
    _ node: Int32, _ side: Side, _ other: Int32, level: Int, _ root: inout LineRoot
  ) {
    if parent(of: other, level: level) == ItemLeaf.none { addRoot(above: other, level, &root) }
    var branch = parent(of: other, level: level)
    if Int(branches[branch].count) == BranchPool.limit {
      cut(branch, level: level + 1, &root)
      branch = parent(of: other, level: level)
    }
    let slot = branches.slot(of: other, in: branch) + (side == .after ? 1 : 0)
    branches.insert(node, at: slot, in: branch)
    setParent(of: node, level: level, to: branch)
    refresh(node, level: level)
  }

  private mutating func addRoot(above node: Int32, _ level: Int, _ root: inout LineRoot) {
    let top = branches.add()
    branches.insert(node, at: 0, in: top)
    setParent(of: node, level: level, to: top)
    root.node = top
    root.depth += 1
    refresh(node, level: level)
  }

  /// Splits a full branch.
  private mutating func cut(_ branch: Int32, level: Int, _ root: inout LineRoot) {
    let half = BranchPool.limit / 2
    let right = branches.add()
    branches.move(branch, half, right, 0, BranchPool.limit - half)
    branches[right].count = Int32(BranchPool.limit - half)
    branches[branch].count = Int32(half)
    adopt(right, level)
    refresh(branch, level: level)
    add(right, .after, branch, level: level, &root)
  }

  /// Sets this branch as the parent of its children.
  private func adopt(_ branch: Int32, _ level: Int) {
    for slot in 0..<Int(branches[branch].count) {
      unsafe setParent(of: branches.children(branch)[slot], level: level - 1, to: branch)
    }
  }

  /// Removes a leaf from its section and frees its memory.
  mutating func unlink(_ leaf: Int32, _ root: inout LineRoot) {
    let (before, after) = (leaves[leaf].previous, leaves[leaf].next)
    if before != ItemLeaf.none { leaves[before].next = after }
    if after != ItemLeaf.none { leaves[after].previous = before }
    remove(leaf, level: 0, &root)
    leaves.free(leaf)
  }

  private mutating func remove(_ node: Int32, level: Int, _ root: inout LineRoot) {
    let branch = parent(of: node, level: level)
    if branch == ItemLeaf.none {
      root = LineRoot()
      return
    }
    branches.remove(at: branches.slot(of: node, in: branch), from: branch)
    cost.nodeCount += 1
    let count = branches[branch].count
    if count == 0 {
      remove(branch, level: level + 1, &root)
      branches.free(branch)
    } else if count == 1, branches[branch].parent == ItemLeaf.none {
      root.node = unsafe branches.children(branch)[0]
      root.depth -= 1
      setParent(of: root.node, level: level, to: ItemLeaf.none)
      branches.free(branch)
    } else {
      refresh(branch, level: level + 1)
      if count <= BranchPool.limit / 4 { joinNeighbours(of: branch, level: level + 1, &root) }
    }
  }

  /// Joins two neighbours to one branch, if it would still have room to grow.
  private mutating func joinNeighbours(
    of branch: Int32, level: Int, _ root: inout LineRoot
  ) {
    let above = branches[branch].parent
    guard above != ItemLeaf.none else { return }
    let slot = branches.slot(of: branch, in: above)
    let first = max(0, slot - 1)
    guard first + 1 < Int(branches[above].count) else { return }
    let left = unsafe branches.children(above)[first]
    let right = unsafe branches.children(above)[first + 1]
    let (a, b) = (Int(branches[left].count), Int(branches[right].count))
    guard a + b <= BranchPool.limit * 3 / 4 else { return }
    branches.move(right, 0, left, a, b)
    branches[left].count = Int32(a + b)
    adopt(left, level)
    refresh(left, level: level)
    remove(right, level: level, &root)
    branches.free(right)
  }
}
