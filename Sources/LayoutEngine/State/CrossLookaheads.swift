// SPDX-License-Identifier: Apache-2.0
//
// The sections that moved across, and what was looked through of each.

import LayoutRuntime

/// Ascending by section, so that a frame goes through them once, however many stand across.
struct CrossLookaheads {
  private(set) var entries: [CrossLookahead] = []
  /// The number of entries that were passed or compared so far.
  private(set) var stepCount = 0

  /// The range of the entries.
  var indices: Range<Int> { entries.indices }
  var isEmpty: Bool { entries.isEmpty }

  subscript(index: Int) -> CrossLookahead {
    get { entries[index] }
    _modify { yield &entries[index] }
  }

  /// Forgets all sections.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Takes in where the sections stand. One that is not among them yet moved from where it was told
  /// to stand.
  mutating func follow(_ offsets: CrossOffsets, from told: CrossOffsets, in seconds: Double) {
    var place = 0
    // By index: without optimisation an iterator over records allocates.
    for index in offsets.entries.indices {
      let standing = offsets.entries[index]
      while place < entries.count, entries[place].section < standing.section {
        move(&place, to: 0, in: seconds)
      }
      if place == entries.count || entries[place].section != standing.section {
        let section = standing.section
        entries.insert(CrossLookahead(section: section, at: told[section]), at: place)
      }
      move(&place, to: standing.offset, in: seconds)
    }
    while place < entries.count { move(&place, to: 0, in: seconds) }
  }

  private mutating func move(_ place: inout Int, to offset: Double, in seconds: Double) {
    entries[place].move(to: offset, in: seconds)
    place += 1
    stepCount += 1
  }

  /// Returns true when a section will bring what was not looked through.
  mutating func isBehind(_ section: Int) -> Bool {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].section < section { low = middle + 1 } else { high = middle }
      stepCount += 1
    }
    return low < entries.count && entries[low].section == section && entries[low].isBehind
  }
}
