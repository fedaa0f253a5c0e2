// SPDX-License-Identifier: Apache-2.0
//
// The one index of a flow layout: the items of every section and the lines that they stand on.

import LayoutABI

/// The root of the index of one section.
struct LineRoot {
  /// The topmost node, or none for a section without items.
  var node = ItemLeaf.none
  /// The number of levels of branches; with none the node is a leaf.
  var depth = 0

  var isEmpty: Bool { node == ItemLeaf.none }
}

/// The cost of work on the index, for those who count.
struct IndexCost {
  /// Nodes that were looked at or changed.
  var nodeCount = 0
  /// Lines that were broken anew.
  var lineCount = 0
}

/// A balanced tree for each section, all in common memory.
///
/// The leaves hold the items in order, as sizes or as runs of equal items, and say where lines start.
/// The branches hold how many items and what length of lines lie below each child. Finding an item or
/// a position, and changing an item, takes O(log *n*); no sum depends on how the tree came about, see
/// ``FixedLength``. A size takes 16 bytes, and the rest less than one byte an item.
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

  /// Sees to it that so many items can be inserted, replaced or removed without fail.
  mutating func reserve(changes count: Int) throws(LayoutError) {
    // An insert may cut a leaf in two and put a third between; a block takes at most 128 sizes.
    try leaves.reserve(leaves: 3 * count, sizes: (ItemLeaf.limit + 16) * count)
    try branches.reserve(min(3 * count, branches.count + 3 * count / 8) + 16)
  }

  /// Returns the number of a section's items, and the length of its lines with the spacing
  /// between them.
  func total(_ root: LineRoot) -> (items: Int, length: FixedLength) {
    if root.isEmpty { return (0, .zero) }
    return total(of: root.node, level: root.depth)
  }

  /// The size of all items of a section, when they are equal.
  func commonSize(_ root: LineRoot) -> Size? {
    guard !root.isEmpty, root.depth == 0, leaves[root.node].pointee.isRun else { return nil }
    return leaves[root.node].pointee.size
  }

  /// The first leaf of a section.
  func firstLeaf(_ root: LineRoot) -> Int32 {
    var node = root.node
    for _ in 0..<root.depth { node = branches.children(node)[0] }
    return node
  }

  /// Takes back the memory of a section.
  mutating func release(_ root: LineRoot) {
    if root.isEmpty { return }
    release(root.node, level: root.depth)
  }

  private mutating func release(_ node: Int32, level: Int) {
    if level == 0 { return leaves.free(node) }
    for slot in 0..<Int(branches[node].pointee.count) {
      release(branches.children(node)[slot], level: level - 1)
    }
    branches.free(node)
  }

  /// Returns the sum of a node; leaves are level 0.
  func total(of node: Int32, level: Int) -> (items: Int, length: FixedLength) {
    if level > 0 { return branches.total(node) }
    return (leaves[node].pointee.itemCount, leaves[node].pointee.height)
  }

  func parent(of node: Int32, level: Int) -> Int32 {
    level == 0 ? leaves[node].pointee.parent : branches[node].pointee.parent
  }

  func setParent(of node: Int32, level: Int, to parent: Int32) {
    if level == 0 {
      leaves[node].pointee.parent = parent
    } else {
      branches[node].pointee.parent = parent
    }
  }
}
