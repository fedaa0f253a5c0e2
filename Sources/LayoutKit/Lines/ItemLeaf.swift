// SPDX-License-Identifier: Apache-2.0
//
// One leaf of the line index: items that follow each other, and where lines start among them.

import LayoutABI

/// A piece of a section's items. Either a run of equal items, of any length, or up to 128 sizes in a
/// block, of which two at least differ. Neighbouring runs differ in size. A section whose items are
/// all equal is therefore one run, whatever happened to it before.
struct ItemLeaf {
  /// The most sizes of a block.
  static var limit: Int { 128 }
  /// Neighbours that have no more items than this together become one leaf.
  static var smallLimit: Int { 64 }
  /// Stands for "no node".
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
  /// For how many sizes the block has room.
  var capacity: UInt16 = 0
  /// True when the app was not asked about the items of the run yet.
  var isEstimate = false
  /// True when items changed since its lines were broken.
  var isStale = true
  /// The size of the items of a run.
  var size = Size.zero
  /// The lengths of the lines that start here, each with the spacing behind it.
  var height = FixedLength.zero
  /// For sizes: one bit an item, set where a line starts. For a run: the first item that starts a
  /// line, and how many go on a line.
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

  /// True when all items are equal and kept as one size.
  var isRun: Bool { block < 0 }
  var itemCount: Int { Int(count) }

  /// Returns true when `other` is a run that continues this one.
  func continues(_ other: ItemLeaf) -> Bool {
    isRun && other.isRun && isEstimate == other.isEstimate && size == other.size
  }
}

// Where lines start.
extension ItemLeaf {
  /// The first item that starts a line; the number of items when there is none.
  var firstStart: Int {
    if isRun { return Int(min(low, UInt64(count))) }
    return nextStart(from: 0)
  }

  /// The number of items on a line of a run; 0 before its lines were broken.
  var fullCount: Int { Int(high) }

  /// The first item from `item` on that starts a line; the number of items when there is none.
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

  /// The last item up to `item` that starts a line; nil when there is none.
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

  /// Says that no line starts here.
  mutating func clearStarts() {
    low = isRun ? .max : 0
    high = 0
    height = .zero
    isStale = false
  }

  /// Says where the lines of a run start.
  mutating func setStarts(first: Int, fullCount: Int) {
    low = UInt64(first)
    high = UInt64(fullCount)
  }

  /// The bits of a block, which a loop over its items collects in registers.
  var startBits: (low: UInt64, high: UInt64) {
    get { (low, high) }
    set { (low, high) = newValue }
  }

  /// Makes room for an item at `item` that starts no line.
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

  /// Takes the item at `item` out.
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

  /// Forgets the lines that start at `item` of a block or behind it.
  mutating func removeStarts(from item: Int) {
    if item < 64 {
      low &= (1 << UInt64(item)) - 1
      high = 0
    } else if item < 128 {
      high &= (1 << UInt64(item - 64)) - 1
    }
  }

  /// Says that a line starts at `item` of a block.
  mutating func setStart(at item: Int) {
    if item < 64 { low |= 1 << UInt64(item) } else { high |= 1 << UInt64(item - 64) }
  }
}

// MARK: - The memory of leaves
//
// The memory of leaves and of their sizes. Both are handed out and taken back in constant time.

/// Leaves by number, and sizes in blocks of up to 128.
///
/// Memory safety: numbers of leaves and starts of blocks are those that it handed out; debug builds check them as
/// ``Room`` does.
@safe
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
    unsafe freeBlocks = .allocate(capacity: Self.classCount)
    unsafe freeBlocks.initialize(repeating: ItemLeaf.none, count: Self.classCount)
  }

  deinit { unsafe freeBlocks.deallocate() }

  /// Sees to it that so many leaves and sizes can be handed out without fail.
  mutating func reserve(leaves leafCount: Int, sizes sizeCount: Int) throws(LayoutError) {
    try leaves.reserve(leafCount)
    try sizes.reserve(sizeCount)
  }

  /// The leaf of that number, in place.
  subscript(leaf: Int32) -> ItemLeaf {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(leaves.place(Int(leaf))) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe leaves.place(Int(leaf)) }
  }

  /// The sizes of a leaf that is no run.
  @inline(__always)
  func sizes(of leaf: Int32) -> UnsafeMutablePointer<layout_size> {
    unsafe sizes.start + Int(self[leaf].block)
  }

  /// Hands out a leaf; there must be room.
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

  /// Takes back a leaf and its sizes.
  mutating func free(_ leaf: Int32) {
    freeBlock(of: leaf)
    self[leaf].next = freeLeaf
    freeLeaf = leaf
  }

  /// Hands out a block for at least `count` sizes, at most 128.
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

  /// Takes back the sizes of a leaf, which is then without.
  mutating func freeBlock(of leaf: Int32) {
    let leaf = unsafe leaves.place(Int(leaf))
    if unsafe leaf.pointee.isRun { return }
    unsafe free(start: Int(leaf.pointee.block), capacity: Int(leaf.pointee.capacity))
    unsafe leaf.pointee.block = ItemLeaf.none
    unsafe leaf.pointee.capacity = 0
  }

  /// Takes back so many sizes; what is less than the smallest block is lost until all is read anew.
  mutating func free(start: Int, capacity: Int) {
    let size = capacity / Self.grain
    if size == 0 { return }
    sizes[start] = unsafe layout_size(width: Double(freeBlocks[size]), height: 0)
    unsafe freeBlocks[size] = Int32(truncatingIfNeeded: start)
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
