// SPDX-License-Identifier: Apache-2.0
//
// The line index alone: its shape after many changes, and the counted cost of a change.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("LineIndex")
struct LineIndexTests {
  private static func record(_ width: Double, _ lines: LineRoot = LineRoot()) -> SectionRecord {
    var record = SectionRecord()
    record.room = width
    record.lines = lines
    return record
  }

  private static let rule = LineRule(record(1000), .vertical)

  /// An index over one section of sizes.
  private static func make(_ sizes: [Size]) throws -> (FlowIndex, LineRoot) {
    let index = try FlowIndex(sizes.count)
    var chain = LeafChain()
    try index.tree.leaves.reserve(leaves: 0, sizes: sizes.count)
    let start = index.tree.leaves.sizes.count
    for (item, size) in sizes.enumerated() {
      (index.tree.leaves.sizes.start + (start + item)).initialize(to: size)
    }
    try index.tree.leaves.take(sizes.count, of: sizes.count)
    try index.tree.append(blocksFrom: start, count: sizes.count, to: &chain)
    let root = try index.tree.finish(chain)
    index.tree.breakAll(root, rule)
    return (index, root)
  }

  /// Widths of 60 to 139 points.
  private static func chip(_ chance: inout Chance) -> Size {
    Size(width: Double(Int.random(in: 60...139, using: &chance)), height: 80)
  }

  @Test(
    "removing many items makes room for joins of leaves, and not for each item", arguments: 0..<4)
  func removals(_ seed: Int) throws {
    var chance = Chance(UInt64(seed))
    let equal = Size(width: 50, height: 20)
    var sizes = (0..<20_000).map { _ in seed % 2 == 0 ? equal : Self.chip(&chance) }
    let (index, made) = try Self.make(sizes)
    var root = made
    let leafCount = index.tree.leaves.count
    let before = index.tree.leaves.sizes.count
    try index.tree.reserve(changes: 0, removals: sizes.count)
    let room = index.tree.leaves.sizes.capacity - before
    #expect(room <= max(sizes.count / 4 + 256, 2 * 144 * leafCount + sizes.count))
    while !sizes.isEmpty {
      let item = Int.random(in: 0..<sizes.count, using: &chance)
      sizes.remove(at: item)
      index.tree.remove(at: item, &root)
      if sizes.count % 997 == 0, let first = sizes.first {
        #expect(index.tree.size(of: 0, root).size == first)
      }
    }
    #expect(root.isEmpty)
  }

  @Test("sizes are read as they were written, after any changes", arguments: 0..<20)
  func changes(_ seed: Int) throws {
    var chance = Chance(UInt64(seed))
    let kinds = seed % 4 == 0 ? 2 : 40
    func size() -> Size {
      Size(width: Double(Int.random(in: 1...kinds, using: &chance)) * 9, height: 20)
    }
    var sizes = (0..<Int.random(in: 0...6000, using: &chance)).map { _ in size() }
    var (index, root) = try Self.make(sizes)
    for round in 0..<3000 {
      try index.tree.reserve(changes: 1)
      let grows = round % 1000 < 600
      let item = Int.random(in: 0...sizes.count, using: &chance)
      if item == sizes.count || (grows && chance.flag()) {
        sizes.insert(size(), at: item)
        index.tree.insert(sizes[item], at: item, &root)
      } else if chance.flag(3) {
        sizes[item] = size()
        index.tree.replace(sizes[item], at: item, &root)
      } else {
        sizes.remove(at: item)
        index.tree.remove(at: item, &root)
      }
      if round % 500 == 0 { index.check(root, sizes, "seed \(seed), round \(round)") }
    }
    while sizes.count > 3 {
      let item = Int.random(in: 0..<sizes.count, using: &chance)
      sizes.remove(at: item)
      index.tree.remove(at: item, &root)
    }
    index.check(root, sizes, "seed \(seed)")
    for _ in sizes { index.tree.remove(at: 0, &root) }
    #expect(root.isEmpty && index.tree.total(root).items == 0)
  }

