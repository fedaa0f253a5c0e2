// SPDX-License-Identifier: Apache-2.0
//
// Memory for the maximal number of values, of which only the touched part costs memory.

import CLayoutKit

/// An array whose values do not move when others are appended, up to its capacity. A large one uses
/// reserved pages, so room for a hundred million unused values is free. The values are plain records
/// without references.
///
/// Memory safety: it owns the memory. Debug builds, which run every test, check that an index is below ``capacity``;
/// in release builds the owner keeps it within the requested count. ``start`` is unsafe by its type.
@safe
struct Room<Value>: ~Copyable {
  /// The first value; valid until the room grows or is freed.
  let start: UnsafeMutablePointer<Value>
  /// The number of values that it has room for.
  let capacity: Int
  /// The number of values in use. The owner keeps it within the requested count.
  var count = 0
  /// The size of the reserved pages; 0 for a small room, which is on the heap.
  private var pageBytes = 0
  private var openBytes = 0

  /// The size up to which the heap is cheaper.
  private static var heapLimit: Int { 1 << 16 }

  /// Room for `capacity` values, the first `usable` of which can be used at once.
  init(capacity: Int, usable: Int) throws(LayoutError) {
    let stride = MemoryLayout<Value>.stride
    let (size, overflow) = max(capacity, 1).multipliedReportingOverflow(by: stride)
    self.capacity = max(capacity, 1)
    if !overflow && size <= Self.heapLimit {
      unsafe start = .allocate(capacity: max(capacity, 1))
      return
    }
    guard !overflow, let pages = unsafe layout_kit_reserve(size) else { throw Self.isFull }
    guard unsafe layout_kit_open(pages, usable * stride) else {
      unsafe layout_kit_release(pages, size)
      throw Self.isFull
    }
    unsafe start = unsafe pages.bindMemory(to: Value.self, capacity: capacity)
    pageBytes = size
    openBytes = usable * stride
  }

  /// Room for `capacity` values, all usable.
  init(capacity: Int) throws(LayoutError) { try self.init(capacity: capacity, usable: capacity) }

  /// Makes at least the first `count` values usable, and as many again for growth.
  mutating func open(_ count: Int) throws(LayoutError) {
    let needed = count * MemoryLayout<Value>.stride
    guard needed > openBytes, pageBytes > 0 else { return }
    let opened = min(pageBytes, max(needed, 2 * openBytes))
    guard unsafe layout_kit_open(start, opened) else { throw Self.isFull }
    openBytes = opened
  }

  /// Makes room for `more` values behind those in use, usable at once. May move the values.
  mutating func reserve(_ more: Int) throws(LayoutError) {
    let needed = count + more
    if needed <= capacity { return try open(needed) }
    var larger = try Room(capacity: max(needed, 2 * capacity), usable: needed)
    unsafe larger.start.take(from: start, count: count)
    larger.count = count
    self = larger
  }

  /// Makes the first `count` values usable, all of which will be filled. Large pages take a quarter
  /// of the time of small ones: 1.4 ms for a million sizes instead of 6.
  mutating func willFill(_ count: Int) throws(LayoutError) {
    try open(count)
    let bytes = count * MemoryLayout<Value>.stride
    if pageBytes > 0 && bytes >= Self.largePageLimit { unsafe layout_kit_will_fill(start, bytes) }
  }

  /// The size below which a large page may waste more memory than it saves time.
  private static var largePageLimit: Int { 1 << 22 }

  private static var isFull: LayoutError {
    .memory("there is no memory for so many items; show fewer")
  }

  deinit {
    if pageBytes == 0 {
      unsafe start.deallocate()
    } else {
      unsafe layout_kit_release(start, pageBytes)
    }
  }

  /// The value at `index`, which the owner keeps below `count`.
  subscript(index: Int) -> Value {
    @inline(__always) get { unsafe place(index).pointee }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe place(index) }
  }

  /// Returns the value at `index` in memory; debug builds check it against the capacity.
  @inline(__always)
  func place(_ index: Int) -> UnsafeMutablePointer<Value> {
    assert(index >= 0 && index < capacity, "an index outside the room")
    return unsafe start + index
  }

  /// Adds one value; there must be room.
  @inline(__always)
  mutating func append(_ value: Value) {
    assert(count < capacity, "the room is full")
    unsafe (start + count).initialize(to: value)
    count &+= 1
  }
}

extension UnsafeMutablePointer {
  /// Copies plain values without references; the two parts may overlap. The standard library's
  /// function moves them one by one.
  @inline(__always)
  func take(from source: UnsafeMutablePointer, count: Int) {
    unsafe memmove(self, source, count * MemoryLayout<Pointee>.stride)
  }
}

// MARK: - Changes
//
// One value per item, side by side, with changes of the items.

extension Room {
  /// Removes the values of these items, ascending.
  mutating func remove(_ items: [Int]) {
    for (index, item) in items.enumerated() {
      let end = index + 1 < items.count ? items[index + 1] : count
      unsafe (start + (item - index)).take(from: start + (item + 1), count: end - item - 1)
    }
    count -= items.count
  }

  /// Inserts the values of items, by their new numbers, ascending; there must be room.
  mutating func insert(_ items: [SizedItem], _ value: (SizedItem) -> Value) {
    var end = count + items.count
    count = end
    for (index, change) in items.enumerated().reversed() {
      let moved = end - change.item - 1
      unsafe (start + (change.item + 1)).take(from: start + (change.item - index), count: moved)
      self[change.item] = value(change)
      end = change.item
    }
  }
}
