// SPDX-License-Identifier: Apache-2.0
//
// The payload blocks of one answer: which were checked, and copies of the long ones.

import LayoutModel

// MARK: - Checked blocks
//
// Remembers which payload blocks of an answer were checked, so that a shared block is checked once.

/// One mark for each payload word: the kind whose block begins there and was checked.
///
/// Two kinds that read the same words use one mark in turn. Their blocks are then checked again;
/// the limit on payload words bounds that cost. Keeps its memory: a warm answer allocates nothing.
final class CheckedBlocks {
  private let marks = GuardedArray<UInt16>()

  /// Forgets every mark and makes room for a payload of `wordCount` words.
  func reset(wordCount: Int) throws(LayoutError) {
    try marks.reserve(wordCount)
    unsafe marks.base?.update(repeating: 0, count: wordCount)
  }

  /// Marks the block of `kind` that begins at `first`, which is less than the words reset for.
  ///
  /// - Returns: True if it was not marked before. There are fewer than 65,535 kinds.
  @inline(__always)
  func insert(_ kind: UInt16, at first: Int) -> Bool {
    guard let place = unsafe marks.base.map({ unsafe $0 + first }),
      unsafe place.pointee != kind &+ 1
    else {
      return false
    }
    unsafe place.pointee = kind &+ 1
    return true
  }
}

// MARK: - Long blocks

/// The copied words of payload blocks that are too long to be held inline, one copy for each block.
///
/// Belongs to one answer: a buffer drops its copies when it is filled again. An element that was
/// given a copy keeps it alive.
public final class LongBlocks {
  /// The key of a block: its first word and the kind that reads it.
  private struct Key: Hashable {
    let first: UInt32
    let kind: UInt16
  }

  private var copies: [Key: [UInt64]] = [:]

  init() {}

  /// Returns the copy of the block of `kind` that begins at word `first`. The first call makes it
  /// with `body`.
  ///
  /// - Complexity: O(1) without the cost of `body`.
  package func copy(
    at first: UInt32, kind: UInt16, made body: () -> [UInt64]
  ) -> [UInt64] {
    let key = Key(first: first, kind: kind)
    if let copy = copies[key] { return copy }
    let made = body()
    copies[key] = made
    return made
  }

  /// Drops the copies of the previous answer.
  func removeAll() {
    if !copies.isEmpty { copies.removeAll() }
  }
}
