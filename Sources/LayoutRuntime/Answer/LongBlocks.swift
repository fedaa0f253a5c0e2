// SPDX-License-Identifier: Apache-2.0
//
// Copies of the long payload blocks of one answer, made when they are first read.

/// The copied words of payload blocks that are too long to be held inline, one copy for each block.
///
/// Belongs to one answer: a buffer forgets its copies when it is filled again. Elements that were given
/// one keep it alive.
public final class LongBlocks {
  /// A block, by where it begins and the kind that reads it.
  private struct Key: Hashable {
    let first: UInt32
    let kind: UInt16
  }

  private var copies: [Key: [UInt64]] = [:]

  init() {}

  /// The copy of the block of `kind` that begins at word `first`; `body` makes it the first time.
  ///
  /// - Complexity: O(1) but for `body`.
  package func copy(
    at first: UInt32, kind: UInt16, made body: () -> [UInt64]
  ) -> [UInt64] {
    let key = Key(first: first, kind: kind)
    if let copy = copies[key] { return copy }
    let made = body()
    copies[key] = made
    return made
  }

  /// Forgets the copies of the answer before.
  func removeAll() {
    if !copies.isEmpty { copies.removeAll() }
  }
}
