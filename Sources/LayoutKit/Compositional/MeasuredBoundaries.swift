// SPDX-License-Identifier: Apache-2.0
//
// The lengths of headers and footers that are as long as their views want to be.

import LayoutABI

/// The lengths that views said, by section and side: a sorted list, because hashing has no
/// place in a frame.
struct MeasuredBoundaries {
  private struct Entry {
    /// Section and kind, in the place of section and item.
    var key: ItemKey
    var length: Double
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The length that a view prefers; nil as long as none said.
  /// - Complexity: O(log *n*).
  func length(of side: BoundarySide, _ section: Int) -> Double? {
    if entries.isEmpty { return nil }
    let key = ItemKey(UInt32(section), UInt32(side.kind))
    let place = partition(0..<entries.count) { entries[$0].key < key }
    return place < entries.count && entries[place].key == key ? entries[place].length : nil
  }

  /// Notes the length that a view prefers.
  mutating func note(_ length: Double, of side: BoundarySide, _ section: Int) {
    let key = ItemKey(UInt32(section), UInt32(side.kind))
    let place = partition(0..<entries.count) { entries[$0].key < key }
    if place < entries.count, entries[place].key == key {
      entries[place].length = length
    } else {
      entries.insert(Entry(key: key, length: length), at: place)
    }
  }

  /// Returns the lengths after a batch that made sections of these: for each new one the old
  /// one that it is, or ``PlaceMap/noOrigin``.
  func moved(_ origins: [Int]) -> MeasuredBoundaries {
    var moved = MeasuredBoundaries()
    for (section, origin) in origins.enumerated() where origin != PlaceMap.noOrigin {
      for side in BoundarySide.all {
        guard let length = length(of: side, origin) else { continue }
        moved.note(length, of: side, section)
      }
    }
    return moved
  }
}
