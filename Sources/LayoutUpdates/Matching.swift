// SPDX-License-Identifier: Apache-2.0
//
// Which element of a new list is which of an old one.

/// Pairs of equal identities in two lists.
///
/// Most of two snapshots is the same in the same order, so runs that agree are paired by walking both
/// lists; after a difference the walk looks a little ahead for the place where they agree again. Only
/// what is left over is hashed.
struct Matching<Identity: Hashable> {
  /// How far ahead the walk looks: a longer run of inserts or deletes goes to the hash table.
  private static var reach: Int { 32 }

  /// For each new index the old one of the same identity, or −1.
  private(set) var sources: [Int]
  /// Old indices without a partner. Ascending.
  private(set) var unmatchedOld: [Int] = []
  /// New indices without a partner. Ascending.
  private(set) var unmatchedNew: [Int] = []

  private let oldCount: Int

  /// Pairs two lists. O(old + new).
  init(_ old: [Identity], _ new: [Identity]) {
    oldCount = old.count
    sources = [Int](repeating: -1, count: new.count)
    walk(old, new)
    matchLeftovers(old, new)
  }

  /// The pairs in new order. An element moved when it is not the first old one that still waits for
  /// its turn, so what kept its relative order did not. O(old + new).
  func forEachPair(_ body: (_ source: Int, _ target: Int, _ hasMoved: Bool) -> Void) {
    var isDone = [Bool](repeating: false, count: oldCount)
    for source in unmatchedOld { isDone[source] = true }
    var waiting = 0
    for (target, source) in sources.enumerated() where source >= 0 {
      while isDone[waiting] { waiting += 1 }
      isDone[source] = true
      body(source, target, source != waiting)
    }
  }

  /// The pairs in new order, with as few of them moved as can be: those of a longest run that ascends
  /// on both sides stay. One element that went to the other end is one move, and not one of each
  /// that it passed.
  ///
  /// - Complexity: O(new + d log new), where *d* is the number of pairs that break an ascent.
  /// - SeeAlso: Fredman, "On computing the length of longest increasing subsequences", Discrete
  ///   Mathematics 11(1), 1975, doi:10.1016/0012-365X(75)90103-X.
  func forEachPairWithFewestMoves(
    _ body: (_ source: Int, _ target: Int, _ hasMoved: Bool) -> Void
  ) {
    let isKept = longestAscent()
    for (target, source) in sources.enumerated() where source >= 0 {
      body(source, target, !(isKept?[target] ?? true))
    }
  }

  /// By target, whether it is in the longest ascent; nil when all pairs are.
  private func longestAscent() -> [Bool]? {
    // tails[k] is the target that ends the ascent of k + 1 pairs with the smallest source.
    var tails: [Int] = []
    tails.reserveCapacity(sources.count)
    var before = [Int](repeating: -1, count: sources.count)
    var isBroken = false
    for (target, source) in sources.enumerated() where source >= 0 {
      guard let last = tails.last, sources[last] > source else {
        before[target] = tails.last ?? -1
        tails.append(target)
        continue
      }
      isBroken = true
      let place = tails.lowerBound { sources[$0] < source }
      before[target] = place > 0 ? tails[place - 1] : -1
      tails[place] = target
    }
    guard isBroken else { return nil }
    var isKept = [Bool](repeating: false, count: sources.count)
    var target = tails.last ?? -1
    while target >= 0 {
      isKept[target] = true
      target = before[target]
    }
    return isKept
  }

  private mutating func walk(_ old: [Identity], _ new: [Identity]) {
    var (i, j) = (0, 0)
    while i < old.count && j < new.count {
      if old[i] == new[j] {
        sources[j] = i
        i += 1
        j += 1
        continue
      }
      let (skipOld, skipNew) = Self.agreement(old, i, new, j)
      unmatchedOld.append(contentsOf: i..<(i + skipOld))
      unmatchedNew.append(contentsOf: j..<(j + skipNew))
      i += skipOld
      j += skipNew
    }
    unmatchedOld.append(contentsOf: i..<old.count)
    unmatchedNew.append(contentsOf: j..<new.count)
  }

  /// How many to skip on each side until the lists agree again: the fewest, one each when they do
  /// not within reach.
  private static func agreement(
    _ old: [Identity], _ i: Int, _ new: [Identity], _ j: Int
  ) -> (old: Int, new: Int) {
    for step in 1...reach {
      if j + step < new.count && old[i] == new[j + step] { return (0, step) }
      if i + step < old.count && old[i + step] == new[j] { return (step, 0) }
      if i + step < old.count && j + step < new.count && old[i + step] == new[j + step] {
        return (step, step)
      }
    }
    return (1, 1)
  }

  /// Pairs the leftovers: the k-th occurrence of an identity with its k-th on the other side.
  private mutating func matchLeftovers(_ old: [Identity], _ new: [Identity]) {
    guard !unmatchedOld.isEmpty && !unmatchedNew.isEmpty else { return }
    var heads: [Identity: Int] = [:]
    heads.reserveCapacity(unmatchedOld.count)
    // next[k] chains the occurrences of one identity, as positions in unmatchedOld.
    var next = [Int](repeating: -1, count: unmatchedOld.count)
    for position in unmatchedOld.indices.reversed() {
      if let head = heads.updateValue(position, forKey: old[unmatchedOld[position]]) {
        next[position] = head
      }
    }
    var isTaken = [Bool](repeating: false, count: unmatchedOld.count)
    for target in unmatchedNew {
      guard let slot = heads.index(forKey: new[target]), heads.values[slot] >= 0 else { continue }
      let position = heads.values[slot]
      sources[target] = unmatchedOld[position]
      isTaken[position] = true
      heads.values[slot] = next[position]
    }
    unmatchedOld = zip(unmatchedOld, isTaken).compactMap { $1 ? nil : $0 }
    unmatchedNew.removeAll { sources[$0] >= 0 }
  }
}
