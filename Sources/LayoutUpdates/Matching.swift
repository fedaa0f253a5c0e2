// SPDX-License-Identifier: Apache-2.0
//
// Pairs of equal elements in an old and a new list.

/// Pairs of equal identities in two lists: Heckel, "A technique for isolating differences between
/// files", CACM 21(4), 1978, doi:10.1145/359460.359467.
///
/// Most of two snapshots is the same in the same order, so a parallel walk over both lists pairs
/// the equal runs; after a difference it looks a little ahead for the place where they agree again.
/// Only the rest is hashed. All code that compares identities is inlinable, so that it is
/// specialised for the app's type.
@usableFromInline
struct Matching<Identity: Hashable> {
  /// A run of neighbours that are neighbours on the other side too.
  @usableFromInline
  struct Run: Equatable {
    @usableFromInline var old: Int
    @usableFromInline var new: Int
    @usableFromInline var count: Int

    @inlinable
    init(old: Int, new: Int, count: Int) { (self.old, self.new, self.count) = (old, new, count) }
  }

  /// The distance of the look-ahead: a longer run of inserts or deletes goes to the hash table.
  @inlinable static var reach: Int { 32 }

  /// Every pair, ascending by new index. Stored as runs, because the common parts of two snapshots
  /// are long.
  @usableFromInline var runs: [Run]
  /// Old indices without a partner. Ascending.
  @usableFromInline var unmatchedOld: [Int]
  /// New indices without a partner. Ascending.
  @usableFromInline var unmatchedNew: [Int]

  /// Pairs two lists. O(old + new + d log d), where *d* is the number of elements that differ in
  /// order.
  @inlinable
  init(_ old: [Identity], _ new: [Identity]) {
    (runs, unmatchedOld, unmatchedNew) = ([], [], [])
    walk(old, new)
    matchLeftovers(old, new)
  }

  @inlinable
  mutating func walk(_ old: [Identity], _ new: [Identity]) {
    var (i, j) = (0, 0)
    while i < old.count && j < new.count {
      let start = (old: i, new: j)
      while i < old.count, j < new.count, old[i] == new[j] {
        i += 1
        j += 1
      }
      if i > start.old {
        runs.append(Run(old: start.old, new: start.new, count: i - start.old))
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

  /// Returns the numbers to skip on each side until the lists agree again: the smallest, or one
  /// each when they do not agree within reach.
  @inlinable
  static func agreement(
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
  @inlinable
  mutating func matchLeftovers(_ old: [Identity], _ new: [Identity]) {
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
    var found: [Run] = []
    var rest: [Int] = []
    for target in unmatchedNew {
      guard let slot = heads.index(forKey: new[target]), heads.values[slot] >= 0 else {
        rest.append(target)
        continue
      }
      let position = heads.values[slot]
      found.append(Run(old: unmatchedOld[position], new: target, count: 1))
      isTaken[position] = true
      heads.values[slot] = next[position]
    }
    unmatchedOld = zip(unmatchedOld, isTaken).compactMap { $1 ? nil : $0 }
    unmatchedNew = rest
    take(found)
  }

  /// Merges runs found later into the existing ones; runs that touch on both sides become one.
  @inlinable
  mutating func take(_ found: [Run]) {
    guard !found.isEmpty else { return }
    var merged: [Run] = []
    merged.reserveCapacity(runs.count + found.count)
    for run in (runs + found).sorted(by: { $0.new < $1.new }) {
      if let last = merged.last, last.old + last.count == run.old,
        last.new + last.count == run.new
      {
        merged[merged.count - 1].count += run.count
      } else {
        merged.append(run)
      }
    }
    runs = merged
  }
}

// MARK: - Moves
//
// Choosing the elements to move: as few as possible.

extension Matching {
  /// The runs in new order, with as few moved elements as possible: the heaviest selection of runs
  /// that ascends on both sides stays. An element that went to the other end is one move, rather
  /// than one move of each element that it passed.
  ///
  /// A best selection contains runs as a whole: no other element lies inside a run, so a selection
  /// with one element can include all.
  ///
  /// - Complexity: O(r log r) for *r* runs; O(r) when nothing moved.
  /// - SeeAlso: Fredman, "On computing the length of longest increasing subsequences", Discrete
  ///   Mathematics 11(1), 1975, doi:10.1016/0012-365X(75)90103-X; with weights the largest prefix is
  ///   found by a Fenwick tree.
  @inlinable
  func forEachRun(_ body: (_ run: Run, _ hasMoved: Bool) -> Void) {
    let isAscending = zip(runs, runs.dropFirst()).allSatisfy { $0.old < $1.old }
    if isAscending {
      for run in runs { body(run, false) }
      return
    }
    let isKept = heaviestAscent(of: runs.map { ($0.old, $0.count) })
    for (run, isKept) in zip(runs, isKept) { body(run, !isKept) }
  }
}

/// Returns the runs, in new order, that are in the heaviest selection that ascends by old index
/// too.
@usableFromInline
func heaviestAscent(of runs: [(old: Int, count: Int)]) -> [Bool] {
  var ranks = [Int](repeating: 0, count: runs.count)
  for (rank, run) in runs.indices.sorted(by: { runs[$0].old < runs[$1].old }).enumerated() {
    ranks[run] = rank
  }
  var tree = PrefixMaximum(count: runs.count)
  var before = [Int](repeating: -1, count: runs.count)
  var best = (weight: 0, run: -1)
  for (index, run) in runs.enumerated() {
    let prefix = tree.best(below: ranks[index])
    before[index] = prefix.run
    let whole = (weight: prefix.weight + run.count, run: index)
    tree.raise(at: ranks[index], to: whole)
    if whole.weight > best.weight { best = whole }
  }
  var isKept = [Bool](repeating: false, count: runs.count)
  var index = best.run
  while index >= 0 {
    isKept[index] = true
    index = before[index]
  }
  return isKept
}

/// The heaviest entry of a prefix (a Fenwick tree of maxima).
///
/// - SeeAlso: Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
///   Experience 24(3), 1994, doi:10.1002/spe.4380240306.
private struct PrefixMaximum {
  private var nodes: [(weight: Int, run: Int)]

  init(count: Int) { nodes = Array(repeating: (0, -1), count: count + 1) }

  /// The heaviest entry below `rank`; weight 0 and run −1 when there is none. O(log count).
  func best(below rank: Int) -> (weight: Int, run: Int) {
    var best = (weight: 0, run: -1)
    var node = rank
    while node > 0 {
      if nodes[node].weight > best.weight { best = nodes[node] }
      node &= node - 1
    }
    return best
  }

  /// Raises an entry. O(log count).
  mutating func raise(at rank: Int, to value: (weight: Int, run: Int)) {
    var node = rank + 1
    while node < nodes.count {
      if value.weight > nodes[node].weight { nodes[node] = value }
      node += node & -node
    }
  }
}
