// SPDX-License-Identifier: Apache-2.0
//
// Memory that is lent to a plugin, with marks behind it that show whether it wrote too far.

import Glibc
import LayoutModel

/// An array of records with a guard zone behind its last element.
///
/// Owned memory, freed in `deinit`. Without capacity there is no memory and the pointer is nil. A class,
/// so that whoever looks at the memory reads a pointer and no check for exclusive access: the frame path
/// does so for every element.
///
/// Memory safety: it owns the memory. What is lent to a plugin is bounded by a guard zone that is looked at after the
/// call; `base` is unsafe by its type.
@safe
final class GuardedArray<Element> {
  private(set) var base: UnsafeMutablePointer<Element>?
  private(set) var capacity = 0
  /// The number of elements that are lent to a plugin; the guard lies behind them.
  private var lent = 0

  /// An array without room.
  init() {}

  deinit { unsafe free(base) }

  /// Makes room for at least `count` elements. What the array held is lost when it has to grow.
  ///
  /// Grows by half at least, so that answers that get longer step by step cost O(1) each.
  func reserve(_ count: Int) throws(LayoutError) {
    try grow(to: count, keeping: 0)
  }

  /// Makes room for at least `count` elements and keeps the first `keptCount`.
  func grow(to count: Int, keeping keptCount: Int) throws(LayoutError) {
    guard count > capacity else { return }
    let room = max(count, capacity + capacity / 2, 64)
    let (bytes, isTooLong) = room.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    let (total, isTooLongGuarded) = bytes.addingReportingOverflow(Guard.byteCount)
    guard !isTooLong, !isTooLongGuarded, let memory = unsafe malloc(total) else {
      throw LayoutError(.outOfMemory, "no memory for an answer of \(count) entries")
    }
    unsafe Guard.write(to: memory + bytes)
    if let base = unsafe base, keptCount > 0 {
      unsafe memory.copyMemory(from: base, byteCount: keptCount * MemoryLayout<Element>.stride)
    }
    unsafe free(base)
    unsafe base = unsafe memory.bindMemory(to: Element.self, capacity: room)
    (capacity, lent) = (room, room)
  }

  /// Lends the first `count` elements, at most ``capacity``: what a plugin writes behind them is found.
  func lend(_ count: Int) {
    defer { lent = count }
    // Where all was lent, and is again, the guard is still as it was written.
    guard let base = unsafe base, count < capacity || lent < capacity else { return }
    unsafe Guard.write(to: UnsafeMutableRawPointer(base + count))
  }

  /// Frees the memory when it is long and less than a quarter of it was used: a single long answer then
  /// does not hold its room for good.
  func giveBack(unlessUsed usedCount: Int) {
    guard capacity * MemoryLayout<Element>.stride > GuardedArray<Element>.keptBytes,
      usedCount < capacity / 4
    else { return }
    unsafe free(base)
    unsafe (base, capacity) = (nil, 0)
  }

  /// Room up to this is kept however little of it is used.
  private static var keptBytes: Int { 4 << 20 }

  /// Trades memory with another array.
  func exchange(with other: GuardedArray) {
    unsafe (base, other.base) = unsafe (other.base, base)
    (capacity, other.capacity) = (other.capacity, capacity)
    (lent, other.lent) = (other.lent, lent)
  }

  /// True when the guard zone behind what was lent last still is as it was written.
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
