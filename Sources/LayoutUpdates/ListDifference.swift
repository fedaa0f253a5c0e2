// SPDX-License-Identifier: Apache-2.0
//
// The difference of two lists of identities, in linear time.

/// What turns one list into another: deletes in old indices, inserts in new ones, and moves only
/// where the relative order changed.
///
/// Matching follows Heckel, "A technique for isolating differences between files", CACM 21(4), 1978,
/// doi:10.1145/359460.359467.
public struct ListDifference: Equatable, Sendable {
  /// A move in old and new indices.
  public struct Move: Equatable, Sendable {
    public var source: Int
    public var target: Int

    /// A move between two indices.
    public init(source: Int, target: Int) {
      self.source = source
      self.target = target
    }
  }

  /// Ascending.
  public private(set) var deletes: [Int] = []
  /// Ascending.
  public private(set) var inserts: [Int] = []
  /// Ascending by target.
  public private(set) var moves: [Move] = []

  /// Whether the lists are equal.
  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty }

  /// Compares two lists.
  ///
  /// - Complexity: O(old + new); hashes only what does not agree in order.
  public init<Identity: Hashable>(from old: [Identity], to new: [Identity]) {
    let matching = Matching(old, new)
    deletes = matching.unmatchedOld
    inserts = matching.unmatchedNew
    matching.forEachPair { source, target, hasMoved in
      if hasMoved { moves.append(Move(source: source, target: target)) }
    }
  }
}
