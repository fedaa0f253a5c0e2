// SPDX-License-Identifier: Apache-2.0
//
// One leaf of the line index: consecutive items, and the starts of lines among them.

import CLayoutKit
import LayoutABI

/// A part of a section's items. Either a run of equal items, of any length, or up to 128 sizes in a
/// block, with at least two different ones. Neighbouring runs differ in size. A section with equal
/// items is therefore one run, after any changes.
struct ItemLeaf {
  /// The maximal number of sizes of a block.
  static var limit: Int { LAYOUT_KIT_BLOCK_LIMIT }
  /// The maximal number of items of neighbours that are joined to one leaf.
  static var smallLimit: Int { 64 }
  /// The number that means "no node".
  static var none: Int32 { -1 }

  /// The branch above, or none.
  var parent = Self.none
  /// The neighbours in the section.
  var previous = Self.none
  var next = Self.none
  /// The number of items.
  var count: UInt32 = 0
  /// The block of the sizes, or none for a run.
  var block = Self.none
  /// The number of sizes that the block has room for.
  var capacity: UInt16 = 0
  /// True when the app has not been asked about the items of the run yet.
  var isEstimate = false
  /// True when items changed after its lines were broken.
  var isStale = true
  /// The size of the items of a run.
  var size = Size.zero
  /// The lengths of the lines that start here, each with the spacing behind it.
  var height = FixedLength.zero
  /// For sizes: one bit per item, set if a line starts there. For a run: the first item that starts
  /// a line, and the number of items per line.
  private var low: UInt64 = .max
  private var high: UInt64 = 0

  /// A run.
  init(run size: Size, count: Int, isEstimate: Bool) {
    self.size = size
    self.count = UInt32(truncatingIfNeeded: count)
    self.isEstimate = isEstimate
  }

  /// Sizes in a block.
  init(block: Int, count: Int, capacity: Int) {
    self.block = Int32(truncatingIfNeeded: block)
    self.count = UInt32(truncatingIfNeeded: count)
    self.capacity = UInt16(truncatingIfNeeded: capacity)
    low = 0
  }

  /// True when all items are equal and stored as one size.
  var isRun: Bool { block < 0 }
  var itemCount: Int { Int(count) }

  /// Returns true when `other` is a run that continues this one.
  func continues(_ other: ItemLeaf) -> Bool {
    isRun && other.isRun && isEstimate == other.isEstimate && size == other.size
  }
}

// Starts of lines.
extension ItemLeaf {
  /// The first item that starts a line; the number of items when there is none.
  var firstStart: Int {
    if isRun { return Int(min(low, UInt64(count))) }
    return nextStart(from: 0)
  }

  /// The number of items per line of a run; 0 before its lines were broken.
  var fullCount: Int { Int(high) }

  /// Returns the first item from `item` on that starts a line; the number of items when there is
  /// none.
  func nextStart(from item: Int) -> Int {
    if isRun {
      guard low < UInt64(count) else { return itemCount }
      let behind = item - Int(low)
      if behind <= 0 { return Int(low) }
      let full = max(1, fullCount)
      return min(itemCount, Int(low) + (behind + full - 1) / full * full)
    }
    if item < 64 {
      let rest = low >> UInt64(item)
      if rest != 0 { return item + rest.trailingZeroBitCount }
    }
    let first = max(item, 64) - 64
    let rest = first < 64 ? high >> UInt64(first) : 0
    return rest != 0 ? 64 + first + rest.trailingZeroBitCount : itemCount
  }

  /// Returns the last item up to `item` that starts a line; nil when there is none.
  func lastStart(upTo item: Int) -> Int? {
    if isRun {
      guard low <= UInt64(item), low < UInt64(count) else { return nil }
      let full = max(1, fullCount)
      return Int(low) + (item - Int(low)) / full * full
    }
    if item >= 64 {
      let kept = high & (UInt64.max >> UInt64(127 - item))
      if kept != 0 { return 127 - kept.leadingZeroBitCount }
    }
    let kept = low & (UInt64.max >> UInt64(63 - min(item, 63)))
    return kept != 0 ? 63 - kept.leadingZeroBitCount : nil
  }

  /// Removes all starts of lines.
  mutating func clearStarts() {
    low = isRun ? .max : 0
    high = 0
    height = .zero
    isStale = false
  }

  /// Sets the starts of lines in a run.
  mutating func setStarts(first: Int, fullCount: Int) {
    low = UInt64(first)
    high = UInt64(fullCount)
  }

  /// The bits of a block, for a loop over its items that keeps them in registers.
  var startBits: (low: UInt64, high: UInt64) {
    get { (low, high) }
    set { (low, high) = newValue }
  }

  /// Makes room for an item at `item` that does not start a line.
  mutating func insertStart(at item: Int) {
    if item < 64 {
      let below = (UInt64(1) << UInt64(item)) - 1
      high = high << 1 | low >> 63
      low = (low & below) | (low & ~below) << 1
    } else {
      let below = item < 128 ? (UInt64(1) << UInt64(item - 64)) - 1 : .max
      high = (high & below) | (high & ~below) << 1
    }
  }

  /// Removes the item at `item`.
  mutating func removeStart(at item: Int) {
    if item < 64 {
      let below = (UInt64(1) << UInt64(item)) - 1
      low = (low & below) | (low >> 1 & ~below) | high << 63
      high >>= 1
    } else {
      let below = (UInt64(1) << UInt64(item - 64)) - 1
      high = (high & below) | (high >> 1 & ~below)
    }
  }

