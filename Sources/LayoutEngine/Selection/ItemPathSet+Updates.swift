// SPDX-License-Identifier: Apache-2.0
//
// A set of index paths on its way through a batch.

import LayoutModel
import LayoutUpdates

extension ItemPathSet {
  /// The same items by their paths after a batch. What was deleted is gone, and so is what belongs to
  /// a section whose items are all made anew: nobody can say which of them is which.
  ///
  /// - Complexity: O(runs + changes · log items · log changes), whatever the number of items.
  func mapped(through plan: UpdatePlan) -> ItemPathSet {
    let cuts = plan.changes.filter { $0.action != .reload }.compactMap { change in
      change.before.flatMap { place in place.item.map { ItemPath(place.section, $0) } }
    }.sorted()
    var pieces: [Run] = []
    for run in runs where !plan.isReloaded(section: run.section) {
      for part in run.split(at: cuts) { part.follow(plan, into: &pieces) }
    }
    pieces.sort { ($0.section, $0.items.lowerBound) < ($1.section, $1.items.lowerBound) }
    var result = ItemPathSet()
    for piece in pieces { result.append(piece.section, piece.items) }
    return result
  }
}

extension ItemPathSet.Run {
  /// The run cut around each of the paths that leave their place, which become runs of their own.
  ///
  /// - Parameter cuts: Ascending.
  fileprivate func split(at cuts: [ItemPath]) -> [Self] {
    var parts: [Self] = []
    var start = items.lowerBound
    var index = cuts.partition(before: ItemPath(section, start))
    while index < cuts.count, cuts[index].section == section,
      cuts[index].item < items.upperBound
    {
      let cut = cuts[index].item
      if cut > start { parts.append(Self(section: section, items: start..<cut)) }
      if cut >= start { parts.append(Self(section: section, items: cut..<cut + 1)) }
      start = max(start, cut + 1)
      index += 1
    }
    if start < items.upperBound {
      parts.append(Self(section: section, items: start..<items.upperBound))
    }
    return parts
  }

  /// Adds where the items went. They keep their order and only drift apart, where others came in
  /// between; so each contiguous piece is found by bisection.
  fileprivate func follow(_ plan: UpdatePlan, into pieces: inout [Self]) {
    var rest = items
    while let first = rest.first {
      guard let place = plan.newPlace(of: ItemPath(section, first)) else { return }
      func isContiguous(_ item: Int) -> Bool {
        plan.newPlace(of: ItemPath(section, item))
          == ItemPath(place.section, place.item + item - first)
      }
      var (low, high) = (first, rest.upperBound)
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if isContiguous(middle) { low = middle } else { high = middle }
      }
      pieces.append(Self(section: place.section, items: place.item..<place.item + high - first))
      rest = high..<rest.upperBound
    }
  }
}

extension [ItemPath] {
  /// The first index at or behind `path`, in ascending paths.
  fileprivate func partition(before path: ItemPath) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
