// SPDX-License-Identifier: Apache-2.0
//
// Sections one after the other along the scroll axis, and where their headers and footers are.

import LayoutABI

/// The part of the scroll axis that the viewport shows, less the content inset.
struct VisibleSpan: Equatable {
  var start = 0.0
  var end = 0.0
}

/// The stacked sections and the sizes of their items.
struct SectionStack: ~Copyable {
  var direction = ScrollDirection.vertical
  /// Container less content inset, across the scroll axis.
  var breadth = 0.0
  /// The whole content along the scroll axis.
  private(set) var length = 0.0
  var records: Room<SectionRecord>
  var sizes: ItemSizes

  /// Room for sections and for the sizes of all items.
  init(sectionCount: Int, itemCount: Int) throws(LayoutError) {
    let records = try Room<SectionRecord>(capacity: sectionCount)
    let sizes = try ItemSizes(count: itemCount)
    self.records = records
    self.sizes = sizes
  }

  /// Works out what each section leaves to its lines.
  func measureRooms() {
    for index in 0..<records.count {
      let section = records.start + index
      let sides = direction.across(section.pointee.insets)
      section.pointee.side = sides.start
      section.pointee.room = max(0, breadth - sides.start - sides.end)
    }
  }

  /// Puts the sections one after the other, from the lengths of their bodies. The sums run in the
  /// order of the sections, so that every process gets the same ones.
  mutating func stack() {
    var end = 0.0
    for index in 0..<records.count {
      let section = records.start + index
      let insets = direction.along(section.pointee.insets)
      section.pointee.start = end
      section.pointee.bodyStart = end + section.pointee.header + insets.start
      end = section.pointee.bodyStart + section.pointee.body + insets.end + section.pointee.footer
      section.pointee.end = end
    }
    length = end
  }

  /// The first section that can reach beyond `position`: its start is the last one below it.
  /// - Complexity: O(log *n*).
  func firstSection(reaching position: Double) -> Int {
    let first = partition(0..<records.count) { records[$0].start < position }
    return max(0, first - 1)
  }

  /// The frame of a section's header. Pinned, it stays at the visible start while its section is
  /// there, and lets the footer push it out.
  func headerFrame(_ section: Int, pinnedTo visible: VisibleSpan?) -> Rect {
    let record = records.start + section
    var start = record.pointee.start
    if let visible {
      let last = record.pointee.end - record.pointee.footer - record.pointee.header
      start = min(max(start, visible.start), last)
    }
    return direction.rect(
      along: start, across: 0, length: record.pointee.header, breadth: breadth)
  }

  /// The frame of a section's footer. Pinned, it stays at the visible end while its section is
  /// there, and lets the header push it out.
  func footerFrame(_ section: Int, pinnedTo visible: VisibleSpan?) -> Rect {
    let record = records.start + section
    var start = record.pointee.end - record.pointee.footer
    if let visible {
      let first = record.pointee.start + record.pointee.header
      start = max(min(start, visible.end - record.pointee.footer), first)
    }
    return direction.rect(
      along: start, across: 0, length: record.pointee.footer, breadth: breadth)
  }
}
