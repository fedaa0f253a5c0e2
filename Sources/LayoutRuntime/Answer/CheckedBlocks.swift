// SPDX-License-Identifier: Apache-2.0
//
// Remembers which payload blocks of an answer were checked, so that a shared block is checked once.

import LayoutModel

/// One mark for each payload word: the kind whose block begins there and was checked.
///
/// Two kinds that read the same words take turns on one mark; their blocks are then checked again,
/// which the limit on payload words bounds. Keeps its room: a warm answer allocates nothing.
final class CheckedBlocks {
  private let marks = GuardedArray<UInt16>()

  /// Forgets every mark and makes room for a payload of `wordCount` words.
  func reset(wordCount: Int) throws(LayoutError) {
    try marks.reserve(wordCount)
    marks.base?.update(repeating: 0, count: wordCount)
  }

  /// Marks the block of `kind` that begins at `first`, which is less than the words reset for.
  ///
  /// - Returns: Whether it was not marked before. Kinds are fewer than 65,535.
  @inline(__always)
  func insert(_ kind: UInt16, at first: Int) -> Bool {
    guard let place = marks.base.map({ $0 + first }), place.pointee != kind &+ 1 else {
      return false
    }
    place.pointee = kind &+ 1
    return true
  }
}
