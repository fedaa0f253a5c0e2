// SPDX-License-Identifier: Apache-2.0
//
// Which of the elements that are on both sides have to move, when as few as can be shall.

extension Matching {
  /// The runs in new order, with as few elements moved as can be: those of a heaviest selection of
  /// runs that ascends on both sides stay. One element that went to the other end is one move, and
  /// not one of each that it passed.
  ///
  /// A best selection takes runs whole: what lies between the elements of a run is nothing, so who
  /// keeps one of them can keep all.
  ///
  /// - Complexity: O(r log r) for *r* runs; O(r) when nothing moved.
  /// - SeeAlso: Fredman, "On computing the length of longest increasing subsequences", Discrete
  ///   Mathematics 11(1), 1975, doi:10.1016/0012-365X(75)90103-X; with weights the largest prefix is
  ///   found by a Fenwick tree.
  func forEachRun(_ body: (_ run: Run, _ hasMoved: Bool) -> Void) {
    let isAscending = zip(runs, runs.dropFirst()).allSatisfy { $0.old < $1.old }
    if isAscending {
      for run in runs { body(run, false) }
      return
    }
    let isKept = heaviestAscent()
    for (run, isKept) in zip(runs, isKept) { body(run, !isKept) }
  }

  private func heaviestAscent() -> [Bool] {
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
}

/// The heaviest of a prefix, kept up to date (a Fenwick tree of maxima).
///
/// - SeeAlso: Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
///   Experience 24(3), 1994, doi:10.1002/spe.4380240306.
private struct PrefixMaximum {
  private var nodes: [(weight: Int, run: Int)]

  init(count: Int) { nodes = Array(repeating: (0, -1), count: count + 1) }

  /// The heaviest below `rank`; weight 0 and run −1 when there is none. O(log count).
  func best(below rank: Int) -> (weight: Int, run: Int) {
    var best = (weight: 0, run: -1)
    var node = rank
    while node > 0 {
      if nodes[node].weight > best.weight { best = nodes[node] }
      node &= node - 1
    }
    return best
  }

  /// O(log count).
  mutating func raise(at rank: Int, to value: (weight: Int, run: Int)) {
    var node = rank + 1
    while node < nodes.count {
      if value.weight > nodes[node].weight { nodes[node] = value }
      node += node & -node
    }
  }
}
