// SPDX-License-Identifier: Apache-2.0
//
// How the survivors of one list find their new places around what was removed and placed.

/// Old and new indices of the elements that neither went, came nor moved.
///
/// What was placed sits at its new index; the survivors fill the rest in their old order. Held as two
/// ascending lists, so a batch of *k* changes costs O(*k*) memory whatever the length of the list.
struct OrderMap: Equatable, Sendable {
  /// Old indices that are no longer there: deleted, or moved away. Ascending, each once.
  let removed: [Int]
  /// New indices that are taken: inserted, or moved here. Ascending, each once.
  let placed: [Int]

  /// The new index of the survivor at `old`; nil when it was removed. O(log k).
  func newIndex(of old: Int) -> Int? { Self.step(old, from: removed, to: placed) }

  /// The old index of the survivor at `new`; nil when it was placed. O(log k).
  func oldIndex(of new: Int) -> Int? { Self.step(new, from: placed, to: removed) }

  /// Takes the rank of `index` among those not in `holes` to the element of that rank among those
  /// not in `others`.
  private static func step(_ index: Int, from holes: [Int], to others: [Int]) -> Int? {
    let before = holes.lowerBound { $0 < index }
    if before < holes.count && holes[before] == index { return nil }
    let rank = index - before
    // others[k] − k is the rank at which the k-th hole stands; it never falls.
    var low = 0
    var high = others.count
    while low < high {
      let middle = (low + high) / 2
      if others[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }
}

extension Array {
  /// The first index whose element fails `isBefore`, in a list that is partitioned by it. O(log n).
  func lowerBound(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Moves, found from either end.
struct MoveTable<Place: Comparable & Sendable>: Sendable {
  private let bySource: [(source: Place, target: Place)]
  private let byTarget: [(source: Place, target: Place)]

  init(_ moves: [(source: Place, target: Place)]) {
    bySource = moves.sorted { $0.source < $1.source }
    byTarget = moves.sorted { $0.target < $1.target }
  }

  /// Where the element from `source` went; nil when it did not move. O(log k).
  func target(of source: Place) -> Place? {
    let index = bySource.lowerBound { $0.source < source }
    return index < bySource.count && bySource[index].source == source ? bySource[index].target : nil
  }

  /// Where the element at `target` came from; nil when it did not move. O(log k).
  func source(of target: Place) -> Place? {
    let index = byTarget.lowerBound { $0.target < target }
    return index < byTarget.count && byTarget[index].target == target ? byTarget[index].source : nil
  }

  /// The moves, ascending by source.
  var moves: [(source: Place, target: Place)] { bySource }
}
