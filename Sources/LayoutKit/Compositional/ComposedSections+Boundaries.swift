// SPDX-License-Identifier: Apache-2.0
//
// Where the elements at the sides of a section are, at rest and pinned.

import LayoutABI

extension ComposedSections {
  /// Returns the extent of an element from its side inwards; 0 when there is none. One that
  /// takes no room is at most as long as its section.
  func extent(of side: BoundarySide, _ section: Int) -> Double {
    let boundary = composition(section)[side]
    guard boundary.extent > 0 || boundary.isEstimate else { return 0 }
    let known = boundary.isEstimate ? boundaries.length(of: side, section) : nil
    return known ?? boundary.extent
  }

  /// The frame of an element at a side of a section; nil when there is none. Pinned, it stays within
  /// what is visible as long as its section is there.
  func frame(of side: BoundarySide, _ section: Int, visible: VisibleSpan) -> Rect? {
    guard composition(section)[side].extent > 0 || composition(section)[side].isEstimate else {
      return nil
    }
    return side == .header || side == .footer
      ? endFrame(side, section, visible) : sideFrame(side, section, visible)
  }

  /// Between the insets at the sides, unless it is wide, at one of the section's ends.
  private func endFrame(_ side: BoundarySide, _ section: Int, _ visible: VisibleSpan) -> Rect {
    let (record, composition) = (stack.records[section], composition(section))
    let strip = room.strip(of: composition)
    let insets = direction.across(composition[side].isWide ? .zero : composition.insets)
    var length = extent(of: side, section)
    let (afterHeader, beforeFooter) = (record.start + record.header, record.end - record.footer)
    var start: Double
    if side == .header {
      // What takes no room has its section's to move in.
      let end = composition.header.overlays ? record.end : beforeFooter
      if composition.header.overlays { length = min(length, end - record.start) }
      start = record.start
      if composition.header.pins { start = min(max(start, visible.start), end - length) }
    } else {
      let first = composition.footer.overlays ? record.start : afterHeader
      if composition.footer.overlays { length = min(length, record.end - first) }
      start = record.end - length
      if composition.footer.pins { start = max(min(start, visible.end - length), first) }
    }
    return direction.rect(
      along: start, across: strip.start + insets.start, length: length,
      breadth: max(0, strip.breadth - insets.start - insets.end))
  }

  /// Beside the groups, from their start on; pinned, below a pinned header.
  private func sideFrame(_ side: BoundarySide, _ section: Int, _ visible: VisibleSpan) -> Rect {
    let (record, composition) = (stack.records[section], composition(section))
    let boundary = composition[side]
    let strip = room.strip(of: composition)
    let insets = direction.across(composition.insets)
    let length = min(boundary.reach ?? record.body, record.body)
    var start = record.bodyStart
    if boundary.pins {
      let header = composition.header.pins ? extent(of: .header, section) : 0
      start = min(max(start, visible.start + header), start + record.body - length)
    }
    let across =
      side == .leading
      ? strip.start + insets.start
      : strip.start + strip.breadth - insets.end - boundary.extent
    return direction.rect(
      along: start, across: across, length: length, breadth: boundary.extent)
  }
}
