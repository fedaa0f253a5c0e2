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
