// SPDX-License-Identifier: Apache-2.0
//
// A set of index paths as runs of neighbours, so that a hundred million selected items are one run.

import LayoutModel
import LayoutUpdates

/// Index paths, kept as ascending runs that neither touch nor overlap.
package struct ItemPathSet: Equatable, Sendable {
  /// Neighbouring items of one section; never empty.
  struct Run: Equatable, Sendable {
    var section: Int
    var items: Range<Int>
  }

  /// Ascending.
  private(set) var runs: [Run] = []

  init() {}

  /// A set of these paths, in any order.
  init(_ paths: [ItemPath]) {
    for path in paths.sorted() { append(path.section, path.item..<path.item + 1) }
  }

  var isEmpty: Bool { runs.isEmpty }

  /// O(runs).
  package var count: Int { runs.reduce(0) { $0 + $1.items.count } }

  /// The paths, ascending.
  package var paths: [ItemPath] {
    runs.flatMap { run in run.items.map { ItemPath(run.section, $0) } }
  }

  /// The lowest path.
  var first: ItemPath? { runs.first.map { ItemPath($0.section, $0.items.lowerBound) } }

  /// O(log runs).
  package func contains(_ path: ItemPath) -> Bool {
    let index = firstRun(endingAfter: path)
    return index < runs.count && runs[index].section == path.section
      && runs[index].items.contains(path.item)
  }

  /// Adds neighbours that come after all others or overlap the last ones, for building a set in
  /// order. O(1).
  mutating func append(_ section: Int, _ items: Range<Int>) {
    guard !items.isEmpty else { return }
    guard let last = runs.last, last.section == section, last.items.upperBound >= items.lowerBound
    else { return runs.append(Run(section: section, items: items)) }
    let end = max(last.items.upperBound, items.upperBound)
    runs[runs.count - 1].items = last.items.lowerBound..<end
  }

  /// O(runs).
  mutating func insert(_ path: ItemPath) {
    guard !contains(path) else { return }
    let index = firstRun(endingAfter: path)
    let joinsBelow = index > 0 && runs[index - 1].endsAt(path)
    let joinsAbove =
      index < runs.count && runs[index].section == path.section
      && runs[index].items.lowerBound == path.item + 1
    switch (joinsBelow, joinsAbove) {
    case (true, true):
      let end = runs[index].items.upperBound
      runs[index - 1].items = runs[index - 1].items.lowerBound..<end
      runs.remove(at: index)
    case (true, false):
      runs[index - 1].items = runs[index - 1].items.lowerBound..<path.item + 1
    case (false, true):
      runs[index].items = path.item..<runs[index].items.upperBound
    case (false, false):
      runs.insert(Run(section: path.section, items: path.item..<path.item + 1), at: index)
    }
  }

  /// O(runs).
  mutating func remove(_ path: ItemPath) {
    guard contains(path) else { return }
    let index = firstRun(endingAfter: path)
    let items = runs[index].items
    let parts = [items.lowerBound..<path.item, path.item + 1..<items.upperBound]
      .filter { !$0.isEmpty }.map { Run(section: path.section, items: $0) }
    runs.replaceSubrange(index...index, with: parts)
  }

  /// The index of the first run with an item at or after `path`.
  private func firstRun(endingAfter path: ItemPath) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      let run = runs[middle]
      if (run.section, run.items.upperBound) <= (path.section, path.item) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension ItemPathSet.Run {
  /// Returns true when the run ends just before `path`.
  fileprivate func endsAt(_ path: ItemPath) -> Bool {
    section == path.section && items.upperBound == path.item
  }
}

// MARK: - Through a batch
//
// Mapping a set of index paths through a batch.

extension ItemPathSet {
  /// The same items by their paths after a batch. Deleted items are dropped, and so are items of
  /// reloaded sections, because they cannot be identified.
  ///
  /// - Complexity: O(runs + changes · log items · log changes) for any number of items.
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
  /// Returns the run split around each of the paths that change their place, which become separate
  /// runs.
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

  /// Adds the new places of the items. They keep their order, but insertions may separate them; so
  /// bisection finds each contiguous piece.
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
  /// The first index at or after `path`, in ascending paths.
  fileprivate func partition(before path: ItemPath) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
