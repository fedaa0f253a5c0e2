// SPDX-License-Identifier: Apache-2.0
//
// A set of index paths as runs of neighbours, so that all of a hundred million items is one run.

import LayoutModel

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

  /// Ascending.
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

  /// Adds neighbours that come after all others or overlap the last ones: how a set is built in
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

  /// The index of the first run with an item at or behind `path`.
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