  /// Removes the starts of lines at `item` of a block and behind it.
  mutating func removeStarts(from item: Int) {
    if item < 64 {
      low &= (1 << UInt64(item)) - 1
      high = 0
    } else if item < 128 {
      high &= (1 << UInt64(item - 64)) - 1
    }
  }

  /// Sets the start of a line at `item` of a block.
  mutating func setStart(at item: Int) {
    if item < 64 { low |= 1 << UInt64(item) } else { high |= 1 << UInt64(item - 64) }
  }
}

// MARK: - The memory of leaves
//
// The memory of leaves and of their sizes. Both are allocated and freed in constant time.

/// Leaves by number, and sizes in blocks of up to 128.
///
/// Memory safety: the numbers of leaves and the starts of blocks must come from this object; debug builds check
/// them as ``Room`` does.
@safe
struct LeafPool: ~Copyable {
  private var leaves: Room<ItemLeaf>
  private(set) var sizes: Room<layout_size>
  private var freeLeaf = ItemLeaf.none
  /// The first free block for each multiple of eight sizes; a free block starts with the number of
  /// the next one.
  private let freeBlocks: UnsafeMutablePointer<Int32>
  /// The unit of block sizes, except for blocks that were filled in one piece.
  private static var grain: Int { 8 }
  private static var classCount: Int { ItemLeaf.limit / grain + 1 }

  /// Room for the sizes of `count` items; equal items do not use it.
  init(itemCount count: Int) throws(LayoutError) {
    let leaves = try Room<ItemLeaf>(capacity: 256 + count / 64, usable: 0)
    let sizes = try Room<layout_size>(capacity: count + count / 4 + 256, usable: 0)
    self.leaves = leaves
    self.sizes = sizes
    unsafe freeBlocks = .allocate(capacity: Self.classCount)
    unsafe freeBlocks.initialize(repeating: ItemLeaf.none, count: Self.classCount)
  }

  deinit { unsafe freeBlocks.deallocate() }

  /// The number of leaves, free ones included.
  var count: Int { leaves.count }

  /// Makes room so that adding this many leaves and sizes cannot fail.
  mutating func reserve(leaves leafCount: Int, sizes sizeCount: Int) throws(LayoutError) {
    try leaves.reserve(leafCount)
    try sizes.reserve(sizeCount)
  }

  /// The leaf with this number, in place.
  subscript(leaf: Int32) -> ItemLeaf {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(leaves.place(Int(leaf))) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe leaves.place(Int(leaf)) }
  }

  /// Returns the sizes of a leaf that is not a run.
  @inline(__always)
  func sizes(of leaf: Int32) -> UnsafeMutablePointer<layout_size> {
    unsafe sizes.start + Int(self[leaf].block)
  }

  /// Adds a leaf; there must be room.
  mutating func add(_ leaf: ItemLeaf) -> Int32 {
    if freeLeaf == ItemLeaf.none {
      leaves.append(leaf)
      return Int32(truncatingIfNeeded: leaves.count - 1)
    }
    let number = freeLeaf
    freeLeaf = self[number].next
    self[number] = leaf
    return number
  }

  /// Frees a leaf and its sizes.
  mutating func free(_ leaf: Int32) {
    freeBlock(of: leaf)
    self[leaf].next = freeLeaf
    freeLeaf = leaf
  }

  /// Allocates a block for at least `count` sizes, at most 128.
  mutating func addBlock(_ count: Int) -> (start: Int, capacity: Int) {
    let needed = (count + Self.grain - 1) / Self.grain
    for size in needed..<max(needed + 1, Self.classCount)
    where unsafe size < Self.classCount && freeBlocks[size] != ItemLeaf.none {
      let start = unsafe Int(freeBlocks[size])
      unsafe freeBlocks[size] = Int32(truncatingIfNeeded: Int(sizes[start].width))
      return (start, size * Self.grain)
    }
    let start = sizes.count
    sizes.count += needed * Self.grain
    return (start, needed * Self.grain)
  }

  /// Frees the sizes of a leaf, which has none afterwards.
  mutating func freeBlock(of leaf: Int32) {
    let leaf = unsafe leaves.place(Int(leaf))
    if unsafe leaf.pointee.isRun { return }
    unsafe free(start: Int(leaf.pointee.block), capacity: Int(leaf.pointee.capacity))
    unsafe leaf.pointee.block = ItemLeaf.none
    unsafe leaf.pointee.capacity = 0
  }

  /// Frees this many sizes; a rest smaller than the smallest block is lost until everything is read
  /// again.
  mutating func free(start: Int, capacity: Int) {
    let size = capacity / Self.grain
    if size == 0 { return }
    sizes[start] = unsafe layout_size(width: Double(freeBlocks[size]), height: 0)
    unsafe freeBlocks[size] = Int32(truncatingIfNeeded: start)
  }

  /// Marks this many sizes as used, which were written behind the others.
  /// - Parameter coming: The number of expected sizes, including these.
  mutating func take(_ count: Int, of coming: Int) throws(LayoutError) {
    if coming > count, sizes.count + coming <= sizes.capacity {
      try sizes.willFill(sizes.count + coming)
    }
    sizes.count += count
  }
}
