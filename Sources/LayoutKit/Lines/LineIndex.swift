// SPDX-License-Identifier: Apache-2.0
//
// The index of a flow layout: the items of all sections and their lines.

import LayoutABI

/// The root of the index of one section.
struct LineRoot {
  /// The topmost node, or none for a section without items.
  var node = ItemLeaf.none
  /// The number of levels of branches; with 0 the node is a leaf.
  var depth = 0

  var isEmpty: Bool { node == ItemLeaf.none }
}

/// The cost of work on the index, for measurements.
struct IndexCost {
  /// The number of nodes that were read or changed.
  var nodeCount = 0
  /// The number of lines that were broken again.
  var lineCount = 0
}

/// A balanced tree for each section, all in common memory.
///
/// The leaves store the items in order, as sizes or as runs of equal items, and the starts of lines.
/// The branches store the number of items and the length of the lines below each child. Finding an
/// item or a position, and changing an item, takes O(log *n*); sums do not depend on the history of
/// the tree, see ``FixedLength``. A size takes 16 bytes, and the rest less than one byte per item.
///
/// - SeeAlso: Bayer, McCreight, "Organization and maintenance of large ordered indexes", Acta
///   Informatica 1, 1972, doi:10.1007/BF00288683; nodes that are counted instead of keyed: Carey,
///   DeWitt, Richardson, Shekita, "Object and file management in the EXODUS extensible database
///   system", VLDB 1986.
struct LineIndex: ~Copyable {
  var leaves: LeafPool
  var branches: BranchPool
  var cost = IndexCost()

  /// An index with room for the sizes of `itemCount` items.
  init(itemCount: Int) throws(LayoutError) {
    let leaves = try LeafPool(itemCount: itemCount)
    let branches = try BranchPool()
    self.leaves = leaves
    self.branches = branches
  }

  /// Makes room so that inserting or replacing some items, and removing others, cannot fail.
  mutating func reserve(changes edits: Int, removals: Int = 0) throws(LayoutError) {
    // A removal takes room only where it joins two leaves: not more often than there are leaves.
    let count = edits + min(removals, leaves.count + 3 * edits)
    // An insert may split a leaf and put a third one between; a block takes at most 128 sizes.
    try leaves.reserve(leaves: 3 * count, sizes: (ItemLeaf.limit + 16) * count)
    try branches.reserve(min(3 * count, branches.count + 3 * count / 8) + 16)
  }

  /// Returns the number of a section's items, and the length of its lines with the spacing
  /// between them.
  func total(_ root: LineRoot) -> (items: Int, length: FixedLength) {
    if root.isEmpty { return (0, .zero) }
    return total(of: root.node, level: root.depth)
  }

  /// Returns the size of all items of a section, when they are equal.
  func commonSize(_ root: LineRoot) -> Size? {
    guard !root.isEmpty, root.depth == 0, leaves[root.node].isRun else { return nil }
    return leaves[root.node].size
  }

  /// Returns the first leaf of a section.
  func firstLeaf(_ root: LineRoot) -> Int32 {
    var node = root.node
    for _ in 0..<root.depth { node = unsafe branches.children(node)[0] }
    return node
  }

  /// Frees the memory of a section.
  mutating func release(_ root: LineRoot) {
    if root.isEmpty { return }
    release(root.node, level: root.depth)
  }

  private mutating func release(_ node: Int32, level: Int) {
    if level == 0 { return leaves.free(node) }
    for slot in 0..<Int(branches[node].count) {
      unsafe release(branches.children(node)[slot], level: level - 1)
    }
    branches.free(node)
  }

  /// Returns the sum of a node; leaves are level 0.
  func total(of node: Int32, level: Int) -> (items: Int, length: FixedLength) {
    if level > 0 { return branches.total(node) }
    return (leaves[node].itemCount, leaves[node].height)
  }

