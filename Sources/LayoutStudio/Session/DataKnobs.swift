// SPDX-License-Identifier: Apache-2.0
//
// Changes of the data by buttons: batches for a session, from a seed.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Makes batches. The same seed and the same view give the same batches.
struct DataKnobs {
  /// A button.
  enum Change: String {
    case insert, delete, shuffle
  }

  private var state: UInt64 = 1
  private var lastSeed: UInt64 = 1

  /// The maximum of shuffled items; in a larger section, only those on screen.
  private static let shuffleLimit = 200

  /// Restarts the random numbers if the seed is another one than before.
  mutating func seed(_ seed: UInt64) {
    guard seed != lastSeed else { return }
    (state, lastSeed) = (seed, seed)
  }

  /// Returns the operations of a batch step; none when no change is possible.
  ///
  /// - Parameters:
  ///   - count: Items to insert or to delete.
  ///   - sizeFactor: Height of inserted items relative to that of an item on screen.
  mutating func operations(
    _ change: Change, count: Int, sizeFactor: Double, in view: CollectionView
  ) -> [JSONValue] {
    switch change {
    case .insert: insertions(count, sizeFactor, in: view)
    case .delete: deletions(count, in: view)
    case .shuffle: moves(in: view)
    }
  }

  private mutating func insertions(
    _ count: Int, _ factor: Double, in view: CollectionView
  ) -> [JSONValue] {
    guard view.numberOfSections > 0 else { return [] }
    let first = view.indexPathsForVisibleItems.first ?? ItemPath(0, 0)
    let size = view.cellForItem(at: first)?.attributes?.size ?? Size(width: 80, height: 80)
    // After the first item on screen, so that the new ones are visible.
    let start = min(first.item + 1, view.numberOfItems(inSection: first.section))
    return (0..<count).map { index in
      // Equal heights show little of a layout, so a burst has several.
      let spread = count == 1 ? 1 : 0.6 + 0.8 * next()
      return [
        "insert": [.integer(Int64(first.section)), .integer(Int64(start + index))],
        "size": [.number(size.width), .number((size.height * factor * spread).rounded())],
      ]
    }
  }

  private func deletions(_ count: Int, in view: CollectionView) -> [JSONValue] {
    let selected = view.selectedItemCount <= 10_000 ? view.indexPathsForSelectedItems : []
    let paths = selected.isEmpty ? Array(onScreen(view).prefix(count)) : selected
    return paths.map { ["delete": Self.json($0)] }
  }

  private mutating func moves(in view: CollectionView) -> [JSONValue] {
    guard let section = onScreen(view).first?.section else { return [] }
    let count = view.numberOfItems(inSection: section)
    let items =
      count <= Self.shuffleLimit
      ? Array(0..<count) : onScreen(view).filter { $0.section == section }.map(\.item)
    var targets = items
    for index in targets.indices.dropFirst().reversed() {
      targets.swapAt(index, Int(next() * Double(index + 1)))
    }
    return zip(items, targets).filter { $0 != $1 }.map { from, to in
      ["move": [Self.json(ItemPath(section, from)), Self.json(ItemPath(section, to))]]
    }
  }

  /// The completely visible items, or all visible ones if there is none.
  private func onScreen(_ view: CollectionView) -> [ItemPath] {
    let paths = view.indexPathsForVisibleItems
    let whole = paths.filter { path in
      guard let frame = view.cellForItem(at: path)?.attributes?.frame else { return false }
      return frame.y >= view.bounds.y && frame.x >= view.bounds.x
    }
    return whole.isEmpty ? paths : whole
  }

  private static func json(_ path: ItemPath) -> JSONValue {
    [.integer(Int64(path.section)), .integer(Int64(path.item))]
  }

  /// Returns a number from 0 up to 1 (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
  private mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}

/// "1 item", "2 items".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
