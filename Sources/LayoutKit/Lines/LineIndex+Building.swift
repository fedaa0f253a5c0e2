// SPDX-License-Identifier: Apache-2.0
//
// A section's tree from its items in order: the leaves one after the other, then the levels above.

import LayoutABI

/// The leaves of a section under construction.
struct LeafChain {
  fileprivate(set) var first = ItemLeaf.none
  fileprivate(set) var last = ItemLeaf.none
  fileprivate(set) var leafCount = 0
}

extension LineIndex {
  /// Adds equal items behind the others.
  mutating func append(
    run size: Size, count: Int, isEstimate: Bool, to chain: inout LeafChain
  ) throws(LayoutError) {
    if count == 0 { return }
    let run = ItemLeaf(run: size, count: count, isEstimate: isEstimate)
    if chain.last != ItemLeaf.none, leaves[chain.last].pointee.continues(run) {
      leaves[chain.last].pointee.count += run.count
    } else {
      try append(run, to: &chain)
    }
  }

  /// Adds sizes that already are where the next block goes: up to 128 of them to a leaf. What is
  /// equal becomes a run.
  mutating func append(blocksFrom start: Int, count: Int, to chain: inout LeafChain)
    throws(LayoutError)
  {
    var done = 0
    while done < count {
      let size = min(ItemLeaf.limit, count - done)
      let sizes = leaves.sizes.start + (start + done)
      var item = 1
      while item < size, sizes[item] == sizes[0] { item += 1 }
      if item == size {
        try append(run: sizes[0], count: size, isEstimate: false, to: &chain)
        leaves.free(start: start + done, capacity: size)
      } else {
        try append(ItemLeaf(block: start + done, count: size, capacity: size), to: &chain)
      }
      done += size
    }
  }

  private mutating func append(
    _ leaf: ItemLeaf, to chain: inout LeafChain
  ) throws(LayoutError) {
    try leaves.reserve(leaves: 1, sizes: 0)
    let number = leaves.add(leaf)
    leaves[number].pointee.previous = chain.last
    if chain.last == ItemLeaf.none {
      chain.first = number
    } else {
      leaves[chain.last].pointee.next = number
    }
    chain.last = number
    chain.leafCount += 1
  }

  /// Builds the branches above the leaves.
  mutating func finish(_ chain: LeafChain) throws(LayoutError) -> LineRoot {
    var nodes: [Int32] = []
    nodes.reserveCapacity(chain.leafCount)
    var leaf = chain.first
    while leaf != ItemLeaf.none {
      nodes.append(leaf)
      leaf = leaves[leaf].pointee.next
    }
    try branches.reserve(nodes.count / (BranchPool.limit - 1) + 8)
    var depth = 0
    while nodes.count > 1 {
      nodes = addLevel(above: nodes, level: depth)
      depth += 1
    }
    let root = LineRoot(node: nodes.first ?? ItemLeaf.none, depth: depth)
    refreshAll(root)
    return root
  }

  private mutating func addLevel(above nodes: [Int32], level: Int) -> [Int32] {
    var parents: [Int32] = []
    // Never a branch with one child: the last two share.
    let parentCount = (nodes.count + BranchPool.limit - 1) / BranchPool.limit
    for parent in 0..<parentCount {
      let branch = branches.add()
      let range = nodes.count * parent / parentCount..<nodes.count * (parent + 1) / parentCount
      for (slot, node) in nodes[range].enumerated() {
        branches.children(branch)[slot] = node
        setParent(of: node, level: level, to: branch)
      }
      branches[branch].pointee.count = Int32(range.count)
      parents.append(branch)
    }
    return parents
  }

  /// Takes back what an unfinished section holds.
  mutating func release(_ chain: LeafChain) {
    var leaf = chain.first
    while leaf != ItemLeaf.none {
      let next = leaves[leaf].pointee.next
      leaves.free(leaf)
      leaf = next
    }
  }
}