  @Test(
    "an insert touches 4·log2 n nodes and 2 for each line that it breaks again",
    arguments: [1000, 10_000, 100_000, 1_000_000])
  func insertCost(_ count: Int) throws {
    var chance = Chance(7)
    var (index, root) = try Self.make((0..<count).map { _ in Self.chip(&chance) })
    var lineCounts: [Int] = []
    for number in 0..<500 {
      let item = Int.random(in: 0...(count + number), using: &chance)
      try index.tree.reserve(changes: 1)
      index.tree.cost = IndexCost()
      index.tree.insert(Self.chip(&chance), at: item, &root)
      index.tree.breakAgain([item], root, Self.rule)
      let cost = index.tree.cost
      let bound = 4 * Self.log2(count + number) + 2 * cost.lineCount
      #expect(
        cost.nodeCount <= bound, "item \(item): \(cost.nodeCount) nodes, \(cost.lineCount) lines")
      lineCounts.append(cost.lineCount)
      if number % 100 == 0, count <= 10_000 { index.checkTree(root, "insert \(number)") }
    }
    lineCounts.sort()
    // Greedy breaks of random widths meet the old ones soon; a leaf is always broken completely.
    #expect(lineCounts[250] <= 50, "\(lineCounts[250])")
  }

  @Test("in a run of equal sizes an insert touches at most 64 nodes", arguments: [10, 100_000_000])
  func runCost(_ count: Int) throws {
    let index = try FlowIndex(16)
    var chain = LeafChain()
    let cell = Size(width: 60, height: 80)
    try index.tree.append(run: cell, count: count, isEstimate: false, to: &chain)
    var root = try index.tree.finish(chain)
    index.tree.breakAll(root, Self.rule)
    var chance = Chance(3)
    for number in 0..<200 {
      let item = Int.random(in: 0...count + number, using: &chance)
      try index.tree.reserve(changes: 1)
      index.tree.cost = IndexCost()
      index.tree.insert(number % 2 == 0 ? cell : Self.chip(&chance), at: item, &root)
      index.tree.breakAgain([item], root, Self.rule)
      if number == 0 { #expect(index.tree.cost.lineCount <= 3) }
      if number < 2 { #expect(index.tree.cost.nodeCount <= 64) }
    }
    #expect(index.tree.total(root).items == count + 200)
  }

  @Test("a size takes at most 24 bytes with all parts of the index")
  func memory() throws {
    var chance = Chance(11)
    let sizes = (0..<300_000).map { _ in Self.chip(&chance) }
    let (index, _) = try Self.make(sizes)
    let leaf = Double(MemoryLayout<ItemLeaf>.stride) / Double(ItemLeaf.limit)
    let bytes = Double(index.tree.leaves.sizes.count * 16) / Double(sizes.count) + leaf
    let branches = Double(index.tree.branches.count * BranchPool.byteCount) / Double(sizes.count)
    #expect(bytes + branches <= 17.5, "\(bytes) + \(branches)")
  }

  private static func log2(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }
}

/// The index, in a class so that a closure can change it.
final class FlowIndex {
  var tree: LineIndex
  init(_ itemCount: Int) throws { tree = try LineIndex(itemCount: itemCount) }

  /// Expects that the tree holds these sizes and has a valid shape.
  func check(_ root: LineRoot, _ sizes: [Size], _ what: String) {
    var found: [Size] = []
    var leaf = root.isEmpty ? ItemLeaf.none : tree.firstLeaf(root)
    var last: ItemLeaf?
    var leafCount = 0
    var before = ItemLeaf.none
    while leaf != ItemLeaf.none {
      let node = tree.leaves[leaf]
      #expect(node.previous == before, "\(what): leaf \(leaf) has another neighbour")
      before = leaf
      for item in 0..<node.itemCount {
        found.append(node.isRun ? node.size : tree.leaves.sizes(of: leaf)[item])
      }
      #expect(node.itemCount > 0 && (node.isRun || node.itemCount <= ItemLeaf.limit), "\(what)")
      if let last {
        #expect(!last.continues(node), "\(what): two leaves of one run")
        #expect(last.itemCount + node.itemCount > ItemLeaf.smallLimit, "\(what): small leaves")
      }
      last = node
      leafCount += 1
      leaf = node.next
    }
    #expect(found == sizes, "\(what)")
    #expect(tree.total(root).items == sizes.count, "\(what)")
    for item in stride(from: 0, to: sizes.count, by: 37) {
      #expect(tree.size(of: item, root).size == sizes[item], "\(what), item \(item)")
    }
    checkTree(root, what)
    // Branches are on average at least a quarter full, so the depth is that of a balanced tree.
    var reach = BranchPool.limit / 4
    for _ in 1..<max(1, root.depth) { reach *= BranchPool.limit / 4 }
    #expect(
      root.depth <= 1 || leafCount * BranchPool.limit >= reach, "\(what): \(root.depth) levels")
  }
  /// Expects that the values that nodes keep about each other are correct.
  func checkTree(_ root: LineRoot, _ what: String) {
    if root.isEmpty { return }
    let sum = checkNode(root.node, level: root.depth, below: ItemLeaf.none, what)
    #expect(sum == tree.total(root), "\(what): the sums of the root")
  }

  /// Expects that a node has its branch, that a branch has the sums of its children, and that the lines of a leaf
  /// start inside it.
  /// - Returns: The sums, counted from the leaves.
  private func checkNode(
    _ node: Int32, level: Int, below parent: Int32, _ what: String
  ) -> (items: Int, length: FixedLength) {
    #expect(tree.parent(of: node, level: level) == parent, "\(what): the parent of \(node)")
    if level == 0 {
      let leaf = tree.leaves[node]
      let starts = sequence(first: leaf.firstStart) { leaf.nextStart(from: $0 + 1) }
        .prefix { $0 < leaf.itemCount }
      #expect(starts.allSatisfy { leaf.lastStart(upTo: $0) == $0 }, "\(what): lines of \(node)")
      #expect(
        leaf.isStale || starts.first { _ in true } != nil || leaf.height == .zero,
        "\(what): leaf \(node) has a height and no line")
      return (leaf.itemCount, leaf.height)
    }
    let branch = tree.branches[node]
    #expect(
      (1...BranchPool.limit).contains(Int(branch.count)), "\(what): \(branch.count) children")
    var total = (items: 0, length: FixedLength.zero)
    for slot in 0..<Int(branch.count) {
      let child = tree.branches.children(node)[slot]
      let sum = checkNode(child, level: level - 1, below: node, what)
      #expect(
        sum.items == Int(tree.branches.items(node)[slot])
          && sum.length == tree.branches.lengths(node)[slot], "\(what): sums of \(node), \(slot)")
      total.items += sum.items
      total.length += sum.length
    }
    return total
  }
}
