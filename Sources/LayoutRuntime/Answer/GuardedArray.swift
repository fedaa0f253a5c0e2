// SPDX-License-Identifier: Apache-2.0
//
// Memory that is lent to a plugin, with a guard zone behind it that shows if the plugin wrote too
// far.

import CLayoutSystem
import Glibc
import LayoutModel

/// An array of records with a guard zone behind its last element.
///
/// Owns its memory and frees it in `deinit`. Without capacity there is no memory and the pointer is
/// nil. It is a class, so that a reader loads a pointer and makes no check for exclusive access:
/// the frame path reads the memory for every element.
///
/// Memory safety: it owns the memory. The part that is lent to a plugin is bounded by a guard zone,
/// which is checked after the call; `base` is unsafe by its type.
@safe
final class GuardedArray<Element> {
  private(set) var base: UnsafeMutablePointer<Element>?
  private(set) var capacity = 0
  /// The number of elements that are lent to a plugin; the guard lies behind them.
  private var lent = 0

  /// Creates an array without memory.
  init() {}

  deinit { unsafe free(base) }

  /// Makes room for at least `count` elements. The content is lost if the array has to grow.
  ///
  /// Grows by at least half, so that answers that get longer step by step cost O(1) each.
  func reserve(_ count: Int) throws(LayoutError) {
    try grow(to: count, keeping: 0)
  }

  /// Makes room for at least `count` elements and keeps the first `keptCount`.
  func grow(to count: Int, keeping keptCount: Int) throws(LayoutError) {
    guard count > capacity else { return }
    let room = max(count, capacity + capacity / 2, 64)
    let (bytes, isTooLong) = room.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    let (total, isTooLongGuarded) = bytes.addingReportingOverflow(Guard.byteCount)
    guard !isTooLong, !isTooLongGuarded,
      let memory = unsafe layout_sys_allocate(total)
    else {
      throw LayoutError(
        .outOfMemory,
        "no memory for an answer of \(count) entries; show less at a time, or free memory")
    }
    unsafe Guard.write(to: memory + bytes)
    if let base = unsafe base, keptCount > 0 {
      unsafe memory.copyMemory(from: base, byteCount: keptCount * MemoryLayout<Element>.stride)
    }
    unsafe free(base)
    unsafe base = unsafe memory.bindMemory(to: Element.self, capacity: room)
    (capacity, lent) = (room, room)
  }

  /// Lends the first `count` elements, at most ``capacity``. The guard shows if a plugin writes
  /// past them.
  func lend(_ count: Int) {
    defer { lent = count }
    // If the whole array was lent and is lent again, the guard is still in place.
    guard let base = unsafe base, count < capacity || lent < capacity else { return }
    unsafe Guard.write(to: UnsafeMutableRawPointer(base + count))
  }

  /// Frees the memory if it is large and less than a quarter of it was used, so that a single long
  /// answer does not hold its memory forever.
  func giveBack(unlessUsed usedCount: Int) {
    guard capacity * MemoryLayout<Element>.stride > GuardedArray<Element>.keptBytes,
      usedCount < capacity / 4
    else { return }
    unsafe free(base)
    unsafe (base, capacity) = (nil, 0)
  }

  /// The number of bytes that are kept even if few of them are used.
  private static var keptBytes: Int { 4 << 20 }

  /// Exchanges memory with another array.
  func exchange(with other: GuardedArray) {
    unsafe (base, other.base) = unsafe (other.base, base)
    (capacity, other.capacity) = (other.capacity, capacity)
    (lent, other.lent) = (other.lent, lent)
  }

  /// True if the guard zone behind the last lent elements is unchanged.
  var isWhole: Bool {
    guard let base = unsafe base else { return true }
    return unsafe Guard.isWhole(at: UnsafeRawPointer(base + lent))
  }
}

/// The guard zone: four records' worth of a pattern that no layout writes by accident.
enum Guard {
  static let wordCount = 32
  static let byteCount = wordCount * MemoryLayout<UInt64>.size
  private static let word: UInt64 = 0xA5C3_5A3C_E17B_7EE1

  static func write(to place: UnsafeMutableRawPointer) {
    for index in 0..<wordCount {
      unsafe place.storeBytes(of: word ^ UInt64(index), toByteOffset: index * 8, as: UInt64.self)
    }
  }

  static func isWhole(at place: UnsafeRawPointer) -> Bool {
    var difference: UInt64 = 0
    for index in 0..<wordCount {
      unsafe difference |=
        place.load(fromByteOffset: index * 8, as: UInt64.self) ^ word ^ UInt64(index)
    }
    return difference == 0
  }
}
