// SPDX-License-Identifier: Apache-2.0
//
// How far sections are scrolled across.

/// Offsets by section, of which most are 0: a sorted list of those that were set.
struct SectionOffsets {
  private var entries: [(section: Int, offset: Double)] = []

  /// - Complexity: O(log *n*) for *n* sections that were scrolled; setting one anew does not allocate.
  subscript(section: Int) -> Double {
    get {
      if entries.isEmpty { return 0 }
      let place = place(of: section)
      return place < entries.count && entries[place].section == section
        ? entries[place].offset : 0
    }
    set {
      let place = place(of: section)
      if place < entries.count, entries[place].section == section {
        entries[place].offset = newValue
      } else if newValue != 0 {
        entries.insert((section, newValue), at: place)
      }
    }
  }

  /// Forgets the sections from `count` on.
  mutating func truncate(toSections count: Int) {
    while let last = entries.last, last.section >= count { entries.removeLast() }
  }

  private func place(of section: Int) -> Int {
    partition(0..<entries.count) { entries[$0].section < section }
  }
}
