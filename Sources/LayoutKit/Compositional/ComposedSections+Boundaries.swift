// SPDX-License-Identifier: Apache-2.0
//
// The frames of the elements at the sides of a section, at rest and pinned.

import LayoutABI

extension ComposedSections {
  /// Returns the extent of an element from its side inwards; 0 when there is none. An element that
  /// takes no room is at most as long as its section.
  func extent(of side: BoundarySide, _ section: Int) -> Double {
    let boundary = composition(section)[side]
    guard boundary.extent > 0 || boundary.isEstimate else { return 0 }
    let known = boundary.isEstimate ? boundaries.length(of: side, section) : nil
    return known ?? boundary.extent
  }

  /// Returns the frame of an element at a side of a section; nil when there is none. A pinned
  /// element stays in the visible span as long as its section does.
  func frame(of side: BoundarySide, _ section: Int, visible: VisibleSpan) -> Rect? {
    guard composition(section)[side].extent > 0 || composition(section)[side].isEstimate else {
      return nil
    }
    return side == .header || side == .footer
      ? endFrame(side, section, visible) : sideFrame(side, section, visible)
  }

  /// Returns the frame of a header or footer: at one end of the section, between the insets at the
  /// sides unless it is wide.
  private func endFrame(_ side: BoundarySide, _ section: Int, _ visible: VisibleSpan) -> Rect {
    let (record, composition) = (stack.records[section], composition(section))
    let strip = room.strip(of: composition)
    let insets = direction.across(composition[side].isWide ? .zero : composition.insets)
    var length = extent(of: side, section)
    let (afterHeader, beforeFooter) = (record.start + record.header, record.end - record.footer)
    var start: Double
    if side == .header {
      // An element that takes no room moves within the room of its section.
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

  /// Returns the frame of an element beside the groups, from their start on; if pinned, below a
  /// pinned header.
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

// MARK: - Measured by views
//
// The lengths of headers and footers that have the length that their views prefer.

/// The lengths that views reported, by section and side: a sorted list, because a hash table is too
/// slow for a frame.
struct MeasuredBoundaries {
  private struct Entry {
    /// Section and kind, stored as section and item.
    var key: ItemKey
    var length: Double
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Returns the length that a view prefers; nil if no view has reported one.
  /// - Complexity: O(log *n*).
  func length(of side: BoundarySide, _ section: Int) -> Double? {
    if entries.isEmpty { return nil }
    let key = ItemKey(UInt32(section), UInt32(side.kind))
    let place = partition(0..<entries.count) { entries[$0].key < key }
    return place < entries.count && entries[place].key == key ? entries[place].length : nil
  }

  /// Stores the length that a view prefers.
  mutating func note(_ length: Double, of side: BoundarySide, _ section: Int) {
    let key = ItemKey(UInt32(section), UInt32(side.kind))
    let place = partition(0..<entries.count) { entries[$0].key < key }
    if place < entries.count, entries[place].key == key {
      entries[place].length = length
    } else {
      entries.insert(Entry(key: key, length: length), at: place)
    }
  }

  /// Returns the lengths after a batch: `origins` has for each new section its old number, or
  /// ``PlaceMap/noOrigin``.
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

// MARK: - Finding
//
// The sections, groups and items that a rectangle intersects.

extension ComposedSections {
  /// True when an element of a section stays on screen while its section is visible.
  var pinsAnything: Bool {
    for composition in compositions where composition.pinsAnything { return true }
    return false
  }

  /// Returns the sections that can have elements in a rectangle.
  /// - Complexity: O(log *n* + descriptions).
  func sections(meeting rect: Rect) -> Range<Int> {
    let span = direction.along(rect)
    let margin = margin
    let first = stack.firstSection(reaching: span.start - margin.after)
    let end = partition(first..<count) { stack.records[$0].start <= span.end + margin.before }
    return first..<end
  }

  /// Returns the origin of a section's first group, scrolled across.
  func origin(of section: Int) -> Point {
    let record = stack.records[section]
    let composition = compositions[record.place]
    let side =
      room.strip(of: composition).start
      + (composition.scrollsAcross
        ? ends(ofGroups: section).start - offsets[section]
        : direction.across(record.insets).start)
    return direction.rect(along: record.bodyStart, across: side, length: 0, breadth: 0).origin
  }

  /// Calls `visit` with the items of a section's groups that may intersect a rectangle, in order, each
  /// with its slot and the place of its group.
  /// - Complexity: O(log *n* + the items of the groups that are visited). Does not allocate.
  func visitSlots(
    _ section: Int, in rect: Rect, _ visit: (_ item: Int, _ slot: GroupSlot, Vector) -> Void
  ) {
    let record = stack.records[section]
    let composition = compositions[record.place]
    let axis = groupAxis(composition)
    let origin = origin(of: section)
    let reach = axis.along(reaches[record.place])
    let (seen, first) = (axis.along(rect), axis.along(origin))
    let span = (start: seen.start - first - reach.end, end: seen.end - first - reach.start)
    let full = shapes[record.place].slots.count
    visitGroups(section, startingIn: span) { group, start in
      let place = place(of: start, from: origin, axis)
      let known = measured.place(section: section, group: group)
      let item = group * full
      for number in 0..<min(full, record.itemCount - item) {
        let slot =
          known.map { measured.groups[$0].shape.slots[number] }
          ?? shapes[record.place].slots[number]
        visit(item + number, slot, place)
      }
    }
  }

  /// Returns the slot of an item and the place of its group; nil when there is no such item.
  /// - Complexity: O(log *n*).
  func slot(of item: Int, _ section: Int) -> (GroupSlot, Vector)? {
    let record = stack.records[section]
    guard item < record.itemCount else { return nil }
    let full = shapes[record.place].slots.count
    let slot = shape(ofGroup: item / full, section).slots[item % full]
    let start = start(ofGroup: item / full, section)
    return (slot, place(of: start, from: origin(of: section), groupAxis(composition(section))))
  }

  private func place(of start: Double, from origin: Point, _ axis: ScrollDirection) -> Vector {
    axis == .vertical
      ? Vector(dx: origin.x, dy: origin.y + start) : Vector(dx: origin.x + start, dy: origin.y)
  }
}
