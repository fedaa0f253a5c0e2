// SPDX-License-Identifier: Apache-2.0
//
// The memory of leaves and of their sizes. Both are handed out and taken back in constant time.

import LayoutABI

/// Leaves by number, and sizes in blocks of up to 128.
struct LeafPool: ~Copyable {
  private var leaves: Room<ItemLeaf>
  private(set) var sizes: Room<layout_size>
  private var freeLeaf = ItemLeaf.none
  /// The first free block of each number of eight sizes; a free block begins with the next one.
  private let freeBlocks: UnsafeMutablePointer<Int32>
  /// Blocks are multiples of so many sizes, unless they were filled in one piece.
  private static var grain: Int { 8 }
  private static var classCount: Int { ItemLeaf.limit / grain + 1 }

  /// Room for the sizes of `count` items; costs nothing for those that turn out equal.
  init(itemCount count: Int) throws(LayoutError) {
    let leaves = try Room<ItemLeaf>(capacity: 256 + count / 64, usable: 0)
    let sizes = try Room<layout_size>(capacity: count + count / 4 + 256, usable: 0)
    self.leaves = leaves
    self.sizes = sizes
    freeBlocks = .allocate(capacity: Self.classCount)
    freeBlocks.initialize(repeating: ItemLeaf.none, count: Self.classCount)
  }

  deinit { freeBlocks.deallocate() }

  /// Sees to it that so many leaves and sizes can be handed out without fail.
  mutating func reserve(leaves leafCount: Int, sizes sizeCount: Int) throws(LayoutError) {
    try leaves.reserve(leafCount)
    try sizes.reserve(sizeCount)
  }

  /// The leaf of that number, in place.
  subscript(leaf: Int32) -> UnsafeMutablePointer<ItemLeaf> {
    @inline(__always) get { leaves.start + Int(leaf) }
  }

  /// The sizes of a leaf that is no run.
  @inline(__always)
  func sizes(of leaf: UnsafeMutablePointer<ItemLeaf>) -> UnsafeMutablePointer<layout_size> {
    sizes.start + Int(leaf.pointee.block)
  }

  /// Hands out a leaf; there must be room.
  mutating func add(_ leaf: ItemLeaf) -> Int32 {
    if freeLeaf == ItemLeaf.none {
      leaves.append(leaf)
      return Int32(truncatingIfNeeded: leaves.count - 1)
    }
    let number = freeLeaf
    freeLeaf = self[number].pointee.next
    self[number].pointee = leaf
    return number
  }

  /// Takes back a leaf and its sizes.
  mutating func free(_ leaf: Int32) {
    freeBlock(of: leaf)
    self[leaf].pointee.next = freeLeaf
    freeLeaf = leaf
  }

  /// Hands out a block for at least `count` sizes, at most 128.
  mutating func addBlock(_ count: Int) -> (start: Int, capacity: Int) {
    let needed = (count + Self.grain - 1) / Self.grain
    for size in needed..<max(needed + 1, Self.classCount)
    where size < Self.classCount && freeBlocks[size] != ItemLeaf.none {
      let start = Int(freeBlocks[size])
      freeBlocks[size] = Int32(truncatingIfNeeded: Int(sizes[start].width))
      return (start, size * Self.grain)
    }
    let start = sizes.count
    sizes.count += needed * Self.grain
    return (start, needed * Self.grain)
  }

  /// Takes back the sizes of a leaf, which is then without.
  mutating func freeBlock(of leaf: Int32) {
    let leaf = self[leaf]
    if leaf.pointee.isRun { return }
    free(start: Int(leaf.pointee.block), capacity: Int(leaf.pointee.capacity))
    leaf.pointee.block = ItemLeaf.none
    leaf.pointee.capacity = 0
  }

  /// Takes back so many sizes; what is less than the smallest block is lost until all is read anew.
  mutating func free(start: Int, capacity: Int) {
    let size = capacity / Self.grain
    if size == 0 { return }
    sizes[start] = layout_size(width: Double(freeBlocks[size]), height: 0)
    freeBlocks[size] = Int32(truncatingIfNeeded: start)
  }

  /// Takes so many sizes behind the others into use, which were filled there.
  /// - Parameter coming: How many more are expected, these included.
  mutating func take(_ count: Int, of coming: Int) throws(LayoutError) {
    if coming > count, sizes.count + coming <= sizes.capacity {
      try sizes.willFill(sizes.count + coming)
    }
    sizes.count += count
  }
}