  func parent(of node: Int32, level: Int) -> Int32 {
    level == 0 ? leaves[node].parent : branches[node].parent
  }

  func setParent(of node: Int32, level: Int, to parent: Int32) {
    if level == 0 {
      leaves[node].parent = parent
    } else {
      branches[node].parent = parent
    }
  }
}

// MARK: - Reading
//
// The sizes of a section from the app's answers, which are written directly to their final place.

extension LineIndex {
  /// Asks for the sizes of a section, and builds its tree.
  ///
  /// Asks for one page first: if the app answers with one value or not at all, the rest is asked
  /// for in large pages, so any number of equal items costs almost nothing.
  mutating func read(
    _ answers: SizeAnswers, section: Int, count: Int
  ) throws(LayoutError) -> LineRoot {
    var chain = LeafChain()
    do throws(LayoutError) {
      var known = 0
      // Room for all sizes is prepared once.
      var hasSizes = false
      var page = min(SizeAnswers.pageSize, count)
      while known < count {
        try leaves.reserve(leaves: 0, sizes: page)
        let start = leaves.sizes.count
        let (coverage, common) = unsafe try answers.ask(
          section: section, first: known, count: page, into: leaves.sizes.start + start)
        if let common {
          try append(run: common, count: page, isEstimate: false, to: &chain)
        } else {
          try leaves.take(page, of: hasSizes ? page : count - known)
          hasSizes = true
          try append(blocksFrom: start, count: page, to: &chain)
        }
        known += page
        let widest = coverage == .all ? SizeAnswers.pageSize : SizeAnswers.widePageSize
        page = min(widest, count - known)
      }
      return try finish(chain)
    } catch {
      release(chain)
      throw error
    }
  }

  /// Builds a tree of items that are assumed to have one size, without a query.
  mutating func assume(_ size: Size, count: Int) throws(LayoutError) -> LineRoot {
    var chain = LeafChain()
    try append(run: size, count: count, isEstimate: true, to: &chain)
    return try finish(chain)
  }
}

// MARK: - Building
//
// A section's tree from its items in order: first the leaves, then the levels above.

/// The leaves of a section that is being built.
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
    if chain.last != ItemLeaf.none, leaves[chain.last].continues(run) {
      leaves[chain.last].count += run.count
    } else {
      try append(run, to: &chain)
    }
  }

  /// Adds sizes that are already at the place of the next block, up to 128 per leaf. Equal sizes
  /// become a run.
  mutating func append(blocksFrom start: Int, count: Int, to chain: inout LeafChain)
    throws(LayoutError)
  {
    var done = 0
    while done < count {
      let size = min(ItemLeaf.limit, count - done)
      let sizes = unsafe leaves.sizes.start + (start + done)
      var item = 1
      while item < size, unsafe sizes[item] == sizes[0] { item += 1 }
      if item == size {
        unsafe try append(run: sizes[0], count: size, isEstimate: false, to: &chain)
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
    leaves[number].previous = chain.last
    if chain.last == ItemLeaf.none {
      chain.first = number
    } else {
      leaves[chain.last].next = number
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
      leaf = leaves[leaf].next
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
    // No branch has only one child: the last two branches share their children.
    let parentCount = (nodes.count + BranchPool.limit - 1) / BranchPool.limit
    for parent in 0..<parentCount {
      let branch = branches.add()
      let range = nodes.count * parent / parentCount..<nodes.count * (parent + 1) / parentCount
      for (slot, node) in nodes[range].enumerated() {
        unsafe branches.children(branch)[slot] = node
        setParent(of: node, level: level, to: branch)
      }
      branches[branch].count = Int32(range.count)
      parents.append(branch)
    }
    return parents
  }

  /// Frees the memory of an unfinished section.
  mutating func release(_ chain: LeafChain) {
    var leaf = chain.first
    while leaf != ItemLeaf.none {
      let next = leaves[leaf].next
      leaves.free(leaf)
      leaf = next
    }
  }
}
